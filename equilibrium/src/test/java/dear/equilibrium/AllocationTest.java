// SPDX-License-Identifier: Apache-2.0
package dear.equilibrium;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Once it has seen the largest problem, a solver allocates nothing, not even a byte per solve. */
final class AllocationTest {
  static List<Method> methods() {
    return SolverPropertyTest.methods();
  }

  @ParameterizedTest
  @MethodSource("methods")
  void aSolveAllocatesNothing(Method method) {
    TanhMap small = RandomContraction.of(20, 0.9, 1);
    TanhMap large = RandomContraction.of(60, 0.9, 2);
    float[] start = new float[60];
    EquilibriumSolver solver =
        new EquilibriumSolver(new SolverOptions(method, StopRule.absolute(1e-5, 100)));
    Solution solution = new Solution();
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    for (int i = 0; i < 20; i++) {
      solver.solve(large, start, 0, solution);
      solver.solve(small, start, 0, solution);
      threads.getCurrentThreadAllocatedBytes();
    }
    // Loading a class late allocates once; a solve that allocates does so in every round.
    long least = Long.MAX_VALUE;
    for (int round = 0; round < 5; round++) {
      long before = threads.getCurrentThreadAllocatedBytes();
      for (int i = 0; i < 10; i++) {
        solver.solve(large, start, 0, solution);
        solver.solve(small, start, 0, solution);
      }
      least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
    }
    assertThat(least).isZero();
  }
}
