// SPDX-License-Identifier: Apache-2.0
package dear.tensor.parameter;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The parameters and their places in the flat array.
 *
 * @param parameters in the order of the array
 * @param size the length of the array
 */
public record ParameterLayout(List<Parameter> parameters, int size) {
  /** Keeps a copy of the list. */
  public ParameterLayout {
    parameters = List.copyOf(parameters);
  }

  /** Collects parameters. */
  public static Builder builder() {
    return new Builder();
  }

  /** The parameter with this name. */
  public Parameter get(String name) {
    for (Parameter parameter : parameters) {
      if (parameter.name().equals(name)) {
        return parameter;
      }
    }
    throw new IllegalArgumentException("no parameter \"" + name + "\"");
  }

  /** Collects parameters; each begins on a multiple of sixteen floats, a cache line. */
  public static final class Builder {
    private static final int ALIGNMENT = 16;

    private final Map<String, Parameter> parameters = new LinkedHashMap<>();
    private int size;

    private Builder() {}

    /**
     * Adds {@code name.weight} and {@code name.bias} with the initial values of PyTorch's linear
     * layer.
     */
    public Linear linear(String name, int in, int out) {
      return new Linear(
          matrix(name + ".weight", in, out, Initial.linear(in)),
          vector(name + ".bias", out, Initial.linear(in)));
    }

    /** Adds {@code name.weight} of ones and {@code name.bias} of zeros. */
    public Norm norm(String name, int width) {
      return new Norm(
          vector(name + ".weight", width, new Initial.Constant(1)),
          vector(name + ".bias", width, new Initial.Constant(0)));
    }

    /** Adds a matrix. */
    public Parameter matrix(String name, int in, int out, Initial initial) {
      return add(name, Parameter.Kind.MATRIX, in, out, initial);
    }

    /** Adds a vector. */
    public Parameter vector(String name, int width, Initial initial) {
      return add(name, Parameter.Kind.VECTOR, 1, width, initial);
    }

    private Parameter add(String name, Parameter.Kind kind, int in, int out, Initial initial) {
      if (in < 1 || out < 1) {
        throw new IllegalArgumentException(
            "parameter \"%s\" cannot be %d × %d".formatted(name, in, out));
      }
      Parameter parameter = new Parameter(name, kind, size, in, out, initial);
      if (parameters.putIfAbsent(name, parameter) != null) {
        throw new IllegalArgumentException("duplicate parameter \"" + name + "\"");
      }
      int count = Math.multiplyExact(in, out);
      size = Math.addExact(size, Math.ceilDiv(count, ALIGNMENT) * ALIGNMENT);
      return parameter;
    }

    /** Builds the layout. */
    public ParameterLayout build() {
      return new ParameterLayout(
          Collections.unmodifiableList(new ArrayList<>(parameters.values())), size);
    }
  }
}
