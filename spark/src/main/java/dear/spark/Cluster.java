// SPDX-License-Identifier: Apache-2.0
package dear.spark;

import dear.cli.Main;
import dear.reasoner.settings.Provenance;
import dear.tensor.kernel.Kernels;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.scheduler.ExternalClusterManager;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * A Spark session that computes as this process does: it refuses versions that are known to fail,
 * hands its own jar and kernels to the executors, and never runs a task twice at the same time.
 */
final class Cluster implements AutoCloseable {
  /** Earlier ones may corrupt what Spark compresses (JDK-8377811). */
  private static final Runtime.Version LEAST_JDK = Runtime.Version.parse("25.0.3");

  private static final String LEAST_SPARK = "4.2.0";
  private static final Pattern NUMBERS = Pattern.compile("(\\d{1,4})\\.(\\d{1,4})\\.(\\d{1,4}).*");
  private static final Pattern ADDRESS = Pattern.compile("([\\w.-]+):(\\d{1,5})");
  private static final Pattern LOCAL =
      Pattern.compile("local(\\[(\\*|\\d+)(, *\\d+)?])?|local-cluster\\[.*]");
  private static final int CONNECT_MILLIS = 5_000;
  private static final int PATIENCE_SECONDS = 30;

  /** The level of Spark's own log; off if not set, since errors are told as sentences. */
  private static final String LOG = "dear.spark.log";

  private static final String VECTORS = "jdk.incubator.vector";

  /** As the launcher starts 'dear train': vectors begin on a cache line. */
  private static final String FAST = "-XX:+UseParallelGC -XX:ObjectAlignmentInBytes=64";

  private static final String EXECUTOR_OPTIONS = "spark.executor.extraJavaOptions";
  private static final String MASTER = "spark.master";

  private final SparkSession session;
  private final boolean ours;

  private Cluster(SparkSession session, boolean ours) {
    this.session = session;
    this.ours = ours;
  }

  /**
   * Opens a session, or takes the one that this process has.
   *
   * @param master the address of the cluster; empty for that of spark-submit, or else this machine
   * @param options other options of Spark
   * @param err where a person is told that the cluster keeps the program waiting
   */
  static Cluster open(String master, Map<String, String> options, PrintWriter err)
      throws IOException {
    requireVersions(Runtime.version(), org.apache.spark.package$.MODULE$.SPARK_VERSION());
    requireKernels(Kernels.selected().name(), System.getProperty("dear.kernels", ""));
    if (SparkSession.getDefaultSession().isDefined()) {
      return new Cluster(SparkSession.getDefaultSession().get(), false);
    }
    if (System.getProperty("log4j2.configurationFile") == null) {
      System.setProperty("log4j2.configurationFile", "dear/spark/quiet-log4j2.properties");
    }
    SparkConf conf = new SparkConf();
    if (!master.isEmpty()) {
      conf.setMaster(master);
    }
    conf.setIfMissing(MASTER, "local[*]");
    conf.setIfMissing("spark.app.name", "dear");
    conf.setIfMissing("spark.ui.enabled", "false");
    conf.setIfMissing("spark.ui.showConsoleProgress", "false");
    options.forEach(conf::set);
    conf.set("spark.speculation", "false"); // two tasks would train the same run
    conf.set(
        EXECUTOR_OPTIONS,
        executorOptions(
            conf.get("spark.executor.defaultJavaOptions", ""), conf.get(EXECUTOR_OPTIONS, "")));
    if (isLocal(conf.get(MASTER))) { // where a machine's name may lead nowhere
      conf.setIfMissing("spark.driver.host", "localhost");
      conf.setIfMissing("spark.driver.bindAddress", "127.0.0.1");
    } else {
      ownJar().ifPresent(jar -> conf.setIfMissing("spark.jars", jar));
    }
    requireMaster(conf.get(MASTER));
    Cluster cluster = new Cluster(session(conf), true);
    try {
      if (!isLocal(conf.get(MASTER))) {
        cluster.requireExecutors(err);
      }
      return cluster;
    } catch (IOException | RuntimeException e) {
      cluster.close();
      throw e;
    }
  }

