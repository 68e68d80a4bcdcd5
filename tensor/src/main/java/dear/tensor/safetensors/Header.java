// SPDX-License-Identifier: Apache-2.0
package dear.tensor.safetensors;

import dear.io.JsonException;
import dear.io.JsonReader;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The JSON header, checked against the length of the file.
 *
 * <p>Checked: the text is one JSON object in UTF-8 without duplicate or unknown names; types are
 * known; dimensions and offsets are not negative; shape, type and byte range of a tensor agree
 * without overflow; the ranges cover the body exactly, without gaps, overlaps or trailing bytes.
 * Where the reference reader is lenient (duplicate names: the last wins; unknown fields: ignored)
 * this one rejects, because readers that disagree on a file can be used to smuggle weights.
 *
 * @param tensors by name, in the order of their bytes
 * @param metadata in the order of the file
 */
record Header(Map<String, TensorEntry> tensors, Map<String, String> metadata) {
  /** The cap of the reference reader. */
  static final long MAX_BYTES = 100_000_000;

  /** Far above any real tensor; limits what a hostile shape makes the reader store. */
  static final int MAX_RANK = 64;

  private static final String METADATA = "__metadata__";

  /**
   * Reads the header.
   *
   * @param text a stream that ends with the header
   * @param bodyBytes the number of bytes in the file after the header
   * @param source the name of the file in messages
   */
  static Header read(InputStream text, long bodyBytes, String source) throws IOException {
    List<TensorEntry> entries = new ArrayList<>();
    Map<String, String> metadata = new LinkedHashMap<>();
    try (JsonReader json = new JsonReader(text, source + ": header")) {
      Set<String> names = new HashSet<>();
      json.beginObject();
      while (json.hasNext()) {
        String name = json.nextName();
        if (!names.add(name)) {
          throw json.error("duplicate name");
        }
        if (name.equals(METADATA)) {
          readMetadata(json, metadata);
        } else {
          entries.add(readEntry(json, name, source));
        }
      }
      json.endObject();
      if (json.peek() != JsonReader.Token.END_OF_INPUT) {
        throw json.error("unexpected text after the end of the header");
      }
    } catch (JsonException e) {
      SafetensorsException defect = new SafetensorsException(source, withoutSource(e, source));
      defect.initCause(e);
      throw defect;
    }
    entries.sort(Comparator.comparingLong(TensorEntry::begin).thenComparingLong(TensorEntry::end));
    checkCover(entries, bodyBytes, source);
    Map<String, TensorEntry> tensors = LinkedHashMap.newLinkedHashMap(entries.size());
    entries.forEach(entry -> tensors.put(entry.name(), entry));
    return new Header(Collections.unmodifiableMap(tensors), Collections.unmodifiableMap(metadata));
  }

  private static String withoutSource(JsonException e, String source) {
    String message = String.valueOf(e.getMessage());
    return message.startsWith(source + ": ") ? message.substring(source.length() + 2) : message;
  }

  private static void readMetadata(JsonReader json, Map<String, String> metadata)
      throws IOException {
    json.beginObject();
    while (json.hasNext()) {
      String key = json.nextName();
      if (metadata.put(key, json.nextString()) != null) {
        throw json.error("duplicate name \"" + key + "\"");
      }
    }
    json.endObject();
  }

  private static TensorEntry readEntry(JsonReader json, String name, String source)
      throws IOException {
    List<ElementType> type = new ArrayList<>(1);
    List<List<Long>> shape = new ArrayList<>(1);
    List<List<Long>> offsets = new ArrayList<>(1);
    json.beginObject();
    while (json.hasNext()) {
      String field = json.nextName();
      switch (field) {
        case "dtype" -> once(json, type, readType(json));
        case "shape" -> once(json, shape, readNaturals(json, MAX_RANK));
        case "data_offsets" -> once(json, offsets, readNaturals(json, 2));
        default -> throw json.error("unknown field");
      }
    }
    json.endObject();
    if (type.isEmpty() || shape.isEmpty() || offsets.isEmpty()) {
      String missing = type.isEmpty() ? "dtype" : shape.isEmpty() ? "shape" : "data_offsets";
      throw json.error("tensor \"" + name + "\" has no field " + missing);
    }
    if (offsets.getFirst().size() != 2) {
      throw json.error("tensor \"" + name + "\" needs two data_offsets");
    }
    TensorEntry entry =
        new TensorEntry(
            name,
            type.getFirst(),
            shape.getFirst(),
            offsets.getFirst().get(0),
            offsets.getFirst().get(1));
    checkRange(entry, source);
    return entry;
  }

  private static <T> void once(JsonReader json, List<T> slot, T value) throws IOException {
    if (!slot.isEmpty()) {
      throw json.error("duplicate field");
    }
    slot.add(value);
  }

  private static ElementType readType(JsonReader json) throws IOException {
    String name = json.nextString();
    for (ElementType type : ElementType.values()) {
      if (type.name().equals(name)) {
        return type;
      }
    }
    throw json.error("unknown dtype \"" + brief(name) + "\"");
  }

  private static List<Long> readNaturals(JsonReader json, int cap) throws IOException {
    List<Long> values = new ArrayList<>(4);
    json.beginArray();
    while (json.hasNext()) {
      if (values.size() == cap) {
        throw json.error("more than " + cap + " numbers");
      }
      long value = json.nextLong();
      if (value < 0) {
        throw json.error("negative number " + value);
      }
      values.add(value);
    }
    json.endArray();
    return values;
  }

  private static void checkRange(TensorEntry entry, String source) throws SafetensorsException {
    if (entry.end() < entry.begin()) {
      throw new SafetensorsException(
          source, at(entry) + "its bytes end at " + entry.end() + ", before they begin");
    }
    long bits = entry.type().bits();
    try {
      for (long dimension : entry.shape()) {
        bits = Math.multiplyExact(bits, dimension);
      }
    } catch (ArithmeticException e) {
      throw new SafetensorsException(
          source, at(entry) + "the size of shape " + entry.shape() + " overflows");
    }
    if (bits % 8 != 0) {
      throw new SafetensorsException(
          source, at(entry) + "its " + bits + " bits do not end on a byte");
    }
    if (bits / 8 != entry.end() - entry.begin()) {
      throw new SafetensorsException(
          source,
          "%sshape %s of %s needs %d bytes, but its offsets span %d"
              .formatted(
                  at(entry), entry.shape(), entry.type(), bits / 8, entry.end() - entry.begin()));
    }
  }

  private static void checkCover(List<TensorEntry> entries, long bodyBytes, String source)
      throws SafetensorsException {
    long covered = 0;
    for (TensorEntry entry : entries) {
      if (entry.begin() != covered) {
        throw new SafetensorsException(
            source,
            "%sits bytes begin at %d, %s: the preceding data ends at %d"
                .formatted(
                    at(entry),
                    entry.begin(),
                    entry.begin() < covered ? "an overlap" : "after a gap",
                    covered));
      }
      covered = entry.end();
    }
    if (covered != bodyBytes) {
      throw new SafetensorsException(
          source,
          covered < bodyBytes
              ? (bodyBytes - covered) + " bytes after the last tensor"
              : "truncated: the tensors need %d bytes, but the file holds %d"
                  .formatted(covered, bodyBytes));
    }
  }

  private static String at(TensorEntry entry) {
    return "tensor \"" + brief(entry.name()) + "\": ";
  }

  private static String brief(String name) {
    return name.length() <= 80 ? name : name.substring(0, 80) + "…";
  }
}
