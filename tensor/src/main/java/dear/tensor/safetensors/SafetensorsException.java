// SPDX-License-Identifier: Apache-2.0
package dear.tensor.safetensors;

import java.io.IOException;

/** A malformed file; the message names the file and the defect. */
public final class SafetensorsException extends IOException {
  private static final long serialVersionUID = 1L;

  SafetensorsException(String source, String defect) {
    super(source + ": " + defect);
  }
}