  private static SparkSession session(SparkConf conf) throws IOException {
    try {
      SparkSession session = SparkSession.builder().config(conf).getOrCreate();
      session.sparkContext().setLogLevel(System.getProperty(LOG, "OFF"));
      return session;
    } catch (Exception e) { // Spark throws checked exceptions that it does not declare
      throw new IOException(
          "Spark does not start with --master %s: %s"
              .formatted(conf.get(MASTER), Failure.sentence(e)),
          e);
    }
  }

  /** Refuses a JDK or a Spark that is known to fail. */
  static void requireVersions(Runtime.Version jdk, String spark) throws IOException {
    if (jdk.compareToIgnoreOptional(LEAST_JDK) < 0) {
      throw new IOException(
          ("JDK %s may corrupt what Spark compresses (JDK-8377811); use %s or later, on the"
                  + " executors as well")
              .formatted(jdk, LEAST_JDK));
    }
    if (number(spark) < number(LEAST_SPARK)) {
      throw new IOException(
          "Spark %s does not support Java 25; use %s or later".formatted(spark, LEAST_SPARK));
    }
  }

  private static long number(String version) throws IOException {
    Matcher matcher = NUMBERS.matcher(version);
    if (!matcher.matches()) {
      throw new IOException("\"" + version + "\" is not a version of Spark");
    }
    long number = 0;
    for (int group = 1; group <= 3; group++) {
      number = 10_000 * number + Long.parseLong(matcher.group(group));
    }
    return number;
  }

  /** Refuses to be slow by accident, on every machine of the cluster. */
  static void requireKernels(String selected, String wanted) throws IOException {
    if (selected.equals("scalar") && !wanted.equals("scalar")) {
      throw new IOException(
          "the driver's Java runs without the module jdk.incubator.vector; start it with"
              + " --add-modules jdk.incubator.vector (spark-submit: --driver-java-options), or"
              + " choose the slow kernels with -Ddear.kernels=scalar");
    }
  }

  /** The options of executors: those that were given, and what ours compute well with. */
  static String executorOptions(String cluster, String given) {
    String kernels = kernelOptions(Kernels.selected().name(), Kernels.selected().lanes());
    // A second collector would keep Java from starting.
    String fast = (cluster + given).contains("-XX:") ? "" : FAST + " ";
    return (given + " " + fast + kernels).strip();
  }

  /** The options with which an executor computes the same bits as these kernels. */
  static String kernelOptions(String name, int lanes) {
    return name.equals("scalar")
        ? "-Ddear.kernels=scalar"
        : "-Ddear.kernels=vector -Ddear.kernels.bits=" + Float.SIZE * lanes;
  }

  static boolean isLocal(String master) {
    return master.equals("local") || master.startsWith("local[");
  }

