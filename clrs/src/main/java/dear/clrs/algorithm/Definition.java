// SPDX-License-Identifier: Apache-2.0
package dear.clrs.algorithm;

import dear.clrs.data.FeatureSpec;
import dear.clrs.data.Procedure;
import dear.clrs.sampling.Sampler;
import dear.clrs.trait.Category;
import dear.clrs.trait.Traits;
import java.util.List;

/**
 * The definition of an algorithm. Each algorithm class of this package has one, {@link Definitions}
 * lists them, and nothing else in the program refers to an algorithm by name.
 *
 * @param name its name in CLRS-30
 * @param title its human-readable name
 * @param category its category in CLRS-30
 * @param features its features, in the order of CLRS-30
 * @param procedure its steps
 * @param sampler the distribution of its inputs
 * @param traits what else is known about it
 */
public record Definition(
    String name,
    String title,
    Category category,
    List<FeatureSpec> features,
    Procedure procedure,
    Sampler sampler,
    Traits traits) {
  /** Copies the list. */
  public Definition {
    features = List.copyOf(features);
  }
}
