// SPDX-License-Identifier: Apache-2.0
package dear.clrs.data;

/** The body of an algorithm: reads the inputs of a run, pushes hints, sets its outputs. */
@FunctionalInterface
public interface Procedure {
  /** Runs the algorithm once. */
  void execute(Execution run);
}
