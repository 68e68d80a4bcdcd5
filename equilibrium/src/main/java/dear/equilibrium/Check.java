// SPDX-License-Identifier: Apache-2.0
package dear.equilibrium;

/** Rejects invalid options by name. */
final class Check {
  private Check() {}

  static void inside(boolean condition, String name, String range, Object value) {
    if (!condition) {
      throw new IllegalArgumentException(name + " must be " + range + ", but is " + value);
    }
  }
}
