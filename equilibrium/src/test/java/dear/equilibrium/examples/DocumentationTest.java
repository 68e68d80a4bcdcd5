// SPDX-License-Identifier: Apache-2.0
package dear.equilibrium.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dear.equilibrium.EquilibriumSolver;
import dear.equilibrium.Method;
import dear.equilibrium.Solution;
import dear.equilibrium.SolverOptions;
import dear.equilibrium.StopRule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class DocumentationTest {
  @Test
  void theExampleLearnsTheCoupling() {
    Random random = new Random(1);
    float[] x = new float[40];
    for (int i = 0; i < x.length; i++) {
      x[i] = (float) random.nextGaussian() + 0.3f;
    }
    LearnACoupling.Magnets teacher = new LearnACoupling.Magnets(x, 0.8f);
    Solution rest =
        new EquilibriumSolver(
                new SolverOptions(Method.Anderson.DEFAULT, StopRule.relative(1e-6, 100)))
            .solve(teacher, new float[40]);
    float[] observed = rest.image().clone();
    assertThat((double) LearnACoupling.learn(x, observed)).isCloseTo(0.8, within(1e-3));
  }

  @Test
  void theDocumentShowsTheExampleAsItIs() throws IOException {
    Path module = Path.of("").toAbsolutePath();
    String source =
        Files.readString(
            module.resolve("src/test/java/dear/equilibrium/examples/LearnACoupling.java"));
    String example =
        source
            .substring(source.indexOf("  // begin\n") + "  // begin\n".length())
            .replaceFirst("(?s)\\n *// end\\n.*", "")
            .stripIndent();
    String document = Files.readString(module.resolveSibling("docs").resolve("equilibrium.md"));
    assertThat(document).contains("```java\n" + example + "\n```");
  }
}
