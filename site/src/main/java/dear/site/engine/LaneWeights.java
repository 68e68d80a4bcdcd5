// SPDX-License-Identifier: Apache-2.0
package dear.site.engine;

import dear.tensor.kernel.Matrix;
import dear.tensor.kernel.PackedWeights;
import org.teavm.interop.Address;

/**
 * Weights in panels of eight columns, the last filled up with zeros, after a line of memory that
 * holds the numbers of rows and panels.
 */
final class LaneWeights {
  static final int PANEL = 8;

  private static final int HEADER = 64;

  /** Where that line begins. */
  final int at;

  /** How many panels there are. */
  final int panels;

  LaneWeights(PackedWeights w) {
    int in = w.in();
    int out = w.out();
    panels = (out + PANEL - 1) / PANEL;
    at = new Lanes().room(HEADER / 4 + panels * PANEL * in);
    Address.fromInt(at).putInt(in);
    Address.fromInt(at + 4).putInt(panels);
    float[] numbers = numbers(w);
    for (int p = 0; p < panels; p++) {
      for (int k = 0; k < in; k++) {
        for (int c = 0; c < PANEL; c++) {
          int column = p * PANEL + c;
          float weight = column < out ? numbers[Matrix.LINE_START + k * out + column] : 0;
          Address.fromInt(at + HEADER + 4 * ((p * in + k) * PANEL + c)).putFloat(weight);
        }
      }
    }
  }

  /** The weights as the scalar kernels hold them, row by row. */
  private static float[] numbers(PackedWeights w) {
    throw new UnsupportedOperationException(
        "only the compiled engine can read %d × %d weights: see BrowserClasses"
            .formatted(w.in(), w.out()));
  }
}
