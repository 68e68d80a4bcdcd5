// SPDX-License-Identifier: Apache-2.0
package dear.clrs.data;

/** What a feature's values belong to. */
public enum Location {
  NODE,
  EDGE,
  GRAPH
}
