// SPDX-License-Identifier: Apache-2.0
package dear.tensor.safetensors;

import dear.io.AtomicFile;
import dear.io.Sha256;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The manifest beside a file: {@code NAME.sha256}, one line in the format of {@code sha256sum}, so
 * that {@code sha256sum -c NAME.sha256} can check it as well.
 */
final class Checksum {
  private static final Pattern LINE = Pattern.compile("([0-9a-f]{64}) [ *]([^\\n]+)\\n?");
  private static final int MAX_BYTES = 4096;

  private Checksum() {}

  static Path manifestOf(Path file) {
    return file.resolveSibling(file.getFileName() + ".sha256");
  }

  static void write(Path file, byte[] digest) throws IOException {
    String line = HexFormat.of().formatHex(digest) + "  " + file.getFileName() + "\n";
    AtomicFile.write(manifestOf(file), line.getBytes(StandardCharsets.UTF_8));
  }

  /** Compares a file with its manifest, if it has one. */
  static void verify(Path file) throws IOException {
    Path manifest = manifestOf(file);
    if (!Files.exists(manifest)) {
      return;
    }
    Matcher line = LINE.matcher(text(manifest));
    if (!line.matches() || !line.group(2).equals(String.valueOf(file.getFileName()))) {
      throw new SafetensorsException(
          manifest.toString(), "not a line of sha256sum for " + file.getFileName());
    }
    MessageDigest digest = Sha256.digest();
    try (InputStream in = new DigestInputStream(Files.newInputStream(file), digest)) {
      byte[] buffer = new byte[1 << 16];
      while (in.read(buffer) >= 0) {
        // the stream feeds the digest
      }
    }
    String found = HexFormat.of().formatHex(digest.digest());
    if (!found.equals(line.group(1))) {
      throw new SafetensorsException(
          file.toString(),
          "its SHA-256 is %s, but %s says %s; the file was damaged or replaced"
              .formatted(found, manifest.getFileName(), line.group(1)));
    }
  }

  private static String text(Path manifest) throws IOException {
    try (InputStream in = Files.newInputStream(manifest)) {
      return new String(in.readNBytes(MAX_BYTES), StandardCharsets.UTF_8);
    }
  }
}
