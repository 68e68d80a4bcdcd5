// SPDX-License-Identifier: Apache-2.0
package dear.checks;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.TOP_LEVEL_CLASSES;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.simpleName;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.codeUnits;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.GeneralCodingRules.ACCESS_STANDARD_STREAMS;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.CompositeArchRule;
import java.io.Externalizable;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;

/**
 * The rules of the project: the tables below and the habits after them.
 *
 * <p>A module is the package of the same name under {@code root}. The root is a parameter because
 * the rules are applied twice: to {@code dear}, which must keep them all, and to {@code
 * dear.checks.fixture}, which breaks each of them, so that a rule cannot pass merely because it
 * never fails.
 */
record HouseRules(String root) {
  /** Which modules each module may use. Anything else is forbidden. */
  static final Map<String, Set<String>> ARROWS =
      Map.ofEntries(
          Map.entry("io", Set.of()),
          Map.entry("clrs", Set.of("io")),
          Map.entry("tensor", Set.of("io")),
          Map.entry("equilibrium", Set.of("io")),
          Map.entry("reasoner", Set.of("io", "clrs", "tensor", "equilibrium")),
          Map.entry("jgrapht", Set.of("clrs", "reasoner")),
          Map.entry("study", Set.of("io", "clrs", "tensor", "equilibrium", "reasoner")),
          Map.entry("web", Set.of("io", "clrs", "tensor", "reasoner")),
          Map.entry("site", Set.of("io", "tensor", "reasoner", "web")),
          Map.entry(
              "cli",
              Set.of("io", "clrs", "tensor", "equilibrium", "reasoner", "study", "web", "site")),
          Map.entry("spark", Set.of("io", "clrs", "tensor", "reasoner", "study", "cli")));

  /** The modules that may use a library at run time; all others need only the JDK. */
  private static final Map<String, Set<String>> LIBRARIES =
      Map.of(
          "cli", Set.of("picocli..", "org.jgrapht.."),
          "jgrapht", Set.of("org.jgrapht.."),
          "site", Set.of("org.teavm.."), // the compiler, while it is built
          "spark", Set.of("picocli..", "org.apache.spark..", "org.apache.hadoop..", "scala.."));

