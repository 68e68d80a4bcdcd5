// SPDX-License-Identifier: Apache-2.0
package dear.equilibrium;

import dear.io.Json;
import dear.io.JsonReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

/** The reference vectors: every file of the folder named by {@code golden.deq}. */
public final class Golden {
  /** One problem f(z) = tanh(W z + x) for a batch, with what is known about it. */
  public record Problem(String name, int dimension, int batch, String regime, Json data) {
    /** A matrix or batch of vectors, row after row. */
    public double[] flat(String member) {
      return Golden.flat(data.get(member));
    }

    /** The function of one sample. */
    public TanhMap map(int sample) {
      return new TanhMap(dimension, floats(flat("W")), slice(floats(flat("x")), sample, dimension));
    }

    /** The start of one sample. */
    public float[] start(int sample) {
      return slice(floats(flat("z0")), sample, dimension);
    }

    /** Whether some norm makes f a contraction, so that the equilibrium is the only one. */
    public boolean contracts() {
      return data.get("spectral_norm_W").number() < 1;
    }

    @Override
    public String toString() {
      return name;
    }
  }

  private Golden() {}

  private static Path folder() {
    String property = System.getProperty("golden.deq");
    if (property != null) {
      return Path.of(property);
    }
    try {
      return Path.of(Objects.requireNonNull(Golden.class.getResource("/golden/deq")).toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  private static List<Json> files(String marker) {
    try (Stream<Path> paths = Files.list(folder())) {
      List<Json> found =
          paths
              .filter(path -> path.toString().endsWith(".json.gz"))
              .sorted()
              .map(Golden::read)
              .filter(json -> json.has(marker))
              .toList();
      if (found.isEmpty()) {
        throw new IllegalStateException("no file with " + marker + " in " + folder());
      }
      return found;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Json read(Path path) {
    try (JsonReader reader =
        new JsonReader(new GZIPInputStream(Files.newInputStream(path)), path.toString())) {
      return Json.parse(reader);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** All problem files. */
  public static List<Problem> problems() {
    return Problems.ALL;
  }

  /** Read once, on first use. */
  private static final class Problems {
    static final List<Problem> ALL = files("W").stream().map(Golden::problem).toList();
  }

  /** The problem with this name. */
  public static Problem problem(String name) {
    return problems().stream().filter(p -> p.name().equals(name)).findFirst().orElseThrow();
  }

  private static Problem problem(Json json) {
    return new Problem(
        json.get("name").string(),
        json.get("d").integer(),
        json.get("batch").integer(),
        json.get("regime").string(),
        json);
  }

  /** The runs of all files that are not problems but refer to them, distinguished by a member. */
  public static List<Json> runsWith(String member) {
    return files("note").stream()
        .flatMap(file -> file.get("runs").values().stream())
        .filter(run -> run.has(member))
        .toList();
  }

  /** All numbers of nested arrays in reading order. */
  public static double[] flat(Json json) {
    return numbers(json).toArray();
  }

  private static DoubleStream numbers(Json json) {
    return switch (json) {
      case Json.Values(List<Json> list) -> list.stream().flatMapToDouble(Golden::numbers);
      case Json.Numeral(double value) -> DoubleStream.of(value);
      case Json.Text(String text) -> DoubleStream.of(Double.parseDouble(text));
      case Json.Members _, Json.Flag _, Json.Null _ ->
          throw new IllegalArgumentException("not a number: " + json);
    };
  }

  /** Rounded to float. */
  public static float[] floats(double[] values) {
    float[] out = new float[values.length];
    for (int i = 0; i < out.length; i++) {
      out[i] = (float) values[i];
    }
    return out;
  }

  /** Exact as doubles. */
  public static double[] doubles(float[] values, int length) {
    double[] out = new double[length];
    for (int i = 0; i < length; i++) {
      out[i] = values[i];
    }
    return out;
  }

  /** One of several vectors of a length. */
  public static float[] slice(float[] values, int index, int length) {
    return Arrays.copyOfRange(values, index * length, (index + 1) * length);
  }

  /** One of several vectors of a length. */
  public static double[] slice(double[] values, int index, int length) {
    return Arrays.copyOfRange(values, index * length, (index + 1) * length);
  }
}
