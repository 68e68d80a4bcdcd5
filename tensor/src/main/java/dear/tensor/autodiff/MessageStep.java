package dear.tensor.autodiff;

import dear.tensor.message.EdgeParts;
import dear.tensor.message.InEdges;
import dear.tensor.message.MessageGradients;
import dear.tensor.message.MessageLayout;
import dear.tensor.message.MessageStage;
import dear.tensor.message.MessageWorkspace;
import dear.tensor.message.Rows;
import dear.tensor.parallel.RangeTask;
import java.util.Arrays;

/**
 * The fused message stage as a step: messages along all edges and their maximum per receiver,
 * without a matrix of edges.
 *
 * <p>Value and tangent of a receiver depend on nothing that another receiver writes: when the
 * workspace has a team, they are cut into ranges of receivers, with the same bits. The gradients
 * add to the rows of senders and to the parameters, which receivers share. So a large graph is cut
 * into {@linkplain EdgeParts parts}, by its size and never by the team's, each with {@linkplain
 * Sums sums} of its own that are added up in order; a small one adds directly.
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
  private final Rows r;
  private final Rows s;
  private final Rows t;
  private final Rows m;
  private final Rows rDot;
  private final Rows sDot;
  private final Rows mDot;
  private final Rows gM;
  private final Rows gMDot;
  private final Rows gR;

  /** What a part of the graph adds up; the first one serves all parts if they come in turn. */
  private Sums[] sums = {};

  private Pass pass = Pass.GRADIENT;
  private int parts;

  /** Which derivative is made of the parts. */
  private enum Pass {
    /** Of the value, from {@code gM}. */
    GRADIENT,
    /** The same without parameters and edge constants. */
    GRADIENT_OF_NODES,
    /** Of the value, from {@code gMDot}: where nothing else moves. */
    GRADIENT_OF_TANGENT,
    /** The tangent of the gradient. */
    TANGENT
  }

  /** Gradients that receivers share. */
  private static final class Sums {
    final MessageGradients parameters;
    final Rows gS;
    final Rows gT;

    /** For a part of a graph; empty for a whole one, which adds to the planes directly. */
    float[] senders = {};

    final float[] terms;

    Sums(int width, int termRows) {
      parameters = new MessageGradients(width);
      gS = new Rows(senders, 0, width);
      terms = new float[termRows * width];
      gT = new Rows(terms, 0, width);
    }

    void clearSums(int nodeElements) {
      if (senders.length < nodeElements) {
        senders = new float[nodeElements];
      }
      gS.move(senders, 0);
      gT.move(terms, 0);
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
    Arrays.setAll(work, i -> MessageWorkspace.remembering(w.kernels(), layout.width()));
    this.y = y;
    this.r = view();
    this.s = view();
    this.t = view();
    this.m = view();
    this.rDot = view();
    this.sDot = view();
    this.mDot = view();
    this.gM = view();
    this.gMDot = view();
    this.gR = view();
  }

  private Rows view() {
    return new Rows(new float[0], 0, layout.width());
  }

  @Override
  public void forward() {
    if (winners.length < w.count(y)) {
      winners = new int[Workspace.grown(winners.length, w.count(y))];
    }
    show(Plane.VALUE, receivers, r);
    show(Plane.VALUE, senders, s);
    show(Plane.VALUE, terms, t);
    show(Plane.VALUE, y, m);
    for (MessageWorkspace buffers : work) {
      buffers.forget();
    }
    overReceivers(forwardRange);
  }

  private void forwardRange(int worker, int from, int to) {
    stage.forward(edges(), from, to, r, s, t, m, winners, 0, work[worker]);
  }

  @Override
  public void tangent() {
    show(Plane.TANGENT, receivers, rDot);
    show(Plane.TANGENT, senders, sDot);
    show(Plane.TANGENT, y, mDot);
    for (MessageWorkspace buffers : work) {
      buffers.forgetDirection();
    }
    overReceivers(tangentRange);
  }

  private void tangentRange(int worker, int from, int to) {
    stage.tangent(edges(), from, to, r, s, t, winners, 0, rDot, sDot, mDot, work[worker]);
  }

  @Override
  public void backward() {
    show(Plane.COTANGENT, y, gM);
    back(w.wantsGradients() ? Pass.GRADIENT : Pass.GRADIENT_OF_NODES, Plane.COTANGENT);
  }

  @Override
  public void backwardTangent() {
    show(Plane.COTANGENT_TANGENT, y, gMDot);
    back(y.active() ? Pass.TANGENT : Pass.GRADIENT_OF_TANGENT, Plane.COTANGENT_TANGENT);
  }

  private void back(Pass which, Plane plane) {
    pass = which;
    parts = EdgeParts.count(edges());
    show(plane, receivers, gR); // nobody reads the cotangent of a constant
    if (parts == 1) {
      Sums whole = sums(1)[0];
      show(plane, senders, whole.gS);
      show(plane, terms, whole.gT);
      part(0, whole, work[0]);
      addParameters(whole);
    } else if (work.length == 1) {
      Sums one = sums(1)[0];
      for (int i = 0; i < parts; i++) {
        one.clearSums(w.count(senders));
        part(i, one, work[0]);
        add(one, plane);
      }
    } else {
      Sums[] all = sums(parts);
      w.overRanges(parts, 1, parallelParts);
      for (int i = 0; i < parts; i++) {
        add(all[i], plane);
      }
    }
  }

  private void parallelParts(int worker, int from, int to) {
    for (int i = from; i < to; i++) {
      sums[i].clearSums(w.count(senders));
      part(i, sums[i], work[worker]);
    }
  }

  private void part(int i, Sums into, MessageWorkspace buffers) {
    InEdges e = edges();
    int from = EdgeParts.start(e, i, parts);
    int to = EdgeParts.start(e, i + 1, parts);
    MessageGradients p = into.parameters;
    if (pass != Pass.GRADIENT_OF_NODES) {
      p.clear();
    }
    switch (pass) {
      case GRADIENT ->
          stage.backward(e, from, to, r, s, t, winners, 0, gM, gR, into.gS, into.gT, p, buffers);
      case GRADIENT_OF_NODES ->
          stage.backwardToNodes(e, from, to, r, s, t, winners, 0, gM, gR, into.gS, buffers);
      case GRADIENT_OF_TANGENT ->
          stage.backward(e, from, to, r, s, t, winners, 0, gMDot, gR, into.gS, into.gT, p, buffers);
      case TANGENT ->
          stage.backwardTangent(
              e, from, to, r, s, t, winners, 0, rDot, sDot, gM, gMDot, gR, into.gS, into.gT, p,
              buffers);
    }
  }

  private void add(Sums part, Plane plane) {
    float[] p = w.array(plane);
    w.kernels().axpy(w.count(senders), 1, part.senders, 0, p, w.offset(senders));
    w.kernels().axpy(w.count(terms), 1, part.terms, 0, p, w.offset(terms));
    addParameters(part);
  }

  private void addParameters(Sums part) {
    if (pass != Pass.GRADIENT_OF_NODES) {
      part.parameters.addTo(w.gradients(), layout);
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

  private void show(Plane plane, Value value, Rows view) {
    view.move(w.array(plane), w.offset(value));
  }
}
