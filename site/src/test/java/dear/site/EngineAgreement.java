// SPDX-License-Identifier: Apache-2.0
package dear.site;

import static dear.site.EngineComparison.sample;
import static org.assertj.core.api.Assertions.assertThat;

import dear.clrs.Algorithm;
import dear.clrs.Clrs;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What {@link EngineAgreementTest} checks, with more than a thousand random instances. It takes
 * minutes, so it runs only when it is named:
 *
 * <pre>
 * ./mvnw -q test -pl site -am -Dtest=EngineAgreement -Dsurefire.failIfNoSpecifiedTests=false
 * </pre>
 */
class EngineAgreement {
  private static final int PER_ALGORITHM = 33;

  @Test
  void answersAreTheServers(@TempDir Path folder) throws IOException {
    int asked = 0;
    List<String> differences = new ArrayList<>();
    try (EngineComparison engines = EngineComparison.open(folder)) {
      for (Algorithm algorithm : Clrs.algorithms()) {
        for (int seed = 0; seed < PER_ALGORITHM; seed++) {
          String question = sample(algorithm.name(), 5 + seed % 4, seed);
          List<String> found = engines.differences(question);
          if (!found.isEmpty()) {
            differences.add(question + ": " + found);
          }
          asked++;
        }
        System.out.printf(
            "%s: %d asked, %d answered differently%n", algorithm.name(), asked, differences.size());
      }
    }
    assertThat(asked).isGreaterThan(1000);
    assertThat(differences).isEmpty();
  }
}
