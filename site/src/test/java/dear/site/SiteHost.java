// SPDX-License-Identifier: Apache-2.0
package dear.site;

import static org.junit.jupiter.api.Assumptions.abort;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;

/** A site on a plain web host, below a folder, and a Chromium to visit it. */
final class SiteHost implements AutoCloseable {
  private static final String VARIABLE = "DEAR_CHROMIUM";
  private static final String FOLDER = "/some/folder/";

  private static final List<String> PLACES =
      List.of(
          "/usr/bin/chromium",
          "/usr/bin/chromium-browser",
          "/usr/bin/google-chrome",
          "/Applications/Chromium.app/Contents/MacOS/Chromium",
          "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome");

  private static final Map<String, String> TYPES =
      Map.of(
          "html", "text/html",
          "js", "text/javascript",
          "css", "text/css",
          "json", "application/json",
          "svg", "image/svg+xml",
          "png", "image/png");

  private final Path folder;
  private final Map<Path, byte[]> contents = new ConcurrentHashMap<>();
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final HttpServer server;
  private final Playwright playwright;
  final Browser browser;

  private SiteHost(Path folder, Path executable) throws IOException {
    this.folder = folder;
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(FOLDER, this::answer);
    server.setExecutor(threads);
    server.start();
    PlaywrightAssertions.setDefaultAssertionTimeout(30_000);
    playwright =
        Playwright.create(
            new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
    browser =
        playwright
            .chromium()
            .launch(
                new BrowserType.LaunchOptions()
                    .setExecutablePath(executable)
                    .setArgs(List.of("--no-sandbox", "--disable-dev-shm-usage")));
  }

  /** Writes the site into a folder and serves it; without engine or browser, tests are skipped. */
  static SiteHost open(Path folder) throws IOException {
    if (SiteFolder.class.getResource("engine.wasm") == null) {
      skip("this build has no engine: leave out -Dquick, or add -Dengine.skip=false");
    }
    Optional<Path> chromium =
        Stream.concat(Optional.ofNullable(System.getenv(VARIABLE)).stream(), PLACES.stream())
            .map(Path::of)
            .filter(Files::isExecutable)
            .findFirst();
    if (chromium.isEmpty()) {
      skip("no Chromium found: install one or name it by " + VARIABLE);
    }
    SiteFolder.ofProgram(Optional.empty()).write(folder);
    return new SiteHost(folder, chromium.orElseThrow());
  }

  private static void skip(String why) {
    if (System.getProperty("dear.browser", "optional").equals("required")) {
      throw new AssertionError(why);
    }
    abort(why);
  }

  URI uri() {
    return URI.create("http://127.0.0.1:%d%s".formatted(server.getAddress().getPort(), FOLDER));
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      String name = exchange.getRequestURI().getPath().substring(FOLDER.length());
      Path file = folder.resolve(name.isEmpty() ? "index.html" : name).normalize();
      if (!file.startsWith(folder) || !Files.isRegularFile(file)) {
        exchange.sendResponseHeaders(404, -1);
        return;
      }
      String type = TYPES.get(name.substring(name.lastIndexOf('.') + 1));
      exchange
          .getResponseHeaders()
          .set(
              "Content-Type",
              name.isEmpty()
                  ? "text/html"
                  : Optional.ofNullable(type).orElse("application/octet-stream"));
      byte[] content = contents.computeIfAbsent(file, SiteHost::content);
      if (isCompressed(file)) {
        exchange.getResponseHeaders().set("Content-Encoding", "gzip");
      }
      exchange.sendResponseHeaders(200, content.length);
      exchange.getResponseBody().write(content);
    }
  }

  /** Texts and programs, as web hosts do; weights and pictures hardly become smaller. */
  private static boolean isCompressed(Path file) {
    return Stream.of("html", "js", "css", "json", "svg", "wasm")
        .anyMatch(it -> file.toString().endsWith("." + it));
  }

  /** Compressed once, as a measured visit must not wait for it. */
  private static byte[] content(Path file) {
    try {
      byte[] plain = Files.readAllBytes(file);
      return isCompressed(file) ? gzip(plain) : plain;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static byte[] gzip(byte[] plain) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (OutputStream out = new GZIPOutputStream(bytes)) {
      out.write(plain);
    }
    return bytes.toByteArray();
  }

  @Override
  public void close() {
    browser.close();
    playwright.close();
    server.stop(0);
    threads.close();
  }
}
