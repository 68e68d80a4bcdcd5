// SPDX-License-Identifier: Apache-2.0
package dear.tensor.kernel;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorSpecies;

/**
 * The width of the vectors, and how numbers get into them.
 *
 * <p>The species is a static constant because the compiler only then turns vectors into registers.
 * Whatever derives from it (shuffles, masks, numbers of lanes) is constant for the same reason.
 */
final class VectorLanes {
  /** Vector width in bits: 128, 256 or 512; what the processor prefers if not set. */
  static final String BITS_PROPERTY = "dear.kernels.bits";

  static final VectorSpecies<Float> F = species();
  static final VectorSpecies<Integer> I = F.withLanes(int.class);
  static final int LANES = F.length();

  private VectorLanes() {}

  private static VectorSpecies<Float> species() {
    Integer bits = Integer.getInteger(BITS_PROPERTY);
    if (bits == null) {
      return FloatVector.SPECIES_PREFERRED;
    }
    return switch (bits) {
      case 128 -> FloatVector.SPECIES_128;
      case 256 -> FloatVector.SPECIES_256;
      case 512 -> FloatVector.SPECIES_512;
      default ->
          throw new IllegalStateException(
              "-D" + BITS_PROPERTY + "=" + bits + " is unknown: use 128, 256 or 512");
    };
  }

  static FloatVector load(float[] x, int at) {
    return FloatVector.fromArray(F, x, at);
  }

  static FloatVector load(float[] x, int at, VectorMask<Float> mask) {
    return FloatVector.fromArray(F, x, at, mask);
  }

  static FloatVector all(float x) {
    return FloatVector.broadcast(F, x);
  }
}
