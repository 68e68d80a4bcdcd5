// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.settings;

/** The values of each {@link Setting} that is one of a few words. */
public final class Choices {
  private Choices() {}

  /** How the network is run. */
  public enum Mode {
    /** To its equilibrium. */
    DEAR,
    /** As many steps as the algorithm takes. */
    NAR
  }

  /** How the learning rate continues after the warm-up. */
  public enum Schedule {
    /** It stays constant. */
    CONSTANT,
    /** It falls to zero along a cosine. */
    COSINE
  }

  /** Which model a run keeps. */
  public enum Keep {
    /** The one with the lowest validation loss. */
    BEST,
    /** The one of the last validation. */
    LAST
  }

  /** Whether messages also flow against the direction of edges. */
  public enum Direction {
    /** As the authors do for the algorithm. */
    AUTO,
    /** They do not. */
    DIRECTED,
    /** They do. */
    BOTH_WAYS
  }

  /** Where training targets answers about pairs of nodes. */
  public enum Targets {
    /** On the edges of the graph. */
    EDGES,
    /** Between all ordered pairs of nodes. */
    PAIRS
  }

  /** Which nodes a node may point to. */
  public enum Pointers {
    /** Its neighbours, or whatever else the algorithm's answers need: the paper's bias. */
    EDGES,
    /** Any node. */
    ANY
  }

  /** How the edges of training graphs are drawn. */
  public enum Graphs {
    /** As CLRS-30 draws them: an undirected edge with probability p². */
    CLRS,
    /** The textbook's G(n, p). */
    GNP
  }

  /** What draws samples. */
  public enum Generator {
    /** Our own streams, one per sample. */
    SPLIT,
    /** numpy's legacy generator, which draws one sample after another, as in dm-clrs. */
    NUMPY
  }

  /** What finds the equilibrium. */
  public enum Solver {
    /** Anderson mixing. */
    ANDERSON,
    /** Anderson mixing as torchdeq does it. */
    TORCHDEQ_ANDERSON,
    /** Broyden's method. */
    BROYDEN,
    /** Plain iteration. */
    PLAIN
  }

  /** What is compared with the tolerance. */
  public enum Residual {
    /** The step relative to the state. */
    RELATIVE,
    /** The step in absolute terms. */
    ABSOLUTE
  }

  /** What a residual is computed over. */
  public enum Extent {
    /** The whole state. */
    STATE,
    /** Each node; the largest residual counts. */
    NODES
  }

  /** How the gradient of the loss is propagated back through the equilibrium. */
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
