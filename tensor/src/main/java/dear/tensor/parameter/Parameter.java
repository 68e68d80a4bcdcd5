// SPDX-License-Identifier: Apache-2.0
package dear.tensor.parameter;

/**
 * One named parameter: a block of the flat array.
 *
 * @param name its name in a checkpoint
 * @param kind whether it is a matrix or a vector
 * @param offset the index of its first value in the flat array
 * @param in rows: the width that a matrix multiplies; 1 for a vector
 * @param out columns: the width of the product, or of the vector
 * @param initial its initial values
 */
public record Parameter(String name, Kind kind, int offset, int in, int out, Initial initial) {
  /** The kind of a parameter in a checkpoint. */
  public enum Kind {
    /** Stored {@code [in][out]} here (rows are multiplied as x·W), {@code [out][in]} in files. */
    MATRIX,
    /** The same here and in files. */
    VECTOR
  }

  /** The number of its values. */
  public int count() {
    return in * out;
  }

  /** All of it as a block. */
  public Block block() {
    return new Block(offset, in, out);
  }

  /** Some of its rows: the weights of one part of a concatenated input. */
  public Block rows(int from, int count) {
    if (from < 0 || count < 1 || from + count > in) {
      throw new IllegalArgumentException(
          "rows %d..%d of %s, which has %d".formatted(from, from + count, name, in));
    }
    return new Block(offset + from * out, count, out);
  }

  /** A dense matrix {@code [in][out]} inside the flat array. */
  public record Block(int offset, int in, int out) {}
}