  /**
   * Which packages of its own module each package may use. Every package must be listed, so that
   * its arrows are checked.
   */
  private static final Map<String, Set<String>> PACKAGE_ARROWS =
      Map.ofEntries(
          Map.entry("io", Set.of()),
          Map.entry("clrs.data", Set.of()),
          Map.entry("clrs.trait", Set.of("clrs.data")),
          Map.entry("clrs.sampling", Set.of("clrs.data")),
          Map.entry("clrs.algorithm", Set.of("clrs.data", "clrs.trait", "clrs.sampling")),
          Map.entry("clrs", Set.of("clrs.data", "clrs.trait", "clrs.algorithm", "clrs.sampling")),
          Map.entry("clrs.certificate", Set.of("clrs", "clrs.data", "clrs.trait")),
          Map.entry("clrs.dataset", Set.of("clrs", "clrs.data", "clrs.trait", "clrs.sampling")),
          Map.entry("clrs.text", Set.of("clrs", "clrs.data", "clrs.trait", "clrs.dataset")),
          Map.entry("tensor.kernel", Set.of()),
          Map.entry("tensor.parallel", Set.of()),
          Map.entry("tensor.safetensors", Set.of()),
          Map.entry("tensor.message", Set.of("tensor.kernel")),
          Map.entry("tensor.parameter", Set.of("tensor.kernel", "tensor.safetensors")),
          Map.entry(
              "tensor.optim", Set.of("tensor.kernel", "tensor.parameter", "tensor.safetensors")),
          Map.entry(
              "tensor.autodiff",
              Set.of("tensor.kernel", "tensor.message", "tensor.parallel", "tensor.parameter")),
          Map.entry("equilibrium.linear", Set.of()),
          Map.entry("equilibrium", Set.of("equilibrium.linear")),
          Map.entry("equilibrium.gradient", Set.of("equilibrium", "equilibrium.linear")),
          Map.entry("equilibrium.diagnostics", Set.of("equilibrium", "equilibrium.linear")),
          Map.entry("reasoner.chart", Set.of()),
          Map.entry("reasoner.dataset", Set.of()),
          Map.entry("reasoner.problem", Set.of()),
          Map.entry("reasoner.network", Set.of("reasoner.problem")),
          Map.entry("reasoner.inference", Set.of("reasoner.network", "reasoner.problem")),
          Map.entry("reasoner.score", Set.of("reasoner.inference", "reasoner.problem")),
          Map.entry(
              "reasoner.gradient",
              Set.of("reasoner.inference", "reasoner.network", "reasoner.problem")),
          Map.entry(
              "reasoner.settings",
              Set.of("reasoner.inference", "reasoner.network", "reasoner.problem")),
          Map.entry(
              "reasoner.sampling",
              Set.of(
                  "reasoner.dataset", "reasoner.network", "reasoner.problem", "reasoner.settings")),
          Map.entry(
              "reasoner.model",
              Set.of(
                  "reasoner.inference",
                  "reasoner.network",
                  "reasoner.problem",
                  "reasoner.score",
                  "reasoner.settings")),
          Map.entry(
              "reasoner.evaluation",
              Set.of(
                  "reasoner.gradient",
                  "reasoner.inference",
                  "reasoner.model",
                  "reasoner.network",
                  "reasoner.problem",
                  "reasoner.sampling",
                  "reasoner.score",
                  "reasoner.settings")),
          Map.entry(
              "reasoner.shipped",
              Set.of(
                  "reasoner.evaluation",
                  "reasoner.model",
                  "reasoner.score",
                  "reasoner.settings",
                  "reasoner.training")),
          Map.entry(
              "reasoner.training",
              Set.of(
                  "reasoner.chart",
                  "reasoner.evaluation",
                  "reasoner.gradient",
                  "reasoner.inference",
                  "reasoner.model",
                  "reasoner.network",
                  "reasoner.problem",
                  "reasoner.sampling",
                  "reasoner.score",
                  "reasoner.settings")),
          Map.entry("jgrapht", Set.of()),
          Map.entry("study", Set.of()),
          Map.entry("web.http", Set.of()),
          Map.entry("web.runs", Set.of("web.http")),
          Map.entry("web.solve", Set.of("web.http")),
          Map.entry("web", Set.of("web.http", "web.runs", "web.solve")),
          Map.entry("site.lanes", Set.of()),
          Map.entry("site", Set.of("site.lanes")),
          Map.entry("site.engine", Set.of()),
          Map.entry("site.compiler", Set.of("site.engine")),
          Map.entry("cli", Set.of()),
          Map.entry("spark", Set.of()));

  /** The only place that may use the Vector API, so that a JVM without it loses only this place. */
  private static final String KERNELS = "tensor.kernel";

  private static final String VECTORS = "jdk.incubator.vector..";

  /** Annotations for the compiler; not needed at run time. */
  private static final String NULLNESS = "org.jspecify.annotations..";

  /** All rules by name. */
  Map<String, ArchRule> all() {
    Map<String, ArchRule> rules = new LinkedHashMap<>();
    ARROWS.keySet().stream().sorted().forEach(m -> rules.put("arrows of module " + m, arrows(m)));
    ARROWS.keySet().stream()
        .sorted()
        .filter(m -> packagesOf(m).count() > 1)
        .forEach(m -> rules.put("arrows inside module " + m, arrowsInside(m)));
    rules.put("known packages", knownPackages());
    rules.put("no cycles", noCycles());
    rules.put("vectors in kernels only", vectorsInKernelsOnly());
    rules.put("no Java serialization", noSerialization());
    rules.put("names that say something", speakingNames());
    rules.put("one meaning per name", uniqueNames());
    rules.put("few parameters", fewParameters());
    rules.put("quiet libraries", quietLibraries());
    rules.put("seeded randomness", seededRandomness());
    rules.put("no static state", noStaticState());
    return rules;
  }

