// SPDX-License-Identifier: Apache-2.0
package dear.clrs.dataset;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.GZIPInputStream;

/** Files that may be gzipped, detected from their first bytes, whatever their name. */
final class Gzip {
  private static final int MAGIC = 0x1f8b;
  private static final int BUFFER = 1 << 16;

  private Gzip() {}

  /** The content of a stream, decompressed if necessary. */
  static InputStream unpacked(InputStream stream) throws IOException {
    BufferedInputStream in = new BufferedInputStream(stream, BUFFER);
    in.mark(2);
    int magic = (in.read() << 8) | in.read();
    in.reset();
    return magic == MAGIC ? new GZIPInputStream(in, BUFFER) : in;
  }
}
