// SPDX-License-Identifier: Apache-2.0
package dear.web.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Conversations on one connection, and on many. */
@Timeout(60)
class ListenerTest {
  private static final Limits.Requests LIMITS =
      new Limits.Requests(1 << 17, 64, Duration.ofSeconds(1), Duration.ofSeconds(2), 64);
  private static final String END = "Host: localhost\r\n\r\n";
  private static final String LAST = "Connection: close\r\n" + END;

  private final List<Throwable> failures = new CopyOnWriteArrayList<>();
  private final CountDownLatch asked = new CountDownLatch(1);
  private final CountDownLatch answerable = new CountDownLatch(1);
  private final Telemetry telemetry = new Telemetry();
  private FrontDoor door;

  @BeforeEach
  void open() throws IOException {
    door =
        new FrontDoor(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            LIMITS,
            List.of(
                Route.get("/", _ -> Reply.text("text/plain", "root")),
                Route.get("/long/", it -> Reply.text("text/plain", "x".repeat(1 << 24))),
                Route.get("/say/", it -> Reply.text("text/plain", it.rest())),
                Route.get("/events", _ -> new Reply.Events(ListenerTest::twoEvents)),
                Route.get("/slow", _ -> slow()),
                Route.post("/deaf", _ -> Reply.text("text/plain", "unread")),
                Route.post("/echo", ListenerTest::echo)),
            telemetry,
            failures::add);
  }

  @AfterEach
  void close() {
    answerable.countDown();
    door.close();
    assertThat(failures).isEmpty();
  }

  private static void twoEvents(EventSink sink) throws IOException {
    sink.send("1", "a", "one");
    sink.ping();
  }

  private static Reply echo(Request request) throws IOException {
    byte[] bytes = request.body().readNBytes(request.mostBytes() + 1);
    if (bytes.length > request.mostBytes()) {
      throw Refusal.of(413, "long");
    }
    return new Reply.Whole(200, "text/plain", bytes);
  }

  private Reply slow() throws InterruptedException {
    asked.countDown();
    answerable.await();
    return Reply.text("text/plain", "at last");
  }

  @Test
  void requestsAreAnsweredInOrder() throws IOException {
    String text =
        "GET /say/one HTTP/1.1\r\n"
            + END
            + ("POST /echo HTTP/1.1\r\nContent-Length: 3\r\n" + END + "two")
            + ("POST /echo HTTP/1.1\r\nTransfer-Encoding: chunked\r\n" + END)
            + "5\r\nthree\r\n0\r\n\r\n"
            + ("POST /deaf HTTP/1.1\r\nContent-Length: 4\r\n" + END + "GET ")
            + "GET /nowhere HTTP/1.1\r\n"
            + END
            + "GET /say/six HTTP/1.1\r\n"
            + LAST;
    assertThat(bodies(raw(text)))
        .hasSize(6)
        .startsWith("one", "two", "three", "unread")
        .endsWith("six")
        .element(4)
        .asString()
        .contains("404");
  }

  @Test
  void aConnectionIsKeptUntilTheClientIsDone() throws IOException {
    try (Socket socket = connect()) {
      for (int i = 0; i < 3; i++) {
        send(socket, "GET /say/" + i + " HTTP/1.1\r\n" + END);
        assertThat(response(socket)).endsWith("\r\n\r\n" + i).doesNotContain("Connection:");
      }
      send(socket, "GET /say/x HTTP/1.1\r\n" + LAST);
      assertThat(response(socket)).contains("\r\nConnection: close\r\n").endsWith("\r\n\r\nx");
      assertThat(socket.getInputStream().read()).isNegative();
    }
  }

  @Test
  void aHeadIsAnsweredByAHead() throws IOException {
    String response = raw("HEAD /say/it HTTP/1.1\r\n" + END + "GET /say/on HTTP/1.1\r\n" + LAST);
    assertThat(response)
        .contains("Content-Length: 2\r\n\r\nHTTP/1.1 200 OK")
        .endsWith("\r\n\r\non");
    assertThat(raw("HEAD /events HTTP/1.1\r\n" + LAST))
        .contains("text/event-stream")
        .endsWith("\r\n\r\n");
    assertThat(raw("HEAD /nowhere HTTP/1.1\r\n" + LAST)).startsWith("HTTP/1.1 404").endsWith("\n");
  }

