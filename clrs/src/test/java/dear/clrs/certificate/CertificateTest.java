// SPDX-License-Identifier: Apache-2.0
package dear.clrs.certificate;

import static org.assertj.core.api.Assertions.assertThat;

import dear.clrs.Algorithm;
import dear.clrs.Clrs;
import dear.clrs.data.Feature;
import dear.clrs.data.Graph;
import dear.clrs.data.Inputs;
import dear.clrs.data.Instance;
import dear.clrs.data.Type;
import dear.clrs.text.Reading;
import dear.clrs.trait.InputForm;
import dear.clrs.trait.Proof;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Answers of the algorithms, and damaged ones that brute force judges, get the right verdict. */
class CertificateTest {
  /** Small, because brute force is exponential. */
  private static final Set<Proof> TINY =
      Set.of(Proof.Known.DEPTH_FIRST_FOREST, Proof.Known.ACTIVITIES, Proof.Known.TASK_MARKS);

  private static final int[] SIZES = {2, 3, 5, 8, 16, 27, 40};

  static Stream<Algorithm> checkable() {
    return Clrs.algorithms().stream().filter(a -> a.traits().proof() instanceof Proof.Known);
  }

  /** The documentation says so. */
  @Test
  void everyAlgorithmHasACertificate() {
    assertThat(checkable()).hasSizeGreaterThanOrEqualTo(31).containsAll(Clrs.algorithms());
  }

  @ParameterizedTest
  @MethodSource("checkable")
  void trueAnswersAreRight(Algorithm algorithm) {
    for (int k = 0; k < 200; k++) {
      Inputs inputs = inputs(algorithm, SIZES[k % SIZES.length], k);
      Certificate certificate =
          Certificate.check(algorithm, inputs, algorithm.run(inputs).outputs());
      assertThat(certificate.verdict())
          .as(() -> "%s of %s".formatted(certificate, inputs))
          .isEqualTo(Verdict.RIGHT);
      assertThat(certificate.faultCount()).isZero();
      assertThat(certificate.basis()).isNotBlank();
    }
  }

  @Test
  void withoutAProofTheVerdictSaysWhy() {
    Findings findings = new Findings(Integer::toString);
    Conditions unknown = Conditions.of(new Proof.Unknown("not checked: too hard"));
    Instance solved = Clrs.algorithm("minimum").samples(3).get(0);
    unknown.verify(solved.inputs(), new Answer(solved.outputs()), findings);
    Certificate certificate = findings.certificate(unknown.basis());
    assertThat(certificate.verdict()).isEqualTo(Verdict.NOT_CHECKABLE);
    assertThat(certificate.basis()).isEqualTo("not checked: too hard");
  }

  @ParameterizedTest
  @MethodSource("checkable")
  void damagedAnswersAreJudgedAsByBruteForce(Algorithm algorithm) {
    SplittableRandom random = new SplittableRandom(algorithm.name().hashCode());
    Proof.Known proof = (Proof.Known) algorithm.traits().proof();
    int wrong = 0;
    for (int k = 0; k < 400; k++) {
      int size = TINY.contains(proof) ? 4 + k % 4 : 4 + k % 7;
      Inputs inputs = inputs(algorithm, size, k);
      List<Feature> outputs = algorithm.run(inputs).outputs();
      outputs =
          k % 2 == 0 && proof == Proof.Known.MINIMUM_FOREST
              ? exchanged(outputs.getFirst(), inputs.graph(), random)
              : k % 2 == 0 && proof == Proof.Known.FORWARD_ORDER
                  ? swapped(outputs, random)
                  : damaged(outputs, inputs, random);
      Answer answer = new Answer(outputs);
      boolean right = Oracle.isRight(proof, inputs, answer);
      Certificate certificate = Certificate.check(algorithm, inputs, outputs);
      String description = "%s for %s of %s".formatted(certificate, outputs, inputs);
      assertThat(certificate.verdict())
          .as(description)
          .isEqualTo(right ? Verdict.RIGHT : Verdict.WRONG);
      assertThat(certificate.faults().isEmpty()).isEqualTo(right);
      for (Fault fault : certificate.faults()) {
        assertThat(Oracle.isWrongAt(proof, inputs, answer, fault.place()))
            .as("%s in %s", fault, description)
            .isTrue();
      }
      wrong += right ? 0 : 1;
    }
    assertThat(wrong).isGreaterThan(100);
  }

