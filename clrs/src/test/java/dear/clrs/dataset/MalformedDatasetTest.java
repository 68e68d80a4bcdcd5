// SPDX-License-Identifier: Apache-2.0
package dear.clrs.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import dear.clrs.Algorithm;
import dear.clrs.Clrs;
import dear.clrs.data.Graph;
import dear.clrs.data.Inputs;
import dear.io.JsonException;
import dear.io.JsonWriter;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whatever is wrong with a line, the message names file, line and field. */
class MalformedDatasetTest {
  /**
   * What is replaced in the line of a path 0 - 1 - 2, the replacement, and the message. Quotes are
   * written as ', and a field's data is named by the field.
   */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      emptyValue = "",
      value = {
        // fields of the line
        "'n':3,|``|n: the field is missing",
        "'num_nodes':3,|``|num_nodes: the field is missing",
        "'algorithm':'bellman_ford',|``|algorithm: the field is missing",
        ",'length':3}|}|length: the field is missing",
        "'hints_stored':true,|``|hints_stored: the field is missing",
        "'n':3|'n':0|n: 0 is less than 1",
        "'n':3|'n':3,'n':3|n: duplicate field",
        "'n':3|'n':3.0|n: expected an integer of at most 64 bits, found 3.0",
        "'n':3|'n':'3'|n: expected an integer, found a string",
        "'n':3|'n':99999999999|n: integer 99999999999 is out of range",
        "'num_nodes':3|'num_nodes':-3|num_nodes: -3 is less than 1",
        "'n':3|'n':9|n: a sample of size 9 has 9 nodes here, not the 3 of num_nodes",
        "'num_nodes':3|'num_nodes':2|inputs.pos.data[2]: more than the 2 numbers that can be here",
        "'num_nodes':3|'num_nodes':4|inputs.A.data: the shape is [3, 3], not [4, 4]",
        "'num_nodes':3|'num_nodes':2147483647|inputs.A.data: the shape is [3, 3], not [2147483647,"
            + " 2147483647]",
        "'length':3}|'length':-1}|length: -1 is less than 0",
        "'length':3}|'length':4}|hints.pi_h.data: the shape is [3, 3], not [4, 3]",
        "'bellman_ford'|'bellmann_ford'|algorithm: no algorithm \"bellmann_ford\" in CLRS-30",
        "'seed':7|'seed':1e3|seed: expected an integer of at most 64 bits, found 1e3",
        "'hints_stored':true|'hints_stored':1|hints_stored: expected true or false, found a number",
        "'hints_stored':true|'hints_stored':false|hints_stored: it is false, but there are hints",
        "'outputs':{|'outputs':[|outputs: expected an object, found an array",
        // features
        "'pi':{'location'|'qi':{'location'|outputs.pi: the feature is missing",
        "'outputs':{|'outputs':{'qi':{'data':1},|outputs.qi: bellman_ford has no such feature",
        "'outputs':{|'outputs':{'pi':{'data':1},|outputs.pi: duplicate feature",
        "'adj':{'location':'edge'|'adj':{'location':'node'|inputs.adj: it is node mask here and"
            + " edge mask in CLRS-30",
        "'A':{'location':'edge','type':'scalar'|'A':{'location':'edge','type':'mask'|inputs.A: it"
            + " is edge mask here and edge scalar in CLRS-30",
        "'adj':{'location'|'bdj':{'location'|inputs.adj: the feature is missing",
        "'s':{'location':'node','type':'mask_one'|'s':{'location':'node','type':'mask'|inputs.s: it"
            + " is node mask here and node mask_one in CLRS-30",
        "'pi':{'location':'node','type':'pointer','data':[0,0,1]}|'pi':{'location':'node','type':'pointer'}|outputs.pi:"
            + " the field \"data\" is missing",
        "'data':[0,0,1]}},'length'|'data':[0,0,1],'data':[0,0,1]}},'length'|outputs.pi.data:"
            + " duplicate field",
        // values
        "[1,0,0]|[1,0,1]|inputs.s.data: more than one 1 where exactly one belongs",
        "[1,0,0]|[0,0,0]|inputs.s.data: no 1 where exactly one belongs",
        "[1,0,0]|[2,0,0]|inputs.s.data: 2.0 is not an integer from 0 to 1",
        "[1,0,0]|[1,0]|inputs.s.data: the shape is [2], not [3]",
        "[1,0,0]|1|inputs.s.data: the shape is [], not [3]",
        "[1,0,0]|[]|inputs.s.data: the shape is [0], not [3]",
        "[1,0,0]|[1,0,NaN]|inputs.s.data[2]: unexpected character 'N'",
        "[1,0,0]|[1,0,null]|inputs.s.data[2]: expected a number, found null",
        "[1,0,0]|[1,0,1e999]|inputs.s.data[2]: number 1e999 is too large for a double",
        "'data':[0,0,1]}},'length'|'data':[0,0,3]}},'length'|outputs.pi.data: 3.0 is not an integer"
            + " from 0 to 2",
        "'data':[0,0,1]}},'length'|'data':[0,0,-1]}},'length'|outputs.pi.data: -1.0 is not an"
            + " integer from 0 to 2",
        "'data':[0,0,1]}},'length'|'data':[0,0,0.5]}},'length'|outputs.pi.data: 0.5 is not an"
            + " integer from 0 to 2",
        "[0.5,0.0,0.25]|[0.5,0.0]|inputs.A.data[1][2]: an array has 2 values where others have 3",
        "[0.5,0.0,0.25]|0.5|inputs.A.data[1]: the arrays are nested unevenly",
        "[0.5,0.0,0.25]|[0.5,0.0,[0.25]]|inputs.A.data[1][2]: the arrays are nested too deeply or"
            + " unevenly",
        "[0.5,0.0,0.25]|[0.5,0.0,0.0]|inputs.adj.data: cell [1][2] does not agree with A",
        "[[1,1,0],[1,1,1]|[[1,1,1],[1,1,1]|inputs.adj.data: cell [0][2] does not agree with A",
        "[[1,1,0],[1,1,1]|[[0,1,0],[1,1,1]|inputs.adj.data: cell [0][0] does not agree with A"
      })
  void messagesNameLineAndField(String part, String replacement, String message)
      throws IOException {
    String good = paths();
    int at = good.indexOf(quoted(part));
    assertThat(at).as(part).isPositive();
    String bad = good.substring(0, at) + quoted(replacement) + good.substring(at + part.length());
    assertRefused(good + "\n" + good + bad + good, "data.jsonl:4: field " + message);
  }

  @Test
  void maskedInputsAreRefused() throws IOException {
    String good = sampled("kmp_matcher");
    assertRefused(
        good.replaceFirst("(\"string\".*?\"data\":\\[)0", "$1-1"),
        "data.jsonl:1: field inputs.string.data: input string: -1 is not in 0 to 1");
    assertRefused(
        good.replaceFirst("(\"key\".*?\"data\":)\\[\\[[01],[01],[01],[01]\\]", "$1[[0,0,0,-1]"),
        "data.jsonl:1: field inputs.key.data: input key: -1 is not in 0 to 3");
  }

  @Test
  void cellsThatAreNoEdgesAreRefused() throws IOException {
    Algorithm bridges = Clrs.algorithm("bridges");
    Graph path = Graph.builder(3).undirected(0, 1, 1).undirected(1, 2, 1).build();
    String good = line(bridges, Inputs.builder(bridges.features(), path).build());
    String bad = good.replaceFirst("(\"is_bridge\".*?\"data\":\\[\\[[-01]+,[-01]+,)-1", "$10");
    assertThat(bad).isNotEqualTo(good);
    assertRefused(
        bad,
        "data.jsonl:1: field outputs.is_bridge.data: cell [0][2] is not an edge and must be -1");
  }

  @Test
  void whatStandsAroundTheDocument() throws IOException {
    String good = paths();
    String line = good.strip();
    assertRefused(line + " x\n", "data.jsonl:1: unexpected 'x' after the end of the document");
    assertRefused(line + line, "data.jsonl:1: unexpected '{' after the end of the document");
    assertRefused(good + "[]", "data.jsonl:2: expected an object, found an array");
    assertRefused(good + "x", "data.jsonl:2: unexpected character 'x'");
    assertRefused(
        good + line.substring(0, 60) + "\n" + good,
        "data.jsonl:2: field source: control character byte 0x0a in a string");
    assertRefused(
        good + line.substring(0, line.length() - 1) + "\n" + good,
        "data.jsonl:2: field length: the line ends inside a value");
    assertRefused(
        good + line.substring(0, line.length() - 1),
        "data.jsonl:2: field length: expected a comma or the end of the object");
    assertRefused("\u001f", "data.jsonl:1: unexpected character byte 0x1f");
    assertRefused("\u0000\u0000", "data.jsonl:1: unexpected character byte 0x00");
  }

  @Test
  void cutAndDamagedGzip() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (OutputStream gzip = new GZIPOutputStream(bytes)) {
      for (int i = 0; i < 50; i++) {
        gzip.write(paths().getBytes(StandardCharsets.UTF_8));
      }
    }
    byte[] whole = bytes.toByteArray();
    for (int length : new int[] {2, 5, 10, 11, whole.length / 2, whole.length - 1}) {
      assertThatIOException()
          .isThrownBy(() -> readAll(Arrays.copyOf(whole, length)))
          .withMessageStartingWith("data.jsonl:")
          .withMessageNotContainingAny("null");
    }
    byte[] damaged = whole.clone();
    damaged[whole.length - 6] ^= 1; // the checksum
    assertThatIOException()
        .isThrownBy(() -> readAll(damaged))
        .withMessageContaining("data.jsonl:51: the gzip data is damaged or cut off");
  }

  /** Some editors put three bytes before a text. */
  @Test
  void aByteOrderMarkIsSkipped() throws IOException {
    assertThat(readAll(("\ufeff" + paths()).getBytes(StandardCharsets.UTF_8))).isOne();
    assertRefused(paths() + "\ufeff" + paths(), "data.jsonl:2: unexpected character");
    assertRefused("\ufeff\ufeff" + paths(), "data.jsonl:1: unexpected character");
  }

  /**
   * A megabyte that unpacks to a gigabyte of spaces, or of numbers, is read as far as it is
   * allowed.
   */
  @Test
  void whatUnpacksWithoutEndIsRefused() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (OutputStream gzip = new GZIPOutputStream(bytes)) {
      gzip.write(" ".repeat(1 << 20).getBytes(StandardCharsets.UTF_8));
    }
    assertThat(bytes.size()).isLessThan(4096);
    byte[] packed = bytes.toByteArray();
    try (var in = Gzip.unpacked(new ByteArrayInputStream(packed), 1 << 20)) {
      assertThat(in.readAllBytes()).hasSize(1 << 20);
    }
    try (var in = Gzip.unpacked(new ByteArrayInputStream(packed), (1 << 20) - 1)) {
      assertThatIOException()
          .isThrownBy(in::readAllBytes)
          .withMessageContaining("more than 1,048,575 bytes when unpacked");
    }
  }

  @Test
  void aClaimedSizeAllocatesNothing() throws IOException {
    String line = paths().replace("\"num_nodes\":3", "\"num_nodes\":46340");
    byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
    assertThatIOException().isThrownBy(() -> readAll(bytes));
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    assertThatIOException().isThrownBy(() -> readAll(bytes));
    assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(2 << 20);
  }

  @Test
  void manyFeaturesAreRefused() {
    StringBuilder line = new StringBuilder("{\"inputs\":{");
    for (int i = 0; i < 1000; i++) {
      line.append("\"f").append(i).append("\":{\"data\":0},");
    }
    assertRefused(line.toString(), "data.jsonl:1: field inputs.f64: more than 64 features");
  }

  @Test
  void aFolderIsNamed(@TempDir Path folder) {
    assertThatIOException()
        .isThrownBy(() -> DatasetReader.readAll(folder))
        .withMessageContaining(folder.toString());
  }

  /** Random damage gives an entry or an IOException that names the line, and nothing else. */
  @Test
  void randomDamage() throws IOException {
    byte[] good = (paths() + sampled("lcs_length")).getBytes(StandardCharsets.UTF_8);
    byte[] characters = "0123456789[]{},:.-e\"anu\n ".getBytes(StandardCharsets.UTF_8);
    SplittableRandom random = new SplittableRandom(8);
    int refused = 0;
    for (int i = 0; i < 3000; i++) {
      byte[] bad = good.clone();
      for (int k = random.nextInt(1, 3); k > 0; k--) {
        bad[random.nextInt(bad.length)] = characters[random.nextInt(characters.length)];
      }
      try {
        assertThat(readAll(bad)).isBetween(1, 2);
      } catch (JsonException e) {
        assertThat(e).hasMessageMatching("data\\.jsonl:[0-9]+: .+");
        refused++;
      }
    }
    assertThat(refused).isGreaterThan(1500);
  }

  private static String paths() throws IOException {
    Algorithm algorithm = Clrs.algorithm("bellman_ford");
    Graph path = Graph.builder(3).undirected(0, 1, 0.5).undirected(1, 2, 0.25).build();
    return line(algorithm, Inputs.builder(algorithm.features(), path).codes("s", 0).build());
  }

  private static String sampled(String name) throws IOException {
    Algorithm algorithm = Clrs.algorithm(name);
    return line(algorithm, algorithm.samples(1).size(6).inputs(0));
  }

  private static String line(Algorithm algorithm, Inputs given) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonWriter json = JsonWriter.compact(bytes)) {
      DatasetWriter.write(
          new DatasetEntry(
              algorithm,
              given.nodes(),
              "crafted",
              "",
              OptionalLong.of(7),
              algorithm.runWithHints(given)),
          json);
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }

  private static String quoted(String text) {
    return text.replace('\'', '"');
  }

  private static void assertRefused(String text, String message) {
    assertThatThrownBy(() -> readAll(text.getBytes(StandardCharsets.UTF_8)))
        .isInstanceOf(JsonException.class)
        .hasMessageStartingWith(message);
  }

  private static int readAll(byte[] bytes) throws IOException {
    int entries = 0;
    try (DatasetReader reader = new DatasetReader(new ByteArrayInputStream(bytes), "data.jsonl")) {
      while (reader.next().isPresent()) {
        entries++;
      }
    }
    return entries;
  }
}
