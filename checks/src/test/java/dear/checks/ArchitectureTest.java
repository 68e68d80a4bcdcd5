// SPDX-License-Identifier: Apache-2.0
package dear.checks;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Checks that the project keeps the {@link HouseRules}, and that each rule would notice a
 * violation.
 */
class ArchitectureTest {
  private static final String FIXTURE = "dear.checks.fixture";

  /** Benchmarks are left out: nothing uses them, and JMH generates half of their code. */
  private static final Set<String> BESIDE_THE_HOUSE = Set.of("bench");

  /** A module in the list of dependencies, unless its scope is test. */
  private static final Pattern DEPENDENCY =
      Pattern.compile("<artifactId>dear-(\\w+)</artifactId>\\s*</dependency>");

  private static final JavaClasses HOUSE =
      new ClassFileImporter()
          .withImportOption(location -> !location.contains("/dear/checks/"))
          .importPackages("dear");

  private static final JavaClasses RUIN = new ClassFileImporter().importPackages(FIXTURE);

  /**
   * Who breaks which rule in the fixture: the offender and, after the arrow, what it should not
   * use.
   */
  private static final Map<String, List<String>> OFFENCES =
      Map.ofEntries(
          Map.entry("arrows of module io", List.of("io.Room -> clrs.Room", "io.Room -> org.junit")),
          Map.entry("arrows of module clrs", List.of("clrs.Room -> tensor.Room")),
          Map.entry("arrows of module tensor", List.of("tensor.Room -> clrs.Room")),
          Map.entry(
              "arrows of module equilibrium",
              List.of("equilibrium.Room -> tensor.Room", "equilibrium.Room -> clrs.data.Room")),
          Map.entry("arrows of module reasoner", List.of("reasoner.Room -> cli.Room")),
          Map.entry("arrows of module jgrapht", List.of("jgrapht.Room -> web.Room")),
          Map.entry("arrows of module study", List.of("study.attic.Room -> web.Room")),
          Map.entry("arrows of module web", List.of("web.Room -> cli.Room")),
          Map.entry("arrows of module site", List.of("site.Room -> cli.Room")),
          Map.entry("arrows of module cli", List.of("cli.Room -> org.junit")),
          Map.entry("arrows of module spark", List.of("spark.Room -> web.Room")),
          Map.entry(
              "arrows inside module clrs",
              List.of(
                  "clrs.Room -> clrs.dataset.Room",
                  "clrs.data.Room -> clrs.sampling.Room",
                  "clrs.algorithm.Room -> clrs.dataset.Room",
                  "clrs.trait.Room -> clrs.algorithm.Room",
                  "clrs.sampling.Room -> clrs.Room",
                  "clrs.certificate.Room -> clrs.algorithm.Room",
                  "clrs.dataset.Room -> clrs.attic")),
          Map.entry(
              "arrows inside module tensor", List.of("tensor.kernel.Room -> tensor.autodiff.Room")),
          Map.entry(
              "arrows inside module equilibrium",
              List.of("equilibrium.linear.Room -> equilibrium.Room")),
          Map.entry(
              "arrows inside module reasoner",
              List.of("reasoner.network.Room -> reasoner.training.Room")),
          Map.entry("arrows inside module web", List.of("web.http.Room -> web.solve.Room")),
          Map.entry("arrows inside module site", List.of("site.engine.Room -> site.Room")),
          Map.entry(
              "known packages", List.of("clrs.attic.Room", "study.attic.Room", "tensor.Room")),
          Map.entry("no cycles", List.of("tensor.Room -> clrs.Room")),
          Map.entry("vectors in kernels only", List.of("tensor.Room -> jdk.incubator.vector")),
          Map.entry(
              "no Java serialization",
              List.of("Habits$Frozen -> java.io", "Habits -> java.io.ObjectInputStream")),
          Map.entry(
              "names that say something",
              List.of(
                  "Habits$PathUtil",
                  "Habits$PathUtils",
                  "Habits$PathHelper",
                  "Habits$PathManager",
                  "Habits$PathImpl")),
          Map.entry("one meaning per name", List.of("io.Room has", "web.http.Room has")),
          Map.entry(
              "few parameters",
              List.of("Habits.ramble(", "Habits$Crowd.<init>(", "Habits$Ranked.<init>(")),
          Map.entry("quiet libraries", List.of("Habits.shout", "Habits.murmur")),
          Map.entry(
              "seeded randomness",
              List.of(
                  "Habits.draw -> java.util.Random",
                  "Habits.draw -> ThreadLocalRandom",
                  "Habits.draw -> Math.random",
                  "Habits.draw -> Collections.shuffle")),
          Map.entry("no static state", List.of("Habits.memory")));

  static Set<String> rules() {
    return new HouseRules("dear").all().keySet();
  }

