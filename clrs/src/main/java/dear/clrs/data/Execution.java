// SPDX-License-Identifier: Apache-2.0
package dear.clrs.data;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One run of an algorithm, as the algorithm sees it: its inputs, the hints that it keeps up to
 * date, and its outputs.
 *
 * <p>An algorithm registers the arrays that are its hints once and calls {@link #push} after every
 * step. Without a listener a push only counts: an outputs-only run makes no copies. Work needed
 * only for hints should be guarded by {@link #recording}.
 */
public final class Execution implements Snapshot {
  private final Inputs inputs;
  private final List<FeatureSpec> hintSpecs;
  private final List<FeatureSpec> outputSpecs;
  private final @Nullable SnapshotListener listener;
  private final double[] @Nullable [] hintReals;
  private final int[] @Nullable [] hintCodes;
  private final @Nullable Feature[] outputs;
  private int snapshots;

  /** Prepares a run; hints are prepared only if there is a listener. */
  public Execution(
      List<FeatureSpec> hintSpecs,
      List<FeatureSpec> outputSpecs,
      Inputs inputs,
      @Nullable SnapshotListener listener) {
    this.inputs = inputs;
    this.hintSpecs = hintSpecs;
    this.outputSpecs = outputSpecs;
    this.listener = listener;
    this.hintReals = new double[hintSpecs.size()][];
    this.hintCodes = new int[hintSpecs.size()][];
    this.outputs = new Feature[outputSpecs.size()];
  }

  /** The number of nodes. */
  public int nodes() {
    return inputs.nodes();
  }

  /** The graph of a graph algorithm. */
  public Graph graph() {
    return inputs.graph();
  }

  /** The real numbers of a scalar input; not to be changed. */
  public double[] reals(String input) {
    return inputs.reals(input);
  }

  /** The integers of an input that is not scalar; not to be changed. */
  public int[] codes(String input) {
    return inputs.codes(input);
  }

  /** The node marked by an input of type mask_one. */
  public int one(String input) {
    return inputs.codes(input)[0];
  }

  /** Whether anyone observes the hints. */
  public boolean recording() {
    return listener != null;
  }

  /** Makes an array the variable behind a scalar hint, from the next push on. */
  public void hint(String name, double[] variable) {
    hintReals[index(hintSpecs, name, variable.length, true)] = variable;
  }

  /** Makes an array the variable behind a hint of any other type, from the next push on. */
  public void hint(String name, int[] variable) {
    hintCodes[index(hintSpecs, name, variable.length, false)] = variable;
  }

  /** Takes a snapshot of all hints. */
  public void push() {
    if (listener != null) {
      listener.snapshot(this);
    }
    if (snapshots < Integer.MAX_VALUE) {
      snapshots++;
    }
  }

  /** Sets an output; the array is kept, not copied. */
  public void output(String name, int... values) {
    int at = index(outputSpecs, name, values.length, false);
    outputs[at] = Feature.of(outputSpecs.get(at), values.length, values);
  }

  /** The number of snapshots taken so far, capped at the largest int. */
  public int length() {
    return snapshots;
  }

  /** The outputs, all of which must have been set. */
  public List<Feature> outputs() {
    List<Feature> done = new ArrayList<>(outputs.length);
    for (int i = 0; i < outputs.length; i++) {
      Feature output = outputs[i];
      if (output == null) {
        throw new IllegalStateException("output " + outputSpecs.get(i).name() + " was not set");
      }
      done.add(output);
    }
    return done;
  }

  @Override
  public int step() {
    return snapshots;
  }

  @Override
  public List<FeatureSpec> specs() {
    return hintSpecs;
  }

  @Override
  public double[] reals(int hint) {
    double[] variable = hintReals[hint];
    if (variable == null) {
      throw new IllegalStateException("hint " + hintSpecs.get(hint).name() + " was not set");
    }
    return variable;
  }

  @Override
  public int[] codes(int hint) {
    int[] variable = hintCodes[hint];
    if (variable == null) {
      throw new IllegalStateException("hint " + hintSpecs.get(hint).name() + " was not set");
    }
    return variable;
  }

  private int index(List<FeatureSpec> specs, String name, int length, boolean real) {
    for (int i = 0; i < specs.size(); i++) {
      FeatureSpec spec = specs.get(i);
      if (spec.name().equals(name)) {
        int size = spec.size(inputs.nodes(), inputs.edges());
        if (length != size || spec.isReal() != real) {
          throw new IllegalStateException(
              "%s holds %d %s values, not %d"
                  .formatted(name, size, spec.isReal() ? "real" : "integer", length));
        }
        return i;
      }
    }
    throw new IllegalStateException("no feature \"" + name + "\" in this algorithm");
  }
}
