// SPDX-License-Identifier: Apache-2.0
package dear.checks;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The first line of every source file names its license. */
class LicenseTest {
  private static final String LINE = "// SPDX-License-Identifier: Apache-2.0\n";

  @Test
  void everySourceFileNamesTheLicense() {
    List<Path> sources = Repository.filesWithExtension("java");
    assertThat(sources).hasSizeGreaterThan(50);
    assertThat(
            sources.stream()
                .filter(file -> !isLicensed(Repository.read(file)))
                .map(Repository::name))
        .as("files that do not start with " + LINE.strip())
        .isEmpty();
  }

  @Test
  void aMissingOrMisplacedLineIsNoticed() {
    assertThat(isLicensed(LINE + "package a;\n")).isTrue();
    assertThat(isLicensed("package a;\n")).isFalse();
    assertThat(isLicensed("package a;\n" + LINE)).isFalse();
    assertThat(isLicensed(LINE.replace("Apache-2.0", "MIT") + "package a;\n")).isFalse();
  }

  @Test
  void theLicenseIsThere() {
    assertThat(Repository.read(Repository.ROOT.resolve("LICENSE")))
        .contains("Apache License", "Version 2.0, January 2004", "END OF TERMS AND CONDITIONS");
  }

  private static boolean isLicensed(String text) {
    return text.startsWith(LINE);
  }
}