  /**
   * A product, a tree or a subsequence is judged by what it costs; the rest of its table is not.
   */
  @ParameterizedTest
  @CsvSource({"matrix_chain_order, 9", "optimal_bst, 8", "lcs_length, 12"})
  void whatIsShownIsRightIfItsCostIsTheLeast(String name, int size) {
    Algorithm algorithm = Clrs.algorithm(name);
    SplittableRandom random = new SplittableRandom(1);
    int rightIsShown = 0;
    int wrongIsShown = 0;
    for (int k = 0; k < 400; k++) {
      Inputs inputs = inputs(algorithm, size, k);
      List<Feature> outputs = damaged(algorithm.run(inputs).outputs(), inputs, random);
      double cost = cost(Reading.of(algorithm, inputs, outputs));
      double least = cost(Reading.of(algorithm, inputs, algorithm.run(inputs).outputs()));
      Certificate shown = Certificate.checkShown(algorithm, inputs, outputs, Integer::toString);
      assertThat(shown.isRight()).as("%s", shown).isEqualTo(cost <= least + 1e-9);
      boolean right = Certificate.check(algorithm, inputs, outputs).isRight();
      assertThat(right && !shown.isRight()).isFalse();
      rightIsShown += shown.isRight() && !right ? 1 : 0;
      wrongIsShown += shown.isRight() ? 0 : 1;
    }
    assertThat(rightIsShown).isGreaterThan(20);
    assertThat(wrongIsShown).isGreaterThan(20);
  }

  private static double cost(Reading reading) {
    return switch (reading) {
      case Reading.Product product -> product.cost().doubleValue();
      case Reading.Search tree -> tree.cost().doubleValue();
      case Reading.Common common -> -common.first().size();
      default -> Double.POSITIVE_INFINITY;
    };
  }

  @ParameterizedTest
  @MethodSource("checkable")
  void wrongShapesAreWrong(Algorithm algorithm) {
    Instance solved = algorithm.samples(5).size(8).get(1);
    List<Feature> outputs = solved.outputs();
    assertThat(Certificate.check(algorithm, solved.inputs(), List.of()).faults().getFirst())
        .isEqualTo(
            new Fault(
                new Place.Whole(), "output %s is missing".formatted(outputs.getFirst().name())));
    Feature first = outputs.getFirst();
    int[] codes = first.codes();
    for (int[] changed :
        List.of(Arrays.copyOf(codes, codes.length + 1), with(codes, 0, 99), with(codes, 0, -2))) {
      List<Feature> bad = new ArrayList<>(outputs);
      bad.set(0, Feature.of(first.spec(), changed.length, changed));
      Certificate certificate = Certificate.check(algorithm, solved.inputs(), bad);
      assertThat(certificate.verdict()).isEqualTo(Verdict.WRONG);
      assertThat(certificate.faultCount()).isEqualTo(1);
    }
  }

  private static int[] with(int[] codes, int at, int value) {
    int[] changed = codes.clone();
    changed[at] = value;
    return changed;
  }

  /** One to three values replaced by other valid ones. */
  private static List<Feature> damaged(
      List<Feature> outputs, Inputs inputs, SplittableRandom random) {
    List<Feature> damaged = new ArrayList<>(outputs);
    for (int k = random.nextInt(1, 4); k > 0; k--) {
      int which = random.nextInt(damaged.size());
      Feature feature = damaged.get(which);
      int values =
          switch (feature.spec().type()) {
            case MASK -> 2;
            case CATEGORICAL -> feature.spec().classes();
            default -> inputs.nodes();
          };
      int[] codes = feature.codes().clone();
      codes[random.nextInt(codes.length)] = random.nextInt(values);
      damaged.set(which, Feature.of(feature.spec(), feature.size(), codes));
    }
    return damaged;
  }

