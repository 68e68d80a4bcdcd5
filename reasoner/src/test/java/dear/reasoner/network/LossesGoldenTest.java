// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.network;

import static org.assertj.core.api.Assertions.assertThat;

import dear.clrs.data.FeatureSpec;
import dear.io.Json;
import dear.reasoner.problem.Features;
import dear.reasoner.problem.Target;
import dear.tensor.autodiff.GraphSize;
import dear.tensor.autodiff.Index;
import dear.tensor.autodiff.Plane;
import dear.tensor.autodiff.Program;
import dear.tensor.autodiff.ProgramBuilder;
import dear.tensor.autodiff.Rows;
import dear.tensor.autodiff.Value;
import dear.tensor.autodiff.Workspace;
import dear.tensor.parameter.ParameterLayout;
import dear.tensor.parameter.Parameters;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Losses and Sinkhorn's normalisation, compared with CLRS-30's results in float. */
class LossesGoldenTest {
  private static final double TOLERANCE = 2e-6;

  /** A batch of logits and its mean loss. */
  record LossCase(VectorCase batch, double loss) {
    @Override
    public String toString() {
      return batch.toString();
    }
  }

  static List<LossCase> losses() {
    List<LossCase> cases = new ArrayList<>();
    for (Json it : NnVectors.block("losses")) {
      String type = it.get("type").string();
      if (type.equals("scalar")) {
        continue; // no algorithm has a real number as its output
      }
      cases.add(
          new LossCase(
              VectorCase.of(type, type, it.get("truth"), it.get("pred")),
              it.get("output_loss").number()));
    }
    for (Json net : NnVectors.block("no_hint_nets")) {
      net.get("outputs")
          .members()
          .forEach((name, output) ->
              cases.add(
                  new LossCase(
                      VectorCase.of(
                          net.get("algorithm").string() + "." + name,
                          output.get("type").string(),
                          output.get("data"),
                          net.get("output_logits").get(name)),
                      net.get("output_losses").get(name).number())));
    }
    return cases;
  }

  @ParameterizedTest
  @MethodSource("losses")
  void meanOverTheBatch(LossCase it) {
    VectorCase batch = it.batch();
    FeatureSpec spec = batch.spec();
    ProgramBuilder b = Program.builder();
    Index row = b.index("row", Rows.EDGES, Rows.NODES);
    Index column = b.index("column", Rows.EDGES, Rows.NODES);
    Losses losses = new Losses(b, new Permutations.Free());
    Rows rows =
        switch (spec.location()) {
          case GRAPH -> Rows.GRAPH;
          case NODE -> Features.isPointer(spec) ? Rows.EDGES : Rows.NODES;
          case EDGE -> Features.isPointer(spec) ? Rows.EDGE_NODES : Rows.EDGES;
        };
    Value logits = b.upstream("logits", rows, Features.columns(spec));
    Head head;
    if (!Features.isPointer(spec)) {
      head = losses.plain(spec, logits);
    } else if (rows.equals(Rows.EDGES)) {
      head = losses.alongEdges(spec, logits, row, column);
    } else {
      head = losses.ofEdges(spec, logits);
    }
    Workspace w = workspace(b);
    double sum = 0;
    int count = 0;
    List<Target> targets = batch.targets();
    for (int i = 0; i < targets.size(); i++) {
      w.bind(new GraphSize(batch.nodes(), batch.nodes() * batch.nodes()));
      w.set(row, batch.pairs().rows(), 0);
      w.set(column, batch.pairs().columns(), 0);
      w.set(logits, GoldenModel.floats(batch.said().get(i)), 0);
      head.bind(w, targets.get(i));
      w.forward();
      sum += w.scalar(Plane.VALUE, head.loss());
      count += targets.get(i).count();
    }
    assertThat(Math.abs(sum / count - it.loss())).isLessThan(TOLERANCE * Math.abs(it.loss()));
  }

  static List<Json> sinkhorn() {
    return NnVectors.block("sinkhorn");
  }

  @ParameterizedTest
  @MethodSource("sinkhorn")
  void sinkhornGivesTheSameProbabilities(Json it) {
    boolean masked = it.get("zero_diagonal").bool();
    for (int sample = 0; sample < it.get("x").values().size(); sample++) {
      float[] x = GoldenModel.floats(it.get("x").values().get(sample));
      float[] expected = GoldenModel.floats(it.get("log_result").values().get(sample));
      int n = (int) Math.round(Math.sqrt(x.length));
      ProgramBuilder b = Program.builder();
      Value input = b.upstream("x", Rows.EDGES, 1);
      // Entries of equal row and column are masked; distinct numbers keep columns apart.
      Index row = b.index("row", Rows.EDGES, new Rows.Fixed(2 * n));
      Index column = b.index("column", Rows.EDGES, new Rows.Fixed(2 * n));
      Value result =
          b.logSinkhorn(
              input,
              row,
              column,
              (float) it.get("temperature").number(),
              it.get("steps").integer());
      Workspace w = workspace(b);
      w.bind(new GraphSize(n, n * n));
      int[] rows = new int[n * n];
      int[] columns = new int[n * n];
      for (int e = 0; e < rows.length; e++) {
        rows[e] = e / n;
        columns[e] = e % n + (masked ? 0 : n);
      }
      w.set(input, x, 0);
      w.set(row, rows, 0);
      w.set(column, columns, 0);
      w.forward();
      float[] actual = new float[x.length];
      w.copyOut(Plane.VALUE, result, actual, 0);
      for (int e = 0; e < actual.length; e++) {
        assertThat(Math.exp(actual[e])).isCloseTo(Math.exp(expected[e]), Offset.offset(1e-5));
      }
    }
  }

  private static Workspace workspace(ProgramBuilder b) {
    return b.build().workspace(new Parameters(ParameterLayout.builder().build()));
  }
}
