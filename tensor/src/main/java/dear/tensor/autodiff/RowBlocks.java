// SPDX-License-Identifier: Apache-2.0
package dear.tensor.autodiff;

import dear.tensor.parallel.RangeTask;

/**
 * A stretch of a program that runs block by block: consecutive {@link RowStep}s over the same kind
 * of rows. All of its values together may be far larger than the cache, those of a block are not.
 * If a team works on the graph, it shares the blocks of the forward and the tangent pass; on the
 * way back it works on one step at a time, as the steps know how.
 *
 * <p>Bits are those of one step after the other, whatever the block, as long as no parameter
 * belongs to two steps of a stretch.
 *
 * <p>A stretch of one step of any kind just runs it.
 */
final class RowBlocks {
  /** Small enough for the cache, large enough to use a panel of weights often. */
  static final int ROWS = 64;

  /** Fewer rows are not worth another thread. */
  private static final int LEAST_ROWS = 16;

  private final Workspace w;
  private final Step[] steps;
  private final RowStep[] rowSteps;
  private final Value[] outputs;
  private final boolean[] inner;
  private final RangeTask forwardRange = this::forwardRange;
  private final RangeTask tangentRange = this::tangentRange;

  /**
   * Creates a stretch.
   *
   * @param inner which outputs only this stretch reads
   */
  RowBlocks(Workspace w, Step[] steps, Value[] outputs, boolean[] inner) {
    this.w = w;
    this.steps = steps;
    this.outputs = outputs;
    this.inner = inner;
    this.rowSteps = new RowStep[steps.length > 1 ? steps.length : 0];
    for (int i = 0; i < rowSteps.length; i++) {
      rowSteps[i] = (RowStep) steps[i];
    }
  }

  void forward() {
    if (rowSteps.length == 0) {
      steps[0].forward();
      return;
    }
    for (RowStep step : rowSteps) {
      step.prepareForward();
    }
    w.overRanges(rows(), grain(), forwardRange);
  }

  private void forwardRange(int worker, int from, int to) {
    for (int at = from; at < to; at += ROWS) {
      w.beginBlock(worker, at);
      for (RowStep step : rowSteps) {
        step.forward(worker, at, Math.min(to, at + ROWS));
      }
    }
  }

  void tangent() {
    if (rowSteps.length == 0) {
      if (outputs[0].active()) {
        steps[0].tangent();
      }
      return;
    }
    for (RowStep step : rowSteps) {
      if (step.y().active()) {
        step.prepareTangent();
      }
    }
    w.overRanges(rows(), grain(), tangentRange);
  }

  private void tangentRange(int worker, int from, int to) {
    for (int at = from; at < to; at += ROWS) {
      for (RowStep step : rowSteps) {
        if (step.y().active()) {
          step.tangent(worker, at, Math.min(to, at + ROWS));
        }
      }
    }
  }

  void backward() {
    back(Plane.COTANGENT);
  }

  void backwardTangent() {
    back(Plane.COTANGENT_TANGENT);
  }

  private void back(Plane plane) {
    if (inBlocks()) {
      for (int at = 0; at < rows(); at += ROWS) {
        back(plane, at, Math.min(rows(), at + ROWS));
      }
      return;
    }
    for (int i = steps.length - 1; i >= 0; i--) {
      if (w.wants(outputs[i])) {
        if (plane == Plane.COTANGENT) {
          steps[i].backward();
        } else {
          steps[i].backwardTangent();
        }
      }
    }
  }

  private void back(Plane plane, int from, int to) {
    for (int i = 0; i < outputs.length; i++) {
      if (inner[i] && !w.seeded(plane, outputs[i])) {
        w.clear(plane, outputs[i], from, to);
      }
    }
    for (int i = rowSteps.length - 1; i >= 0; i--) {
      if (w.wants(outputs[i])) {
        if (plane == Plane.COTANGENT) {
          rowSteps[i].backward(from, to);
        } else {
          rowSteps[i].backwardTangent(from, to);
        }
      }
    }
  }

  /** Whether the ways back run block by block, and so set the cotangents of inner values to 0. */
  private boolean inBlocks() {
    return rowSteps.length > 0 && !w.hasTeam();
  }

  /** Whether the way back sets the cotangents of an output to zero before it adds to them. */
  boolean clears(int i) {
    return inner[i] && inBlocks();
  }

  /**
   * The rows of a range: a block, or less if there are so few rows that some of the team would be
   * idle. Rows are independent, so bits do not depend on it.
   */
  private int grain() {
    return Math.clamp(Math.ceilDiv(rows(), w.threads()), LEAST_ROWS, ROWS);
  }

  private int rows() {
    return w.rows(outputs[0]);
  }
}
