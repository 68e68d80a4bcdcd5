// SPDX-License-Identifier: Apache-2.0
package dear.checks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Public types and packages are documented, and Markdown links lead somewhere. */
class DocumentationTest {
  @Test
  void publicTypesAndPackagesHaveJavadoc() throws IOException {
    List<Path> sources = Repository.mainSources();
    assertThat(sources).hasSizeGreaterThan(50);
    try (StandardJavaFileManager files =
        ToolProvider.getSystemJavaCompiler()
            .getStandardFileManager(null, Locale.ROOT, StandardCharsets.UTF_8)) {
      assertThat(Documentation.gaps(files.getJavaFileObjectsFromPaths(sources))).isEmpty();
    }
  }

  @Test
  void everyPackageHasItsPackageInfo() {
    assertThat(
            Repository.mainSources().stream().map(file -> file.resolveSibling("package-info.java")))
        .allMatch(Files::exists);
  }

  @Test
  void linksLeadSomewhere() {
    MarkdownLinks links = new MarkdownLinks(Repository.ROOT);
    assertThat(
            Repository.filesWithExtension("md").stream()
                .flatMap(file -> links.broken(file).stream()))
        .isEmpty();
  }

  @Test
  void gapsAreNoticed() {
    assertThat(
            Documentation.gaps(
                List.of(
                    source(
                        "Good.java",
                        """
                        /** Good. */
                        public class Good {
                          class Private {}
                          /** Good. */
                          public record Public() {}
                        }
                        class Private {}
                        """),
                    source("Markdown.java", "/// Good.\npublic enum Markdown {}"),
                    source("Bare.java", "// Not Javadoc.\npublic class Bare {}"),
                    source(
                        "Outer.java",
                        """
                        /** Good. */
                        public interface Outer {
                          record Bare() {}
                        }
                        """),
                    source("a/package-info.java", "/** Good. */ @NullMarked package a;"),
                    source(
                        "b/package-info.java", "@org.jspecify.annotations.NullMarked package b;"),
                    source("c/package-info.java", "/** Good. */ package c;"))))
        .containsExactly(
            "/Bare.java: public type Bare has no Javadoc",
            "/Outer.java: public type Outer.Bare has no Javadoc",
            "/b/package-info.java: the package has no Javadoc",
            "/c/package-info.java: the package is not @NullMarked");
  }

  @Test
  void brokenLinksAreNoticed(@TempDir Path root) throws IOException {
    Files.createDirectory(root.resolve("docs"));
    Files.writeString(
        root.resolve("docs/there.md"),
        """
        # The `first` part: begin
        ## Again
        ## Again
        <a id="place"></a>
        ```
        # not a heading
        ```
        """);
    Path file = root.resolve("README.md");
    Files.writeString(
        file,
        """
        # Top
        [a](docs) [b](docs/there.md) [c](docs/there.md#the-first-part-begin) [d](#top)
        [e](docs/there.md#again-1 "title") [f](docs/there.md#place) [g](https://example.org/no)
        [h]: docs/there.md
        `[code](nowhere.md)`
        ```
        [code](nowhere.md)
        ```
        [i](nowhere.md) ![j](docs/nowhere.svg) <img src="nowhere.png">
        [k](docs/there.md#not-a-heading) [l](#again)
        [m]: docs/nowhere.md
        """);
    assertThat(new MarkdownLinks(root).broken(file))
        .containsExactly(
            "README.md: nowhere.md",
            "README.md: docs/nowhere.svg",
            "README.md: nowhere.png",
            "README.md: docs/there.md#not-a-heading",
            "README.md: #again",
            "README.md: docs/nowhere.md");
  }

  private static JavaFileObject source(String name, String text) {
    return new SimpleJavaFileObject(URI.create("memory:/" + name), JavaFileObject.Kind.SOURCE) {
      @Override
      public CharSequence getCharContent(boolean ignoreEncodingErrors) {
        return text;
      }
    };
  }
}
