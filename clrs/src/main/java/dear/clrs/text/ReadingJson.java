// SPDX-License-Identifier: Apache-2.0
package dear.clrs.text;

import dear.clrs.Algorithm;
import dear.clrs.data.Inputs;
import dear.clrs.trait.InputForm;
import dear.io.JsonWriter;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.List;
import java.util.OptionalInt;

/**
 * An answer as a person reads it, for programs: names instead of indices, values, sums. Its member
 * {@code form} is the word of the algorithm's {@link dear.clrs.trait.AnswerForm}; outputs that are
 * no answer have a member {@code warning}.
 *
 * @param algorithm the algorithm
 * @param written its inputs
 * @param reading the answer
 * @param from the node whose paths are asked for, of those between all pairs
 */
public record ReadingJson(
    Algorithm algorithm, WrittenInputs written, Reading reading, OptionalInt from) {
  /**
   * Paths are listed until they have this many nodes in all, the rest is counted: paths to all
   * nodes can be as long as the square of their number. The pointers are always complete.
   */
  private static final int MOST_NODES_OF_PATHS = 100_000;

  /** Writes an object. */
  public void write(JsonWriter json) throws IOException {
    json.beginObject();
    json.name("form").value(algorithm.traits().answer().word());
    switch (reading) {
      case Reading.Unreadable _ -> {}
      case Reading.Sequence(List<Integer> nodes) -> nodes(json, "order", nodes);
      case Reading.Choice(int node) -> choice(json, node);
      case Reading.Part part -> part(json, part);
      case Reading.Product(String text, BigDecimal cost) -> {
        json.name("product").value(text);
        number(json.name("cost"), cost);
      }
      case Reading.Search search -> search(json, search);
      case Reading.Common common -> common(json, common);
      case Reading.Chosen(List<Integer> nodes) -> {
        nodes(json, "chosen", nodes);
        if (algorithm.traits().input() instanceof InputForm.Tasks(String _, String weight)) {
          number(json.name("weight"), sum(weight, nodes));
        }
      }
      case Reading.Routes(PointerPaths paths) -> paths(json, paths);
      case Reading.AllRoutes(List<PointerPaths> all) -> {
        if (from.isPresent()) {
          paths(json, all.get(from.getAsInt()));
        } else {
          paths(json, all);
        }
      }
      case Reading.Trees trees -> trees(json, trees);
      case Reading.Links links -> links(json, links);
      case Reading.Groups groups -> {
        json.name("components").beginArray();
        for (List<Integer> group : groups.groups()) {
          names(json, group);
        }
        json.endArray();
      }
      case Reading.Match match -> {
        json.name("found").value(match.position().isPresent());
        if (match.position().isPresent()) {
          json.name("position").value(match.position().getAsInt());
        }
      }
      case Reading.YesOrNo(boolean yes) -> json.name("yes").value(yes);
      case Reading.Polygon(List<Integer> corners) -> {
        List<String> features = algorithm.traits().input().features();
        json.name("corners").beginArray();
        for (int corner : corners) {
          json.beginArray();
          json.value(written.inputs().reals(features.get(0))[corner]);
          json.value(written.inputs().reals(features.get(1))[corner]);
          json.endArray();
        }
        json.endArray();
      }
    }
    if (reading.warning().isPresent()) {
      json.name("warning").value(reading.warning().get());
    }
    json.endObject();
  }

  /** The nodes of an order: the numbers that were given, or the names of a graph's nodes. */
  private void nodes(JsonWriter json, String name, List<Integer> nodes) throws IOException {
    json.name(name);
    if (algorithm.traits().input() instanceof InputForm.Keys(String key)) {
      json.beginArray();
      for (int node : nodes) {
        json.value(written.inputs().reals(key)[node]);
      }
      json.endArray();
    } else {
      names(json, nodes);
    }
  }

  private void names(JsonWriter json, List<Integer> nodes) throws IOException {
    json.beginArray();
    for (int node : nodes) {
      json.value(written.names().apply(node));
    }
    json.endArray();
  }

  private void choice(JsonWriter json, int node) throws IOException {
    Inputs inputs = written.inputs();
    json.name("position").value(node);
    switch (algorithm.traits().input()) {
      case InputForm.Keys(String key) -> json.name("value").value(inputs.reals(key)[node]);
      case InputForm.SortedKeys(String key, String target) -> {
        json.name("value").value(inputs.reals(key)[node]);
        json.name("found").value(inputs.reals(key)[node] == inputs.reals(target)[0]);
      }
      default -> json.name("node").value(written.names().apply(node));
    }
  }

  private void part(JsonWriter json, Reading.Part part) throws IOException {
    json.name("first").value(part.first());
    json.name("last").value(part.last());
    double[] keys = written.inputs().reals(algorithm.traits().input().features().getFirst());
    json.name("values").beginArray();
    for (int i = part.first(); i <= part.last(); i++) {
      json.value(keys[i]);
    }
    json.endArray();
    number(json.name("sum"), part.sum());
  }

  private static void search(JsonWriter json, Reading.Search search) throws IOException {
    json.name("tree").beginArray();
    for (Reading.Search.Key key : search.keys()) {
      json.beginObject();
      json.name("key").value(key.key() + 1);
      if (key.parent() >= 0) {
        json.name("parent").value(key.parent() + 1);
      }
      json.name("depth").value(key.depth());
      json.endObject();
    }
    json.endArray();
    number(json.name("expected_cost"), search.cost());
  }

  private void common(JsonWriter json, Reading.Common common) throws IOException {
    StringBuilder letters = new StringBuilder();
    common.first().forEach(node -> letters.append(written.letters().apply(node)));
    json.name("subsequence").value(letters.toString());
    json.name("length").value(common.first().size());
  }

  private void paths(JsonWriter json, PointerPaths paths) throws IOException {
    json.name("source").value(written.names().apply(paths.source()));
    paths(json, List.of(paths));
  }

  private void paths(JsonWriter json, List<PointerPaths> all) throws IOException {
    long leftOut = 0;
    int free = MOST_NODES_OF_PATHS;
    json.name("paths").beginArray();
    for (PointerPaths paths : all) {
      for (int node = 0; node < paths.nodes(); node++) {
        if (node == paths.source()) {
          continue;
        }
        if (free <= 0) {
          leftOut++;
          continue;
        }
        PointerPaths.Way way = paths.to(node);
        path(json, paths.source(), way);
        free -= 1 + way.nodes().size();
      }
    }
    json.endArray();
    if (leftOut > 0) {
      json.name("left_out").value(leftOut);
    }
  }

  private void path(JsonWriter json, int source, PointerPaths.Way way) throws IOException {
    json.beginObject();
    json.name("from").value(written.names().apply(source));
    json.name("to").value(written.names().apply(way.to()));
    boolean arrives = way.end() == PointerPaths.End.AT_SOURCE;
    json.name("found").value(arrives);
    if (arrives) {
      number(json.name("length"), way.length());
      json.name("hops").value(way.nodes().size() - 1);
      json.name("path");
      names(json, way.nodes());
    }
    json.endObject();
  }

  private void trees(JsonWriter json, Reading.Trees trees) throws IOException {
    json.name("roots").beginArray();
    for (Reading.Trees.Branch branch : trees.branches()) {
      if (branch.isRoot()) {
        json.value(written.names().apply(branch.node()));
      }
    }
    json.endArray();
    json.name("edges").beginArray();
    for (Reading.Trees.Branch branch : trees.branches()) {
      if (!branch.isRoot()) {
        names(json, List.of(branch.parent(), branch.node()));
      }
    }
    json.endArray();
    if (trees.weight().isPresent()) {
      number(json.name("weight"), trees.weight().get());
    }
  }

  private void links(JsonWriter json, Reading.Links links) throws IOException {
    json.name("edges").beginArray();
    for (Reading.Links.Link link : links.edges()) {
      names(json, List.of(link.from(), link.to()));
    }
    json.endArray();
    if (links.weight().isPresent()) {
      number(json.name("weight"), links.weight().get());
    }
  }

  private BigDecimal sum(String feature, List<Integer> nodes) {
    BigDecimal sum = BigDecimal.ZERO;
    for (int node : nodes) {
      sum = sum.add(Decimals.exact(written.inputs().reals(feature)[node]));
    }
    return Decimals.rounded(sum);
  }

  /** A sum may exceed what a double can hold, and JSON has no infinity. */
  private static void number(JsonWriter json, BigDecimal value) throws IOException {
    json.numberOrNull(value.doubleValue());
  }
}
