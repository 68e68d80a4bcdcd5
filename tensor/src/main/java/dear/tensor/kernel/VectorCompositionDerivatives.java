// SPDX-License-Identifier: Apache-2.0
package dear.tensor.kernel;

import static dear.tensor.kernel.VectorLanes.F;
import static dear.tensor.kernel.VectorLanes.I;
import static dear.tensor.kernel.VectorLanes.LANES;
import static dear.tensor.kernel.VectorLanes.load;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;

/**
 * The derivatives of a composition with channels in lanes. Each lane has a winner of its own, so
 * numbers are gathered from, and added to, as many rows as there are lanes; no two lanes share a
 * number. Sums are those of {@link ScalarCompositions}, in the same order.
 *
 * <p>With vectors of 512 bits and 32 channels, the tangent takes a third of the scalar time (8
 * instead of 23 µs at 16 nodes, 171 instead of 533 at 64), the way back to a two thirds (6 instead
 * of 9 µs, 119 instead of 174). The way back to b waits for memory: its rows are so far apart that
 * both take the same time (11 and 11 µs, 349 and 370). Those are the best of many runs on a busy
 * machine. Choosing by comparison with each k instead needs no gather, but takes time that grows
 * with the cube of the nodes: at 64 the tangent was ten times slower that way, the way back to a
 * nearly three times; at 16 only the ways back were a little faster.
 */
final class VectorCompositionDerivatives {
  /**
   * Vectors of 256 bits or more come with a gather, shorter ones may not; Java code would take its
   * place, as it does for a scatter on AVX2.
   */
  private static final boolean GATHERS = LANES >= 8;

  /**
   * A scatter takes 512 bits: on AVX2 its replacement was 2 to 5 times slower than scalar loops.
   */
  private static final boolean SCATTERS = LANES >= 16;

  private VectorCompositionDerivatives() {}

  /** How many channels the tangent pass has in whole vectors. */
  private static int gathered(Composition x) {
    return GATHERS ? F.loopBound(x.channels()) : 0;
  }

  /** The same for the two ways back. */
  private static int scattered(Composition x) {
    return SCATTERS ? F.loopBound(x.channels()) : 0;
  }

  static void tangent(Composition x, int[] winners, int from, int to) {
    int whole = gathered(x);
    int[] lanes = new int[LANES];
    for (int i = from; i < to; i++) {
      for (int j = 0; j < x.nodes(); j++) {
        for (int c = 0; c < whole; c += LANES) {
          tangent(x, i, j, c, winners, lanes);
        }
        ScalarCompositions.tangent(x, i, j, whole, winners);
      }
    }
  }

  /** One pair and one vector of channels. */
  private static void tangent(Composition x, int i, int j, int c, int[] winners, int[] lanes) {
    int cell = (i * x.nodes() + j) * x.channels() + c;
    point(winners, cell, x.a().step(), lanes);
    FloatVector a = FloatVector.fromArray(F, x.a().data(), x.ofA(i, 0) + c, lanes, 0);
    point(winners, cell, x.nodes() * x.b().step(), lanes);
    FloatVector b = FloatVector.fromArray(F, x.b().data(), x.ofB(0, j) + c, lanes, 0);
    a.add(b).intoArray(x.t().data(), x.ofT(i, j) + c);
  }

  /** Where each lane's winner lies among rows that are a step apart. */
  private static void point(int[] winners, int cell, int step, int[] lanes) {
    IntVector.fromArray(I, winners, cell).mul(step).addIndex(1).intoArray(lanes, 0);
  }

  static void backToA(Composition x, int[] winners, int from, int to) {
    float[] a = x.a().data();
    int step = x.a().step();
    int whole = scattered(x);
    int[] lanes = new int[LANES];
    for (int i = from; i < to; i++) {
      int row = x.ofA(i, 0);
      for (int j = 0; j < x.nodes(); j++) {
        for (int c = 0; c < whole; c += LANES) {
          point(winners, (i * x.nodes() + j) * x.channels() + c, step, lanes);
          add(x, x.ofT(i, j) + c, a, row + c, lanes);
        }
        ScalarCompositions.backToA(x, i, j, whole, winners);
      }
    }
  }

  static void backToB(Composition x, int[] winners, int from, int to) {
    float[] b = x.b().data();
    int step = x.nodes() * x.b().step();
    int whole = scattered(x);
    int[] lanes = new int[LANES];
    for (int i = 0; i < x.nodes(); i++) {
      for (int j = from; j < to; j++) {
        int column = x.ofB(0, j);
        for (int c = 0; c < whole; c += LANES) {
          point(winners, (i * x.nodes() + j) * x.channels() + c, step, lanes);
          add(x, x.ofT(i, j) + c, b, column + c, lanes);
        }
        ScalarCompositions.backToB(x, i, j, whole, winners);
      }
    }
  }

  /** Adds a vector of t to the numbers that its lanes point to. */
  private static void add(Composition x, int of, float[] operand, int at, int[] lanes) {
    FloatVector.fromArray(F, operand, at, lanes, 0)
        .add(load(x.t().data(), of))
        .intoArray(operand, at, lanes, 0);
  }
}
