// SPDX-License-Identifier: Apache-2.0
package dear.clrs.data;

import java.util.List;

/**
 * A solved instance: inputs, outputs, and the hints if they were recorded.
 *
 * @param inputs what the algorithm was given
 * @param hints the recorded snapshots, or nothing
 * @param outputs its answer
 * @param length the number of snapshots, known even if they were not recorded
 */
public record Instance(Inputs inputs, List<Feature> hints, List<Feature> outputs, int length) {
  /** Copies the lists. */
  public Instance {
    hints = List.copyOf(hints);
    outputs = List.copyOf(outputs);
  }

  /** The number of nodes. */
  public int nodes() {
    return inputs.nodes();
  }

  /** The output with this name. */
  public Feature output(String name) {
    return find(outputs, "output", name);
  }

  /** The hint with this name. */
  public Feature hint(String name) {
    return find(hints, "recorded hint", name);
  }

  private static Feature find(List<Feature> features, String kind, String name) {
    for (Feature feature : features) {
      if (feature.name().equals(name)) {
        return feature;
      }
    }
    throw new IllegalArgumentException("no " + kind + " \"" + name + "\"");
  }
}
