package dear.tensor.autodiff;

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
 * <p>The stage wants views that are made once, while values move about in the planes from graph to
 * graph. So the rows of nodes are copied in and out of matrices of this step's own; next to the two
 * products per edge that is nothing.
 *
 * <p>Value and tangent of a receiver depend on nothing that another receiver writes: when the
 * workspace has a team, they are cut into ranges of receivers, with the same bits.
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
  private final MessageGradients sums;
  private final Value y;
  private final RangeTask forwardRange = this::forwardRange;
  private final RangeTask tangentRange = this::tangentRange;

  private int[] winners = {};
  private int capacity = -1;
  private Rows r;
  private Rows s;
  private Rows m;
  private Rows rDot;
  private Rows sDot;
  private Rows mDot;
  private Rows gM;
  private Rows gMDot;
  private Rows gR;
  private Rows gS;
  private final Rows t;
  private final Rows gT;

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
    Arrays.setAll(work, i -> MessageWorkspace.remembering(layout.width()));
    this.sums = new MessageGradients(layout.width());
    this.y = y;
    this.t = matrix(input.terms() + 1);
    this.gT = matrix(input.terms() + 1);
    this.r = matrix(0);
    this.s = r;
    this.m = r;
    this.rDot = r;
    this.sDot = r;
    this.mDot = r;
    this.gM = r;
    this.gMDot = r;
    this.gR = r;
    this.gS = r;
  }

  @Override
  public void forward() {
    fit();
    float[] v = w.array(Plane.VALUE);
    copy(v, receivers, r);
    copy(v, senders, s);
    copy(v, terms, t);
    for (MessageWorkspace buffers : work) {
      buffers.forget();
    }
    overReceivers(forwardRange);
    System.arraycopy(m.data(), 0, v, w.offset(y), w.count(y));
  }

  private void forwardRange(int worker, int from, int to) {
    stage.forward(edges(), from, to, r, s, t, m, winners, 0, work[worker]);
  }

  @Override
  public void tangent() {
    float[] dot = w.array(Plane.TANGENT);
    copy(dot, receivers, rDot);
    copy(dot, senders, sDot);
    for (MessageWorkspace buffers : work) {
      buffers.forgetDirection();
    }
    overReceivers(tangentRange);
    System.arraycopy(mDot.data(), 0, dot, w.offset(y), w.count(y));
  }

  private void tangentRange(int worker, int from, int to) {
    stage.tangent(edges(), from, to, r, s, t, winners, 0, rDot, sDot, mDot, work[worker]);
  }

  @Override
  public void backward() {
    float[] bar = w.array(Plane.COTANGENT);
    copy(bar, y, gM);
    clear();
    if (w.wantsGradients()) {
      stage.backward(edges(), 0, w.rows(y), r, s, t, winners, 0, gM, gR, gS, gT, sums, work[0]);
    } else {
      stage.backwardToNodes(edges(), 0, w.rows(y), r, s, t, winners, 0, gM, gR, gS, work[0]);
    }
    addGradients(bar);
  }

  @Override
  public void backwardTangent() {
    float[] barDot = w.array(Plane.COTANGENT_TANGENT);
    copy(barDot, y, gMDot);
    clear();
    if (y.active()) {
      stage.backwardTangent(
          edges(), 0, w.rows(y), r, s, t, winners, 0, rDot, sDot, gM, gMDot, gR, gS, gT, sums,
          work[0]);
    } else {
      stage.backward(edges(), 0, w.rows(y), r, s, t, winners, 0, gMDot, gR, gS, gT, sums, work[0]);
    }
    addGradients(barDot);
  }

  private void overReceivers(RangeTask task) {
    int nodes = w.rows(y);
    w.overRanges(nodes, Math.max(1, nodes / (RANGES_PER_THREAD * work.length)), task);
  }

  private InEdges edges() {
    return w.edges(input);
  }

  private void clear() {
    Arrays.fill(gR.data(), 0, w.count(y), 0);
    Arrays.fill(gS.data(), 0, w.count(y), 0);
    if (w.wantsGradients()) {
      Arrays.fill(gT.data(), 0);
      sums.clear();
    }
  }

  private void addGradients(float[] plane) {
    add(gR, receivers, plane);
    add(gS, senders, plane);
    if (w.wantsGradients()) {
      add(gT, terms, plane);
      sums.addTo(w.gradients(), layout);
    }
  }

  private void add(Rows from, Value to, float[] plane) {
    if (w.wants(to)) {
      w.kernels().axpy(w.count(to), 1, from.data(), 0, plane, w.offset(to));
    }
  }

  private void copy(float[] plane, Value from, Rows to) {
    System.arraycopy(plane, w.offset(from), to.data(), 0, w.count(from));
  }

  private void fit() {
    int nodes = w.rows(y);
    if (nodes > capacity) {
      capacity = Workspace.grown(nodes);
      winners = new int[capacity * layout.width()];
      r = matrix(capacity);
      s = matrix(capacity);
      m = matrix(capacity);
      rDot = matrix(capacity);
      sDot = matrix(capacity);
      mDot = matrix(capacity);
      gM = matrix(capacity);
      gMDot = matrix(capacity);
      gR = matrix(capacity);
      gS = matrix(capacity);
    }
  }

  private Rows matrix(int rows) {
    return new Rows(new float[rows * layout.width()], 0, layout.width());
  }
}
