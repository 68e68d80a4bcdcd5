// SPDX-License-Identifier: Apache-2.0
package dear.tensor.autodiff;

import dear.tensor.kernel.Elements;
import dear.tensor.kernel.Matrix;
import dear.tensor.message.EdgeParts;
import dear.tensor.message.InEdges;
import dear.tensor.message.MessageGradients;
import dear.tensor.message.MessageLayout;
import dear.tensor.message.MessagePoint;
import dear.tensor.message.MessageStage;
import dear.tensor.message.MessageSums;
import dear.tensor.message.MessageWorkspace;
import dear.tensor.parallel.RangeTask;
import java.util.Arrays;

/**
 * The fused message stage as a step: messages along all edges and their maximum per receiver,
 * without a matrix of edges.
 *
 * <p>Value and tangent of a receiver depend on nothing that another receiver writes: if the
 * workspace has a team, they are split into ranges of receivers, with the same bits. The gradients
 * add to the rows of senders and to the parameters, which receivers share. So a large graph is
 * split into {@linkplain EdgeParts parts}, by its own size and never by the team's, each with its
 * own {@linkplain Sums sums} that are added in order; a small one adds directly.
 */
final class MessageStep implements Step {
  private static final int RANGES_PER_THREAD = 4;

  private final Workspace w;
  private final Edges input;
  private final Value receivers;
  private final Value senders;
  private final Value terms;
  private final MessageLayout layout;
  private final MessageStage stage;
  private final MessageWorkspace[] work;
  private final Value y;
  private final RangeTask forwardRange = this::forwardRange;
  private final RangeTask tangentRange = this::tangentRange;
  private final RangeTask parallelParts = this::parallelParts;

  private int[] winners = {};
  private final MessagePoint point;

  /**
   * The sums of a part of the graph; the first one serves all parts if they run one after another.
   */
  private Sums[] sums = {};

  private Pass pass = Pass.GRADIENT;
  private Plane plane = Plane.COTANGENT;
  private int parts;

  /** Which derivative the parts compute. */
  private enum Pass {
    /** Of the value, from the cotangent. */
    GRADIENT,
    /** The same without parameters and edge constants. */
    GRADIENT_OF_NODES,
    /** Of the value, from the cotangent's tangent: where nothing else moves. */
    GRADIENT_OF_TANGENT,
    /** The tangent of the gradient. */
    TANGENT
  }

  /** Gradients that receivers share. */
  private static final class Sums {
    final MessageSums into;

    /** For a part of a graph; empty for a whole one, which adds to the planes directly. */
    private float[] senders = {};

    private final float[] terms;

    Sums(int width, int termRows) {
      terms = new float[termRows * width];
      into = new MessageSums(new Matrix(), new Matrix(), new Matrix(), new MessageGradients(width));
    }

    /** Shows the planes themselves; nobody reads the cotangent of a constant. */
    void show(Matrix ofReceivers, Matrix ofSenders, Matrix ofTerms) {
      into.r().rowsOf(ofReceivers, 0);
      into.s().rowsOf(ofSenders, 0);
      into.t().rowsOf(ofTerms, 0);
    }

    /** Shows sums of its own, except for receivers, each of which belongs to one part. */
    void showZeros(Matrix ofReceivers, int nodeElements) {
      if (senders.length < nodeElements) {
        senders = new float[nodeElements];
      }
      int width = ofReceivers.cols();
      into.r().rowsOf(ofReceivers, 0);
      into.s().set(senders, 0, width);
      into.t().set(terms, 0, width);
      Arrays.fill(senders, 0, nodeElements, 0);
      Arrays.fill(terms, 0);
    }
  }

  MessageStep(
      Workspace w,
      Edges input,
      Value receivers,
      Value senders,
      Value terms,
      MessageLayout layout,
      Value y) {
    this.w = w;
    this.input = input;
    this.receivers = receivers;
    this.senders = senders;
    this.terms = terms;
    this.layout = layout;
    this.stage =
        w.parameters()
            .derived(
                layout,
                () -> new MessageStage(w.kernels(), layout.width()),
                (it, values) -> it.load(values, layout));
    this.work = new MessageWorkspace[w.threads()];
    Arrays.setAll(
        work,
        i -> w.repetitions().map(it -> it.buffers(y, this::buffers)).orElseGet(this::buffers));
    this.y = y;
    this.point =
        new MessagePoint(
            w.matrix(Plane.VALUE, receivers),
            w.matrix(Plane.VALUE, senders),
            w.matrix(Plane.VALUE, terms),
            w.matrix(Plane.TANGENT, receivers),
            w.matrix(Plane.TANGENT, senders));
  }

