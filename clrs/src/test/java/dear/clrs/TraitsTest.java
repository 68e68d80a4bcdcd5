// SPDX-License-Identifier: Apache-2.0
package dear.clrs;

import static org.assertj.core.api.Assertions.assertThat;

import dear.clrs.algorithm.Definition;
import dear.clrs.algorithm.Definitions;
import dear.clrs.certificate.Certificate;
import dear.clrs.certificate.Verdict;
import dear.clrs.data.Feature;
import dear.clrs.data.FeatureSpec;
import dear.clrs.data.Graph;
import dear.clrs.data.Inputs;
import dear.clrs.data.Instance;
import dear.clrs.data.Location;
import dear.clrs.data.Procedure;
import dear.clrs.data.Stage;
import dear.clrs.data.Type;
import dear.clrs.sampling.SamplerOption;
import dear.clrs.sampling.SamplerOptions;
import dear.clrs.sampling.SplitStream;
import dear.clrs.trait.AnswerForm;
import dear.clrs.trait.InputForm;
import dear.clrs.trait.Invariance;
import dear.clrs.trait.PointerReach;
import dear.clrs.trait.PredecessorChain;
import dear.clrs.trait.Proof;
import dear.clrs.trait.Symmetry;
import dear.clrs.trait.Traits;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every algorithm has every trait, and each trait describes what the algorithm does. */
class TraitsTest {
  private static final int SIZE = 12;
  private static final int TRIES = 20;

  static List<Algorithm> algorithms() {
    return Clrs.algorithms();
  }

  static List<Algorithm> graphAlgorithms() {
    return Clrs.algorithms().stream().filter(Algorithm::isGraphAlgorithm).toList();
  }

  /** Fails for an algorithm class that is not listed. */
  @Test
  void everyProcedureIsListed() throws Exception {
    Set<Definition> defined =
        procedures().flatMap(TraitsTest::definitions).collect(Collectors.toSet());
    assertThat(defined).isEqualTo(Set.copyOf(Definitions.ALL));
    assertThat(procedures().filter(type -> definitions(type).findAny().isEmpty()))
        .as("algorithms without a definition")
        .isEmpty();
  }

  @Test
  void namesAndTitlesAreOnesOwn() {
    assertThat(Definitions.ALL).extracting(Definition::name).doesNotHaveDuplicates();
    assertThat(Definitions.ALL).extracting(Definition::title).doesNotHaveDuplicates();
  }

  @ParameterizedTest
  @MethodSource("algorithms")
  void nothingIsMissing(Algorithm algorithm) throws Exception {
    assertThat(algorithm.name()).matches("[a-z][a-z_]*[a-z]");
    assertThat(algorithm.title()).isNotBlank().doesNotContain("_");
    assertThat(algorithm.category()).isNotNull();
    for (RecordComponent trait : Traits.class.getRecordComponents()) {
      assertThat(trait.getAccessor().invoke(algorithm.traits())).as(trait.getName()).isNotNull();
    }
    if (algorithm.traits().proof() instanceof Proof.Unknown(String why)) {
      assertThat(why).startsWith("not checked: ");
    }
  }

  /** The input form fills every input except the positions, and nothing else. */
  @ParameterizedTest
  @MethodSource("algorithms")
  void theInputFormFillsTheInputs(Algorithm algorithm) {
    List<String> inputs =
        algorithm.features(Stage.INPUT).stream()
            .map(FeatureSpec::name)
            .filter(name -> !name.equals(Inputs.POSITION))
            .toList();
    assertThat(algorithm.traits().input().features()).containsExactlyInAnyOrderElementsOf(inputs);
  }

  @ParameterizedTest
  @MethodSource("algorithms")
  void theAnswerFormReadsTheOutputs(Algorithm algorithm) {
    AnswerForm form = algorithm.traits().answer();
    List<FeatureSpec> outputs = algorithm.features(Stage.OUTPUT);
    assertThat(form.outputs())
        .containsExactlyInAnyOrderElementsOf(outputs.stream().map(FeatureSpec::name).toList());
    String kinds =
        switch (form) {
          case AnswerForm.Order _ -> "node should_be_permutation";
          case AnswerForm.Element _, AnswerForm.Range _, AnswerForm.Occurrence _ -> "node mask_one";
          case AnswerForm.Selection _, AnswerForm.Hull _ -> "node mask";
          case AnswerForm.Paths _,
              AnswerForm.Tree _,
              AnswerForm.Forest _,
              AnswerForm.Components _ ->
              "node pointer";
          case AnswerForm.AllPaths _, AnswerForm.Parentheses _, AnswerForm.SearchTree _ ->
              "edge pointer";
          case AnswerForm.EdgeSelection _ -> "edge mask";
          case AnswerForm.Subsequence _ -> "edge categorical";
          case AnswerForm.Decision _ -> "graph mask";
          case AnswerForm.NodeSequence _ -> "node pointer, node mask_one";
        };
    assertThat(
            outputs.stream()
                .map(spec -> spec.locationName() + " " + spec.typeName())
                .distinct()
                .collect(Collectors.joining(", ")))
        .isEqualTo(kinds);
  }

