package dear.tensor.message;

import dear.tensor.kernel.Kernels;
import java.util.Arrays;

/** What the stage computes for a case. */
final class MessageRun {
  final MessageCase problem;
  final MessageStage stage;
  final MessageWorkspace work;
  final float[] m;
  final int[] winners;
  final float[] gR;
  final float[] gS;
  final float[] gT;
  final float[] gP;

  MessageRun(Kernels kernels, MessageCase problem) {
    this(kernels, problem, new MessageWorkspace(kernels, problem.width));
  }

  MessageRun(Kernels kernels, MessageCase problem, MessageWorkspace work) {
    this.problem = problem;
    stage = new MessageStage(kernels, problem.width);
    stage.load(problem.p, problem.layout);
    this.work = work;
    m = new float[problem.r.length];
    winners = new int[problem.r.length];
    gR = new float[problem.r.length];
    gS = new float[problem.r.length];
    gT = new float[problem.t.length];
    gP = new float[problem.p.length];
  }

  void forward(int from, int to) {
    stage.forward(
        problem.edges,
        from,
        to,
        problem.rows(problem.r),
        problem.rows(problem.s),
        problem.rows(problem.t),
        problem.rows(m),
        winners,
        0,
        work);
  }

  float[] tangent() {
    float[] mDot = new float[m.length];
    Arrays.fill(mDot, Float.NaN);
    stage.tangent(
        problem.edges,
        0,
        problem.edges.nodes(),
        problem.rows(problem.r),
        problem.rows(problem.s),
        problem.rows(problem.t),
        winners,
        0,
        problem.rows(problem.rDot),
        problem.rows(problem.sDot),
        problem.rows(mDot),
        work);
    return mDot;
  }

  void backward(int from, int to, MessageGradients sums) {
    stage.backward(
        problem.edges,
        from,
        to,
        problem.rows(problem.r),
        problem.rows(problem.s),
        problem.rows(problem.t),
        winners,
        0,
        problem.rows(problem.gM),
        problem.rows(gR),
        problem.rows(gS),
        problem.rows(gT),
        sums,
        work);
  }

  void backwardTangent(MessageGradients sums) {
    stage.backwardTangent(
        problem.edges,
        0,
        problem.edges.nodes(),
        problem.rows(problem.r),
        problem.rows(problem.s),
        problem.rows(problem.t),
        winners,
        0,
        problem.rows(problem.rDot),
        problem.rows(problem.sDot),
        problem.rows(problem.gM),
        problem.rows(problem.gMDot),
        problem.rows(gR),
        problem.rows(gS),
        problem.rows(gT),
        sums,
        work);
  }

  void backwardToNodes() {
    stage.backwardToNodes(
        problem.edges,
        0,
        problem.edges.nodes(),
        problem.rows(problem.r),
        problem.rows(problem.s),
        problem.rows(problem.t),
        winners,
        0,
        problem.rows(problem.gM),
        problem.rows(gR),
        problem.rows(gS),
        work);
  }
}
