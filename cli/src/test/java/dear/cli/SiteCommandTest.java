// SPDX-License-Identifier: Apache-2.0
package dear.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dear.site.SiteFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The site from the command line. A quick build has no engine and says so. */
class SiteCommandTest {
  @TempDir private Path folder;

  @Test
  void aFolderIsWritten() {
    Path out = folder.resolve("site");
    Invocation result = Invocation.of("site", "--out", out.toString());
    if (SiteFolder.class.getResource("engine.wasm") == null) {
      assertThat(result.code()).isEqualTo(1);
      assertThat(result.err()).contains("built without engine.wasm; use ./dear site");
      assertThat(out).doesNotExist();
    } else {
      assertThat(result.code()).isZero();
      assertThat(result.out()).contains("files (").contains(out.toString());
      assertThat(out.resolve("index.html")).exists();
    }
  }

  @Test
  void whatCannotBeDoneIsSaid() throws IOException {
    assertThat(Invocation.of("site").code()).isEqualTo(2);
    Invocation address =
        Invocation.of("site", "--out", folder.toString(), "--url", "example.org\"><script>");
    assertThat(address.code()).isEqualTo(2);
    assertThat(address.err()).contains("is not an address such as https://example.org/");
    Files.writeString(folder.resolve("mine.txt"), "mine");
    assertThat(Invocation.of("site", "--out", folder.toString()).code()).isEqualTo(1);
    assertThat(folder.resolve("mine.txt")).hasContent("mine");
  }
}
