// SPDX-License-Identifier: Apache-2.0
package dear.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The files of a site, and where they may be written. */
@Tag("browser") // runs in the module pages
class SiteFolderTest {
  @TempDir Path folder;

  @BeforeEach
  void requireEngine() {
    assumeTrue(SiteFolder.class.getResource("engine.wasm") != null, "this build has no engine");
  }

  @Test
  void everyFileIsWritten() throws IOException {
    SiteFolder site = SiteFolder.ofProgram(Optional.empty());
    site.write(folder.resolve("new/site"));
    site.write(folder.resolve("new/site")); // once more, over itself
    try (Stream<Path> files = Files.walk(folder.resolve("new/site"))) {
      List<String> written =
          files
              .filter(Files::isRegularFile)
              .map(file -> folder.resolve("new/site").relativize(file).toString())
              .toList();
      assertThat(written).containsExactlyInAnyOrderElementsOf(site.names());
      assertThat(written)
          .contains(
              "index.html",
              "og.png",
              "icon.svg",
              "engine.wasm",
              "models.json",
              "models/bfs.safetensors")
          .doesNotContain("openapi.json");
    }
    assertThat(site.bytes()).isGreaterThan(site.bytesOfModels());
    assertThat(folder.resolve("new/site/index.html"))
        .content()
        .contains("<meta name=\"dear-engine\" content=\"local\">")
        .contains("Content-Security-Policy")
        .contains("<meta property=\"og:image\" content=\"og.png\">");
  }

  /** The budget of a first visit, compressed as web hosts do; see docs/playground.md. */
  @Test
  void aVisitStaysSmall() throws IOException {
    SiteFolder site = SiteFolder.ofProgram(Optional.empty());
    site.write(folder);
    long page = 0;
    long engine = 0;
    for (String name : site.names()) {
      int bytes = SiteHost.gzip(Files.readAllBytes(folder.resolve(name))).length;
      if (name.startsWith("engine") || name.equals("lanes.wasm")) {
        engine += bytes;
      } else if (name.matches(".*\\.(html|css|js|svg)")) {
        page += bytes;
      }
    }
    assertThat(page).isBetween(10_000L, 80_000L);
    assertThat(engine).isBetween(10_000L, 600_000L);
  }

  @Test
  void anAddressMakesPreviewsWork() throws IOException {
    SiteFolder.ofProgram(Optional.of(URI.create("https://example.org/dear"))).write(folder);
    assertThat(folder.resolve("index.html"))
        .content()
        .contains("<meta property=\"og:url\" content=\"https://example.org/dear/\">")
        .contains("<meta property=\"og:image\" content=\"https://example.org/dear/og.png\">");
  }

  @Test
  void nobodyElsesFilesAreTouched() throws IOException {
    SiteFolder site = SiteFolder.ofProgram(Optional.empty());
    Files.writeString(folder.resolve("index.html"), "my own page");
    assertThatThrownBy(() -> site.write(folder))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("contains other files; name an empty or a new folder");
    Path file = Files.createFile(folder.resolve("file"));
    assertThatThrownBy(() -> site.write(file)).hasMessageContaining("is a file; name a folder");
    assertThat(folder.resolve("index.html")).content().isEqualTo("my own page");
  }
}