  private MessageWorkspace buffers() {
    return MessageWorkspace.remembering(w.kernels(), layout.width());
  }

  @Override
  public void forward() {
    if (winners.length < w.count(y)) {
      winners = new int[Workspace.grown(winners.length, w.count(y))];
    }
    point.at(edges(), winners);
    for (MessageWorkspace buffers : work) {
      buffers.forget();
    }
    overReceivers(forwardRange);
  }

  private void forwardRange(int worker, int from, int to) {
    stage.forward(point, from, to, w.matrix(Plane.VALUE, y), work[worker]);
  }

  @Override
  public void tangent() {
    for (MessageWorkspace buffers : work) {
      buffers.forgetDirection();
    }
    overReceivers(tangentRange);
  }

  private void tangentRange(int worker, int from, int to) {
    stage.tangent(point, from, to, w.matrix(Plane.TANGENT, y), work[worker]);
  }

  @Override
  public void backward() {
    back(w.wantsGradients() ? Pass.GRADIENT : Pass.GRADIENT_OF_NODES, Plane.COTANGENT);
  }

  @Override
  public void backwardTangent() {
    back(y.active() ? Pass.TANGENT : Pass.GRADIENT_OF_TANGENT, Plane.COTANGENT_TANGENT);
  }

  private void back(Pass which, Plane into) {
    pass = which;
    plane = into;
    parts = EdgeParts.count(edges());
    if (parts == 1) {
      Sums whole = sums(1)[0];
      whole.show(w.matrix(plane, receivers), w.matrix(plane, senders), w.matrix(plane, terms));
      part(0, whole, work[0]);
      addParameters(whole);
    } else if (work.length == 1) {
      Sums one = sums(1)[0];
      for (int i = 0; i < parts; i++) {
        one.showZeros(w.matrix(plane, receivers), w.count(senders));
        part(i, one, work[0]);
        add(one);
      }
    } else {
      Sums[] all = sums(parts);
      w.overRanges(parts, 1, parallelParts);
      for (int i = 0; i < parts; i++) {
        add(all[i]);
      }
    }
  }

  private void parallelParts(int worker, int from, int to) {
    for (int i = from; i < to; i++) {
      sums[i].showZeros(w.matrix(plane, receivers), w.count(senders));
      part(i, sums[i], work[worker]);
    }
  }

  private void part(int i, Sums sum, MessageWorkspace buffers) {
    int from = EdgeParts.start(edges(), i, parts);
    int to = EdgeParts.start(edges(), i + 1, parts);
    MessageSums into = sum.into;
    if (pass != Pass.GRADIENT_OF_NODES) {
      into.parameters().clear();
    }
    Matrix gM = w.matrix(Plane.COTANGENT, y);
    switch (pass) {
      case GRADIENT -> stage.backward(point, from, to, gM, into, buffers);
      case GRADIENT_OF_NODES -> stage.backwardToNodes(point, from, to, gM, into, buffers);
      case GRADIENT_OF_TANGENT ->
          stage.backward(point, from, to, w.matrix(plane, y), into, buffers);
      case TANGENT -> stage.backwardTangent(point, from, to, gM, w.matrix(plane, y), into, buffers);
    }
  }

  private void add(Sums part) {
    Elements elements = w.kernels().elements();
    elements.axpy(w.count(senders), 1, part.into.s(), w.matrix(plane, senders));
    elements.axpy(w.count(terms), 1, part.into.t(), w.matrix(plane, terms));
    addParameters(part);
  }

  private void addParameters(Sums part) {
    if (pass != Pass.GRADIENT_OF_NODES) {
      part.into.parameters().addTo(w.gradients(), layout);
    }
  }

  private Sums[] sums(int count) {
    if (sums.length < count) {
      int present = sums.length;
      sums = Arrays.copyOf(sums, count);
      for (int i = present; i < count; i++) {
        sums[i] = new Sums(layout.width(), input.terms() + 1);
      }
    }
    return sums;
  }

  private void overReceivers(RangeTask task) {
    int nodes = w.rows(y);
    w.overRanges(nodes, Math.max(1, nodes / (RANGES_PER_THREAD * work.length)), task);
  }

  private InEdges edges() {
    return w.edges(input);
  }
}
