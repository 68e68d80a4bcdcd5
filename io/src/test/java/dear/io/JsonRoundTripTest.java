// SPDX-License-Identifier: Apache-2.0
package dear.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** What is written is read back bit for bit, wherever the buffer boundaries fall. */
class JsonRoundTripTest {
  private static final int COUNT = 50_000;

  @Test
  void doublesKeepTheirBits() throws IOException {
    SplittableRandom random = new SplittableRandom(1);
    double[] values = new double[COUNT];
    for (int i = 0; i < COUNT; i++) {
      double any = Double.longBitsToDouble(random.nextLong());
      values[i] =
          switch (i % 5) {
            case 0 -> Double.isFinite(any) ? any : 0.0;
            case 1 -> random.nextDouble(); // as samplers draw them
            case 2 -> random.nextLong(1L << 52) * Double.MIN_VALUE; // subnormal
            case 3 -> random.nextInt(-1000, 1000);
            default -> Math.scalb(1.0, random.nextInt(-1074, 1024)); // boundaries of the intervals
          };
    }
    double[] special = {
      -0.0,
      0.0,
      Double.MIN_VALUE,
      -Double.MIN_VALUE,
      Double.MAX_VALUE,
      Double.MIN_NORMAL,
      Math.nextDown(Double.MIN_NORMAL),
      0x1p53,
      0x1p53 + 2,
      1e22,
      1e23,
      2e-44
    };
    System.arraycopy(special, 0, values, 0, special.length);

    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonWriter writer = JsonWriter.compact(bytes)) {
      writer.beginArray();
      for (double value : values) {
        writer.value(value);
      }
      writer.endArray().endDocument();
    }
    try (JsonReader reader = new JsonReader(trickle(bytes.toByteArray()), "doubles")) {
      reader.beginArray();
      for (double value : values) {
        assertThat(Double.doubleToRawLongBits(reader.nextDouble()))
            .isEqualTo(Double.doubleToRawLongBits(value));
      }
      reader.endArray();
    }
  }

  @Test
  void floatsAndLongsKeepTheirBits() throws IOException {
    SplittableRandom random = new SplittableRandom(2);
    float[] floats = new float[COUNT];
    long[] longs = new long[COUNT];
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonWriter writer = JsonWriter.indented(bytes)) {
      writer.beginArray();
      for (int i = 0; i < COUNT; i++) {
        float any = Float.intBitsToFloat(random.nextInt());
        floats[i] = Float.isFinite(any) ? any : -0f;
        longs[i] = random.nextLong() >> random.nextInt(64);
        writer.value(floats[i]).value(longs[i]);
      }
      writer.value(Long.MIN_VALUE).endArray().endDocument();
    }
    try (JsonReader reader = new JsonReader(trickle(bytes.toByteArray()), "numbers")) {
      reader.beginArray();
      for (int i = 0; i < COUNT; i++) {
        assertThat(Float.floatToRawIntBits(reader.nextFloat()))
            .isEqualTo(Float.floatToRawIntBits(floats[i]));
        assertThat(reader.nextLong()).isEqualTo(longs[i]);
      }
      assertThat(reader.nextLong()).isEqualTo(Long.MIN_VALUE);
      reader.endArray();
    }
  }

  @Test
  void stringsKeepTheirCharacters() throws IOException {
    SplittableRandom random = new SplittableRandom(3);
    for (int i = 0; i < 2000; i++) {
      StringBuilder text = new StringBuilder();
      for (int k = random.nextInt(40); k > 0; k--) {
        int codePoint = random.nextInt(random.nextBoolean() ? 0x100 : 0x110000);
        text.appendCodePoint(codePoint >= 0xd800 && codePoint < 0xe000 ? '"' : codePoint);
      }
      String string = text.toString();
      assertThat(Json.parse(written(string)).get(string).string()).isEqualTo(string);
    }
  }

  @Test
  void compactTextIsOneLineAndIndentedTextIsForPeople() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    sample(JsonWriter.compact(bytes));
    sample(JsonWriter.indented(bytes));
    assertThat(bytes.toString(StandardCharsets.UTF_8))
        .isEqualTo(
            """
            {"a":[1,-0.0,true],"b":{},"c":[],"d":null}
            {
              "a": [
                1,
                -0.0,
                true
              ],
              "b": {},
              "c": [],
              "d": null
            }
            """);
  }

  @Test
  void callsThatMakeNoDocumentAreRefused() throws IOException {
    JsonWriter writer = JsonWriter.compact(OutputStream.nullOutputStream());
    assertThatThrownBy(writer::endDocument).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(writer::endObject).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> writer.name("a")).isInstanceOf(IllegalStateException.class);
    writer.value(1);
    assertThatThrownBy(() -> writer.value(2))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("ended before the next");
    writer.endDocument();
    assertThatThrownBy(writer::endDocument).isInstanceOf(IllegalStateException.class);
    writer.beginObject();
    assertThatThrownBy(() -> writer.value(1)).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(writer::beginArray).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(writer::endArray).isInstanceOf(IllegalStateException.class);
    writer.name("a");
    assertThatThrownBy(() -> writer.name("b")).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(writer::endObject).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(writer::endDocument).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> writer.value(Double.NaN)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> writer.value(Float.NEGATIVE_INFINITY))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> writer.value("\ud800")).isInstanceOf(IllegalArgumentException.class);
    writer.value("still usable").endObject().endDocument();

    JsonWriter deep = JsonWriter.compact(OutputStream.nullOutputStream());
    for (int i = 0; i < JsonReader.MAX_DEPTH; i++) {
      deep.beginArray();
    }
    assertThatThrownBy(deep::beginArray).isInstanceOf(IllegalStateException.class);
  }

  private static void sample(JsonWriter writer) throws IOException {
    writer.beginObject().name("a").beginArray().value(1).value(-0.0).value(true).endArray();
    writer.name("b").beginObject().endObject().name("c").beginArray().endArray();
    writer.name("d").nullValue().endObject().endDocument().flush();
  }

  private static String written(String string) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonWriter writer = JsonWriter.compact(bytes)) {
      writer.beginObject().name(string).value(string).endObject().endDocument();
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }

  /** Returns the bytes in chunks of uneven size. */
  private static InputStream trickle(byte[] bytes) {
    return new ByteArrayInputStream(bytes) {
      @Override
      public synchronized int read(byte[] into, int offset, int most) {
        return super.read(into, offset, Math.min(most, 1 + available() % 977));
      }
    };
  }
}
