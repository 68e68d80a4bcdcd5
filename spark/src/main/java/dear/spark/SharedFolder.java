// SPDX-License-Identifier: Apache-2.0
package dear.spark;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
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
    FileSystem files = HadoopFiles.of(target, hadoop);
    if (files.exists(target)) {
      throw new IOException(out + " exists already; choose another folder");
    }
    if (!in.isEmpty()) {
      requireInput(context, in);
    }
    if (Cluster.isLocal(context.master()) || !isOnDisk(files)) {
      return;
    }
    Path parent = files.makeQualified(target).getParent();
    files.mkdirs(parent);
    Path probe = new Path(parent, ".dear-" + UUID.randomUUID());
    files.create(probe).close();
    try {
      requireSeen(context, "folder", parent.toUri().getPath(), probe.toUri().getPath());
    } finally {
      files.delete(probe, false);
    }
  }

  private static void requireInput(JavaSparkContext context, String in) throws IOException {
    Path source = new Path(in);
    FileSystem files = HadoopFiles.of(source, context.hadoopConfiguration());
    FileStatus[] found = files.globStatus(source);
    if (found == null || found.length == 0) {
      throw new IOException("there is no file or folder " + in);
    }
    if (!Cluster.isLocal(context.master()) && isOnDisk(files)) {
      requireSeen(context, "input", in, found[0].getPath().toUri().getPath());
    }
  }

  static boolean isOnDisk(FileSystem files) {
    return "file".equals(files.getUri().getScheme()); // not every system implements getScheme
  }

  /**
   * Checks that executors see a file.
   *
   * @param kind what it stands for, and its name, in the message
   */
  static void requireSeen(JavaSparkContext context, String kind, String name, String file)
      throws IOException {
    int tasks = 2 * context.defaultParallelism();
    List<String> blind =
        context
            .parallelize(IntStream.range(0, tasks).boxed().toList(), tasks)
            .map(_ ->
                Files.exists(java.nio.file.Path.of(file))
                    ? ""
                    : InetAddress.getLocalHost().getHostName())
            .filter(host -> !host.isEmpty())
            .collect();
    if (!blind.isEmpty()) {
      throw new IOException(
          ("the %s %s is not shared: the executor on %s does not see it; give a path that all"
                  + " machines have, such as hdfs://…, s3a://… or a network disk")
              .formatted(kind, name, blind.getFirst()));
    }
  }
}