  /** Programs identify forms by name, so no two share one. */
  @Test
  void formsHaveWordsOfTheirOwn() {
    assertOwnWords(
        Clrs.algorithms().stream().map(it -> it.traits().input()).toList(),
        InputForm::word,
        InputForm.class);
    assertOwnWords(
        Clrs.algorithms().stream().map(it -> it.traits().answer()).toList(),
        AnswerForm::word,
        AnswerForm.class);
  }

  @ParameterizedTest
  @MethodSource("algorithms")
  void theLeastSizeCanBeDrawnAndSolved(Algorithm algorithm) {
    for (int k = 0; k < TRIES; k++) {
      Instance solved = algorithm.samples(1).size(algorithm.leastSize()).get(k);
      assertThat(solved.nodes()).isGreaterThanOrEqualTo(2);
    }
  }

  @ParameterizedTest
  @MethodSource("graphAlgorithms")
  void graphsAreAsTheFormSays(Algorithm algorithm) {
    InputForm.OnGraph form = algorithm.graphForm().orElseThrow();
    Set<Double> weights =
        samples(algorithm)
            .flatMap(sample -> Arrays.stream(sample.inputs().graph().weights()).boxed())
            .collect(Collectors.toSet());
    weights.removeAll(Set.of(0.0, 1.0)); // a self-loop and an edge without weights
    assertThat(weights.isEmpty()).isEqualTo(!form.isWeighted());
    assertThat(samples(algorithm).allMatch(sample -> isSymmetric(sample.inputs().graph())))
        .isEqualTo(!form.symmetry().isDirected());
    assertThat(samples(algorithm).allMatch(sample -> isAcyclic(sample.inputs().graph())))
        .isEqualTo(form.symmetry() == Symmetry.ACYCLIC);
  }

  /** A certificate may skip reverse edges only where both directions are implied. */
  @ParameterizedTest
  @MethodSource("graphAlgorithms")
  void undirectedGraphsAreNeededWhereTheFormSaysSo(Algorithm algorithm) {
    InputForm.OnGraph form = algorithm.graphForm().orElseThrow();
    if (form.symmetry().isDirected() || algorithm.traits().proof() instanceof Proof.Unknown) {
      return;
    }
    Graph oneWay = Graph.builder(3).edge(0, 1, 1).edge(1, 2, 1).build();
    Instance solved = form.hasSource() ? algorithm.run(oneWay, 0) : algorithm.run(oneWay);
    assertThat(Certificate.check(algorithm, solved.inputs(), solved.outputs()).verdict())
        .isEqualTo(form.symmetry() == Symmetry.EITHER ? Verdict.RIGHT : Verdict.NOT_CHECKABLE);
  }

  @ParameterizedTest
  @MethodSource("graphAlgorithms")
  void pointersReachAsFarAsTheTraitSays(Algorithm algorithm) {
    PointerReach found =
        graphs(algorithm).allMatch(it -> pointsAlong(it.inputs().graph(), it))
            ? PointerReach.EDGES
            : graphs(algorithm).allMatch(it -> pointsAlong(it.inputs().graph().transpose(), it))
                ? PointerReach.PREDECESSORS
                : PointerReach.ANY_NODE;
    boolean decides = algorithm.graphForm().orElseThrow().symmetry() != Symmetry.UNDIRECTED;
    if (decides || found == PointerReach.ANY_NODE) { // all the same where edges go both ways
      assertThat(algorithm.traits().pointers()).isEqualTo(found);
    }
  }

  /** With directions, which tell an edge from its reverse, where an algorithm takes them. */
  private static Stream<Instance> graphs(Algorithm algorithm) {
    boolean directed = algorithm.samplerOptions().contains(SamplerOption.DIRECTED);
    Samples samples =
        algorithm.samples(3).size(12).options(SamplerOptions.DEFAULT.withDirected(directed));
    return IntStream.range(0, 20).mapToObj(samples::get);
  }

  @ParameterizedTest
  @MethodSource("graphAlgorithms")
  void eitherKindOfGraphCanBeDrawnWhereEitherWillDo(Algorithm algorithm) {
    boolean either = algorithm.graphForm().orElseThrow().symmetry() == Symmetry.EITHER;
    assertThat(algorithm.samplerOptions().contains(SamplerOption.DIRECTED)).isEqualTo(either);
    if (either) {
      assertThat(graphs(algorithm).noneMatch(it -> isSymmetric(it.inputs().graph()))).isTrue();
    }
  }

