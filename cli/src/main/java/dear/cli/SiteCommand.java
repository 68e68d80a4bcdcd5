// SPDX-License-Identifier: Apache-2.0
package dear.cli;

import dear.site.SiteFolder;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Writes the playground as files. */
@Command(
    name = "site",
    description = "Write the playground as a folder of files that any web host serves.",
    footer = {
      "",
      "Its answers are computed in the visitor's browser, with the pretrained models.",
      "",
      "Examples:",
      "  dear site --out public --url https://example.org/dear/",
      "  python3 -m http.server -d public"
    })
final class SiteCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      required = true,
      description = "The folder to write; new, empty, or an earlier site.")
  private Path out;

  @Option(
      names = "--url",
      paramLabel = "URL",
      description = "Where it will be published, so that links to it have a picture.")
  private @Nullable String url;

  @SuppressWarnings("NullAway.Init") // picocli sets what is annotated
  private SiteCommand() {}

  @Override
  public Integer call() throws IOException {
    SiteFolder site = SiteFolder.ofProgram(address());
    site.write(out);
    spec.commandLine()
        .getOut()
        .printf(
            "%d files (%.1f MB) are in %s; a visitor loads %.1f MB, and models when asked%n",
            site.names().size(),
            site.bytes() / 1e6,
            out,
            (site.bytes() - site.bytesOfModels()) / 1e6);
    return 0;
  }

  private Optional<URI> address() {
    if (url == null) {
      return Optional.empty();
    }
    try {
      if (url.matches("https?://[\\w.:~/-]+")) {
        return Optional.of(new URI(url));
      }
    } catch (URISyntaxException e) {
      // refused below, as everything that does not look like an address
    }
    throw new ParameterException(
        spec.commandLine(), "--url " + url + " is not an address such as https://example.org/");
  }
}
