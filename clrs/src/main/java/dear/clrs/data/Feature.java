// SPDX-License-Identifier: Apache-2.0
package dear.clrs.data;

import java.util.Arrays;

/**
 * The values of one feature of one instance: real numbers for scalars, integers for all other types
 * (see {@link Type} and {@link FeatureSpec#size}). Hints hold their snapshots consecutively.
 *
 * <p>The arrays are returned without copying, for speed; they must not be changed.
 */
public final class Feature {
  private static final double[] NO_REALS = {};
  private static final int[] NO_CODES = {};

  private final FeatureSpec spec;
  private final int size;
  private final double[] reals;
  private final int[] codes;

  private Feature(FeatureSpec spec, int size, double[] reals, int[] codes) {
    this.spec = spec;
    this.size = size;
    this.reals = reals;
    this.codes = codes;
  }

  /** A scalar feature; {@code size} values per snapshot. */
  public static Feature of(FeatureSpec spec, int size, double[] reals) {
    if (!spec.isReal()) {
      throw new IllegalArgumentException(spec.name() + " takes integers, not real numbers");
    }
    return new Feature(spec, size, reals, NO_CODES);
  }

  /** A feature of any other type; {@code size} values per snapshot. */
  public static Feature of(FeatureSpec spec, int size, int[] codes) {
    if (spec.isReal()) {
      throw new IllegalArgumentException(spec.name() + " takes real numbers, not integers");
    }
    return new Feature(spec, size, NO_REALS, codes);
  }

  /** Its specification. */
  public FeatureSpec spec() {
    return spec;
  }

  /** The feature's name. */
  public String name() {
    return spec.name();
  }

  /** The number of values in one snapshot. */
  public int size() {
    return size;
  }

  /** The number of snapshots: 1 for inputs and outputs. */
  public int steps() {
    return (spec.isReal() ? reals.length : codes.length) / Math.max(1, size);
  }

  /** The real numbers of a scalar feature. */
  public double[] reals() {
    if (!spec.isReal()) {
      throw new IllegalStateException(spec.name() + " holds integers: use codes()");
    }
    return reals;
  }

  /** The integers of a feature that is not scalar. */
  public int[] codes() {
    if (spec.isReal()) {
      throw new IllegalStateException(spec.name() + " holds real numbers: use reals()");
    }
    return codes;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Feature that
        && spec.equals(that.spec)
        && Arrays.equals(reals, that.reals)
        && Arrays.equals(codes, that.codes);
  }

  @Override
  public int hashCode() {
    return 31 * (31 * spec.hashCode() + Arrays.hashCode(reals)) + Arrays.hashCode(codes);
  }

  @Override
  public String toString() {
    return spec.name() + "=" + (spec.isReal() ? Arrays.toString(reals) : Arrays.toString(codes));
  }
}