  private ArchRule arrows(String module) {
    String[] allowed =
        Stream.of(
                Stream.of("java..", VECTORS, NULLNESS, inside(module)),
                ARROWS.getOrDefault(module, Set.of()).stream().map(this::inside),
                LIBRARIES.getOrDefault(module, Set.of()).stream())
            .flatMap(packages -> packages)
            .toArray(String[]::new);
    return classes()
        .that(resideInAPackage(inside(module)))
        .should()
        .onlyDependOnClassesThat(resideInAnyPackage(allowed))
        .allowEmptyShould(true);
  }

  private ArchRule arrowsInside(String module) {
    return CompositeArchRule.of(
            packagesOf(module).map(name -> packageArrows(module, name)).toList())
        .as("packages of " + module + " use only those listed in HouseRules.PACKAGE_ARROWS");
  }

  private ArchRule packageArrows(String module, String name) {
    String[] allowed =
        Stream.concat(Stream.of(name), PACKAGE_ARROWS.getOrDefault(name, Set.of()).stream())
            .map(this::exactly)
            .toArray(String[]::new);
    return noClasses()
        .that(resideInAPackage(exactly(name)))
        .should()
        .dependOnClassesThat(resideInAPackage(inside(module)).and(not(resideInAnyPackage(allowed))))
        .allowEmptyShould(true);
  }

  private ArchRule knownPackages() {
    return classes()
        .that(
            resideInAnyPackage(ARROWS.keySet().stream().map(this::inside).toArray(String[]::new))
                .and(not(simpleName("package-info")))) // the module's own Javadoc
        .should()
        .resideInAnyPackage(
            PACKAGE_ARROWS.keySet().stream().map(this::exactly).toArray(String[]::new))
        .as("every package is listed in HouseRules.PACKAGE_ARROWS, which says what it may use");
  }

  private static Stream<String> packagesOf(String module) {
    return PACKAGE_ARROWS.keySet().stream()
        .filter(name -> name.equals(module) || name.startsWith(module + "."))
        .sorted();
  }

  private ArchRule noCycles() {
    return slices().matching(root + ".(**)").should().beFreeOfCycles();
  }

  private ArchRule vectorsInKernelsOnly() {
    return noClasses()
        .that(not(resideInAPackage(inside(KERNELS))))
        .should()
        .dependOnClassesThat(resideInAPackage(VECTORS));
  }

  /** Exceptions and enums inherit the interface from the JDK; nothing else may implement it. */
  private static ArchRule noSerialization() {
    return noClasses()
        .should()
        .dependOnClassesThat()
        .belongToAnyOf(
            Serializable.class,
            Externalizable.class,
            ObjectInputStream.class,
            ObjectOutputStream.class);
  }

  private static ArchRule speakingNames() {
    return noClasses().should().haveNameMatching(".*(Utils?|Helpers?|Manager|Impl)(\\$.*)?");
  }

  private static ArchRule uniqueNames() {
    return classes()
        .that(TOP_LEVEL_CLASSES.and(not(simpleName("package-info"))))
        .should(new UniqueNames());
  }

  private static ArchRule fewParameters() {
    return codeUnits().should(new FewParameters());
  }

  private ArchRule quietLibraries() {
    return noClasses()
        .that(not(resideInAnyPackage(inside("cli"), inside("web"))))
        .should(ACCESS_STANDARD_STREAMS)
        .because("a library reports to its caller, and only a front end to a person");
  }

  private static ArchRule seededRandomness() {
    return noClasses()
        .should()
        .dependOnClassesThat()
        .belongToAnyOf(Random.class, ThreadLocalRandom.class)
        .orShould()
        .callMethod(Math.class, "random")
        .orShould()
        .callMethod(StrictMath.class, "random")
        .orShould()
        .callMethod(Collections.class, "shuffle", List.class)
        .because("every draw comes from a seeded stream that the caller hands in");
  }

  private static ArchRule noStaticState() {
    return fields().that().areStatic().should().beFinal();
  }

  private String inside(String name) {
    return root + "." + name + "..";
  }

  private String exactly(String name) {
    return root + "." + name;
  }
}
