// SPDX-License-Identifier: Apache-2.0
package dear.clrs.dataset;

import java.io.IOException;

/** What is wrong with a graph file, where, and what to do about it. */
public final class GraphFormatException extends IOException {
  private static final long serialVersionUID = 1L;

  GraphFormatException(String message) {
    super(message);
  }
}
