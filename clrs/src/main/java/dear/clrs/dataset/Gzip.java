// SPDX-License-Identifier: Apache-2.0
package dear.clrs.dataset;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/** Files that may be gzipped, detected from their first bytes, whatever their name. */
public final class Gzip {
  private static final int MAGIC = 0x1f8b;
  private static final int BUFFER = 1 << 16;

  private Gzip() {}

  /** The content of a stream, decompressed if necessary. */
  public static InputStream unpacked(InputStream stream) throws IOException {
    BufferedInputStream in = new BufferedInputStream(stream, BUFFER);
    in.mark(2);
    int magic = (in.read() << 8) | in.read();
    in.reset();
    return magic == MAGIC ? new Whole(in) : in;
  }

  /** Refuses what follows the last member, which Java's own class passes over in silence. */
  private static final class Whole extends GZIPInputStream {
    private static final int TRAILER = 8;

    private boolean over;

    Whole(InputStream in) throws IOException {
      super(in, BUFFER);
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      int count = super.read(bytes, offset, length);
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
