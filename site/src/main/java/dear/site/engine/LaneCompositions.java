// SPDX-License-Identifier: Apache-2.0
package dear.site.engine;

import dear.tensor.kernel.Composition;
import dear.tensor.kernel.Compositions;
import dear.tensor.kernel.Matrix;
import org.teavm.interop.Address;

/** Compositions on vectors, for any number of nodes and channels. */
final class LaneCompositions implements Compositions {
  private static final int LANES = 4;
  private static final int TILE = 4;

  private final Compositions scalar;
  private final Lanes first = new Lanes();
  private final Lanes second = new Lanes();
  private final Lanes result = new Lanes();

  LaneCompositions(Compositions scalar) {
    this.scalar = scalar;
  }

  @Override
  public void compose(Composition x, int from, int to, float[] scratch) {
    if (from == to) {
      return;
    }
    int n = x.nodes();
    int rows = (to - from + 1) & -2;
    int tiles = (n + TILE - 1) / TILE;
    int blocks = (x.channels() + LANES - 1) / LANES;
    int a = first.room(blocks * rows * n * LANES);
    int b = second.room(blocks * tiles * TILE * n * LANES);
    int t = result.room(blocks * rows * tiles * TILE * LANES);
    for (int i = from; i < to; i++) {
      for (int k = 0; k < n; k++) {
        int at = a + 4 * LANES * ((i - from) * n + k);
        put(x.a(), i * n + k, x.channels(), at, 4 * LANES * rows * n);
      }
    }
    for (int k = 0; k < n; k++) {
      for (int j = 0; j < n; j++) {
        int at = b + 4 * LANES * ((j / TILE * n + k) * TILE + j % TILE);
        put(x.b(), k * n + j, x.channels(), at, 4 * LANES * tiles * TILE * n);
      }
    }
    Lanes.compose(a, b, t, n, rows, tiles, blocks);
    for (int i = from; i < to; i++) {
      for (int j = 0; j < n; j++) {
        int at = t + 4 * LANES * ((j / TILE * rows + i - from) * TILE + j % TILE);
        get(at, 4 * LANES * rows * tiles * TILE, x.t(), i * n + j, x.channels());
      }
    }
  }

  /** The channels of a pair, four here, four in the next block. */
  private static void put(Matrix from, int row, int channels, int to, int step) {
    float[] numbers = from.data();
    int at = from.row(row);
    int address = to;
    for (int c = 0; c < channels; c += LANES) {
      if (c + LANES <= channels) {
        Address here = Address.fromInt(address);
        here.putFloat(numbers[at + c]);
        here.add(4).putFloat(numbers[at + c + 1]);
        here.add(8).putFloat(numbers[at + c + 2]);
        here.add(12).putFloat(numbers[at + c + 3]);
      } else {
        Lanes.put(numbers, at + c, channels - c, address);
      }
      address += step;
    }
  }

  private static void get(int from, int step, Matrix to, int row, int channels) {
    int address = from;
    for (int c = 0; c < channels; c += LANES) {
      Lanes.get(address, to.data(), to.row(row) + c, Math.min(LANES, channels - c));
      address += step;
    }
  }

  @Override
  public int scratch(int nodes) {
    return 0;
  }

  @Override
  public void winners(Composition x, int from, int to, int[] winners) {
    scalar.winners(x, from, to, winners);
  }

  @Override
  public void tangent(Composition x, int[] winners, int from, int to) {
    scalar.tangent(x, winners, from, to);
  }

  @Override
  public void backToA(Composition x, int[] winners, int from, int to) {
    scalar.backToA(x, winners, from, to);
  }

  @Override
  public void backToB(Composition x, int[] winners, int from, int to) {
    scalar.backToB(x, winners, from, to);
  }

  @Override
  public void pool(Pool x) {
    scalar.pool(x);
  }

  @Override
  public void poolWinners(Pool x, int[] winners, int winnersAt) {
    scalar.poolWinners(x, winners, winnersAt);
  }
}
