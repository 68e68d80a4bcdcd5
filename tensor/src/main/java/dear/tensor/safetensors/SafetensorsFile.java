// SPDX-License-Identifier: Apache-2.0
package dear.tensor.safetensors;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * An open file whose header has been fully checked; tensors are read on demand.
 *
 * <p>Nothing is trusted: the header's length is compared with the file before a byte of it is read,
 * it is parsed as a stream, and since every tensor is known to lie inside the file, an array for it
 * is never larger than the file (eight times that where bytes are widened). Values are returned as
 * they are, including infinities and NaN.
 *
 * <p>If there is a {@linkplain Checksum manifest} beside the file, the file must match it.
 */
public final class SafetensorsFile implements Closeable {
  private static final int LENGTH_BYTES = 8;
  private static final int CHUNK_BYTES = 1 << 16;

  private final SeekableByteChannel channel;
  private final String source;
  private final Header header;
  private final long bodyStart;

  SafetensorsFile(SeekableByteChannel channel, String source) throws IOException {
    this.channel = channel;
    this.source = source;
    long fileBytes = channel.size();
    if (fileBytes < LENGTH_BYTES) {
      throw new SafetensorsException(
          source, "too short: " + fileBytes + " bytes, but the length of the header alone needs 8");
    }
    ByteBuffer length = ByteBuffer.allocate(LENGTH_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    readFully(0, length);
    long headerBytes = length.getLong(0);
    if (headerBytes < 0 || headerBytes > Header.MAX_BYTES) {
      throw new SafetensorsException(
          source,
          "header length %s is above the cap of %d bytes"
              .formatted(Long.toUnsignedString(headerBytes), Header.MAX_BYTES));
    }
    if (headerBytes > fileBytes - LENGTH_BYTES) {
      throw new SafetensorsException(
          source,
          "header length %d runs past the end: only %d bytes follow"
              .formatted(headerBytes, fileBytes - LENGTH_BYTES));
    }
    ByteBuffer first = ByteBuffer.allocate(1);
    if (headerBytes == 0) {
      throw new SafetensorsException(source, "the header is empty");
    }
    readFully(LENGTH_BYTES, first);
    if (first.get(0) != '{') {
      throw new SafetensorsException(
          source, "the header is not a JSON object: it must begin with {");
    }
    this.bodyStart = LENGTH_BYTES + headerBytes;
    channel.position(LENGTH_BYTES);
    InputStream text = new Prefix(Channels.newInputStream(channel), headerBytes);
    this.header = Header.read(text, fileBytes - bodyStart, source);
  }

  /** Opens a file, checks it against its manifest if there is one, and reads its header. */
  public static SafetensorsFile open(Path path) throws IOException {
    Checksum.verify(path);
    SeekableByteChannel channel = Files.newByteChannel(path);
    try {
      return new SafetensorsFile(channel, path.toString());
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  /**
   * Reads the header of a file in memory, such as a class path resource, as strictly as any other.
   * The bytes are not copied.
   *
   * @param source its name in messages
   */
  public static SafetensorsFile parse(byte[] bytes, String source) throws IOException {
    return new SafetensorsFile(new ByteArrayChannel(bytes), source);
  }

  /** The name of the file, for messages. */
  public String source() {
    return source;
  }

  /** The tensors by name, in the order of their bytes. */
  public Map<String, TensorEntry> tensors() {
    return header.tensors();
  }

  /** The metadata. */
  public Map<String, String> metadata() {
    return header.metadata();
  }

  /** The header's description of a tensor, which must exist. */
  public TensorEntry entry(String name) throws SafetensorsException {
    TensorEntry entry = header.tensors().get(name);
    if (entry == null) {
      throw new SafetensorsException(source, "no tensor \"" + name + "\"");
    }
    return entry;
  }

  /** A tensor of type F32, BF16 or F16, whose values all fit a float. */
  public float[] floats(String name) throws IOException {
    TensorEntry entry = entry(name);
    float[] values = new float[count(entry)];
    Elements elements = new Elements(entry);
    for (int i = 0; i < values.length; i++) {
      values[i] =
          switch (entry.type()) {
            case F32 -> elements.next(4).getFloat();
            case F16 -> Float.float16ToFloat(elements.next(2).getShort());
            case BF16 -> Float.intBitsToFloat(elements.next(2).getShort() << 16);
            default -> throw mistyped(entry, "floats");
          };
    }
    return values;
  }

  /** A tensor of type F64. */
  public double[] doubles(String name) throws IOException {
    TensorEntry entry = entry(name);
    if (entry.type() != ElementType.F64) {
      throw mistyped(entry, "doubles");
    }
    double[] values = new double[count(entry)];
    Elements elements = new Elements(entry);
    for (int i = 0; i < values.length; i++) {
      values[i] = elements.next(8).getDouble();
    }
    return values;
  }

  /** A tensor of any integer type; U64 as the long with the same bits. */
  public long[] longs(String name) throws IOException {
    TensorEntry entry = entry(name);
    long[] values = new long[count(entry)];
    Elements elements = new Elements(entry);
    for (int i = 0; i < values.length; i++) {
      values[i] =
          switch (entry.type()) {
            case I64, U64 -> elements.next(8).getLong();
            case I32 -> elements.next(4).getInt();
            case U32 -> Integer.toUnsignedLong(elements.next(4).getInt());
            case I16 -> elements.next(2).getShort();
            case U16 -> Short.toUnsignedLong(elements.next(2).getShort());
            case I8 -> elements.next(1).get();
            case U8 -> Byte.toUnsignedLong(elements.next(1).get());
            default -> throw mistyped(entry, "integers");
          };
    }
    return values;
  }

  /** A tensor of type BOOL, whose bytes must be 0 or 1. */
  public boolean[] booleans(String name) throws IOException {
    TensorEntry entry = entry(name);
    if (entry.type() != ElementType.BOOL) {
      throw mistyped(entry, "booleans");
    }
    byte[] bytes = bytes(name);
    boolean[] values = new boolean[bytes.length];
    for (int i = 0; i < values.length; i++) {
      if (bytes[i] != 0 && bytes[i] != 1) {
        throw new SafetensorsException(
            source, "tensor \"" + name + "\": byte " + bytes[i] + " is not a boolean");
      }
      values[i] = bytes[i] == 1;
    }
    return values;
  }

  /** The bytes of a tensor of any type, little-endian. */
  public byte[] bytes(String name) throws IOException {
    TensorEntry entry = entry(name);
    byte[] bytes = new byte[arrayLength(entry, entry.end() - entry.begin())];
    readFully(bodyStart + entry.begin(), ByteBuffer.wrap(bytes));
    return bytes;
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }

  private int count(TensorEntry entry) throws SafetensorsException {
    return arrayLength(entry, entry.elements());
  }

  private int arrayLength(TensorEntry entry, long length) throws SafetensorsException {
    if (length > Integer.MAX_VALUE - 8) {
      throw new SafetensorsException(
          source, "tensor \"" + entry.name() + "\": " + length + " elements do not fit one array");
    }
    return (int) length;
  }

  private SafetensorsException mistyped(TensorEntry entry, String wanted) {
    return new SafetensorsException(
        source, "tensor \"" + entry.name() + "\" is " + entry.type() + ", not " + wanted);
  }

  private void readFully(long position, ByteBuffer target) throws IOException {
    channel.position(position);
    while (target.hasRemaining()) {
      if (channel.read(target) < 0) {
        throw new SafetensorsException(source, "the file became shorter while it was read");
      }
    }
  }

  /** Walks over the bytes of a tensor in chunks. */
  private final class Elements {
    private final long end;
    private long position;
    private final ByteBuffer chunk;

    Elements(TensorEntry entry) {
      this.position = bodyStart + entry.begin();
      this.end = bodyStart + entry.end();
      this.chunk =
          ByteBuffer.allocate((int) Math.min(CHUNK_BYTES, end - position))
              .order(ByteOrder.LITTLE_ENDIAN)
              .limit(0);
    }

    /** The buffer, positioned at the next element of this many bytes (a divisor of the chunk). */
    ByteBuffer next(int bytes) throws IOException {
      if (chunk.remaining() < bytes) {
        chunk.clear().limit((int) Math.min(chunk.capacity(), end - position));
        readFully(position, chunk);
        position += chunk.limit();
        chunk.flip();
      }
      return chunk;
    }
  }

  /** The first bytes of a stream; a shorter stream simply ends. */
  private static final class Prefix extends InputStream {
    private final InputStream in;
    private long left;

    Prefix(InputStream in, long bytes) {
      this.in = in;
      this.left = bytes;
    }

    @Override
    public int read() throws IOException {
      if (left == 0) {
        return -1;
      }
      left--;
      return in.read();
    }

    @Override
    public int read(byte[] target, int offset, int count) throws IOException {
      if (left == 0) {
        return -1;
      }
      int got = in.read(target, offset, (int) Math.min(count, left));
      left -= Math.max(0, got);
      return got;
    }
  }
}
