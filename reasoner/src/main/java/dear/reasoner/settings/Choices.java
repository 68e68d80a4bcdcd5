// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.settings;

/** What can be chosen where a {@link Setting} is one of a few words. */
public final class Choices {
  private Choices() {}

  /** How the network is run. */
  public enum Mode {
    /** To its equilibrium. */
    DEAR,
    /** As many steps as the algorithm takes. */
    NAR
  }

  /** How the learning rate goes on after its rise. */
  public enum Schedule {
    /** As it is. */
    CONSTANT,
    /** Falling to zero along a cosine. */
    COSINE
  }

  /** Which model a run gives. */
  public enum Keep {
    /** That of the lowest validation loss. */
    BEST,
    /** That of the last validation. */
    LAST
  }

  /** Whether messages also run against edges. */
  public enum Direction {
    /** As the authors do for the algorithm. */
    AUTO,
    /** They do not. */
    DIRECTED,
    /** They do. */
    BOTH_WAYS
  }

  /** What finds the equilibrium. */
  public enum Solver {
    /** Anderson mixing. */
    ANDERSON,
    /** Broyden's method. */
    BROYDEN,
    /** The function again and again. */
    PLAIN
  }

  /** What is compared with the tolerance. */
  public enum Residual {
    /** The step in units of the state. */
    RELATIVE,
    /** The step itself. */
    ABSOLUTE
  }

  /** Over what a residual is taken. */
  public enum Extent {
    /** The whole state. */
    STATE,
    /** Each node, of which the largest counts. */
    NODES
  }

  /** How the loss is led back through the equilibrium. */
  public enum Gradient {
    /** Through the last evaluation. */
    ONE_STEP,
    /** Through the last few applications. */
    LAST,
    /** Through a few damped steps. */
    DAMPED,
    /** By the implicit function theorem. */
    IMPLICIT,
    /** Through every evaluation. */
    UNROLLED
  }
}
