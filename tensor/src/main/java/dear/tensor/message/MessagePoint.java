// SPDX-License-Identifier: Apache-2.0
package dear.tensor.message;

import dear.tensor.kernel.Matrix;

/**
 * The point at which the message stage is differentiated: the edges, the projected nodes R and S,
 * the rows t of the edge constant, a direction of R and S, and which edge gave each channel of the
 * maximum. The views may move from graph to graph.
 *
 * <p>One forward pass writes the winners of all its receivers; the derivatives read them.
 */
public final class MessagePoint {
  private final Matrix r;
  private final Matrix s;
  private final Matrix t;
  private final Matrix rDot;
  private final Matrix sDot;
  private InEdges edges = new InEdges(new int[] {0}, new int[0]);
  private int[] winners = {};

  /**
   * A point without a graph.
   *
   * @param r rows of receivers
   * @param s rows of senders
   * @param t rows of the edge constant, one more than edges have scalars
   * @param rDot direction of {@code r}
   * @param sDot direction of {@code s}
   */
  public MessagePoint(Matrix r, Matrix s, Matrix t, Matrix rDot, Matrix sDot) {
    this.r = r;
    this.s = s;
    this.t = t;
    this.rDot = rDot;
    this.sDot = sDot;
  }

  /**
   * Moves to a graph.
   *
   * @param graph its edges
   * @param buffer where to keep the winners, {@code nodes × width}
   */
  public MessagePoint at(InEdges graph, int[] buffer) {
    edges = graph;
    winners = buffer;
    return this;
  }

  InEdges edges() {
    return edges;
  }

  int[] winners() {
    return winners;
  }

  Matrix r() {
    return r;
  }

  Matrix s() {
    return s;
  }

  Matrix t() {
    return t;
  }

  Matrix rDot() {
    return rDot;
  }

  Matrix sDot() {
    return sDot;
  }
}
