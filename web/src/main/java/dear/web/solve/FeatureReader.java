// SPDX-License-Identifier: Apache-2.0
package dear.web.solve;

import dear.clrs.Algorithm;
import dear.clrs.data.FeatureSpec;
import dear.clrs.data.Inputs;
import dear.clrs.data.Stage;
import dear.clrs.data.Type;
import dear.clrs.trait.InputForm;
import dear.web.http.Field;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Reads an instance whose input features are given by name, such as {@code {"x": [0, 1, 2], "y":
 * [0, 2, 1]}}, and checks that they are what the input's form says.
 *
 * @param algorithm the algorithm of the instance
 * @param mostNodes the limit on nodes
 */
record FeatureReader(Algorithm algorithm, int mostNodes) {
  /** Larger numbers are meaningless to a network trained on [0, 1]. */
  private static final double MOST = 1e6;

  /** Probabilities this close to a sum of one are used as they are. */
  private static final double ROUNDING = 1e-9;

  Inputs read(Field field) {
    InputForm form = algorithm.traits().input();
    List<String> names = form.features();
    field.only(names.toArray(String[]::new));
    int nodes = field.get(names.getFirst()).list(leastNodes(form), mostNodes(form)).size();
    Map<String, double[]> values = new HashMap<>();
    for (FeatureSpec spec : algorithm.features(Stage.INPUT)) {
      if (names.contains(spec.name())) {
        values.put(spec.name(), read(field.get(spec.name()), spec, nodes));
      }
    }
    check(form, field, values);
    Inputs.Builder inputs = Inputs.builder(algorithm.features(), nodes);
    for (FeatureSpec spec : algorithm.features(Stage.INPUT)) {
      double[] given = values.get(spec.name());
      if (given != null && spec.isReal()) {
        inputs.reals(spec.name(), given);
      } else if (given != null) {
        inputs.codes(spec.name(), Arrays.stream(given).mapToInt(x -> (int) x).toArray());
      }
    }
    return inputs.build();
  }

  private static int leastNodes(InputForm form) {
    return form instanceof InputForm.TwoSegments ? Shape.SEGMENT_ENDS : 2;
  }

  private int mostNodes(InputForm form) {
    return form instanceof InputForm.TwoSegments ? Shape.SEGMENT_ENDS : mostNodes;
  }

  private static double[] read(Field field, FeatureSpec spec, int nodes) {
    int size = spec.size(nodes, 0);
    int most = spec.type() == Type.CATEGORICAL ? spec.classes() - 1 : 1;
    return field.list(size, size).stream()
        .mapToDouble(it -> spec.isReal() ? it.number(-MOST, MOST) : it.whole(0, most))
        .toArray();
  }

  private static void check(InputForm form, Field field, Map<String, double[]> values) {
    switch (form) {
      case InputForm.SortedKeys(String key, String _) ->
          checkEach(
              field.get(key),
              of(values, key),
              (keys, i) -> i == 0 || keys[i] >= keys[i - 1],
              "is smaller than the number before it; give them in ascending order");
      case InputForm.MatrixSizes(String size) ->
          checkEach(
              field.get(size), of(values, size), (sizes, i) -> sizes[i] > 0, "must be positive");
      case InputForm.Intervals(String start, String finish) ->
          checkEach(
              field.get(finish),
              of(values, finish),
              (ends, i) -> ends[i] >= of(values, start)[i],
              "is before the start of its interval");
      case InputForm.Tasks(String deadline, String weight) -> {
        checkEach(
            field.get(deadline),
            of(values, deadline),
            (days, i) -> days[i] >= 1 && days[i] == Math.rint(days[i]),
            "must be a whole number of at least 1");
        checkEach(
            field.get(weight), of(values, weight), (w, i) -> w[i] >= 0, "must not be negative");
      }
      case InputForm.Probabilities(String key, String gap) -> normalise(field, key, gap, values);
      case InputForm.TwoStrings _ -> separate(field, values);
      case InputForm.Keys _, InputForm.Points _, InputForm.TwoSegments _, InputForm.OnGraph _ -> {}
    }
  }

  private static double[] of(Map<String, double[]> values, String name) {
    return Objects.requireNonNull(values.get(name), name);
  }

  private interface Rule {
    boolean holds(double[] values, int at);
  }

  private static void checkEach(Field field, double[] values, Rule rule, String refusal) {
    for (int i = 0; i < values.length; i++) {
      if (!rule.holds(values, i)) {
        throw new Field(field.path() + "[" + i + "]", field.value()).refuse(refusal);
      }
    }
  }

  /** People write frequencies; the algorithm takes probabilities. */
  private static void normalise(Field field, String key, String gap, Map<String, double[]> values) {
    double[] keys = of(values, key);
    double[] gaps = of(values, gap);
    String refusal = "must not be negative";
    checkEach(field.get(key), keys, (p, i) -> p[i] >= 0, refusal);
    checkEach(field.get(gap), gaps, (q, i) -> q[i] >= 0, refusal);
    if (keys[keys.length - 1] != 0) {
      throw field
          .get(key)
          .refuse("must end with a zero: there is one gap more than there are keys");
    }
    double sum = Arrays.stream(keys).sum() + Arrays.stream(gaps).sum();
    if (!(sum > 0)) {
      throw field.refuse("must have a number above zero");
    }
    if (Math.abs(sum - 1) > ROUNDING) {
      Arrays.setAll(keys, i -> keys[i] / sum);
      Arrays.setAll(gaps, i -> gaps[i] / sum);
    }
  }

  /** Positions start again in the second string. */
  private static void separate(Field field, Map<String, double[]> values) {
    String name = InputForm.TwoStrings.WHICH;
    double[] which = of(values, name);
    int n = which.length;
    int first = (int) Arrays.stream(which).filter(x -> x == 0).count();
    checkEach(
        field.get(name),
        which,
        (x, i) -> x[i] == (i < first ? 0 : 1),
        "belongs to the first string, but comes after a letter of the second");
    if (first == 0 || first == n) {
      throw field.get(name).refuse("must have letters of both strings, 0 and 1");
    }
    double[] positions = Arrays.copyOf(Inputs.ramp(first), n);
    System.arraycopy(Inputs.ramp(n - first), 0, positions, first, n - first);
    values.put(Inputs.POSITION, positions);
  }
}
