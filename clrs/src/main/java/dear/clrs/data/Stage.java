// SPDX-License-Identifier: Apache-2.0
package dear.clrs.data;

/** When a feature is available: before the run, after it, or at every snapshot of it. */
public enum Stage {
  INPUT,
  OUTPUT,
  HINT
}
