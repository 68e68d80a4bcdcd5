// SPDX-License-Identifier: Apache-2.0
package dear.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dear.reasoner.settings.Setting;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The order in which the paper's table is trained. */
class ScheduleTest {
  private static List<String> names(List<Stint> stints) {
    return stints.stream().map(it -> it.cell().name() + " to " + it.until()).toList();
  }

  @Test
  void theTableIsWholeAfterEveryLapBeforeAnyCellGoesOn() throws IOException {
    Plan plan = Plan.standard();
    List<String> order = names(plan.training(plan.cells(2)));
    assertThat(order).doesNotHaveDuplicates();
    assertThat(order.subList(0, 4))
        .containsExactly(
            "dear-relative-bellman_ford-1 to 6000",
            "dear-relative-floyd_warshall-1 to 6000",
            "dear-relative-strongly_connected_components_local-1 to 6000",
            "dear-relative-insertion_sort-1 to 6000");
    assertThat(order.subList(4, 7))
        .allMatch(it -> it.startsWith("nar-") && it.endsWith(" to 6000"))
        .noneMatch(it -> it.contains("components"));
    assertThat(order.get(15))
        .as("the dearest cell comes last")
        .isEqualTo("nar-strongly_connected_components_local-1 to 6000");
    assertThat(order.subList(0, 16)).allMatch(it -> it.endsWith("-1 to 6000"));
    assertThat(order.subList(16, 20))
        .as("the shorter runs end in the first lap")
        .allMatch(it -> it.matches("dear-implicit-.*-1 to 4000"));
    assertThat(order.subList(20, 36)).allMatch(it -> it.endsWith("-1 to 12000"));
    assertThat(order.get(36))
        .as("the improved row of the first seed is pretrained")
        .isEqualTo("dear-relative-bellman_ford-2 to 6000");
    assertThat(order.stream().filter(it -> it.startsWith("dear-improved-")))
        .as("the improved row is trained in one go, after the others")
        .hasSize(4)
        .containsExactlyElementsOf(order.subList(order.size() - 4, order.size()));
  }

  @Test
  void shortRunsHaveNoSecondLap() throws IOException {
    Plan plan = Plan.standard().with(Setting.STEPS, "100").withRows(List.of("nar"));
    assertThat(names(plan.training(plan.cells(1)))).hasSize(4).allMatch(it -> it.endsWith("100"));
  }

  @Test
  void shardsArePartsOfTheWhole() throws IOException {
    Plan plan = Plan.standard();
    List<Cell> all = plan.cells(3);
    Set<Cell> seen = new HashSet<>();
    for (int k = 1; k <= 7; k++) {
      List<Cell> part = plan.shard(all, k, 7);
      assertThat(part.size()).isBetween(all.size() / 7, all.size() / 7 + 1);
      part.forEach(cell -> assertThat(seen.add(cell)).isTrue());
    }
    assertThat(seen).containsExactlyInAnyOrderElementsOf(all);
    assertThat(plan.shard(all, 1, 1)).isEqualTo(all);
  }

  @Test
  void lapsAscend() {
    assertThatThrownBy(() -> new Schedule(List.of(5, 3), List.of())).hasMessageContaining("[5, 3]");
    assertThatThrownBy(() -> new Schedule(List.of(0), List.of())).hasMessageContaining("lap of 0");
  }
}
