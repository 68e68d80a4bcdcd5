// SPDX-License-Identifier: Apache-2.0
package dear.study;

import dear.io.Json;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The order in which the cells of a plan are trained.
 *
 * <p>Training in laps makes a table whole early: in the first lap every listed cell is trained to
 * the same step, in the next one to a later step. All laps of a seed come before the next seed, and
 * cells that are not listed follow after the laps.
 *
 * @param laps the steps that end the laps before the last; the last ends with the run
 * @param order which cells go first
 */
record Schedule(List<Integer> laps, List<Group> order) {
  /** One cell after another, in the order of the table. */
  static final Schedule NONE = new Schedule(List.of(), List.of());

  /**
   * Cells that go together.
   *
   * @param row the name of their row
   * @param algorithms the names of their algorithms; empty for all that no earlier group lists
   */
  record Group(String row, List<String> algorithms) {
    Group {
      algorithms = List.copyOf(algorithms);
    }

    private boolean has(Cell cell) {
      return row.equals(cell.row().name())
          && (algorithms.isEmpty() || algorithms.contains(cell.settings().algorithm().name()));
    }
  }

  Schedule {
    laps = List.copyOf(laps);
    order = List.copyOf(order);
    for (int lap : laps) {
      if (lap < 1) {
        throw new IllegalArgumentException("a lap of " + lap + " steps; the minimum is 1");
      }
    }
    if (!laps.equals(laps.stream().sorted().distinct().toList())) {
      throw new IllegalArgumentException("laps must ascend, not " + laps);
    }
  }

  /** Reads the members {@code laps} and {@code order} of a plan, both optional. */
  static Schedule read(Json plan) {
    List<Integer> laps =
        plan.has("laps")
            ? plan.get("laps").values().stream().map(Json::integer).toList()
            : List.of();
    List<Group> order =
        plan.has("order")
            ? plan.get("order").values().stream().map(Schedule::readGroup).toList()
            : List.of();
    return new Schedule(laps, order);
  }

  private static Group readGroup(Json json) {
    return new Group(
        json.get("row").string(),
        json.has("algorithms")
            ? json.get("algorithms").values().stream().map(Json::string).toList()
            : List.of());
  }

  /** Returns the cells in the order of training, without laps. */
  List<Cell> ordered(List<Cell> cells) {
    return cells.stream()
        .sorted(
            Comparator.comparingLong((Cell it) -> it.settings().seed())
                .thenComparingInt(this::place))
        .toList();
  }

  /** Returns the training of the cells in order. */
  List<Stint> stints(List<Cell> cells) {
    List<Cell> ordered = ordered(cells);
    List<Stint> stints = new ArrayList<>();
    for (long seed : ordered.stream().map(it -> it.settings().seed()).distinct().toList()) {
      List<Cell> ofSeed = ordered.stream().filter(it -> it.settings().seed() == seed).toList();
      List<Cell> listed = ofSeed.stream().filter(it -> place(it) < order.size()).toList();
      for (int lap : laps) {
        listed.forEach(it -> stints.add(new Stint(it, Math.min(lap, it.settings().steps()))));
      }
      ofSeed.forEach(it -> stints.add(Stint.whole(it)));
    }
    return stints.stream().distinct().toList();
  }

  /** Returns the number of groups before the cell's. */
  private int place(Cell cell) {
    return IntStream.range(0, order.size())
        .filter(group -> order.get(group).has(cell))
        .findFirst()
        .orElse(order.size());
  }
}
