// SPDX-License-Identifier: Apache-2.0
package dear.clrs.dataset;

import java.io.IOException;

/** An error in a graph file: what is wrong, where, and how to fix it. */
public final class GraphFormatException extends IOException {
  private static final long serialVersionUID = 1L;

  GraphFormatException(String message) {
    super(message);
  }
}
