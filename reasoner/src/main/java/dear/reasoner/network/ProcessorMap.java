// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.network;

import dear.equilibrium.TwiceDifferentiableMap;
import dear.reasoner.problem.Problem;
import dear.tensor.autodiff.Plane;
import dear.tensor.autodiff.Value;
import dear.tensor.autodiff.Workspace;
import dear.tensor.parallel.RangeTask;
import dear.tensor.parameter.RandomStream;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.IntConsumer;

/**
 * The processor's step on one problem as a function of the state, with its derivatives, for solvers
 * that are unaware of graphs.
 *
 * <p>Gradients of the processor's own parameters go to the array given to {@link
 * NetworkWorkspace#collect}; gradients for the encoder's parameters accumulate in the encoder's
 * workspace until {@link NetworkWorkspace#encodeBackward}.
 *
 * <p>Intermediate values are kept until the next evaluation. So linearising at the point evaluated
 * last costs nothing, which is the usual case after a search that ended with its first hit; nor
 * does repeating the backward pass that a Jacobian term has just made.
 */
public final class ProcessorMap implements TwiceDifferentiableMap {
  private final Processor processor;
  private final Workspace w;
  private final List<Link> links;
  private final Value h;
  private final Value next;
  private float[] gradients = {};
  private RandomStream random = new RandomStream(0);
  private float deviation;
  private boolean evaluated;
  private boolean wentBack;
  private Optional<ProcessorMap> light = Optional.empty();
  private final RangeTask partRange = this::runParts;
  private IntConsumer part = i -> {};

  ProcessorMap(Processor processor, Workspace w, List<Link> links) {
    this.processor = processor;
    this.w = w;
    this.links = links;
    this.h = processor.state();
    this.next = processor.next();
  }

  void bind(Problem problem) {
    processor.bind(w, problem);
    links.forEach(Link::forward);
    evaluated = false;
    wentBack = false;
    deviation = 0;
    light = Optional.empty();
  }

  /**
   * Leaves {@link #apply} to a map of the same problem without derivatives, which computes the same
   * bits in less time; what it computes is not there for {@link #linearize}, which then evaluates
   * by itself. Until the next problem.
   */
  public void applyWith(ProcessorMap withoutDerivatives) {
    withoutDerivatives.perturb(deviation, random);
    light = Optional.of(withoutDerivatives);
  }

  /**
   * Releases the memory if it exceeds the given number of floats; a problem must then be bound
   * again.
   */
  void releaseAbove(long floats) {
    if (w.footprint() > floats) {
      w.release();
    }
  }

  /** The number of floats that a gradient takes, for the current problem. */
  long floatsForGradients() {
    return 2L * w.planeSize(); // values and cotangents
  }

  void collect(float[] into) {
    gradients = into;
  }

  /** Adds noise of the given standard deviation to all further evaluations; 0 for none. */
  public void perturb(double standardDeviation, RandomStream stream) {
    deviation = (float) standardDeviation;
    random = stream;
  }

  /** Writes a state of independent normal numbers; zeros if the standard deviation is 0. */
  public void scatter(double standardDeviation, RandomStream stream, float[] z, int at) {
    Arrays.fill(z, at, at + dimension(), 0);
    if (standardDeviation != 0) {
      StateNoise.TABLE.add(stream, (float) standardDeviation, z, at, dimension());
    }
  }

  @Override
  public int dimension() {
    return w.count(h);
  }

  @Override
  public int rowWidth() {
    return h.cols();
  }

  @Override
  public void forEachPart(int parts, IntConsumer task) {
    part = task;
    w.overRanges(parts, 1, partRange);
  }

  private void runParts(int worker, int from, int to) {
    for (int i = from; i < to; i++) {
      part.accept(i);
    }
  }

  @Override
  public void apply(float[] z, int zOffset, float[] out, int outOffset) {
    if (light.isPresent()) {
      light.get().apply(z, zOffset, out, outOffset);
    } else {
      evaluate(z, zOffset, out, outOffset);
    }
  }

  private void evaluate(float[] z, int zOffset, float[] out, int outOffset) {
    w.set(h, z, zOffset);
    w.forward();
    if (deviation != 0) {
      StateNoise.TABLE.add(random, deviation, w.array(Plane.VALUE), w.offset(next), dimension());
    }
    evaluated = true;
    wentBack = false;
    w.copyOut(Plane.VALUE, next, out, outOffset);
  }

  @Override
  public void linearize(float[] z, int zOffset, float[] out, int outOffset) {
    if (evaluated && holds(Plane.VALUE, h, z, zOffset)) {
      w.copyOut(Plane.VALUE, next, out, outOffset);
    } else {
      evaluate(z, zOffset, out, outOffset);
    }
  }

  @Override
  public void multiplyTransposed(float[] y, int yOffset, float[] out, int outOffset) {
    seed(y, yOffset);
    w.backward();
    w.copyOut(Plane.COTANGENT, h, out, outOffset);
  }

  @Override
  public void accumulate(float[] y, int yOffset) {
    seed(y, yOffset);
    w.backward(gradients);
    hand(Plane.COTANGENT);
  }

  @Override
  public void accumulateAndMultiply(float[] y, int yOffset, float[] out, int outOffset) {
    accumulate(y, yOffset);
    w.copyOut(Plane.COTANGENT, h, out, outOffset);
  }

  @Override
  public void differentiateTransposed(
      float[] v, int vOffset, float[] direction, int at, float scale, float[] out, int outOffset) {
    if (!wentBack || !holds(Plane.COTANGENT, next, v, vOffset)) {
      seed(v, vOffset);
      w.backward();
    }
    w.zero(Plane.TANGENT);
    float[] dot = w.array(Plane.TANGENT);
    int to = w.offset(h);
    for (int i = 0; i < dimension(); i++) {
      dot[to + i] = scale * direction[at + i];
    }
    w.tangent();
    w.zero(Plane.COTANGENT_TANGENT);
    w.backwardTangent(gradients);
    hand(Plane.COTANGENT_TANGENT);
    w.copyOut(Plane.COTANGENT_TANGENT, h, out, outOffset);
  }

  /** Writes J t to {@code out}. */
  public void multiply(float[] t, int at, float[] out, int outOffset) {
    w.zero(Plane.TANGENT);
    w.copyIn(Plane.TANGENT, h, t, at);
    w.tangent();
    w.copyOut(Plane.TANGENT, next, out, outOffset);
  }

  /**
   * Returns the mean of the gate in the last evaluation. A gate that is nearly shut makes any state
   * look like an equilibrium.
   */
  public double meanOpening() {
    Value opening = processor.opening();
    float[] values = w.array(Plane.VALUE);
    double sum = 0;
    for (int i = 0; i < w.count(opening); i++) {
      sum += values[w.offset(opening) + i];
    }
    return sum / w.count(opening);
  }

  private void seed(float[] y, int yOffset) {
    w.zero(Plane.COTANGENT);
    w.copyIn(Plane.COTANGENT, next, y, yOffset);
    wentBack = true;
  }

  private void hand(Plane gathered) {
    for (Link link : links) {
      link.backward(gathered);
    }
  }

  private boolean holds(Plane plane, Value value, float[] numbers, int at) {
    int from = w.offset(value);
    int count = w.count(value);
    return Arrays.equals(w.array(plane), from, from + count, numbers, at, at + count);
  }
}
