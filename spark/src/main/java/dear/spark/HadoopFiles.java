// SPDX-License-Identifier: Apache-2.0
package dear.spark;

import java.io.IOException;
import java.net.URI;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.UnsupportedFileSystemException;

/** Finds the file system of a path among those of Hadoop. */
final class HadoopFiles {
  private HadoopFiles() {}

  static FileSystem of(Path path, Configuration hadoop) throws IOException {
    try {
      return path.getFileSystem(hadoop);
    } catch (UnsupportedFileSystemException e) {
      throw missing(path, e);
    } catch (RuntimeException e) { // Hadoop knows its name and does not find its class
      if (e.getCause() instanceof ClassNotFoundException) {
        throw missing(path, e);
      }
      throw e;
    }
  }

  private static IOException missing(Path path, Exception cause) {
    URI uri = path.toUri();
    return new IOException(
        ("%s: this Spark has no file system for %s://; add its jars with spark-submit, such as"
                + " --packages org.apache.hadoop:hadoop-aws:VERSION for s3a")
            .formatted(path, uri.getScheme()),
        cause);
  }
}