  @ParameterizedTest
  @MethodSource("algorithms")
  void theChainIsAsTheTraitSays(Algorithm algorithm) {
    boolean present =
        algorithm.features(Stage.HINT).stream().anyMatch(hint -> hint.name().equals("pred_h"));
    PredecessorChain found =
        !present
            ? PredecessorChain.NONE
            : samples(algorithm).allMatch(TraitsTest::hasConstantChain)
                ? PredecessorChain.CONSTANT
                : PredecessorChain.CHANGING;
    assertThat(algorithm.traits().chain()).isEqualTo(found);
  }

  /** Powers of two, to avoid rounding. */
  @ParameterizedTest
  @MethodSource("algorithms")
  void whatIsInvariantLeavesTheAnswerAlone(Algorithm algorithm) {
    Invariance invariance = algorithm.traits().invariance();
    samples(algorithm)
        .forEach(sample -> {
          Inputs changed =
              switch (invariance) {
                case NONE -> sample.inputs();
                case KEY_ORDER -> withKeys(sample.inputs());
                case TARGET_ORDER ->
                    with(withKeys(sample.inputs()), "target", target -> 0.25 * target - 2);
                case NUMBER_RATIOS ->
                    with(sample.inputs(), algorithm.sequence().orElseThrow(), x -> 0.25 * x);
                case POINT_PLACES ->
                    with(with(sample.inputs(), "x", x -> 0.25 * x), "y", y -> 2 - 0.5 * y);
                case PROBABILITY_RATIOS, TIME_ORDER -> {
                  Inputs inputs = sample.inputs();
                  for (String feature : algorithm.traits().input().features()) {
                    inputs = with(inputs, feature, x -> 0.25 * x);
                  }
                  yield inputs;
                }
                case TASK_ORDER ->
                    with(
                        with(sample.inputs(), "w", weight -> 0.25 * weight - 2),
                        "d",
                        deadline -> deadline == SIZE ? 2 * SIZE : deadline);
                case WEIGHT_RATIOS ->
                    withWeights(algorithm, sample.inputs(), weight -> 0.25 * weight);
                case WEIGHT_ORDER ->
                    withWeights(algorithm, sample.inputs(), weight -> 0.25 * weight * weight + 1);
                case ANY_WEIGHTS -> withWeights(algorithm, sample.inputs(), weight -> 3 - weight);
              };
          assertThat(algorithm.run(changed).outputs()).isEqualTo(sample.outputs());
        });
    boolean ignoresWeights = algorithm.graphForm().map(form -> !form.isWeighted()).orElse(false);
    assertThat(invariance == Invariance.ANY_WEIGHTS).isEqualTo(ignoresWeights);
  }

  /** Two algorithms share a task exactly if they give the same answers to the same inputs. */
  @ParameterizedTest
  @MethodSource("algorithms")
  void tasksAreSharedByThoseThatAnswerAlike(Algorithm algorithm) {
    for (Algorithm other : Clrs.algorithms()) {
      boolean alike =
          algorithm.features(Stage.INPUT).equals(other.features(Stage.INPUT))
              && algorithm.features(Stage.OUTPUT).equals(other.features(Stage.OUTPUT))
              && IntStream.range(0, TRIES).allMatch(k -> answerAlike(algorithm, other, k));
      assertThat(algorithm.sameTaskAs(other)).as("%s and %s", algorithm, other).isEqualTo(alike);
    }
  }

  /** Whether two algorithms draw the same inputs from the same random numbers, and answer alike. */
  private static boolean answerAlike(Algorithm algorithm, Algorithm other, int k) {
    Inputs mine = algorithm.sample(SIZE, SamplerOptions.DEFAULT, SplitStream.of(k));
    Inputs yours = other.sample(SIZE, SamplerOptions.DEFAULT, SplitStream.of(k));
    return alike(mine.features(), yours.features())
        && (!mine.hasGraph() || mine.graph().equals(yours.graph()))
        && alike(algorithm.run(mine).outputs(), other.run(yours).outputs());
  }

  private static boolean alike(List<Feature> mine, List<Feature> yours) {
    return IntStream.range(0, mine.size())
        .allMatch(i ->
            mine.get(i).spec().isReal()
                ? Arrays.equals(mine.get(i).reals(), yours.get(i).reals())
                : Arrays.equals(mine.get(i).codes(), yours.get(i).codes()));
  }

  private static Stream<Instance> samples(Algorithm algorithm) {
    return algorithm.samples(7).size(SIZE).withHints().stream().limit(TRIES);
  }

