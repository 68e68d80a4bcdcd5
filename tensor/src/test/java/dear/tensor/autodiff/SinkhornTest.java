// SPDX-License-Identifier: Apache-2.0
package dear.tensor.autodiff;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dear.tensor.parameter.ParameterLayout;
import dear.tensor.parameter.Parameters;
import dear.tensor.parameter.RandomStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The value of Sinkhorn's normalisation, against its definition in double precision. */
class SinkhornTest {
  private static final double MASKED = -1e6;

  /** Scores from close together to so far apart that their exponentials overflow a double. */
  @ParameterizedTest
  @CsvSource({"2,1,1", "5,0.1,3", "16,0.1,60", "64,0.1,60", "9,0.01,20", "9,0.0005,20"})
  void isItsDefinition(int n, float temperature, int rounds) {
    ProgramBuilder b = Program.builder();
    Value input = b.upstream("x", Rows.NODE_PAIRS, 1);
    Index row = b.index("row", Rows.NODE_PAIRS, Rows.NODES);
    Index column = b.index("column", Rows.NODE_PAIRS, Rows.NODES);
    Value result = b.logSinkhorn(input, row, column, temperature, rounds);
    Workspace w = b.build().workspace(new Parameters(ParameterLayout.builder().build()));
    float[] x = new float[n * n];
    int[] rows = new int[n * n];
    int[] columns = new int[n * n];
    RandomStream random = new RandomStream(n);
    for (int e = 0; e < x.length; e++) {
      x[e] = (float) (4 * random.nextDouble());
      rows[e] = e / n;
      columns[e] = e % n;
    }
    w.bind(new GraphSize(n, n * n));
    w.set(input, x, 0);
    w.set(row, rows, 0);
    w.set(column, columns, 0);
    w.forward();
    float[] actual = new float[x.length];
    w.copyOut(Plane.VALUE, result, actual, 0);

    double[] expected = new double[x.length];
    for (int e = 0; e < x.length; e++) {
      expected[e] = rows[e] == columns[e] ? MASKED : x[e] / temperature;
    }
    for (int k = 0; k < rounds; k++) {
      normalise(expected, n, n, 1);
      normalise(expected, n, 1, n);
    }
    double scale = 4 / temperature;
    for (int e = 0; e < x.length; e++) {
      if (rows[e] != columns[e]) {
        assertThat((double) actual[e]).isCloseTo(expected[e], within(2e-6 * scale + 1e-5));
      }
    }
  }

  /** Subtracts from each line the logarithm of its sum. */
  private static void normalise(double[] y, int n, int lineStep, int step) {
    for (int line = 0; line < n; line++) {
      double most = Double.NEGATIVE_INFINITY;
      for (int k = 0; k < n; k++) {
        most = Math.max(most, y[line * lineStep + k * step]);
      }
      double sum = 0;
      for (int k = 0; k < n; k++) {
        sum += Math.exp(y[line * lineStep + k * step] - most);
      }
      for (int k = 0; k < n; k++) {
        y[line * lineStep + k * step] -= most + Math.log(sum);
      }
    }
  }
}