  /** The jar with everything of ours, if this class is in one. */
  private static Optional<String> ownJar() {
    try {
      Path place =
          Path.of(Cluster.class.getProtectionDomain().getCodeSource().getLocation().toURI());
      return Files.isRegularFile(place) ? Optional.of(place.toUri().toString()) : Optional.empty();
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e); // the class loader made it
    }
  }

  /** Says what is wrong with an address, which Spark would not. */
  static void requireMaster(String master) throws IOException {
    if (master.startsWith("spark://")) {
      requireAnswer(master);
    } else if (!LOCAL.matcher(master).matches() && !isManaged(master)) {
      boolean known = master.equals("yarn") || master.startsWith("k8s://");
      throw new IOException(
          known
              ? ("the launcher has no client for --master %s; use that of an installation:"
                      + " spark-submit --master %s %s spark …")
                  .formatted(master, master, ownJar().orElse("dear-spark.jar"))
              : "--master %s is no address; write local[N], spark://HOST:7077, yarn or k8s://…"
                  .formatted(master));
    }
  }

  /** Whether Spark's jars here include those for a cluster of another kind. */
  private static boolean isManaged(String master) {
    for (ExternalClusterManager manager : ServiceLoader.load(ExternalClusterManager.class)) {
      if (manager.canCreate(master)) {
        return true;
      }
    }
    return false;
  }

  /** Spark itself would try for a minute before it gave up. */
  private static void requireAnswer(String master) throws IOException {
    IOException last = new IOException("no address");
    for (String address : master.substring("spark://".length()).split(",", -1)) {
      Matcher parts = ADDRESS.matcher(address);
      if (!parts.matches()) {
        throw new IOException(
            "--master %s is no address; write spark://HOST:7077".formatted(master));
      }
      try (Socket socket = new Socket()) {
        socket.connect(
            new InetSocketAddress(parts.group(1), Integer.parseInt(parts.group(2))),
            CONNECT_MILLIS);
        return;
      } catch (IOException e) {
        last = e;
      }
    }
    throw new IOException(
        ("no Spark master answers at %s (%s); check the address, or leave out --master to run on"
                + " this machine")
            .formatted(master, last.getMessage()),
        last);
  }

  /**
   * Waits for executors and checks their Java. Spark's own functions do it, since an older Java
   * could not even load a class of ours and would end without a word.
   */
  private void requireExecutors(PrintWriter err) throws IOException {
    int tasks = 2 * Math.max(1, session.sparkContext().defaultParallelism());
    CompletableFuture<List<Row>> versions =
        CompletableFuture.supplyAsync(() ->
            session
                .range(0, tasks, 1, tasks)
                .selectExpr("java_method('java.lang.System', 'getProperty', 'java.version')")
                .distinct()
                .collectAsList());
    try {
      requireJava(await(versions, err).stream().map(row -> row.getString(0)).toList());
    } catch (ExecutionException e) {
      throw new IOException("the cluster does not work: " + Failure.sentence(e), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while waiting for executors", e);
    }
  }

  private List<Row> await(CompletableFuture<List<Row>> versions, PrintWriter err)
      throws ExecutionException, InterruptedException {
    try {
      return versions.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      err.println(waiting(session.sparkContext().conf().get("spark.executor.memory", "1g")));
      err.flush();
      return versions.get();
    }
  }

  /** What a person is told whom the cluster keeps waiting. */
  static String waiting(String memory) {
    return ("still waiting for the cluster to start an executor: are its workers running, and has"
            + " one of them a free core and %s of memory (--conf spark.executor.memory)?")
        .formatted(memory);
  }

  /** Refuses executors by their Java. */
  static void requireJava(List<String> versions) throws IOException {
    for (String version : versions) {
      if (Runtime.Version.parse(version).compareToIgnoreOptional(LEAST_JDK) < 0) {
        throw new IOException(
            ("an executor runs Java %s, but needs %s or later; set JAVA_HOME on the workers, or"
                    + " --conf spark.executorEnv.JAVA_HOME=…")
                .formatted(version, LEAST_JDK));
      }
    }
  }

  SparkSession session() {
    return session;
  }

  JavaSparkContext context() {
    return JavaSparkContext.fromSparkContext(session.sparkContext());
  }

  /** Ends the session, unless this process had it before. */
  @Override
  public void close() {
    if (ours) {
      session.stop();
    }
  }

  /** This program, its Java and its kernels, as strings that a task can carry. */
  static String[] driver() throws IOException {
    Provenance here = Main.provenance();
    return new String[] {
      here.fact("program"), here.fact("commit"), here.fact("jdk"), here.fact("kernels")
    };
  }

  /** Checks in a task that the executor computes the same bits as the driver. */
  static Provenance requireLike(String[] driver) throws IOException {
    if (!driver[3].equals("scalar") && !ModuleLayer.boot().findModule(VECTORS).isPresent()) {
      throw new IllegalStateException(
          "an executor's Java runs without the module %s; add it with --conf %s=--add-modules=%s"
              .formatted(VECTORS, EXECUTOR_OPTIONS, VECTORS));
    }
    Provenance there = new Provenance(driver[0], driver[1], driver[2], driver[3]);
    List<String> changes = there.changesTo(Main.provenance());
    if (!changes.isEmpty()) {
      throw new IllegalStateException(
          ("an executor differs from the driver (%s on the executor %s), so its results would have"
                  + " other bits; give all machines the same Java, and the same vectors with"
                  + " -Ddear.kernels.bits=128, 256 or 512 on the driver")
              .formatted(
                  String.join("; ", changes).replace(", now ", ", but "),
                  InetAddress.getLocalHost().getHostName()));
    }
    return there;
  }
}
