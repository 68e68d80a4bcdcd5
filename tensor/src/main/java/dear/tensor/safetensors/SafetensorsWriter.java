// SPDX-License-Identifier: Apache-2.0
package dear.tensor.safetensors;

import dear.io.AtomicFile;
import dear.io.JsonWriter;
import dear.io.Sha256;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Collects tensors and writes them as one file.
 *
 * <p>The same content gives the same bytes, in whatever order it was added: tensors are sorted by
 * decreasing element size, then by name (so that each is aligned to its elements, as in the
 * reference writer), metadata by key, and the header is padded to a multiple of eight bytes.
 *
 * <p>The file appears completely or not at all. Its manifest cannot appear at the same instant, so
 * an old one is removed first and the new one is written last: a crash in between leaves a complete
 * file without a manifest, never a file that contradicts one.
 */
public final class SafetensorsWriter {
  private static final int ALIGNMENT = 8;
  private static final int CHUNK_BYTES = 1 << 16;

  private final Map<String, Tensor> tensors = new TreeMap<>();
  private final Map<String, String> metadata = new TreeMap<>();

  /** Copies the elements of a tensor to a buffer. */
  private interface Elements {
    void put(int index, ByteBuffer buffer);
  }

  private record Tensor(
      String name, ElementType type, List<Long> shape, int count, Elements elements) {
    long bytes() {
      return (long) count * type.bits() / 8;
    }
  }

  /** A writer without any tensors yet. */
  public SafetensorsWriter() {}

  /** Adds an entry to the metadata. */
  public void metadata(String key, String value) {
    if (metadata.putIfAbsent(key, value) != null) {
      throw new IllegalArgumentException("duplicate metadata \"" + key + "\"");
    }
  }

  /** Adds a tensor of floats; the array is not read before {@link #write}. */
  public void add(String name, float[] values, long... shape) {
    add(name, ElementType.F32, values.length, (i, buffer) -> buffer.putFloat(values[i]), shape);
  }

  /** Adds a tensor of doubles; the array is not read before {@link #write}. */
  public void add(String name, double[] values, long... shape) {
    add(name, ElementType.F64, values.length, (i, buffer) -> buffer.putDouble(values[i]), shape);
  }

  /** Adds a tensor of longs; the array is not read before {@link #write}. */
  public void add(String name, long[] values, long... shape) {
    add(name, ElementType.I64, values.length, (i, buffer) -> buffer.putLong(values[i]), shape);
  }

  /** Adds a tensor of integers; the array is not read before {@link #write}. */
  public void add(String name, int[] values, long... shape) {
    add(name, ElementType.I32, values.length, (i, buffer) -> buffer.putInt(values[i]), shape);
  }

  private void add(String name, ElementType type, int count, Elements elements, long... shape) {
    List<Long> dimensions = new ArrayList<>();
    long product = 1;
    for (long dimension : shape) {
      product = Math.multiplyExact(product, dimension);
      dimensions.add(dimension);
    }
    if (product != count) {
      throw new IllegalArgumentException(
          "tensor \"" + name + "\": " + count + " values do not fill shape " + dimensions);
    }
    if (name.equals("__metadata__")
        || tensors.putIfAbsent(name, new Tensor(name, type, dimensions, count, elements)) != null) {
      throw new IllegalArgumentException("tensor \"" + name + "\": duplicate name");
    }
  }

  /** Writes the file and its manifest, replacing existing ones. */
  public void write(Path target) throws IOException {
    MessageDigest digest = Sha256.digest();
    try (AtomicFile file = new AtomicFile(target)) {
      OutputStream out = new DigestOutputStream(file.stream(), digest);
      writeTo(out);
      out.flush();
      Files.deleteIfExists(Checksum.manifestOf(target));
      file.commit();
    }
    Checksum.write(target, digest.digest());
  }

  /** Returns what the file would contain, for tensors that travel without one. */
  public byte[] bytes() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    writeTo(bytes);
    return bytes.toByteArray();
  }

  private void writeTo(OutputStream out) throws IOException {
    List<Tensor> ordered = new ArrayList<>(tensors.values());
    ordered.sort(Comparator.comparingInt((Tensor t) -> -t.type().bits()));
    writeHeader(ordered, out);
    for (Tensor tensor : ordered) {
      writeElements(tensor, out);
    }
  }

  private void writeHeader(List<Tensor> ordered, OutputStream out) throws IOException {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    try (JsonWriter json = JsonWriter.compact(text)) {
      json.beginObject();
      if (!metadata.isEmpty()) {
        json.name("__metadata__").beginObject();
        for (Map.Entry<String, String> entry : metadata.entrySet()) {
          json.name(entry.getKey()).value(entry.getValue());
        }
        json.endObject();
      }
      long offset = 0;
      for (Tensor tensor : ordered) {
        json.name(tensor.name()).beginObject();
        json.name("dtype").value(tensor.type().name());
        json.name("shape").beginArray();
        for (long dimension : tensor.shape()) {
          json.value(dimension);
        }
        json.endArray();
        json.name("data_offsets").beginArray().value(offset);
        offset += tensor.bytes();
        json.value(offset).endArray().endObject();
      }
      json.endObject();
    }
    while (text.size() % ALIGNMENT != 0) {
      text.write(' ');
    }
    ByteBuffer length = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    out.write(length.putLong(text.size()).array());
    text.writeTo(out);
  }

  private static void writeElements(Tensor tensor, OutputStream out) throws IOException {
    ByteBuffer chunk =
        ByteBuffer.allocate((int) Math.min(CHUNK_BYTES, tensor.bytes()))
            .order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < tensor.count(); i++) {
      if (!chunk.hasRemaining()) {
        out.write(chunk.array());
        chunk.clear();
      }
      tensor.elements().put(i, chunk);
    }
    out.write(chunk.array(), 0, chunk.position());
  }
}
