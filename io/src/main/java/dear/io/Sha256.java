// SPDX-License-Identifier: Apache-2.0
package dear.io;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** The digest used to verify files. */
public final class Sha256 {
  private Sha256() {}

  /** A digest to be updated incrementally. */
  public static MessageDigest digest() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java platform has SHA-256", e);
    }
  }

  /** The digest of some bytes, formatted as {@code sha256sum} does. */
  public static String of(byte[] bytes) {
    return HexFormat.of().formatHex(digest().digest(bytes));
  }
}