  @ParameterizedTest
  @MethodSource("rules")
  void theHouseKeeps(String rule) {
    rule("dear", rule).check(HOUSE);
  }

  @ParameterizedTest
  @MethodSource("rules")
  void theFixtureBreaks(String rule) {
    List<String> offences = OFFENCES.getOrDefault(rule, List.of());
    assertThat(offences).as("offences against \"%s\" in the fixture", rule).isNotEmpty();
    for (String offence : offences) {
      assertThat(reported(rule)).as(offence).anyMatch(line -> tells(line, offence));
    }
  }

  /** What the table allows is not reported, so a rule does not simply reject everything. */
  @Test
  void anAllowedArrowIsNoOffence() {
    assertThat(reported("arrows of module cli"))
        .isNotEmpty()
        .noneMatch(line -> tells(line, "cli.Room -> " + FIXTURE));
  }

  /** What the compiler adds to a list of parameters is not counted. */
  @Test
  void eightParametersAreNoOffence() {
    assertThat(reported("few parameters"))
        .hasSize(3)
        .noneMatch(line -> line.contains("Habits.speak("));
  }

  @Test
  void everyModuleHasItsArrows() {
    for (Path module : Repository.modules()) {
      String name = module.getFileName().toString();
      if (!BESIDE_THE_HOUSE.contains(name)) {
        assertThat(HouseRules.ARROWS)
            .as("say in HouseRules.ARROWS which modules %s may use", name)
            .containsKey(name);
      }
    }
  }

  /** An unused arrow must be removed: it would allow an import that nobody decided on. */
  @Test
  void everyArrowIsUsed() {
    HouseRules.ARROWS.forEach((module, targets) ->
        assertThat(used(module))
            .as("modules that %s uses, and those it may use in HouseRules.ARROWS", module)
            .containsExactlyInAnyOrderElementsOf(targets));
  }

  private static Set<String> used(String module) {
    return HOUSE.stream()
        .filter(origin -> module(origin).equals(module))
        .flatMap(origin -> origin.getDirectDependenciesFromSelf().stream())
        .map(arrow -> module(arrow.getTargetClass()))
        .filter(target -> HouseRules.ARROWS.containsKey(target) && !target.equals(module))
        .collect(Collectors.toSet());
  }

  private static String module(JavaClass type) {
    String[] path = type.getPackageName().split("\\.", -1);
    return path.length > 1 && path[0].equals("dear") ? path[1] : "";
  }

  /** Maven has the same arrows, so that a module does not depend on what it never uses. */
  @Test
  void mavenKnowsTheSameArrows() {
    for (Path module : Repository.modules()) {
      String name = module.getFileName().toString();
      if (!BESIDE_THE_HOUSE.contains(name)) {
        assertThat(DEPENDENCY.matcher(Repository.read(module.resolve("pom.xml"))).results())
            .as("dependencies in the pom.xml of %s, and its HouseRules.ARROWS", name)
            .map(match -> match.group(1))
            .containsExactlyInAnyOrderElementsOf(HouseRules.ARROWS.getOrDefault(name, Set.of()));
      }
    }
  }

  @Test
  void everyClassIsLookedAt() {
    Set<String> imported = Set.copyOf(HOUSE.stream().map(JavaClass::getName).toList());
    assertThat(Repository.modules()).isNotEmpty();
    for (Path module : Repository.modules()) {
      if (!BESIDE_THE_HOUSE.contains(module.getFileName().toString())) {
        List<String> written =
            Repository.mainSources(module).stream()
                .map(file -> className(Repository.sourceFolder(module).relativize(file)))
                .filter(name -> !name.endsWith("package-info"))
                .toList();
        assertThat(imported)
            .as("classes of %s seen here; if none, checks/pom.xml must depend on it", module)
            .containsAll(written);
      }
    }
  }

  private static List<String> reported(String rule) {
    return rule(FIXTURE, rule).evaluate(RUIN).getFailureReport().getDetails().stream()
        .flatMap(String::lines)
        .toList();
  }

  /** ArchUnit writes {@code Field <origin> has type <target> in (file)}, and the like. */
  private static boolean tells(String line, String offence) {
    String[] ends = offence.split(" -> ", 2);
    if (ends.length == 1) {
      return line.contains(offence);
    }
    int middle = line.indexOf("> ");
    return middle >= 0
        && line.substring(0, middle).contains(ends[0])
        && line.substring(middle).contains(ends[1]);
  }

  private static ArchRule rule(String root, String name) {
    ArchRule rule = new HouseRules(root).all().get(name);
    if (rule == null) {
      throw new IllegalArgumentException("no rule is called " + name);
    }
    return rule;
  }

  private static String className(Path source) {
    String path = source.toString().replace('\\', '/');
    return path.substring(0, path.length() - ".java".length()).replace('/', '.');
  }
}
