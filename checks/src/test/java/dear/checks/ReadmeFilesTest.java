// SPDX-License-Identifier: Apache-2.0
package dear.checks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Whoever tries the README's commands has no new files for git afterwards. */
class ReadmeFilesTest {
  private static final Pattern OUT = Pattern.compile("\\./dear .*--out ([^ `)]+)");

  @Test
  void whatTheCommandsWriteIsIgnored() throws Exception {
    assumeTrue(Files.exists(Repository.ROOT.resolve(".git")), "only in a clone");
    var commands = OUT.matcher(Repository.read(Repository.ROOT.resolve("README.md"))).results();
    int found = 0;
    for (var command : commands.toList()) {
      found++;
      Process git =
          new ProcessBuilder("git", "check-ignore", "--quiet", command.group(1))
              .directory(Repository.ROOT.toFile())
              .start();
      assertThat(git.waitFor()).as("%s is ignored by git", command.group(1)).isZero();
    }
    assertThat(found).isGreaterThan(1);
  }
}
