package dear.bench;

import dear.tensor.kernel.Kernels;
import dear.tensor.message.InEdges;
import dear.tensor.message.MessageGradients;
import dear.tensor.message.MessageLayout;
import dear.tensor.message.MessageStage;
import dear.tensor.message.MessageWorkspace;
import dear.tensor.message.Rows;
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
  private final MessageGradients sums = new MessageGradients(WIDTH);
  private final int[] winners = new int[NODES * WIDTH];
  private final Rows r = rows(NODES, 1);
  private final Rows s = rows(NODES, 0.9f);
  private final Rows t = rows(1, 1);
  private final Rows m = rows(NODES, 1);
  private final Rows mDot = rows(NODES, 1);
  private final Rows gR = rows(NODES, 0);
  private final Rows gS = rows(NODES, 0);
  private final Rows gT = rows(1, 0);
  private InEdges edges = complete(size);

  private static Rows rows(int count, float bound) {
    float[] data = bound > 0 ? Data.uniform(count * WIDTH, bound) : new float[count * WIDTH];
    return new Rows(data, 0, WIDTH);
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
    edges = complete(size);
    MessageLayout layout = MessageLayout.contiguous(WIDTH, 0);
    float[] parameters = Data.uniform(layout.size(), 0.09f);
    Arrays.fill(parameters, layout.scale1(), layout.scale1() + WIDTH, 1);
    Arrays.fill(parameters, layout.scale2(), layout.scale2() + WIDTH, 1);
    stage.load(parameters, layout);
    forward();
  }

  @Benchmark
  public float[] forward() {
    stage.forward(edges, 0, NODES, r, s, t, m, winners, 0, work);
    return m.data();
  }

  @Benchmark
  public float[] tangent() {
    stage.tangent(edges, 0, NODES, r, s, t, winners, 0, r, s, mDot, work);
    return mDot.data();
  }

  @Benchmark
  public float[] backward() {
    stage.backward(edges, 0, NODES, r, s, t, winners, 0, m, gR, gS, gT, sums, work);
    return gS.data();
  }

  @Benchmark
  public float[] backwardTangent() {
    stage.backwardTangent(
        edges, 0, NODES, r, s, t, winners, 0, r, s, m, mDot, gR, gS, gT, sums, work);
    return gS.data();
  }
}
