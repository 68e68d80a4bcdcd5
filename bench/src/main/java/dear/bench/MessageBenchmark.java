// SPDX-License-Identifier: Apache-2.0
package dear.bench;

import dear.tensor.kernel.Kernels;
import dear.tensor.kernel.Matrix;
import dear.tensor.message.InEdges;
import dear.tensor.message.MessageGradients;
import dear.tensor.message.MessageLayout;
import dear.tensor.message.MessagePoint;
import dear.tensor.message.MessageStage;
import dear.tensor.message.MessageSums;
import dear.tensor.message.MessageWorkspace;
import java.util.Arrays;
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
 * The four passes of the message stage over a batch of complete graphs, one thread: 512 nodes in
 * graphs of 16 (8192 edges, 0.54 GFLOP in the products of the value) or of 64 (32768 edges).
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(
    value = 1,
    jvmArgsAppend = {"--add-modules", "jdk.incubator.vector"})
public class MessageBenchmark {
  private static final int WIDTH = 128;
  private static final int NODES = 512;

  @Param({"16", "64"})
  int size = 16;

  private final MessageStage stage = new MessageStage(Kernels.selected(), WIDTH);
  private final MessageWorkspace work = new MessageWorkspace(Kernels.selected(), WIDTH);
  private final int[] winners = new int[NODES * WIDTH];
  private final Matrix r = rows(NODES, 1);
  private final Matrix s = rows(NODES, 0.9f);
  private final Matrix t = rows(1, 1);
  private final Matrix m = rows(NODES, 1);
  private final Matrix mDot = rows(NODES, 1);
  private final MessagePoint point = new MessagePoint(r, s, t, r, s);
  private final MessageSums sums =
      new MessageSums(rows(NODES, 0), rows(NODES, 0), rows(1, 0), new MessageGradients(WIDTH));

  private static Matrix rows(int count, float bound) {
    float[] data = bound > 0 ? Data.uniform(count * WIDTH, bound) : new float[count * WIDTH];
    return new Matrix(data, 0, WIDTH);
  }

  private static InEdges complete(int size) {
    int[] start = new int[NODES + 1];
    int[] sender = new int[NODES * size];
    for (int i = 0; i < NODES; i++) {
      start[i + 1] = start[i] + size;
      for (int j = 0; j < size; j++) {
        sender[i * size + j] = i / size * size + j;
      }
    }
    return new InEdges(start, sender);
  }

  @Setup
  public void prepare() {
    point.at(complete(size), winners);
    MessageLayout layout = MessageLayout.contiguous(WIDTH, 0);
    float[] parameters = Data.uniform(layout.size(), 0.09f);
    Arrays.fill(parameters, layout.first().scale(), layout.first().scale() + WIDTH, 1);
    Arrays.fill(parameters, layout.second().scale(), layout.second().scale() + WIDTH, 1);
    stage.load(parameters, layout);
    forward();
  }

  @Benchmark
  public Matrix forward() {
    stage.forward(point, 0, NODES, m, work);
    return m;
  }

  @Benchmark
  public Matrix tangent() {
    stage.tangent(point, 0, NODES, mDot, work);
    return mDot;
  }

  @Benchmark
  public MessageSums backward() {
    stage.backward(point, 0, NODES, m, sums, work);
    return sums;
  }

  @Benchmark
  public MessageSums backwardTangent() {
    stage.backwardTangent(point, 0, NODES, m, mDot, sums, work);
    return sums;
  }
}
