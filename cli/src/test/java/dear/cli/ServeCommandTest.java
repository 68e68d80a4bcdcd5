// SPDX-License-Identifier: Apache-2.0
package dear.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The playground from the command line. */
class ServeCommandTest {
  @TempDir private Path folder;

  @Test
  @Timeout(60)
  void itServesUntilItIsInterrupted() throws Exception {
    assertThat(Runs.run(Runs.train("bellman_ford", folder.resolve("runs/bf"))).code()).isZero();
    Path models = Files.createDirectory(folder.resolve("models"));
    Files.copy(folder.resolve("runs/bf/best.safetensors"), models.resolve("mine.safetensors"));
    StringWriter said = new StringWriter();
    Thread serving =
        serve(said, "--models", models.toString(), "--runs", folder.resolve("runs").toString());
    URI uri = uri(said);
    try (HttpClient client = HttpClient.newHttpClient()) {
      assertThat(get(client, uri.resolve("/api/models")))
          .contains("\"name\":\"mine\"", "\"name\":\"insertion_sort\"");
      assertThat(get(client, uri.resolve("/api/runs"))).contains("\"name\":\"bf\"");
      assertThat(get(client, uri)).contains("<title>DEAR playground: ");
    }
    assertThat(uri.getHost()).isIn("127.0.0.1", "[0:0:0:0:0:0:0:1]");
    serving.interrupt();
    serving.join();
  }

  @Test
  @Timeout(60)
  void whoOpensItToOthersIsWarned() throws Exception {
    StringWriter said = new StringWriter();
    Thread serving = serve(said, "--host", "0.0.0.0");
    assertThat(uri(said).getPort()).isPositive();
    while (!said.toString().contains("others reach it")) { // the line after the address
      Thread.sleep(10);
    }
    assertThat(said.toString()).contains("warning: everyone");
    assertThat(uri(said).getHost()).isIn("127.0.0.1", "[0:0:0:0:0:0:0:1]");
    serving.interrupt();
    serving.join();
  }

  private static Thread serve(StringWriter said, String... options) {
    String[] arguments =
        Stream.concat(Stream.of("serve", "--port", "0"), Stream.of(options)).toArray(String[]::new);
    PrintWriter out = new PrintWriter(said, true);
    Thread serving = new Thread(() -> Main.run(out, out, arguments));
    serving.start();
    return serving;
  }

  private static URI uri(StringWriter said) throws InterruptedException {
    Pattern place = Pattern.compile("the playground is at (http://\\S+)");
    while (true) {
      Matcher matcher = place.matcher(said.toString());
      if (matcher.find()) {
        return URI.create(matcher.group(1));
      }
      Thread.sleep(20);
    }
  }

  private static String get(HttpClient client, URI uri) throws IOException, InterruptedException {
    return client
        .send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString())
        .body();
  }

  @Test
  void aFolderThatIsNone() {
    Invocation result =
        Invocation.of("serve", "--port", "0", "--models", folder.resolve("nowhere").toString());
    assertThat(result.code()).isEqualTo(1);
    assertThat(result.err()).contains("nowhere is not a folder");
  }

  @Test
  void aPortThatIsTaken() throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Invocation result = Invocation.of("serve", "--port", "" + taken.getLocalPort());
      assertThat(result.code()).isEqualTo(1);
      assertThat(result.err()).contains("cannot listen on").contains("choose another --port");
    }
  }

  @Test
  void portsAndHostsThatCannotBe() {
    assertThat(Invocation.of("serve", "--port", "70000").code()).isEqualTo(2);
    Invocation host = Invocation.of("serve", "--port", "0", "--host", "no.such.host.invalid");
    assertThat(host.code()).isEqualTo(2);
    assertThat(host.err()).contains("--host no.such.host.invalid is unknown");
  }
}
