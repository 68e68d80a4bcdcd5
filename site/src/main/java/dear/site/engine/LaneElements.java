// SPDX-License-Identifier: Apache-2.0
package dear.site.engine;

import dear.tensor.kernel.Elements;
import dear.tensor.kernel.Matrix;
import org.teavm.interop.Address;

/**
 * Functions of one element at a time, on vectors where that is worth it: if one of the operands
 * lies in their memory, and always for the sigmoid. They give the bits of the scalar kernels.
 */
final class LaneElements implements Elements {
  private final Elements scalar;
  private final LaneArrays arrays;
  private final Lanes first = new Lanes();
  private final Lanes second = new Lanes();
  private final Lanes third = new Lanes();
  private final Lanes result = new Lanes();

  LaneElements(Elements scalar, LaneArrays arrays) {
    this.scalar = scalar;
    this.arrays = arrays;
  }

  /** Behind the last vector of some numbers. */
  private static int end(int at, int count) {
    return at + 4 * ((count + 3) & -4);
  }

  @Override
  public void relu(int count, Matrix x, Matrix y) {
    if (count == 0 || !(arrays.hold(x) || arrays.hold(y))) {
      scalar.relu(count, x, y);
      return;
    }
    int from = arrays.read(x, count, first);
    int to = arrays.write(y, count, result);
    Lanes.relu(from, end(from, count), to);
    arrays.written(to, y, count);
  }

  @Override
  public void sigmoid(int count, Matrix x, Matrix y) {
    if (count == 0) {
      return;
    }
    int from = arrays.read(x, count, first);
    int to = arrays.write(y, count, result);
    Lanes.sigmoid(from, end(from, count), to);
    arrays.written(to, y, count);
  }

  @Override
  public void clamp(int count, float limit, Matrix x, Matrix y) {
    if (count == 0 || !(arrays.hold(x) || arrays.hold(y))) {
      scalar.clamp(count, limit, x, y);
      return;
    }
    int from = arrays.read(x, count, first);
    int to = arrays.write(y, count, result);
    int lowest = Float.floatToRawIntBits(-limit);
    Lanes.clamp(from, end(from, count), lowest, Float.floatToRawIntBits(limit), to);
    arrays.written(to, y, count);
  }

  /** Its second and third operand are always Java's: rows of nodes, shared by many pairs. */
  @Override
  public void sum(int count, Matrix a, Matrix b, Matrix c, Matrix y) {
    if (!arrays.hold(y)) {
      scalar.sum(count, a, b, c, y);
      return;
    }
    float[] ofB = b.data();
    float[] ofC = c.data();
    int bAt = b.at();
    int cAt = c.at();
    int to = arrays.address(y);
    if (arrays.hold(a)) {
      int from = arrays.address(a);
      for (int i = 0; i < count; i++) {
        float own = Address.fromInt(from + 4 * i).getFloat();
        Address.fromInt(to + 4 * i).putFloat(own + (ofB[bAt + i] + ofC[cAt + i]));
      }
    } else {
      sum(count, a, ofB, bAt, ofC, cAt, to);
    }
  }

  private static void sum(int count, Matrix a, float[] ofB, int bAt, float[] ofC, int cAt, int to) {
    float[] ofA = a.data();
    int aAt = a.at();
    int whole = count & -4;
    for (int i = 0; i < whole; i += 4) {
      Address address = Address.fromInt(to + 4 * i);
      address.putFloat(ofA[aAt + i] + (ofB[bAt + i] + ofC[cAt + i]));
      address.add(4).putFloat(ofA[aAt + i + 1] + (ofB[bAt + i + 1] + ofC[cAt + i + 1]));
      address.add(8).putFloat(ofA[aAt + i + 2] + (ofB[bAt + i + 2] + ofC[cAt + i + 2]));
      address.add(12).putFloat(ofA[aAt + i + 3] + (ofB[bAt + i + 3] + ofC[cAt + i + 3]));
    }
    for (int i = whole; i < count; i++) {
      Address.fromInt(to + 4 * i).putFloat(ofA[aAt + i] + (ofB[bAt + i] + ofC[cAt + i]));
    }
  }

  @Override
  public void combine(int count, float alpha, Matrix a, float beta, Matrix b, Matrix y) {
    if (count == 0 || !(arrays.hold(a) || arrays.hold(b) || arrays.hold(y))) {
      scalar.combine(count, alpha, a, beta, b, y);
      return;
    }
    int ofA = arrays.read(a, count, first);
    int ofB = arrays.read(b, count, second);
    int to = arrays.write(y, count, result);
    Lanes.combine(
        ofA,
        end(ofA, count),
        ofB,
        Float.floatToRawIntBits(alpha),
        Float.floatToRawIntBits(beta),
        to);
    arrays.written(to, y, count);
  }

  @Override
  public void mix(int count, Matrix q, Matrix a, Matrix b, Matrix y) {
    if (count == 0 || !(arrays.hold(q) || arrays.hold(a) || arrays.hold(b) || arrays.hold(y))) {
      scalar.mix(count, q, a, b, y);
      return;
    }
    int ofQ = arrays.read(q, count, first);
    int ofA = arrays.read(a, count, second);
    int ofB = arrays.read(b, count, third);
    int to = arrays.write(y, count, result);
    Lanes.mix(ofQ, end(ofQ, count), ofA, ofB, to);
    arrays.written(to, y, count);
  }

  @Override
  public void reluBackward(int count, Matrix x, Matrix gy, Matrix gx) {
    scalar.reluBackward(count, x, gy, gx);
  }

  @Override
  public void sigmoidBackward(int count, Matrix y, Matrix gy, Matrix gx) {
    scalar.sigmoidBackward(count, y, gy, gx);
  }

  @Override
  public void sigmoidCurvature(int count, Matrix y, Matrix gy, Matrix yDot, Matrix gxDot) {
    scalar.sigmoidCurvature(count, y, gy, yDot, gxDot);
  }

  @Override
  public void clampBackward(int count, float limit, Matrix x, Matrix gy, Matrix gx) {
    scalar.clampBackward(count, limit, x, gy, gx);
  }

  @Override
  public void addProduct(int count, float alpha, Matrix x, Matrix y, Matrix z) {
    scalar.addProduct(count, alpha, x, y, z);
  }

  @Override
  public void addDifference(int count, Matrix x, Matrix a, Matrix b, Matrix z) {
    scalar.addDifference(count, x, a, b, z);
  }

  @Override
  public void addRest(int count, Matrix x, Matrix q, Matrix z) {
    scalar.addRest(count, x, q, z);
  }

  @Override
  public void axpy(int count, float alpha, Matrix x, Matrix y) {
    scalar.axpy(count, alpha, x, y);
  }

  @Override
  public void choose(int count, Matrix a, Matrix b, Matrix x, Matrix z, Matrix y) {
    scalar.choose(count, a, b, x, z, y);
  }

  @Override
  public void chooseBackward(
      int count, Matrix a, Matrix b, float alpha, Matrix g, Matrix gx, Matrix gz) {
    scalar.chooseBackward(count, a, b, alpha, g, gx, gz);
  }

  @Override
  public void scale(int count, float alpha, Matrix x) {
    scalar.scale(count, alpha, x);
  }

  @Override
  public double dot(int count, Matrix x, Matrix y) {
    return scalar.dot(count, x, y);
  }
}
