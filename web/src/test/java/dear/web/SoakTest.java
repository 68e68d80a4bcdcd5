// SPDX-License-Identifier: Apache-2.0
package dear.web;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Clients that die, dawdle and babble leave nothing behind. */
class SoakTest {
  private static final int ROUNDS = 60;
  private static final long MOST_GROWTH = 24 << 20; // of the heap; leaked bodies would be more

  private static final String HEAD =
      "POST /api/solve HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n";

  @TempDir private Path runs;

  @Test
  @Timeout(60)
  void nothingLeaks() throws Exception {

    FakeRuns.create(runs, "one").close();
    try (TestServer server = new TestServer(runs)) {
      misbehave(server, 5);
      awaitQuiet(server);
      List<String> threads = threads();
      long memory = memory();
      misbehave(server, ROUNDS);
      awaitQuiet(server);
      assertThat(threads()).hasSizeLessThanOrEqualTo(threads.size());
      assertThat(memory() - memory).isLessThan(MOST_GROWTH);
      assertThat(server.solve("{\"algorithm\":\"insertion_sort\",\"numbers\":[2,1]}").statusCode())
          .isEqualTo(200);
      assertThat(server.failures).isEmpty();
    }
  }

  @Test
  @Timeout(60)
  void clientsThatDoNotReadAreHungUpOn() throws Exception {
    String question = "GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n";
    int clients = 5;
    try (TestServer server = new TestServer(runs)) {
      String sort = "{\"algorithm\":\"insertion_sort\",\"numbers\":[2,1]}";
      for (int i = 0;
          i < TestServer.LIMITS.questions().solvers();
          i++) { // each begins with a question
        assertThat(server.solve(sort).statusCode()).isEqualTo(200);
      }
      awaitQuiet(server);
      List<String> threads = threads();
      URI uri = server.playground.uri();
      List<Socket> deaf = new ArrayList<>();
      for (int i = 0; i < clients; i++) {
        Socket socket = new Socket();
        socket.setReceiveBufferSize(4096);
        socket.connect(new InetSocketAddress(uri.getHost(), uri.getPort()));
        send(socket, question.repeat(1000)); // more answers than the system's buffers hold
        deaf.add(socket);
      }
      await(server, 1 + clients);
      Thread.sleep(1000); // they stay: it is their answers that nobody takes
      assertThat(server.metric("dear_http_requests_in_flight")).isEqualTo(1 + clients);
      assertThat(server.solve(sort).statusCode()).isEqualTo(200);
      awaitQuiet(server); // they still hold on, but the server does not
      assertThat(threads()).hasSizeLessThanOrEqualTo(threads.size());
      for (Socket socket : deaf) {
        socket.close();
      }
      assertThat(server.failures).isEmpty();
    }
  }

  private static void misbehave(TestServer server, int rounds) throws IOException {
    String question = "{\"algorithm\":\"bellman_ford\",\"sample\":{\"nodes\":24},\"trace\":true}";
    String whole = HEAD + "Content-Length: " + question.length() + "\r\n\r\n" + question;
    List<Socket> dawdlers = new ArrayList<>();
    for (int i = 0; i < rounds; i++) {
      kill(server, whole); // asks and is gone
      kill(server, HEAD + "Content-Length: 60000\r\n\r\n" + " ".repeat(30_000)); // half a body
      kill(server, HEAD.substring(0, 20 + i % 40)); // half a head
      kill(server, "\u0000\u0001\u0002 nonsense\r\n\r\n");
      kill(server, HEAD + "Transfer-Encoding: chunked\r\n\r\nzz\r\n");
      kill(server, "GET /api/runs/one/events HTTP/1.1\r\nHost: localhost\r\n\r\n"); // listens not
      if (i < 10) {
        Socket dawdler = server.connect(); // sends a little and waits, holding on
        send(dawdler, HEAD + "Content-Length: 500\r\n\r\n{\"algo");
        dawdlers.add(dawdler);
      }
    }
    for (Socket dawdler : dawdlers) { // the server hangs up on them
      dawdler.getInputStream().readAllBytes();
      dawdler.close();
    }
  }

  private static void kill(TestServer server, String request) throws IOException {
    try (Socket socket = server.connect()) {
      socket.setSoLinger(true, 0); // a reset, as of a process that was killed
      send(socket, request);
    }
  }

  private static void send(Socket socket, String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(UTF_8));
    socket.getOutputStream().flush();
  }

  /** Until the only request in flight is the one that asks. */
  private static void awaitQuiet(TestServer server) throws Exception {
    await(server, 1);
  }

  private static void await(TestServer server, int inFlight) throws Exception {
    for (int i = 0; i < 200; i++) {
      if (server.metric("dear_http_requests_in_flight") == inFlight) {
        return;
      }
      Thread.sleep(100);
    }
    assertThat(server.metric("dear_http_requests_in_flight")).isEqualTo(inFlight);
  }

  private static List<String> threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .map(Thread::getName)
        .filter(name -> !name.startsWith("ForkJoinPool")) // carriers come and go
        .filter(name -> !name.startsWith("HttpClient")) // the test's own
        .toList();
  }

  private static long memory() {
    System.gc();
    System.gc();
    return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
  }
}
