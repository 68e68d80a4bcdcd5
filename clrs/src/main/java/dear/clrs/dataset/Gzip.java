// SPDX-License-Identifier: Apache-2.0
package dear.clrs.dataset;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/**
 * Files that may be gzipped, detected from their first bytes, whatever their name. What a few
 * kilobytes unpack to is bounded; a plain file shows its size.
 */
public final class Gzip {
  private static final int MAGIC = 0x1f8b;
  private static final int BUFFER = 1 << 16;

  /** What a processor unpacks in some ten seconds. */
  private static final long MOST_UNPACKED = 1L << 32;

  private static final int[] BYTE_ORDER_MARK = {0xef, 0xbb, 0xbf};

  /** A file that is small only as long as it is packed. */
  static final class TooLarge extends IOException {
    private static final long serialVersionUID = 1L;

    TooLarge(long most) {
      super(
          "more than %,d bytes when unpacked; unpack the file first if this is intended"
              .formatted(most));
    }
  }

  private Gzip() {}

  /** The content of a stream, decompressed if necessary. */
  public static InputStream unpacked(InputStream stream) throws IOException {
    return unpacked(stream, MOST_UNPACKED);
  }

  /** The same without the byte order mark that some editors put before UTF-8. */
  static InputStream text(InputStream stream) throws IOException {
    InputStream unpacked = unpacked(stream);
    BufferedInputStream in =
        unpacked instanceof BufferedInputStream buffered
            ? buffered
            : new BufferedInputStream(unpacked, BUFFER);
    in.mark(BYTE_ORDER_MARK.length);
    for (int expected : BYTE_ORDER_MARK) {
      if (in.read() != expected) {
        in.reset();
        break;
      }
    }
    return in;
  }

  static InputStream unpacked(InputStream stream, long most) throws IOException {
    BufferedInputStream in = new BufferedInputStream(stream, BUFFER);
    in.mark(2);
    int magic = (in.read() << 8) | in.read();
    in.reset();
    return magic == MAGIC ? new Whole(in, most) : in;
  }

  /** Refuses what follows the last member, which Java's own class passes over in silence. */
  private static final class Whole extends GZIPInputStream {
    private static final int TRAILER = 8;

    private final long most;
    private long unpacked;
    private boolean over;

    Whole(InputStream in, long most) throws IOException {
      super(in, BUFFER);
      this.most = most;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      int count = super.read(bytes, offset, length);
      unpacked += Math.max(0, count);
      if (unpacked > most) {
        throw new TooLarge(most);
      }
      if (count < 0 && !over) {
        over = true;
        // The trailer is still counted if it was in the buffer as a whole.
        if (inf.getRemaining() > TRAILER || in.read() >= 0) {
          throw new ZipException("there is something else after the end of the compressed data");
        }
      }
      return count;
    }
  }
}
