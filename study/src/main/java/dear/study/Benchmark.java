// SPDX-License-Identifier: Apache-2.0
package dear.study;

import dear.clrs.Algorithm;
import dear.clrs.Clrs;
import dear.clrs.sampling.SamplerOptions;
import dear.io.Json;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * CLRS-30's own test, and what others have published about it.
 *
 * <p>The test data are those of the benchmark: dm-clrs draws its test split with this seed and the
 * samplers' default options, and so do we, bit for bit.
 *
 * @param seed the seed of numpy's generator, with which the samples of an algorithm are drawn one
 *     after another
 * @param graphs the number of graphs of an algorithm, before its multiplier
 * @param tasks the thirty algorithms
 * @param meansWithHints published means over all algorithms
 * @param sources the publications, by letter
 */
public record Benchmark(
    long seed,
    int graphs,
    List<Task> tasks,
    List<Claim> meansWithHints,
    Map<String, Source> sources) {
  /** Copies the lists. */
  public Benchmark {
    tasks = List.copyOf(tasks);
    meansWithHints = List.copyOf(meansWithHints);
    sources = Map.copyOf(sources);
  }

  /**
   * An algorithm of the benchmark.
   *
   * @param algorithm the algorithm
   * @param edgeProbability the default of its sampler, if it draws graphs
   * @param multiplier how many times more graphs it gets, because an answer is but one or two
   *     values
   * @param withoutHints what was published for models trained without hints, the best first
   * @param withHints the same for models trained with hints
   */
  record Task(
      Algorithm algorithm,
      double edgeProbability,
      int multiplier,
      List<Claim> withoutHints,
      List<Claim> withHints) {
    Task {
      withoutHints = List.copyOf(withoutHints);
      withHints = List.copyOf(withHints);
      if (multiplier < 1) {
        throw new IllegalArgumentException(algorithm + ": multiplier " + multiplier);
      }
    }

    /** Returns the options with which dm-clrs draws the test data. */
    SamplerOptions options() {
      return SamplerOptions.DEFAULT.withEdgeProbabilities(List.of(edgeProbability));
    }

    /** Whether both are tested on the same samples with the same answers, as all four sorts are. */
    boolean sameDataAs(Task other) {
      return algorithm.sameTaskAs(other.algorithm)
          && edgeProbability == other.edgeProbability
          && multiplier == other.multiplier;
    }
  }

  /**
   * A published score in per cent.
   *
   * @param source the letter of its source
   * @param score the score; absent if nobody has read it in its source or in a paper that cites it
   * @param other the data it was scored on, if they are not the benchmark's
   * @param citedBy the letter of the paper it was read in, if that is not its source
   */
  record Claim(
      String source, OptionalDouble score, Optional<String> other, Optional<String> citedBy) {
    /** Returns whether our score may be compared with it. */
    boolean isComparable() {
      return score.isPresent() && other.isEmpty();
    }

    private static Claim read(Json json) {
      return new Claim(
          json.get("source").string(),
          json.has("score")
              ? OptionalDouble.of(json.get("score").number())
              : OptionalDouble.empty(),
          text(json, "other"),
          text(json, "cited_by"));
    }

    private static Optional<String> text(Json json, String name) {
      return json.has(name) ? Optional.of(json.get(name).string()) : Optional.empty();
    }
  }

  /** A publication: the name of its model, and a reference. */
  record Source(String name, String reference) {}

  /** Returns the benchmark as shipped with the program. */
  public static Benchmark standard() throws IOException {
    Json json = Resource.json("benchmark.json");
    double p = json.get("edge_probability").number();
    List<Task> tasks = new ArrayList<>();
    for (Json task : json.get("algorithms").values()) {
      tasks.add(
          new Task(
              Clrs.algorithm(task.get("name").string()),
              task.has("p") ? task.get("p").number() : p,
              task.has("multiplier") ? task.get("multiplier").integer() : 1,
              claims(task.get("without_hints")),
              claims(task.get("with_hints"))));
    }
    Map<String, Source> sources = new LinkedHashMap<>();
    json.get("sources")
        .members()
        .forEach((letter, source) ->
            sources.put(
                letter, new Source(source.get("name").string(), source.get("reference").string())));
    return new Benchmark(
        json.get("seed").integer(),
        json.get("graphs").integer(),
        tasks,
        claims(json.get("means_with_hints")),
        sources);
  }

  private static List<Claim> claims(Json json) {
    return json.values().stream().map(Claim::read).toList();
  }

  /** Returns the task of an algorithm; not every algorithm of the catalogue has one. */
  Optional<Task> task(String algorithm) {
    return tasks.stream().filter(task -> task.algorithm().name().equals(algorithm)).findFirst();
  }

  /** Returns a copy with only the given algorithms. */
  public Benchmark withAlgorithms(List<Algorithm> chosen) {
    for (Algorithm algorithm : chosen) {
      if (task(algorithm.name()).isEmpty()) {
        throw new IllegalArgumentException(algorithm + " is not one of the thirty of CLRS-30");
      }
    }
    return new Benchmark(
        seed,
        graphs,
        tasks.stream()
            .filter(
                task -> chosen.stream().anyMatch(it -> it.name().equals(task.algorithm().name())))
            .toList(),
        meansWithHints,
        sources);
  }
}
