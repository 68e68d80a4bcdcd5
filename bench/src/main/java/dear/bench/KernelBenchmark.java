package dear.bench;

import dear.tensor.kernel.Kernels;
import dear.tensor.kernel.PackedWeights;
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
  private final PackedWeights packed = kernels.packed(WIDTH, WIDTH);
  private final float[] weights = Data.uniform(WIDTH * WIDTH, 0.09f);
  private final float[] norm = Data.uniform(2 * WIDTH, 1);
  private final float[] normGradient = new float[2 * WIDTH];
  private final float[] a = Data.uniform(4608 * WIDTH, 1);
  private final float[] n = Data.uniform(4608 * WIDTH, 1);
  private final float[] c = new float[4608 * WIDTH];
  private final float[] inv = new float[4608];

  public KernelBenchmark() {
    kernels.pack(weights, 0, WIDTH, packed);
  }

  /** The ceiling of the products: divide the operations it returns by its time. */
  @Benchmark
  public long registersOnly() {
    return kernels.exerciseRegisters(100_000);
  }

  @Benchmark
  public float[] multiply() {
    kernels.multiply(rows, a, 0, WIDTH, packed, c, 0, WIDTH);
    return c;
  }

  @Benchmark
  public float[] weightGradient() {
    kernels.weightGradient(rows, WIDTH, WIDTH, a, 0, WIDTH, n, 0, WIDTH, weights, 0, WIDTH);
    return weights;
  }

  @Benchmark
  public PackedWeights pack() {
    kernels.pack(weights, 0, WIDTH, packed);
    return packed;
  }

  @Benchmark
  public float[] layerNorm() {
    kernels.layerNorm(
        rows, WIDTH, a, 0, WIDTH, norm, 0, WIDTH, true, n, 0, WIDTH, inv, 0, c, 0, WIDTH);
    return c;
  }

  @Benchmark
  public float[] layerNormBackward() {
    kernels.layerNormBackward(
        rows,
        WIDTH,
        a,
        0,
        WIDTH,
        norm,
        0,
        WIDTH,
        true,
        n,
        0,
        WIDTH,
        inv,
        0,
        normGradient,
        c,
        0,
        WIDTH,
        false);
    return c;
  }

  @Benchmark
  public double norm() {
    return kernels.norm(rows * WIDTH, a, 0);
  }
}
