// SPDX-License-Identifier: Apache-2.0
package dear.spark;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.api.java.JavaSparkContext;

/**
 * Checks that executors see the folders that a command reads and writes. Each would otherwise write
 * its part to its own disk, and the driver would find nothing and call that success.
 */
final class SharedFolder {
  private SharedFolder() {}

  /**
   * Checks the input and the new folder of a command.
   *
   * @param in the input, or empty if there is none
   */
  static void require(Cluster cluster, String in, String out) throws IOException {
    JavaSparkContext context = cluster.context();
    Configuration hadoop = context.hadoopConfiguration();
    Path target = new Path(out);
    FileSystem files = target.getFileSystem(hadoop);
    if (files.exists(target)) {
      throw new IOException(out + " exists already; choose another folder");
    }
    if (!in.isEmpty()) {
      Path source = new Path(in);
      FileSystem from = source.getFileSystem(hadoop);
      if (from.globStatus(source) == null || from.globStatus(source).length == 0) {
        throw new IOException("there is no file or folder " + in);
      }
    }
    if (Cluster.isLocal(context.master()) || !files.getScheme().equals("file")) {
      return;
    }
    Path parent = files.makeQualified(target).getParent();
    files.mkdirs(parent);
    Path probe = new Path(parent, ".dear-" + UUID.randomUUID());
    files.create(probe).close();
    try {
      requireSeen(context, probe.toUri().getPath(), parent.toUri().getPath());
    } finally {
      files.delete(probe, false);
    }
  }

  static void requireSeen(JavaSparkContext context, String probe, String folder)
      throws IOException {
    int tasks = 2 * context.defaultParallelism();
    List<String> blind =
        context
            .parallelize(IntStream.range(0, tasks).boxed().toList(), tasks)
            .map(_ ->
                Files.exists(java.nio.file.Path.of(probe))
                    ? ""
                    : InetAddress.getLocalHost().getHostName())
            .filter(host -> !host.isEmpty())
            .collect();
    if (!blind.isEmpty()) {
      throw new IOException(
          ("the folder %s is not shared: the executor on %s does not see it; give a path that all"
                  + " machines have, such as hdfs://…, s3a://… or a network disk")
              .formatted(folder, blind.getFirst()));
    }
  }
}
