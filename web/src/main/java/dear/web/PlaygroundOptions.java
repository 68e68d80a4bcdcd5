// SPDX-License-Identifier: Apache-2.0
package dear.web;

import dear.web.http.Limits;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;

/**
 * Where the playground listens, what it shows and its limits.
 *
 * @param address where it listens; port 0 for any free one
 * @param runs the folder of training runs, which need not exist
 * @param limits its limits
 */
public record PlaygroundOptions(InetSocketAddress address, Path runs, Limits limits) {
  /** Options for loopback, with limits for this machine. */
  public static PlaygroundOptions onLoopback(int port, Path runs) {
    return new PlaygroundOptions(
        new InetSocketAddress(InetAddress.getLoopbackAddress(), port),
        runs,
        Limits.of(Runtime.getRuntime().availableProcessors()));
  }

  /** The same at another address. */
  public PlaygroundOptions at(InetSocketAddress other) {
    return new PlaygroundOptions(other, runs, limits);
  }

  /** The same with other limits. */
  public PlaygroundOptions with(Limits others) {
    return new PlaygroundOptions(address, runs, others);
  }
}
