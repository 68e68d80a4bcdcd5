// SPDX-License-Identifier: Apache-2.0
package dear.spark;

import dear.cli.Main;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.SparkSession;

/**
 * A cluster of two executors, each a process of its own, shared by all tests: it takes ten seconds
 * to start. The commands under test find it as the session of their process.
 */
final class TestCluster {
  /** What an executor needs besides Spark itself: the classes of this build. */
  static final String CLASSES =
      Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
          .filter(it -> !isOfSpark(Path.of(it)))
          .collect(Collectors.joining(File.pathSeparator));

  /** For processes of a few seconds, most of which a better compiler would take for itself. */
  static final List<String> QUICK_START = List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");

  private static final Path TEMPORARY = Path.of(System.getProperty("java.io.tmpdir"));

  private static final SparkSession SESSION = start();

  private TestCluster() {}

  private static boolean isOfSpark(Path jar) {
    return Files.exists(Path.of(System.getenv("SPARK_HOME"), "jars", "" + jar.getFileName()));
  }

  @SuppressWarnings("MustBeClosed") // the session ends with the process
  private static SparkSession start() {
    try {
      return Cluster.open(
              "local-cluster[2,1,1024]",
              Map.of(
                  "spark.executor.extraClassPath",
                  CLASSES,
                  "spark.executor.extraJavaOptions",
                  String.join(" ", QUICK_START),
                  "spark.sql.shuffle.partitions",
                  "2",
                  "spark.hadoop.fs.viewfs.mounttable.dear.link./disk",
                  TEMPORARY.toUri().toString()),
              new PrintWriter(System.err, true, StandardCharsets.UTF_8))
          .session();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static SparkSession session() {
    return SESSION;
  }

  static JavaSparkContext context() {
    return JavaSparkContext.fromSparkContext(SESSION.sparkContext());
  }

  /**
   * A folder for temporary files in one of Hadoop's other file systems, so that a command that
   * treats a path as one of Java's own fails.
   */
  static String elsewhere(Path folder) {
    return "viewfs://dear/disk/" + TEMPORARY.relativize(folder.toAbsolutePath());
  }

  /** One run of the program inside of the test. */
  record Invocation(int code, String out, String err) {
    static Invocation of(String... arguments) {
      TestCluster.session();
      StringWriter out = new StringWriter();
      StringWriter err = new StringWriter();
      int code = Main.run(new PrintWriter(out, true), new PrintWriter(err, true), arguments);
      return new Invocation(code, out.toString(), err.toString());
    }
  }
}