  /** One edge out of the forest and another one in: often a forest again. */
  private static List<Feature> exchanged(Feature marks, Graph graph, SplittableRandom random) {
    int[] marked = marks.codes().clone();
    int[] rows = graph.rows();
    for (int value = 0; value < 2; value++) {
      for (int tries = 0; tries < 100; tries++) {
        int e = random.nextInt(marked.length);
        if (marked[e] != value && rows[e] != graph.columns()[e]) {
          marked[e] = value;
          marked[graph.find(graph.columns()[e], rows[e])] = value;
          break;
        }
      }
    }
    return List.of(Feature.of(marks.spec(), marks.size(), marked));
  }

  /** An order in which two neighbours are swapped. */
  private static List<Feature> swapped(List<Feature> outputs, SplittableRandom random) {
    int[] next = outputs.get(0).codes().clone();
    int head = outputs.get(1).codes()[0];
    int[] order = new int[next.length];
    order[0] = head;
    for (int i = 1; i < order.length; i++) {
      order[i] = next[order[i - 1]];
    }
    int at = random.nextInt(order.length - 1);
    int second = order[at];
    order[at] = order[at + 1];
    order[at + 1] = second;
    for (int i = 0; i < order.length; i++) {
      next[order[i]] = order[Math.min(i + 1, order.length - 1)];
    }
    return List.of(
        Feature.of(outputs.get(0).spec(), next.length, next),
        Feature.of(outputs.get(1).spec(), 1, new int[] {order[0]}));
  }

  /** Sampled inputs; every other one has ties: rounded numbers, equal points, few letters. */
  private static Inputs inputs(Algorithm algorithm, int size, long k) {
    boolean hull = algorithm.traits().proof() == Proof.Known.CONVEX_HULL;
    boolean strings = algorithm.traits().input() instanceof InputForm.TwoStrings;
    int least = strings ? 4 : hull ? 3 : algorithm.leastSize();
    Inputs inputs = algorithm.samples(11).size(Math.max(least, size)).inputs(k);
    if (k % 2 == 0) {
      return inputs;
    }
    if (strings) {
      return fewLetters(algorithm, inputs, k % 4 == 1);
    }
    if (inputs.hasGraph()) {
      return coarseGraph(algorithm, inputs);
    }
    Inputs coarse = inputs;
    for (Feature feature : inputs.features()) {
      if (feature.spec().isReal() && !feature.name().equals(Inputs.POSITION)) {
        double[] rounded = Arrays.stream(feature.reals()).map(x -> Math.ceil(x * 4) / 4).toArray();
        if (feature.name().equals("f")) {
          rounded = Arrays.stream(rounded).map(x -> x + 0.25).toArray(); // of positive duration
        }
        coarse = coarse.with(Feature.of(feature.spec(), feature.size(), rounded));
      }
    }
    return !hull || isDefined(algorithm, coarse) ? coarse : inputs;
  }

  /** Whether CLRS-30 has a hull for points some of which are equal or lie on one line. */
  private static boolean isDefined(Algorithm algorithm, Inputs points) {
    try {
      algorithm.run(points);
      return true;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  /** Strings of two letters, or a second one with a letter that the first one lacks. */
  private static Inputs fewLetters(Algorithm algorithm, Inputs inputs, boolean two) {
    int[] letters = Arrays.stream(inputs.codes("key")).map(letter -> letter % 2).toArray();
    if (!two) {
      letters[letters.length - 1] = 3;
    }
    return Inputs.builder(algorithm.features(), inputs.nodes())
        .codes("string", inputs.codes("string"))
        .reals("pos", inputs.reals("pos"))
        .codes("key", letters)
        .build();
  }

  private static Inputs coarseGraph(Algorithm algorithm, Inputs inputs) {
    Graph graph = inputs.graph();
    double[] weights = graph.weights().clone();
    for (int e = 0; e < weights.length; e++) {
      weights[e] = Math.ceil(weights[e] * 3);
      if (algorithm.name().equals("dag_shortest_paths") && weights[e] == 2) {
        weights[e] = -1;
      }
    }
    Graph coarse = Graph.ofSorted(graph.nodes(), graph.rowStart(), graph.columns(), weights);
    Inputs.Builder builder = Inputs.builder(algorithm.features(), coarse);
    for (Feature feature : inputs.features()) {
      if (feature.spec().type() == Type.MASK_ONE) {
        builder.codes(feature.name(), feature.codes());
      }
    }
    return builder.build();
  }
}
