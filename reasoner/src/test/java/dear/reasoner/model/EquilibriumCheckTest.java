// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.model;

import static org.assertj.core.api.Assertions.assertThat;

import dear.clrs.Clrs;
import dear.clrs.data.Inputs;
import dear.equilibrium.StopReason;
import dear.reasoner.settings.Setting;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class EquilibriumCheckTest {
  private static final int NODES = 8;

  /** Near the equilibrium, every plain step shrinks the remaining distance by the radius. */
  @Test
  void theRadiusIsHowFastPlainIterationConverges() {
    Model model =
        Models.untrained(
            "bellman_ford", Map.of(Setting.SOLVER, "plain", Setting.TEST_BUDGET, "25"));
    EquilibriumCheck check = EquilibriumCheck.of(model, NODES, 1).orElseThrow();
    assertThat(check.nodes()).isEqualTo(NODES);
    assertThat(check.spectralRadius().settled()).isTrue();
    Inputs inputs =
        Clrs.algorithm("bellman_ford").samples(1).split("inspect").size(NODES).inputs(0);
    List<Double> residuals =
        model.trace(Question.of(inputs).withTolerance(1e-9), TraceOptions.ANSWER_ONLY).residuals();
    double rate = Math.pow(residuals.get(20) / residuals.get(10), 0.1);
    assertThat(check.spectralRadius().radius()).isBetween(0.9 * rate, 1.1 * rate).isLessThan(1);
  }

  @Test
  void searchesFromSeveralStartsAreCompared() {
    Model model = Models.untrained("bellman_ford");
    EquilibriumCheck check = EquilibriumCheck.of(model, NODES, 1).orElseThrow();
    assertThat(check.run().reason()).isEqualTo(StopReason.CONVERGED);
    assertThat(check.run().residual()).isLessThan(1e-4);
    assertThat(check.pathIndependence().reasons())
        .hasSize(EquilibriumCheck.STARTS)
        .containsOnly(StopReason.CONVERGED);
    assertThat(check.pathIndependence().relativeDistance()).isPositive().isLessThan(1e-3);
  }

  @Test
  void theSeedDecidesEverything() {
    Model model = Models.untrained("bellman_ford");
    EquilibriumCheck check = EquilibriumCheck.of(model, NODES, 1).orElseThrow();
    assertThat(EquilibriumCheck.of(model, NODES, 1)).contains(check);
    assertThat(EquilibriumCheck.of(model, NODES, 2).orElseThrow().spectralRadius())
        .isNotEqualTo(check.spectralRadius());
  }

  @Test
  void aRolloutLooksForNoEquilibrium() {
    Model rolled = Models.untrained("bellman_ford", Map.of(Setting.MODE, "nar"));
    assertThat(EquilibriumCheck.of(rolled, NODES, 1)).isEmpty();
  }
}
