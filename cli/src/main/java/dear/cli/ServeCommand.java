// SPDX-License-Identifier: Apache-2.0
package dear.cli;

import dear.web.Playground;
import dear.web.PlaygroundOptions;
import dear.web.solve.ModelShelf;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Opens the playground. */
@Command(
    name = "serve",
    description = "Open the playground: watch equilibria form, in the browser.",
    footer = {
      "",
      "Examples:",
      "  dear serve --models models --runs runs",
      "  curl -d '{\"algorithm\":\"bellman_ford\",\"sample\":{\"nodes\":16}}' \\",
      "      -H 'Content-Type: application/json' http://127.0.0.1:8080/api/solve"
    })
final class ServeCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(
      names = "--port",
      paramLabel = "N",
      defaultValue = "8080",
      description = "The port to listen on (default ${DEFAULT-VALUE}; 0 for any free port).")
  private int port;

  @Option(
      names = "--host",
      paramLabel = "ADDRESS",
      description = "Listen here instead of on loopback; others can then reach it.")
  private @Nullable String host;

  @Option(
      names = "--models",
      paramLabel = "DIR",
      description = "A folder of model files to use in addition to the pretrained ones.")
  private @Nullable Path models;

  @Option(
      names = "--runs",
      paramLabel = "DIR",
      defaultValue = "runs",
      description = "A folder of training runs to show (default ${DEFAULT-VALUE}).")
  private Path runs;

  @SuppressWarnings("NullAway.Init") // picocli sets what is annotated
  private ServeCommand() {}

  @Override
  public Integer call() throws IOException, InterruptedException {
    PrintWriter err = spec.commandLine().getErr();
    PlaygroundOptions options = PlaygroundOptions.onLoopback(checkedPort(), runs);
    if (host != null) {
      options = options.at(new InetSocketAddress(address(host), port));
      if (!options.address().getAddress().isLoopbackAddress()) {
        err.println(
            "warning: everyone who can reach this address can use the server; there is no"
                + " password");
      }
    }
    ModelShelf shelf = ModelShelf.shipped();
    if (models != null) {
      shelf = ModelShelf.readFolder(models, left -> err.println("warning: " + left)).before(shelf);
    }
    CountDownLatch stopped = new CountDownLatch(1);
    // The playground is closed first: requests in progress are answered before the process ends.
    try (Interruption _ = Interruption.of(stopped::countDown);
        Playground playground = Playground.open(options, shelf, e -> e.printStackTrace(err))) {
      PrintWriter out = spec.commandLine().getOut();
      out.printf("the playground is at %s (Ctrl-C stops it)%n", playground.uri());
      if (options.address().getAddress().isAnyLocalAddress()) {
        out.printf("others reach it at this machine's name, port %d%n", playground.uri().getPort());
      }
      out.flush();
      playground.warmUp();
      stopped.await();
    }
    return 0;
  }

  private int checkedPort() {
    if (port < 0 || port > 65_535) {
      throw new ParameterException(
          spec.commandLine(), "--port %d is not in the range 0 to 65535".formatted(port));
    }
    return port;
  }

  private InetAddress address(String name) {
    try {
      return InetAddress.getByName(name);
    } catch (UnknownHostException e) {
      throw new ParameterException(spec.commandLine(), "--host " + name + " is unknown", e);
    }
  }
}
