// SPDX-License-Identifier: Apache-2.0
package dear.bench;

import dear.tensor.kernel.Kernels;
import dear.tensor.kernel.Matrix;
import dear.tensor.kernel.NormParameters;
import dear.tensor.kernel.NormState;
import dear.tensor.kernel.PackedWeights;
import dear.tensor.kernel.RegisterBenchmark;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Single kernels at the width of the network; a product of 4608 rows is 151 MFLOP. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(
    value = 1,
    jvmArgsAppend = {"--add-modules", "jdk.incubator.vector"})
public class KernelBenchmark {
  private static final int WIDTH = 128;

  @Param({"48", "4608"})
  int rows = 4608;

  private final Kernels kernels = Kernels.selected();
  private final PackedWeights packed = kernels.products().packed(WIDTH, WIDTH);
  private final Matrix weights = new Matrix(Data.uniform(WIDTH * WIDTH, 0.09f), 0, WIDTH);
  private final NormParameters norm =
      new NormParameters(Data.uniform(2 * WIDTH, 1), 0, WIDTH, WIDTH, true);
  private final NormState state = new NormState(WIDTH, WIDTH);
  private final float[] normGradient = new float[2 * WIDTH];
  private final Matrix a = new Matrix(Data.uniform(4608 * WIDTH, 1), 0, WIDTH);
  private final Matrix n = new Matrix(Data.uniform(4608 * WIDTH, 1), 0, WIDTH);
  private final Matrix c = new Matrix(new float[4608 * WIDTH], 0, WIDTH);

  public KernelBenchmark() {
    packed.pack(weights);
    state.reserve(4608);
  }

  /** The ceiling of the products: divide the operations it returns by its time. */
  @Benchmark
  public long registersOnly() {
    return RegisterBenchmark.run(kernels, 100_000);
  }

  @Benchmark
  public Matrix multiply() {
    kernels.products().multiply(rows, a, packed, c);
    return c;
  }

  @Benchmark
  public Matrix weightGradient() {
    kernels.products().weightGradient(rows, a, n, weights);
    return weights;
  }

  @Benchmark
  public PackedWeights pack() {
    packed.pack(weights);
    return packed;
  }

  @Benchmark
  public Matrix layerNorm() {
    kernels.norms().forward(rows, a, norm, state, c);
    return c;
  }

  @Benchmark
  public Matrix layerNormBackward() {
    kernels.norms().backward(rows, a, norm, state, normGradient, c, false);
    return c;
  }

  @Benchmark
  public double norm() {
    return kernels.elements().norm(rows * WIDTH, a);
  }
}
