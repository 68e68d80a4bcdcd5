// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.model;

import dear.clrs.Algorithm;
import dear.clrs.Clrs;
import dear.reasoner.network.Network;
import dear.reasoner.settings.Preset;
import dear.reasoner.settings.Provenance;
import dear.reasoner.settings.Setting;
import dear.reasoner.settings.Settings;
import java.util.Map;

/** Small untrained models. */
final class Models {
  private Models() {}

  static Model untrained(String algorithm) {
    return untrained(algorithm, Map.of());
  }

  static Model untrained(String algorithm, Map<Setting, String> given) {
    Algorithm known = Clrs.algorithm(algorithm);
    Settings settings =
        Settings.of(known, Preset.QUICK)
            .with(Map.of(Setting.WIDTH, "8", Setting.TEST_BUDGET, "10"))
            .with(given);
    Network network = settings.network();
    return new Model(
        settings, network, network.initial(5), new Provenance(Map.of("commit", "none")));
  }
}