  private static Stream<Class<?>> procedures() throws IOException, URISyntaxException {
    Path folder =
        Path.of(Definition.class.getProtectionDomain().getCodeSource().getLocation().toURI())
            .resolve("dear/clrs/algorithm");
    List<Class<?>> found = new ArrayList<>();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        String name = String.valueOf(file.getFileName()).replace(".class", "");
        try {
          Class<?> type = Class.forName("dear.clrs.algorithm." + name);
          if (Procedure.class.isAssignableFrom(type)) {
            found.add(type);
          }
        } catch (ClassNotFoundException e) {
          throw new AssertionError(file.toString(), e);
        }
      }
    }
    return found.stream();
  }

  private static Stream<Definition> definitions(Class<?> type) {
    return Arrays.stream(type.getDeclaredFields())
        .filter(field -> field.getType() == Definition.class)
        .filter(field -> Modifier.isStatic(field.getModifiers()))
        .map(TraitsTest::value);
  }

  private static Definition value(Field field) {
    try {
      return (Definition) field.get(null);
    } catch (IllegalAccessException e) {
      throw new AssertionError(field.toString(), e);
    }
  }

  private static <T> void assertOwnWords(List<T> forms, Function<T, String> word, Class<T> family) {
    Set<String> words = forms.stream().map(word).collect(Collectors.toSet());
    Set<Class<?>> kinds = forms.stream().map(Object::getClass).collect(Collectors.toSet());
    assertThat(kinds)
        .as("forms that some algorithm has")
        .containsExactlyInAnyOrder(family.getPermittedSubclasses());
    assertThat(words).hasSameSizeAs(kinds).allMatch(it -> it.matches("[a-z]+(_[a-z]+)*"));
  }

  private static boolean isSymmetric(Graph graph) {
    int[] rows = graph.rows();
    int[] columns = graph.columns();
    return IntStream.range(0, rows.length)
        .allMatch(e -> graph.weight(columns[e], rows[e]) == graph.weights()[e]);
  }

  /** Whether nodes can be removed one by one, each without an edge into it from the rest. */
  private static boolean isAcyclic(Graph graph) {
    int[] rows = graph.rows();
    int[] columns = graph.columns();
    boolean[] gone = new boolean[graph.nodes()];
    for (int round = 0; round < gone.length; round++) {
      for (int v = 0; v < gone.length; v++) {
        int node = v;
        gone[v] |=
            IntStream.range(0, rows.length)
                .noneMatch(e -> columns[e] == node && rows[e] != node && !gone[rows[e]]);
      }
    }
    return IntStream.range(0, gone.length).allMatch(v -> gone[v]);
  }

  private static boolean pointsAlong(Graph graph, Instance sample) {
    return sample.outputs().stream()
        .filter(it -> it.spec().type() == Type.POINTER && it.spec().location() == Location.NODE)
        .allMatch(output ->
            IntStream.range(0, output.size()).allMatch(v -> hasEdge(graph, v, output.codes()[v])));
  }

  private static boolean hasEdge(Graph graph, int from, int to) {
    return Arrays.binarySearch(
            graph.columns(), graph.rowStart()[from], graph.rowStart()[from + 1], to)
        >= 0;
  }

  private static boolean hasConstantChain(Instance sample) {
    Feature chain = sample.hint("pred_h");
    return IntStream.range(chain.size(), chain.codes().length)
        .allMatch(k -> chain.codes()[k] == chain.codes()[k - chain.size()]);
  }

  private static Inputs withKeys(Inputs inputs) {
    Feature keys = inputs.feature("key");
    double[] moved = Arrays.stream(keys.reals()).map(key -> 0.25 * key - 2).toArray();
    return inputs.with(Feature.of(keys.spec(), keys.size(), moved));
  }

  private static Inputs with(Inputs inputs, String name, DoubleUnaryOperator change) {
    Feature feature = inputs.feature(name);
    double[] changed = Arrays.stream(feature.reals()).map(change).toArray();
    return inputs.with(Feature.of(feature.spec(), feature.size(), changed));
  }

  private static Inputs withWeights(
      Algorithm algorithm, Inputs inputs, DoubleUnaryOperator change) {
    Graph graph = inputs.graph();
    double[] weights =
        Arrays.stream(graph.weights()).map(w -> w == 0 ? 0 : change.applyAsDouble(w)).toArray();
    Inputs.Builder builder =
        Inputs.builder(
            algorithm.features(),
            Graph.ofSorted(graph.nodes(), graph.rowStart(), graph.columns(), weights));
    for (Feature feature : inputs.features()) {
      if (feature.spec().isReal()) {
        builder.reals(feature.name(), feature.reals());
      } else {
        builder.codes(feature.name(), feature.codes());
      }
    }
    return builder.build();
  }
}
