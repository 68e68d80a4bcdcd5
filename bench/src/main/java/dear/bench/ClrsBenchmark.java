// SPDX-License-Identifier: Apache-2.0
package dear.bench;

import dear.clrs.Algorithm;
import dear.clrs.Clrs;
import dear.clrs.Samples;
import dear.clrs.data.HintRecorder;
import dear.clrs.data.Instance;
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

/** Samples per second on one core: drawn and solved, with every hint or with the outputs only. */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(value = 1, jvmArgsAppend = "-XX:+UseSerialGC")
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class ClrsBenchmark {
  /** The algorithm to sample. */
  @Param({"bellman_ford", "floyd_warshall", "strongly_connected_components", "insertion_sort"})
  public String algorithm = "";

  /** The number of nodes. */
  @Param({"16", "64"})
  public int nodes;

  private Samples samples = Clrs.algorithms().getFirst().samples(1);
  private final HintRecorder recorder = new HintRecorder();
  private long next;

  /** Selects the family of samples. */
  @Setup
  public void choose() {
    Algorithm chosen = Clrs.algorithm(algorithm);
    samples = chosen.samples(1).split("bench").size(nodes);
  }

  /** Draws and solves a sample, and records every hint. */
  @Benchmark
  public Instance withHints() {
    return samples.algorithm().runWithHints(samples.inputs(next++), recorder);
  }

  /** Draws and solves a sample. */
  @Benchmark
  public Instance outputsOnly() {
    return samples.get(next++);
  }
}
