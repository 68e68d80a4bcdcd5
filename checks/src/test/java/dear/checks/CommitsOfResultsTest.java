// SPDX-License-Identifier: Apache-2.0
package dear.checks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** A number can be traced: the commits that the results name are in the history. */
class CommitsOfResultsTest {
  /** Digests of files are longer. */
  private static final Pattern COMMIT = Pattern.compile("\\b[0-9a-f]{40}\\b");

  @Test
  void everyCommitInTheResultsIsInTheHistory() throws IOException, InterruptedException {
    assumeTrue(Files.exists(Repository.ROOT.resolve(".git")), "only in a clone");
    assumeTrue(
        git("rev-parse", "--is-shallow-repository").equals(List.of("false")),
        "only in a clone with the whole history");
    Set<String> history = Set.copyOf(git("rev-list", "HEAD"));
    Map<String, Set<String>> unknown = new TreeMap<>();
    int named = 0;
    for (Path file : results()) {
      Set<String> commits = new TreeSet<>();
      COMMIT
          .matcher(Files.readString(file))
          .results()
          .map(MatchResult::group)
          .forEach(commits::add);
      named += commits.size();
      commits.removeAll(history);
      if (!commits.isEmpty()) {
        unknown.put(Repository.name(file), commits);
      }
    }
    assertThat(named).isPositive();
    assertThat(unknown).as("commits that the results name, but git does not know").isEmpty();
  }

  private static List<Path> results() {
    Path folder = Repository.ROOT.resolve("results");
    return Repository.filesWithExtension("json").stream()
        .filter(file -> folder.equals(file.getParent()))
        .toList();
  }

  private static List<String> git(String... arguments) throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder("git").directory(Repository.ROOT.toFile());
    builder.command().addAll(List.of(arguments));
    Process git = builder.redirectError(ProcessBuilder.Redirect.DISCARD).start();
    String out = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    git.waitFor();
    return out.lines().toList();
  }
}
