// SPDX-License-Identifier: Apache-2.0
package dear.tensor.safetensors;

/** The element types of the format, by their names in the header. */
public enum ElementType {
  BOOL(8),
  F4(4),
  F6_E2M3(6),
  F6_E3M2(6),
  U8(8),
  I8(8),
  F8_E5M2(8),
  F8_E4M3(8),
  F8_E8M0(8),
  F8_E4M3FNUZ(8),
  F8_E5M2FNUZ(8),
  I16(16),
  U16(16),
  F16(16),
  BF16(16),
  I32(32),
  U32(32),
  F32(32),
  C64(64),
  F64(64),
  I64(64),
  U64(64);

  private final int bits;

  ElementType(int bits) {
    this.bits = bits;
  }

  /** The size of one element; sizes below eight bits are packed. */
  public int bits() {
    return bits;
  }
}
