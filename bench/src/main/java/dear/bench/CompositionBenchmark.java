// SPDX-License-Identifier: Apache-2.0
package dear.bench;

import dear.tensor.kernel.Composition;
import dear.tensor.kernel.Kernels;
import dear.tensor.kernel.Matrix;
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
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The composition of pairs, the search for its winners, and its three derivatives, on columns of
 * one matrix as in the processor: 8.4 million sums at 64 nodes, 0.13 million at 16; a derivative
 * visits one of them for each node.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(
    value = 1,
    jvmArgsAppend = {
      "--add-modules",
      "jdk.incubator.vector",
      "-XX:+UseParallelGC",
      "-XX:ObjectAlignmentInBytes=64"
    })
public class CompositionBenchmark {
  private static final int CHANNELS = 32;
  private static final int WIDTH = 4 * CHANNELS;

  @Param({"16", "64"})
  int nodes = 64;

  private final Kernels kernels = Kernels.selected();
  private Composition composition = operands(1);
  private Composition derivatives = operands(1);
  private Composition gradients = operands(1);
  private float[] scratch = {};
  private int[] winners = {};

  private static Composition operands(int nodes) {
    int pairs = nodes * nodes;
    float[] x = Data.uniform(Matrix.LINE_START + pairs * WIDTH, 1);
    return new Composition(
        nodes,
        CHANNELS,
        new Matrix(x, Matrix.LINE_START, WIDTH, CHANNELS),
        new Matrix(x, Matrix.LINE_START + CHANNELS, WIDTH, CHANNELS),
        new Matrix(new float[pairs * CHANNELS], 0, CHANNELS));
  }

  /** Draws the operands. */
  @Setup
  public void prepare() {
    composition = operands(nodes);
    scratch = new float[kernels.compositions().scratch(nodes)];
    winners = new int[nodes * nodes * CHANNELS];
    kernels.compositions().compose(composition, 0, nodes, scratch);
    kernels.compositions().winners(composition, 0, nodes, winners);
    derivatives = operands(nodes);
    gradients = operands(nodes); // its t is zero, so that sums stay as they are
  }

  /** The ceiling: divide the sums it returns by its time. */
  @Benchmark
  public long registersOnly() {
    return RegisterBenchmark.addAndCompare(kernels, 100_000);
  }

  @Benchmark
  public Composition compose() {
    kernels.compositions().compose(composition, 0, nodes, scratch);
    return composition;
  }

  @Benchmark
  public int[] winners() {
    kernels.compositions().winners(composition, 0, nodes, winners);
    return winners;
  }

  @Benchmark
  public Composition tangent() {
    kernels.compositions().tangent(derivatives, winners, 0, nodes);
    return derivatives;
  }

  @Benchmark
  public Composition backToA() {
    kernels.compositions().backToA(gradients, winners, 0, nodes);
    return gradients;
  }

  @Benchmark
  public Composition backToB() {
    kernels.compositions().backToB(gradients, winners, 0, nodes);
    return gradients;
  }
}