  @Test
  void anOldClientIsUnderstood() throws IOException {
    assertThat(raw("GET /say/it HTTP/1.0\r\nHost: localhost\r\n\r\n"))
        .startsWith("HTTP/1.1 200 OK\r\n")
        .containsPattern(
            "\r\nDate: [A-Z][a-z]{2}, [0-9]{2} [A-Z][a-z]{2} [0-9]{4} [0-9:]{8} GMT\r\n")
        .contains("Connection: close")
        .endsWith("\r\n\r\nit");
    assertThat(raw("GET /events HTTP/1.0\r\nHost: localhost\r\n\r\n"))
        .doesNotContain("chunked")
        .endsWith("\r\n\r\nid: 1\nevent: a\ndata: one\n\n: still here\n\n");
  }

  @Test
  void eventsComeInPieces() throws IOException {
    assertThat(raw("GET /events HTTP/1.1\r\n" + END + "GET /say/on HTTP/1.1\r\n" + LAST))
        .contains("Transfer-Encoding: chunked", "\r\n\r\n1a\r\nid: 1\nevent: a\ndata: one\n\n\r\n")
        .contains("\n\r\ne\r\n: still here\n\n\r\n0\r\n\r\nHTTP")
        .endsWith("\r\n\r\non");
  }

  @Test
  void theWholeAddressCounts() throws IOException {
    String foreign = "Connection: close\r\nHost: evil.example\r\n\r\n";
    assertThat(raw("GET http://localhost/say/it?x HTTP/1.1\r\n" + foreign)).endsWith("\r\n\r\nit");
    assertThat(raw("GET http://evil.example/say/it HTTP/1.1\r\n" + LAST))
        .startsWith("HTTP/1.1 421");
  }

  @Test
  void aClientThatWaitsIsAskedToGoOn() throws IOException {
    String head = "POST %s HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: %s\r\n" + END;
    try (Socket socket = connect()) {
      send(socket, head.formatted("/echo", 2));
      assertThat(response(socket)).isEqualTo("HTTP/1.1 100 Continue\r\n\r\n");
      send(socket, "ab");
      assertThat(response(socket)).startsWith("HTTP/1.1 200").endsWith("\r\n\r\nab");
      send(socket, head.formatted("/nowhere", 2));
      assertThat(response(socket)).startsWith("HTTP/1.1 404").contains("Connection: close");
      assertThat(socket.getInputStream().read()).isNegative();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"Content-Length: 3000000", "Transfer-Encoding: chunked"})
  void aBodyThatNobodyReadsEndsTheConversation(String framing) throws IOException {
    try (Socket socket = connect()) {
      send(socket, "POST /deaf HTTP/1.1\r\n" + framing + "\r\n" + END + "GET / HTTP/1.1\r\n" + END);
      assertThat(response(socket)).contains("Connection: close").endsWith("unread");
      assertThat(socket.getInputStream().read()).isNegative();
    }
  }

