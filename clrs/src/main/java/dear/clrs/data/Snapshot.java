// SPDX-License-Identifier: Apache-2.0
package dear.clrs.data;

import java.util.List;

/** The variables of a running algorithm at one moment; valid only during the call. */
public interface Snapshot {
  /** Its number, from 0. */
  int step();

  /** The hints of the algorithm, in the order of the specification. */
  List<FeatureSpec> specs();

  /** The live variable behind a scalar hint; copy it to keep it. */
  double[] reals(int hint);

  /** The live variable behind a hint of any other type; copy it to keep it. */
  int[] codes(int hint);
}
