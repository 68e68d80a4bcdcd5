// SPDX-License-Identifier: Apache-2.0
package dear.tensor.message;

import dear.tensor.kernel.Kernels;
import java.util.Arrays;

/** The results of the stage for a case. */
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
    stage.forward(point(), from, to, problem.rows(m), work);
  }

  float[] tangent() {
    float[] mDot = new float[m.length];
    Arrays.fill(mDot, Float.NaN);
    stage.tangent(point(), 0, problem.edges.nodes(), problem.rows(mDot), work);
    return mDot;
  }

  void backward(int from, int to, MessageGradients sums) {
    stage.backward(point(), from, to, problem.rows(problem.gM), into(sums), work);
  }

  void backwardTangent(MessageGradients sums) {
    stage.backwardTangent(
        point(),
        0,
        problem.edges.nodes(),
        problem.rows(problem.gM),
        problem.rows(problem.gMDot),
        into(sums),
        work);
  }

  void backwardToNodes() {
    MessageSums nodes = into(new MessageGradients(problem.width));
    stage.backwardToNodes(point(), 0, problem.edges.nodes(), problem.rows(problem.gM), nodes, work);
  }

  private MessagePoint point() {
    return new MessagePoint(
            problem.rows(problem.r),
            problem.rows(problem.s),
            problem.rows(problem.t),
            problem.rows(problem.rDot),
            problem.rows(problem.sDot))
        .at(problem.edges, winners);
  }

  private MessageSums into(MessageGradients sums) {
    return new MessageSums(problem.rows(gR), problem.rows(gS), problem.rows(gT), sums);
  }
}