  @Test
  void aLongBodyDoesNotDrownItsRefusal() throws IOException {
    String piece = "10000\r\n" + "x".repeat(1 << 16) + "\r\n";
    assertThat(raw("POST /echo HTTP/1.1\r\nTransfer-Encoding: chunked\r\n" + END + piece.repeat(4)))
        .startsWith("HTTP/1.1 413")
        .contains("Connection: close");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "G",
        "GET / HTTP/1.1\r\nHost: loc",
        "POST /echo HTTP/1.1\r\nContent-Length: 9\r\nHost: localhost\r\n\r\nhalf",
        "POST /echo HTTP/1.1\r\nTransfer-Encoding: chunked\r\nHost: localhost\r\n\r\n9\r\nhalf"
      })
  void aSlowRequestIsCutOff(String text) throws IOException {
    long start = System.nanoTime();
    assertThat(raw(text))
        .startsWith("HTTP/1.1 408 ")
        .contains("Content-Security-Policy: ", "application/problem+json", "Connection: close");
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(10));
  }

  @Test
  void tricklingDoesNotHelp() throws Exception {
    try (Socket socket = connect()) {
      send(socket, "GET / HTTP/1.1\r\nX: ");
      boolean isOpen = true;
      for (int i = 0; i < 50 && isOpen; i++) {
        send(socket, "x");
        Thread.sleep(100);
        isOpen = socket.getInputStream().available() == 0;
      }
      assertThat(isOpen).isFalse();
      assertThat(response(socket)).startsWith("HTTP/1.1 408 ");
    }
  }

  @Test
  void aSilentClientIsCutOffWithoutAWord() throws IOException {
    assertThat(raw("")).isEmpty();
  }

  @Test
  void aResponseThatIsNotTakenIsGivenUp() throws Exception {
    try (Socket socket = connect()) {
      send(socket, "GET /long/x HTTP/1.1\r\n" + END);
      while (!telemetry.text().contains("route=\"/long/*\",status=\"499\"")) {
        Thread.sleep(20);
      }
    }
  }

  @Test
  void tooManyConnectionsAreClosedAndOthersServed() throws IOException {
    List<Socket> idle = new ArrayList<>();
    for (int i = 0; i < LIMITS.connections(); i++) {
      Socket socket = connect();
      send(socket, "GET / HTTP/1.1\r\n" + END);
      assertThat(response(socket)).startsWith("HTTP/1.1 200");
      idle.add(socket);
    }
    String refused;
    try {
      refused = raw("GET / HTTP/1.1\r\n" + LAST);
    } catch (SocketException e) {
      refused = "";
    }
    assertThat(refused).isEmpty();
    for (Socket socket : idle) {
      send(socket, "GET / HTTP/1.1\r\n" + LAST);
      assertThat(response(socket)).startsWith("HTTP/1.1 200");
      socket.close();
    }
  }

  @Test
  void whoIsBeingAnsweredWhenItStopsIsAnswered() throws Exception {
    try (Socket idle = connect();
        Socket busy = connect();
        Socket sending = connect()) {
      send(idle, "GET / HTTP/1.1\r\n" + END);
      response(idle);
      send(sending, "GET /say/half HTTP/1.1\r\n");
      send(busy, "GET /slow HTTP/1.1\r\n" + END);
      asked.await();
      CompletableFuture<Void> closing = CompletableFuture.runAsync(door::close);
      assertThat(idle.getInputStream().read()).isNegative();
      assertThat(closing).isNotDone();
      send(sending, END);
      assertThat(response(sending)).contains("Connection: close").endsWith("half");
      answerable.countDown();
      assertThat(response(busy)).contains("Connection: close").endsWith("at last");
      assertThat(busy.getInputStream().read()).isNegative();
      closing.join();
    }
  }

  private Socket connect() throws IOException {
    Socket socket = new Socket(door.address().getAddress(), door.address().getPort());
    socket.setSoTimeout(20_000);
    return socket;
  }

  private static void send(Socket socket, String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(ISO_8859_1));
  }

  /** Everything until the server closes. */
  private String raw(String text) throws IOException {
    try (Socket socket = connect()) {
      send(socket, text);
      return new String(socket.getInputStream().readAllBytes(), ISO_8859_1);
    }
  }

  /** One response with a length. */
  private static String response(Socket socket) throws IOException {
    StringBuilder head = new StringBuilder();
    while (head.indexOf("\r\n\r\n") < 0) {
      int c = socket.getInputStream().read();
      assertThat(c).as("after %s", head).isNotNegative();
      head.append((char) c);
    }
    Matcher length = Pattern.compile("Content-Length: ([0-9]+)").matcher(head);
    int bytes = length.find() ? Integer.parseInt(length.group(1)) : 0;
    return head + new String(socket.getInputStream().readNBytes(bytes), ISO_8859_1);
  }

  private static List<String> bodies(String responses) {
    List<String> bodies = new ArrayList<>();
    Pattern head = Pattern.compile("HTTP/1\\.1 [^$]*?Content-Length: ([0-9]+)[^$]*?\r\n\r\n");
    Matcher next = head.matcher(responses);
    for (int at = 0; next.find(at); ) {
      assertThat(next.start()).isEqualTo(at);
      at = next.end() + Integer.parseInt(next.group(1));
      bodies.add(responses.substring(next.end(), at));
    }
    return bodies;
  }
}
