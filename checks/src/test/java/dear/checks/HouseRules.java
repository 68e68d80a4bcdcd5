package dear.checks;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.GeneralCodingRules.ACCESS_STANDARD_STREAMS;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.lang.ArchRule;
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
 * The rules of the house, as the tables below and the habits after them.
 *
 * <p>A module is the package of the same name under {@code root}. The root is a parameter because
 * the rules are applied twice: to {@code dear}, which must keep them all, and to {@code
 * dear.checks.fixture}, a small house that breaks each of them, lest a rule pass because it cannot
 * fail.
 */
record HouseRules(String root) {
  /** Which modules each module may use. What is not named here is forbidden. */
  static final Map<String, Set<String>> ARROWS =
      Map.of(
          "io", Set.of(),
          "clrs", Set.of("io"),
          "tensor", Set.of("io"),
          "equilibrium", Set.of("tensor"),
          "reasoner", Set.of("io", "clrs", "tensor", "equilibrium"),
          "web", Set.of("io", "clrs", "tensor", "equilibrium", "reasoner"),
          "cli", Set.of("io", "clrs", "tensor", "equilibrium", "reasoner", "web"));

  /** The modules that may use a library at run time; all others live on the JDK alone. */
  private static final Map<String, Set<String>> LIBRARIES =
      Map.of(
          "cli", Set.of("picocli.."),
          "web", Set.of("com.sun.net.httpserver..")); // the JDK's, though not in java

  /** Which packages of clrs each package of clrs may use. */
  private static final Map<String, Set<String>> CLRS_ARROWS =
      Map.of(
          "clrs.data", Set.of(),
          "clrs.trait", Set.of("clrs.data"),
          "clrs.sampling", Set.of("clrs.data"),
          "clrs.algorithm", Set.of("clrs.data", "clrs.trait", "clrs.sampling"),
          "clrs", Set.of("clrs.data", "clrs.trait", "clrs.algorithm", "clrs.sampling"),
          "clrs.certificate", Set.of("clrs", "clrs.data", "clrs.trait"),
          "clrs.dataset", Set.of("clrs", "clrs.data", "clrs.trait", "clrs.sampling"));

  /** The one place that may name vectors, so that a JVM without them loses only this place. */
  private static final String KERNELS = "tensor.kernel";

  private static final String VECTORS = "jdk.incubator.vector..";

  /** Annotations for the compiler; not needed at run time. */
  private static final String NULLNESS = "org.jspecify.annotations..";

  /** All rules by name. */
  Map<String, ArchRule> all() {
    Map<String, ArchRule> rules = new LinkedHashMap<>();
    ARROWS.keySet().stream().sorted().forEach(m -> rules.put("arrows of module " + m, arrows(m)));
    CLRS_ARROWS.keySet().stream()
        .sorted()
        .forEach(p -> rules.put("arrows of package " + p, clrsArrows(p)));
    rules.put("known packages of clrs", knownClrsPackages());
    rules.put("no cycles", noCycles());
    rules.put("vectors in kernels only", vectorsInKernelsOnly());
    rules.put("no Java serialization", noSerialization());
    rules.put("names that say something", speakingNames());
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

  private ArchRule clrsArrows(String name) {
    String[] allowed =
        Stream.concat(Stream.of(name), CLRS_ARROWS.getOrDefault(name, Set.of()).stream())
            .map(this::exactly)
            .toArray(String[]::new);
    return noClasses()
        .that(resideInAPackage(exactly(name)))
        .should()
        .dependOnClassesThat(resideInAPackage(inside("clrs")).and(not(resideInAnyPackage(allowed))))
        .allowEmptyShould(true);
  }

  /** A new package must be given its place in the table, or nothing would watch its arrows. */
  private ArchRule knownClrsPackages() {
    return classes()
        .that(resideInAPackage(inside("clrs")))
        .should()
        .resideInAnyPackage(CLRS_ARROWS.keySet().stream().map(this::exactly).toArray(String[]::new))
        .because("HouseRules.CLRS_ARROWS says who may know whom");
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

  /** Exceptions and enums inherit the interface from the JDK; nobody else asks for it. */
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
