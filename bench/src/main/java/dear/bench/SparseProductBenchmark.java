// SPDX-License-Identifier: Apache-2.0
package dear.bench;

import dear.tensor.kernel.Kernels;
import dear.tensor.kernel.Matrix;
import dear.tensor.kernel.PackedWeights;
import dear.tensor.kernel.SparseRows;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** The gain from skipping columns of zeros, by the percentage of a tile's columns that remain. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(
    value = 1,
    jvmArgsAppend = {"--add-modules", "jdk.incubator.vector"})
public class SparseProductBenchmark {
  private static final int WIDTH = 128;
  private static final int TILE = 6;
  private static final int ROWS = 8 * TILE;

  @Param({"54", "70", "100"})
  int left = 54;

  private final Kernels kernels = Kernels.selected();
  private final PackedWeights packed = kernels.products().packed(WIDTH, WIDTH);
  private final SparseRows workspace = kernels.products().sparseRows();
  private final Matrix a = new Matrix(Data.uniform(ROWS * WIDTH, 1), 0, WIDTH);
  private final Matrix c = new Matrix(new float[ROWS * WIDTH], 0, WIDTH);

  /** Packs the weights and zeroes some columns of each tile. */
  @Setup
  public void prepare() {
    packed.pack(new Matrix(Data.uniform(WIDTH * WIDTH, 0.09f), 0, WIDTH));
    Random random = new Random(1);
    for (int tile = 0; tile < ROWS; tile += TILE) {
      for (int column = 0; column < WIDTH; column++) {
        boolean zero = random.nextInt(100) >= left;
        for (int r = tile; zero && r < tile + TILE; r++) {
          a.data()[a.row(r) + column] = 0;
        }
      }
    }
  }

  @Benchmark
  public Matrix allColumns() {
    kernels.products().multiply(ROWS, a, packed, c);
    return c;
  }

  @Benchmark
  public Matrix withoutZeros() {
    kernels.products().multiplySparse(ROWS, a, packed, workspace, c);
    return c;
  }
}
