// SPDX-License-Identifier: Apache-2.0
package dear.web.runs;

import dear.io.Json;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The metrics of a run, read from any position while another process writes them. */
final class MetricsFile {
  /** A run of the paper's length writes a few megabytes; of a longer file only the end is read. */
  private static final int MOST_BYTES = 8 << 20;

  private final Path file;

  MetricsFile(Path folder) {
    file = folder.resolve("metrics.jsonl");
  }

  /**
   * Complete lines of JSON objects whose values are numbers.
   *
   * @param lines the lines as written
   * @param parsed the lines as JSON trees
   * @param end the position after the last line
   */
  record Lines(List<String> lines, List<Json> parsed, long end) {}

  long size() throws IOException {
    return isThere() ? Files.size(file) : 0;
  }

  /** When it was last written to. */
  FileTime changed() throws IOException {
    return isThere() ? Files.getLastModifiedTime(file) : FileTime.fromMillis(0);
  }

  boolean changedSince(Instant time) throws IOException {
    return changed().toInstant().isAfter(time);
  }

  int lastStep() throws IOException {
    long size = size();
    int tail = 4096; // a line has some 300 bytes
    List<Json> last = linesFrom(Math.max(0, size - tail)).parsed();
    return last.isEmpty() ? 0 : last.getLast().get("step").integer();
  }

  /** The lines from a position on; incomplete and foreign lines are skipped. */
  Lines linesFrom(long position) throws IOException {
    List<String> lines = new ArrayList<>();
    List<Json> parsed = new ArrayList<>();
    long size = size();
    // A resumed run may have truncated its file; then start over.
    long from = Math.max(position > size ? 0 : Math.max(0, position), size - MOST_BYTES);
    byte[] bytes = read(from, (int) (size - from));
    int start = 0;
    for (int i = 0; i < bytes.length; i++) {
      if (bytes[i] == '\n') {
        String line = new String(bytes, start, i - start, StandardCharsets.UTF_8);
        parse(line, lines, parsed);
        start = i + 1;
      }
    }
    return new Lines(lines, parsed, from + start);
  }

  private static void parse(String line, List<String> lines, List<Json> parsed) {
    Json json;
    try {
      json = Json.parse(line);
    } catch (IOException e) {
      return; // after a jump into the middle, the first line is incomplete
    }
    if (json instanceof Json.Members(Map<String, Json> values)
        && isStep(values.get("step"))
        && values.values().stream().allMatch(value -> value instanceof Json.Numeral)) {
      lines.add(line.strip());
      parsed.add(json);
    }
  }

  /** Others may write such files too: half a step must not break the list of all runs. */
  private static boolean isStep(@Nullable Json value) {
    return value instanceof Json.Numeral(double number)
        && number == Math.rint(number)
        && number >= 0
        && number <= Integer.MAX_VALUE;
  }

  private byte[] read(long from, int length) throws IOException {
    if (length == 0) {
      return new byte[0];
    }
    try (SeekableByteChannel channel = Files.newByteChannel(file)) {
      ByteBuffer buffer = ByteBuffer.allocate(length);
      channel.position(from);
      while (buffer.hasRemaining() && channel.read(buffer) >= 0) {
        // until everything is read, or the file was truncated meanwhile
      }
      byte[] bytes = new byte[buffer.position()];
      buffer.flip().get(bytes);
      return bytes;
    } catch (NoSuchFileException e) {
      return new byte[0];
    }
  }

  private boolean isThere() {
    return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS);
  }
}
