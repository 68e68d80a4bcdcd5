// SPDX-License-Identifier: Apache-2.0
package dear.web.solve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dear.clrs.Clrs;
import dear.clrs.data.Inputs;
import dear.equilibrium.StopReason;
import dear.reasoner.inference.Run;
import dear.reasoner.model.Solved;
import dear.reasoner.model.Trace;
import dear.reasoner.model.TraceFrame;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** States in a plane are found to lie in it. */
class PrincipalColoursTest {
  private static final float ROOT_HALF = (float) Math.sqrt(0.5);

  /** Five nodes, four channels: far apart along (1, 1, 0, 0), less along (0, 0, 0, 1). */
  private static float[] state(double scale) {
    double[][] plane = {{-10, 1}, {-5, -3}, {0, 4}, {5, -3}, {10, 1}};
    float[] state = new float[20];
    for (int i = 0; i < 5; i++) {
      state[4 * i] = (float) (scale * plane[i][0] * ROOT_HALF + 3);
      state[4 * i + 1] = (float) (scale * plane[i][0] * ROOT_HALF);
      state[4 * i + 2] = 7;
      state[4 * i + 3] = (float) (scale * plane[i][1]);
    }
    return state;
  }

  private static Trace trace(float[]... states) {
    return trace(Clrs.algorithm("insertion_sort").inputs(1, 2, 3, 4, 5), states);
  }

  private static Trace trace(Inputs inputs, float[]... states) {
    List<TraceFrame> frames =
        IntStream.range(0, states.length)
            .mapToObj(i -> new TraceFrame(i + 1, 0.5, List.of(), states[i]))
            .toList();
    Run run = new Run(1, 0.5, StopReason.CONVERGED);
    Solved solved = new Solved(inputs, List.of(), run, Optional.empty());
    return new Trace(solved, frames, List.of(), 1, /* stateWidth= */ 4);
  }

  @Test
  void thePlaneIsFound() {
    PrincipalColours colours = PrincipalColours.ofNodes(List.of(trace(state(1), state(0.5))));
    double[][] expected = {{-1, 0.25}, {-0.5, -0.75}, {0, 1}, {0.5, -0.75}, {1, 0.25}};
    for (int i = 0; i < 5; i++) {
      assertThat(colours.coordinate(0, state(1), i)).isCloseTo(expected[i][0], within(1e-3));
      assertThat(colours.coordinate(1, state(1), i)).isCloseTo(expected[i][1], within(1e-3));
      assertThat(colours.coordinate(0, state(0.5), i)).isCloseTo(expected[i][0] / 2, within(1e-3));
    }
  }

  /** Five nodes: the state of pair (i, j) depends on j alone, and only in the last channel. */
  @Test
  void pairsHaveDirectionsOfTheirOwn() {
    float[] state = new float[4 * 25];
    for (int pair = 0; pair < 25; pair++) {
      state[4 * pair + 3] = pair % 5 - 2;
    }
    Trace trace = trace(state);
    assertThat(trace.isOnPairs()).isTrue();
    assertThat(trace(state(1)).isOnPairs()).isFalse();
    PrincipalColours colours = PrincipalColours.ofPairs(List.of(trace));
    assertThat(colours.coordinate(0, state, 0)).isCloseTo(-1, within(1e-3));
    assertThat(colours.coordinate(0, state, 7)).isCloseTo(0, within(1e-3));
    assertThat(colours.coordinate(0, state, 13)).isCloseTo(0.5, within(1e-3));
    assertThat(colours.coordinate(0, state, 24)).isCloseTo(1, within(1e-3));
  }

  /** A stride through 1,600 pairs of 40 nodes that divides 40 would miss what differs by column. */
  @Test
  void everyColumnOfPairsIsSeen() {
    int n = 40;
    float[] state = new float[4 * n * n];
    for (int pair = 0; pair < n * n; pair++) {
      state[4 * pair + 1] = pair % n;
    }
    Inputs inputs = Clrs.algorithm("insertion_sort").inputs(new double[n]);
    Trace trace = trace(inputs, state, state, state, state, state, state);
    PrincipalColours colours = PrincipalColours.ofPairs(List.of(trace));
    assertThat(colours.coordinate(0, state, 0)).isCloseTo(-1, within(0.05));
    assertThat(colours.coordinate(0, state, n - 1)).isCloseTo(1, within(0.05));
  }

  @Test
  void statesThatDoNotDifferHaveNoColour() {
    PrincipalColours colours = PrincipalColours.ofNodes(List.of(trace(new float[20])));
    assertThat(colours.coordinate(0, new float[20], 3)).isZero();
    assertThat(colours.coordinate(1, new float[20], 3)).isZero();
  }

  @Test
  void whatIsNotFiniteIsLeftOut() {
    float[] broken = state(1);
    broken[7] = Float.NaN;
    PrincipalColours colours = PrincipalColours.ofNodes(List.of(trace(state(1), broken)));
    assertThat(colours.coordinate(0, state(1), 4)).isCloseTo(1, within(1e-3));
  }
}
