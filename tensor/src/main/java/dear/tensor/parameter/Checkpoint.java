// SPDX-License-Identifier: Apache-2.0
package dear.tensor.parameter;

import dear.tensor.safetensors.SafetensorsFile;
import dear.tensor.safetensors.SafetensorsWriter;
import dear.tensor.safetensors.TensorEntry;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Parameters, and anything of the same layout such as moments of an optimiser, as safetensors.
 *
 * <p>Matrices are stored as {@code [out][in]} in files, as in PyTorch, and as {@code [in][out]}
 * here.
 */
public final class Checkpoint {
  private Checkpoint() {}

  /** Adds values of a layout to a file, each parameter under its name after a prefix. */
  public static void add(
      ParameterLayout layout, float[] values, String prefix, SafetensorsWriter writer) {
    for (Parameter p : layout.parameters()) {
      float[] tensor = new float[p.count()];
      switch (p.kind()) {
        case VECTOR -> {
          System.arraycopy(values, p.offset(), tensor, 0, tensor.length);
          writer.add(prefix + p.name(), tensor, p.out());
        }
        case MATRIX -> {
          transpose(values, p.offset(), p.in(), p.out(), tensor, 0);
          writer.add(prefix + p.name(), tensor, p.out(), p.in());
        }
      }
    }
  }

  /**
   * Fills an array with the tensors of a file whose names start with the prefix: exactly those of
   * the layout, no more and no fewer.
   */
  public static void read(
      ParameterLayout layout, float[] values, String prefix, SafetensorsFile file)
      throws IOException {
    check(layout, prefix, file);
    for (Parameter p : layout.parameters()) {
      float[] tensor = file.floats(prefix + p.name());
      switch (p.kind()) {
        case VECTOR -> System.arraycopy(tensor, 0, values, p.offset(), tensor.length);
        case MATRIX -> transpose(tensor, 0, p.out(), p.in(), values, p.offset());
      }
    }
  }

  private static void check(ParameterLayout layout, String prefix, SafetensorsFile file)
      throws IOException {
    List<String> defects = new ArrayList<>();
    List<String> unknown = new ArrayList<>(file.tensors().keySet());
    unknown.removeIf(name -> !name.startsWith(prefix));
    for (Parameter p : layout.parameters()) {
      String name = prefix + p.name();
      unknown.remove(name);
      TensorEntry entry = file.tensors().get(name);
      List<Long> shape =
          switch (p.kind()) {
            case VECTOR -> List.of((long) p.out());
            case MATRIX -> List.of((long) p.out(), (long) p.in());
          };
      if (entry == null) {
        defects.add("\"" + name + "\" is missing");
      } else if (!entry.shape().equals(shape)) {
        defects.add("\"" + name + "\" has shape " + entry.shape() + ", not " + shape);
      }
    }
    unknown.forEach(name -> defects.add("\"" + name + "\" is not a parameter of this model"));
    if (!defects.isEmpty()) {
      throw new IOException(
          "%s does not fit the model: %s%s"
              .formatted(
                  file.source(),
                  String.join("; ", defects.subList(0, Math.min(5, defects.size()))),
                  defects.size() > 5 ? "; and " + (defects.size() - 5) + " more" : ""));
    }
  }

  private static void transpose(
      float[] from, int fromAt, int rows, int cols, float[] to, int toAt) {
    for (int r = 0; r < rows; r++) {
      for (int c = 0; c < cols; c++) {
        to[toAt + c * rows + r] = from[fromAt + r * cols + c];
      }
    }
  }
}
