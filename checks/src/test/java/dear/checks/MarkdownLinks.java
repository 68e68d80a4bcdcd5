// SPDX-License-Identifier: Apache-2.0
package dear.checks;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds links in a Markdown file that lead nowhere in the repository. */
record MarkdownLinks(Path root) {
  private static final Pattern FENCED_CODE =
      Pattern.compile("^ *(```+|~~~+).*?^ *\\1 *$", Pattern.DOTALL | Pattern.MULTILINE);

  private static final Pattern CODE_SPAN = Pattern.compile("(`+)[^`]+?\\1");

  /** {@code [text](target)}, {@code [name]: target}, and the HTML that Markdown allows. */
  private static final Pattern LINK =
      Pattern.compile(
          "\\]\\(<?([^)>\\s]+)>?[^)]*\\)"
              + "|^ {0,3}\\[[^\\]]+\\]: *<?([^>\\s]+)"
              + "|(?:src|href)=\"([^\"]+)\"",
          Pattern.MULTILINE);

  private static final Pattern WITH_SCHEME = Pattern.compile("([a-zA-Z][a-zA-Z0-9+.-]*:|//).*");

  private static final Pattern HEADING =
      Pattern.compile("^#{1,6} +(.+?)(?: +#+)? *$", Pattern.MULTILINE);

  private static final Pattern NAMED_PLACE = Pattern.compile("(?:id|name)=\"([^\"]+)\"");

  /** One line per broken link of the file. */
  List<String> broken(Path file) {
    String text = CODE_SPAN.matcher(withoutFencedCode(file)).replaceAll("");
    List<String> broken = new ArrayList<>();
    Matcher link = LINK.matcher(text);
    while (link.find()) {
      for (int group = 1; group <= link.groupCount(); group++) {
        String target = link.group(group);
        if (target != null && !WITH_SCHEME.matcher(target).matches() && !leads(file, target)) {
          broken.add(root.relativize(file) + ": " + target);
        }
      }
    }
    return broken;
  }

  private boolean leads(Path from, String target) {
    int hash = target.indexOf('#');
    String path = hash < 0 ? target : target.substring(0, hash);
    Path file;
    if (path.isEmpty()) {
      file = from;
    } else if (path.startsWith("/")) {
      file = root.resolve(path.substring(1));
    } else {
      file = from.resolveSibling(path);
    }
    if (!Files.exists(file)) {
      return false;
    }
    return hash < 0
        || !Repository.extension(file).equals("md")
        || places(file).contains(target.substring(hash + 1));
  }

  /** The anchors of a file, made from its headings as GitHub makes them. */
  private static Set<String> places(Path file) {
    String text = withoutFencedCode(file);
    Set<String> places = new HashSet<>();
    Map<String, Integer> seen = new HashMap<>();
    Matcher heading = HEADING.matcher(text);
    while (heading.find()) {
      String slug = slug(heading.group(1));
      int times = seen.merge(slug, 1, Integer::sum);
      places.add(times == 1 ? slug : slug + "-" + (times - 1));
    }
    Matcher place = NAMED_PLACE.matcher(text);
    while (place.find()) {
      places.add(place.group(1));
    }
    return places;
  }

  private static String slug(String heading) {
    return heading
        .replaceAll("\\[([^\\]]*)\\]\\([^)]*\\)", "$1")
        .toLowerCase(Locale.ROOT)
        .replaceAll("[^\\p{L}\\p{N} _-]", "")
        .replace(' ', '-');
  }

  private static String withoutFencedCode(Path file) {
    return FENCED_CODE.matcher(Repository.read(file)).replaceAll("");
  }
}
