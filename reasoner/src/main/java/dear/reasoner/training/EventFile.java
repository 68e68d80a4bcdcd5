// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.training;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Map;
import java.util.OptionalLong;
import java.util.zip.CRC32C;

/**
 * Metrics in the form that TensorBoard reads.
 *
 * <p>An event file is a sequence of records: the length of the data as eight bytes, the masked
 * CRC-32C of these bytes, the data and its masked CRC-32C, all little-endian. The data is the
 * protocol buffer {@code Event} with the fields {@code double wall_time = 1}, {@code int64 step =
 * 2}, {@code string file_version = 3} and {@code Summary summary = 5}; a summary has one {@code
 * value = 1} per number, with {@code string tag = 1} and {@code float simple_value = 2}. See {@code
 * tensorboard/compat/proto} and {@code tensorflow/core/lib/io/record_writer.h}.
 */
final class EventFile {
  private static final String VERSION = "brain.Event:2";
  private static final int FRAME_BYTES = 8 + 4 + 4;

  /** Our records have some hundred bytes; a longer one was not written here. */
  private static final int MOST_BYTES = 1 << 20;

  private final Path file;

  EventFile(Path file) {
    this.file = file;
  }

  /**
   * Appends the numbers of a step. Those of validations are grouped apart from those of training.
   *
   * @param time seconds since 1970
   */
  void append(Metrics metrics, double time) throws IOException {
    Message event = new Message().fixed64(1, time).varint(2, metrics.step());
    Message summary = new Message();
    for (Map.Entry<String, Double> value : metrics.values().entrySet()) {
      if (Double.isFinite(value.getValue())) {
        summary.bytes(
            1,
            new Message()
                .bytes(1, tag(value.getKey()).getBytes(StandardCharsets.UTF_8))
                .fixed32(2, value.getValue().floatValue())
                .toByteArray());
      }
    }
    event.bytes(5, summary.toByteArray());
    ByteArrayOutputStream records = new ByteArrayOutputStream();
    if (!Files.exists(file) || Files.size(file) == 0) {
      byte[] version = VERSION.getBytes(StandardCharsets.UTF_8);
      records.writeBytes(record(new Message().fixed64(1, time).bytes(3, version).toByteArray()));
    }
    records.writeBytes(record(event.toByteArray()));
    Files.write(file, records.toByteArray(), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  private static String tag(String metric) {
    String prefix = "validation_";
    return metric.startsWith(prefix)
        ? "validation/" + metric.substring(prefix.length())
        : "training/" + metric;
  }

  /** Cuts off the records of later steps, and whatever follows the last intact record. */
  void forgetAfter(int step) throws IOException {
    if (!Files.exists(file)) {
      return;
    }
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      long kept = 0;
      OptionalLong end = recordEnd(channel, kept, step);
      while (end.isPresent()) {
        kept = end.getAsLong();
        end = recordEnd(channel, kept, step);
      }
      channel.truncate(kept);
    }
  }

  /** The end of the record that begins here, if it is intact and not of a later step. */
  private static OptionalLong recordEnd(FileChannel channel, long start, int lastStep)
      throws IOException {
    ByteBuffer frame = read(channel, start, 8);
    if (frame.remaining() < 8) {
      return OptionalLong.empty();
    }
    long length = frame.getLong(0);
    if (length < 0 || length > MOST_BYTES || start + FRAME_BYTES + length > channel.size()) {
      return OptionalLong.empty();
    }
    byte[] record = read(channel, start, FRAME_BYTES + (int) length).array();
    byte[] data = Arrays.copyOfRange(record, 12, 12 + (int) length);
    return Arrays.equals(record, record(data)) && stepOf(data) <= lastStep
        ? OptionalLong.of(start + record.length)
        : OptionalLong.empty();
  }

  private static ByteBuffer read(FileChannel channel, long start, int count) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(count).order(ByteOrder.LITTLE_ENDIAN);
    while (bytes.hasRemaining() && channel.read(bytes, start + bytes.position()) >= 0) {}
    return bytes.flip();
  }

  /** The step of an event as written above, where it follows nine bytes of time; 0 if absent. */
  private static long stepOf(byte[] event) {
    long step = 0;
    if (event.length > 10 && event[9] == Message.key(2, Message.VARINT)) {
      int at = 10;
      for (int shift = 0; at < event.length && shift < Long.SIZE; shift += 7) {
        step |= (event[at] & 0x7fL) << shift;
        if (event[at++] >= 0) {
          return step;
        }
      }
      return Long.MAX_VALUE;
    }
    return step;
  }

  private static byte[] record(byte[] data) {
    ByteBuffer record =
        ByteBuffer.allocate(FRAME_BYTES + data.length).order(ByteOrder.LITTLE_ENDIAN);
    record.putLong(data.length);
    record.putInt(masked(record.array(), 8)).put(data).putInt(masked(data, data.length));
    return record.array();
  }

  /** A plain checksum of data that contains checksums is weak, so the format rotates them. */
  private static int masked(byte[] bytes, int count) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, 0, count);
    return Integer.rotateRight((int) crc.getValue(), 15) + 0xa282ead8;
  }

  /** A protocol buffer. */
  private static final class Message {
    static final int VARINT = 0;
    private static final int FIXED64 = 1;
    private static final int BYTES = 2;
    private static final int FIXED32 = 5;

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    static int key(int field, int wireType) {
      return field << 3 | wireType;
    }

    Message varint(int field, long value) {
      bytes.write(key(field, VARINT));
      return unsigned(value);
    }

    Message fixed64(int field, double value) {
      bytes.write(key(field, FIXED64));
      bytes.writeBytes(
          ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putDouble(value).array());
      return this;
    }

    Message fixed32(int field, float value) {
      bytes.write(key(field, FIXED32));
      bytes.writeBytes(
          ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN).putFloat(value).array());
      return this;
    }

    Message bytes(int field, byte[] content) {
      bytes.write(key(field, BYTES));
      unsigned(content.length);
      bytes.writeBytes(content);
      return this;
    }

    private Message unsigned(long value) {
      long left = value;
      while (left >>> 7 != 0) {
        bytes.write((int) ((left & 0x7f) | 0x80));
        left >>>= 7;
      }
      bytes.write((int) left);
      return this;
    }

    byte[] toByteArray() {
      return bytes.toByteArray();
    }
  }
}
