// SPDX-License-Identifier: Apache-2.0
package dear.clrs.dataset;

import dear.clrs.Algorithm;
import dear.clrs.data.Feature;
import dear.clrs.data.FeatureSpec;
import dear.clrs.data.Inputs;
import dear.clrs.data.Instance;
import dear.clrs.data.Location;
import dear.clrs.data.Stage;
import dear.clrs.data.Type;
import dear.clrs.sampling.RandomSource;
import dear.clrs.trait.PredecessorChain;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * How an instance is prepared for a network.
 *
 * @param cyclicPermutations the answer of a sort becomes a cycle, in which the first points to the
 *     last, and a mask of the first
 * @param chainAsInput a chain of predecessors that never changes moves from the hints to the inputs
 * @param randomPositions positions become sorted random numbers, in the same order
 */
public record Preprocessing(
    boolean cyclicPermutations, boolean chainAsInput, boolean randomPositions) {
  /** All three, as in the paper. */
  public static final Preprocessing ALL = new Preprocessing(true, true, true);

  /** None: CLRS-30 as it is. */
  public static final Preprocessing NONE = new Preprocessing(false, false, false);

  private static final String CHAIN_HINT = "pred_h";

  private static final FeatureSpec CHAIN_INPUT =
      FeatureSpec.of("pred", Stage.INPUT, Location.NODE, Type.POINTER);

  /** A copy with sorted random positions, or with positions as they are. */
  public Preprocessing withRandomPositions(boolean random) {
    return new Preprocessing(cyclicPermutations, chainAsInput, random);
  }

  /** The features of an algorithm's instances after preprocessing. */
  public List<FeatureSpec> features(Algorithm algorithm) {
    boolean moveChain = movesChain(algorithm);
    List<FeatureSpec> specs = new ArrayList<>();
    for (FeatureSpec spec : algorithm.features()) {
      if (moveChain && spec.stage() == Stage.HINT && spec.name().equals(CHAIN_HINT)) {
        continue;
      }
      if (moveChain
          && spec.stage() != Stage.INPUT
          && specs.stream().noneMatch(CHAIN_INPUT::equals)) {
        specs.add(CHAIN_INPUT);
      }
      if (cyclicPermutations && spec.type() == Type.SHOULD_BE_PERMUTATION) {
        specs.add(cycle(spec));
        specs.add(first(spec));
      } else {
        specs.add(spec);
      }
    }
    return List.copyOf(specs);
  }

  /** The preprocessed instance; the random numbers are used for the positions. */
  public Instance apply(Algorithm algorithm, Instance instance, RandomSource random) {
    List<Feature> hints = instance.hints();
    if (movesChain(algorithm)) {
      hints = hints.stream().filter(h -> !h.name().equals(CHAIN_HINT)).toList();
    }
    List<Feature> outputs = instance.outputs();
    if (cyclicPermutations) {
      outputs = new ArrayList<>();
      for (Feature output : instance.outputs()) {
        if (output.spec().type() == Type.SHOULD_BE_PERMUTATION) {
          addCycle(output, outputs);
        } else {
          outputs.add(output);
        }
      }
    }
    Inputs inputs = apply(algorithm, instance.inputs(), random);
    return new Instance(inputs, hints, outputs, instance.length());
  }

  /** Preprocesses inputs alone; no answer is needed. */
  public Inputs apply(Algorithm algorithm, Inputs inputs, RandomSource random) {
    Inputs prepared =
        movesChain(algorithm)
            ? inputs.with(Feature.of(CHAIN_INPUT, inputs.nodes(), chain(inputs)))
            : inputs;
    return randomPositions ? prepared.with(randomPositions(prepared, random)) : prepared;
  }

  /**
   * Rebuilds a chain from a predicted cycle and a predicted first node, which then points to
   * itself.
   */
  public static int[] fuse(int[] cycle, int first) {
    int[] chain = cycle.clone();
    chain[first] = first;
    return chain;
  }

  private boolean movesChain(Algorithm algorithm) {
    return chainAsInput && algorithm.traits().chain() == PredecessorChain.CONSTANT;
  }

  private static FeatureSpec cycle(FeatureSpec spec) {
    return FeatureSpec.of(spec.name(), spec.stage(), spec.location(), Type.PERMUTATION_POINTER);
  }

  private static FeatureSpec first(FeatureSpec spec) {
    return FeatureSpec.of(spec.name() + "_mask", spec.stage(), spec.location(), Type.MASK_ONE);
  }

  private static void addCycle(Feature chain, List<Feature> outputs) {
    int[] pointers = chain.codes().clone();
    int n = pointers.length;
    int first = only(chain, "points to itself", i -> pointers[i] == i);
    boolean[] pointedTo = new boolean[n];
    for (int i = 0; i < n; i++) {
      pointedTo[pointers[i]] |= i != first;
    }
    int last = only(chain, "is not pointed to by any other", i -> !pointedTo[i]);
    int steps = 1;
    for (int i = last; i != first && steps <= n; i = pointers[i]) {
      steps++;
    }
    if (steps != n) { // the remaining nodes form separate cycles
      throw new IllegalArgumentException(
          "output %s is not a chain: from node %d to node %d it has %d nodes of %d"
              .formatted(chain.name(), last, first, steps, n));
    }
    pointers[first] = last;
    outputs.add(Feature.of(cycle(chain.spec()), n, pointers));
    outputs.add(Feature.of(first(chain.spec()), 1, new int[] {first}));
  }

  /** The only node of a chain with some property. */
  private static int only(Feature chain, String kind, IntPredicate condition) {
    int[] found = IntStream.range(0, chain.size()).filter(condition).limit(2).toArray();
    if (found.length == 1) {
      return found[0];
    }
    throw new IllegalArgumentException(
        "output %s is not a chain: ".formatted(chain.name())
            + (found.length == 0
                ? "no node " + kind
                : "more than one node " + kind + ": " + found[0] + " and " + found[1]));
  }

  /** Every node points to the one before it; the first of each sequence points to itself. */
  private static int[] chain(Inputs inputs) {
    double[] positions = inputs.reals(Inputs.POSITION);
    int[] pointers = new int[positions.length];
    for (int i = 0; i < pointers.length; i++) {
      pointers[i] = i == 0 || startsSequence(inputs, i) ? i : i - 1;
    }
    return pointers;
  }

  private static Feature randomPositions(Inputs inputs, RandomSource random) {
    Feature regular = inputs.feature(Inputs.POSITION);
    int n = regular.size();
    double[] positions = random.uniforms(n, 0, 1);
    int start = 0;
    for (int i = 1; i <= n; i++) {
      if (i == n || startsSequence(inputs, i)) {
        Arrays.sort(positions, start, i);
        start = i;
      }
    }
    return Feature.of(regular.spec(), n, positions);
  }

  /** Whether node i > 0 starts the second string. */
  private static boolean startsSequence(Inputs inputs, int i) {
    for (Feature feature : inputs.features()) {
      if (feature.name().equals("string")) {
        return feature.codes()[i] != feature.codes()[i - 1];
      }
    }
    return false;
  }
}
