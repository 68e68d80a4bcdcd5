// SPDX-License-Identifier: Apache-2.0
package dear.tensor.parameter;

import dear.tensor.kernel.Kernels;
import dear.tensor.kernel.Matrix;
import dear.tensor.kernel.PackedWeights;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Supplier;

/**
 * The values of all parameters, and the packed copies of their matrices used by the kernels.
 *
 * <p>All threads share one instance while nobody changes it. After writing to {@link #values}, call
 * {@link #changed} while no other thread is computing.
 */
public final class Parameters {
  private final ParameterLayout layout;
  private final Kernels kernels;
  private final float[] values;
  private final Matrix view = new Matrix();
  private final Map<Parameter.Block, PackedWeights> packed = new HashMap<>();
  private final Map<Parameter.Block, PackedWeights> packedTransposed = new HashMap<>();
  private final Map<Object, Derived<?>> derived = new HashMap<>();

  private record Derived<T>(T object, BiConsumer<T, float[]> load) {
    void refresh(float[] values) {
      load.accept(object, values);
    }
  }

  /** Parameters that are all zero. */
  public Parameters(ParameterLayout layout) {
    this(layout, Kernels.selected());
  }

  /** Parameters that are all zero, for use with these kernels. */
  public Parameters(ParameterLayout layout, Kernels kernels) {
    this.layout = layout;
    this.kernels = kernels;
    this.values = new float[layout.size()];
  }

  /** Parameters at their initial values. */
  public static Parameters initial(ParameterLayout layout, RandomStream random) {
    Parameters parameters = new Parameters(layout);
    parameters.initialise(random);
    return parameters;
  }

  /** Sets all parameters to their initial values, each from the stream with its name. */
  public void initialise(RandomStream random) {
    for (Parameter parameter : layout.parameters()) {
      RandomStream stream = random.child(parameter.name());
      for (int i = 0; i < parameter.count(); i++) {
        values[parameter.offset() + i] =
            switch (parameter.initial()) {
              case Initial.Uniform(double bound) -> (float) (bound * (2 * stream.nextDouble() - 1));
              case Initial.Constant(float value) -> value;
            };
      }
    }
    changed();
  }

  /** The layout of the parameters. */
  public ParameterLayout layout() {
    return layout;
  }

  /** The flat array, not a copy. */
  public float[] values() {
    return values;
  }

  /** The kernels that compute with these parameters. */
  public Kernels kernels() {
    return kernels;
  }

  /** Packs the matrices again after their values were changed. */
  public synchronized void changed() {
    packed.forEach(this::pack);
    packedTransposed.forEach(this::packTransposed);
    derived.values().forEach(it -> it.refresh(values));
  }

  /**
   * An object derived from the parameters, shared by all threads and kept up to date by {@link
   * #changed}.
   *
   * @param key equal for equal objects
   * @param make creates the object
   * @param load loads the values into it
   */
  public synchronized <T> T derived(Object key, Supplier<T> make, BiConsumer<T, float[]> load) {
    Derived<?> known = derived.get(key);
    if (known != null) {
      @SuppressWarnings("unchecked") // equal keys stand for things of one type
      T object = (T) known.object();
      return object;
    }
    Derived<T> fresh = new Derived<>(make.get(), load);
    fresh.refresh(values);
    derived.put(key, fresh);
    return fresh.object();
  }

  /** The packed form of a block, kept up to date by {@link #changed}. */
  public synchronized PackedWeights packed(Parameter.Block block) {
    return packed.computeIfAbsent(
        block,
        b -> {
          PackedWeights weights = kernels.products().packed(b.in(), b.out());
          pack(b, weights);
          return weights;
        });
  }

  /** The packed transpose of a block, kept up to date by {@link #changed}. */
  public synchronized PackedWeights packedTransposed(Parameter.Block block) {
    return packedTransposed.computeIfAbsent(
        block,
        b -> {
          PackedWeights weights = kernels.products().packed(b.out(), b.in());
          packTransposed(b, weights);
          return weights;
        });
  }

  private void pack(Parameter.Block block, PackedWeights weights) {
    weights.pack(view.set(values, block.offset(), block.out()));
  }

  private void packTransposed(Parameter.Block block, PackedWeights weights) {
    weights.packTransposed(view.set(values, block.offset(), block.out()));
  }
}
