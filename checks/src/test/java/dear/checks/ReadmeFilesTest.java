// SPDX-License-Identifier: Apache-2.0
package dear.checks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Whoever tries the README's commands has no new files for git afterwards. */
class ReadmeFilesTest {
  private static final Pattern OUT = Pattern.compile("\\./dear [^`\n]*?--out ([^\\s`)]+)");

  @Test
  void whatTheCommandsWriteIsIgnored() throws Exception {
    assumeTrue(Files.exists(Repository.ROOT.resolve(".git")), "only in a clone");
    List<String> written = new ArrayList<>();
    for (String page : List.of("README.md", "python/README.md")) {
      int before = written.size();
      OUT.matcher(Repository.read(Repository.ROOT.resolve(page)))
          .results()
          .forEach(command -> written.add(command.group(1)));
      assertThat(written.size() - before).as(page).isGreaterThan(1);
    }
    written.add("python/build/lib"); // of pip install ./python
    written.add("python/dear_reasoner.egg-info/PKG-INFO");
    for (String file : written) {
      Process git =
          new ProcessBuilder("git", "check-ignore", "--quiet", file)
              .directory(Repository.ROOT.toFile())
              .start();
      assertThat(git.waitFor()).as("%s is ignored by git", file).isZero();
    }
  }
}
