// SPDX-License-Identifier: Apache-2.0
package dear.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dear.spark.TestCluster.Invocation;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a session refuses, and how it says so. */
class ClusterTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "25.0.2+9 | 4.2.0 | JDK 25.0.2+9 may corrupt what Spark compresses (JDK-8377811); use"
            + " 25.0.3",
        "25 | 4.2.0 | JDK 25 may corrupt",
        "25.0.3 | 4.1.3 | Spark 4.1.3 does not support Java 25; use 4.2.0 or later",
        "25.0.3 | 3.10.2 | Spark 3.10.2 does not support",
        "25.0.3 | four | \"four\" is not a version of Spark",
      })
  void versionsThatFailAreRefused(String jdk, String spark, String message) {
    assertThatThrownBy(() -> Cluster.requireVersions(Runtime.Version.parse(jdk), spark))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(message);
  }

  @ParameterizedTest
  @CsvSource({"25.0.3+9-LTS, 4.2.0", "26, 4.3.0-SNAPSHOT", "25.0.10, 5.0.0"})
  void versionsThatWorkAreNot(String jdk, String spark) {
    assertThatCode(() -> Cluster.requireVersions(Runtime.Version.parse(jdk), spark))
        .doesNotThrowAnyException();
  }

  @Test
  void slowKernelsAreAChoice() throws IOException {
    assertThatThrownBy(() -> Cluster.requireKernels("scalar", ""))
        .hasMessageContaining("--add-modules jdk.incubator.vector");
    Cluster.requireKernels("scalar", "scalar");
    Cluster.requireKernels("vector (256 bits)", "");
  }

  @Test
  void executorsGetTheKernelsOfTheDriver() {
    assertThat(Cluster.kernelOptions("scalar", 1)).isEqualTo("-Ddear.kernels=scalar");
    assertThat(Cluster.kernelOptions("vector (256 bits)", 8))
        .isEqualTo("-Ddear.kernels=vector -Ddear.kernels.bits=256");
    String fast = "-XX:+UseParallelGC -XX:ObjectAlignmentInBytes=64 -Ddear.kernels=scalar";
    assertThat(Cluster.executorOptions("", "")).isEqualTo(fast);
    assertThat(Cluster.executorOptions("", "-Da=b")).isEqualTo("-Da=b " + fast);
    assertThat(Cluster.executorOptions("-XX:+UseZGC", "")).isEqualTo("-Ddear.kernels=scalar");
    assertThat(Cluster.executorOptions("", "-XX:+UseZGC"))
        .isEqualTo("-XX:+UseZGC -Ddear.kernels=scalar");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "spark://127.0.0.1:1 | no Spark master answers at spark://127.0.0.1:1 (Connection refused)",
        "spark://127.0.0.1:1,127.0.0.1:2 | no Spark master answers at",
        "spark://head | write spark://HOST:7077",
        "yarn | the launcher has no client for --master yarn; use that of an installation:"
            + " spark-submit --master yarn",
        "k8s://https://127.0.0.1:6443 | spark-submit --master k8s://https://127.0.0.1:6443",
        "mesos://head | --master mesos://head is no address; write local[N], spark://HOST:7077",
        "local[x] | --master local[x] is no address",
      })
  void aMasterThatIsNotThereIsTold(String master, String message) {
    assertThatThrownBy(() -> Cluster.requireMaster(master))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(message);
  }

  @ParameterizedTest
  @ValueSource(strings = {"local", "local[*]", "local[2]", "local[2,3]", "local-cluster[2,1,1024]"})
  void thisMachineIsAlwaysThere(String master) {
    assertThatCode(() -> Cluster.requireMaster(master)).doesNotThrowAnyException();
  }

  @Test
  void anExecutorWithAnOlderJavaIsRefused() throws IOException {
    Cluster.requireJava(List.of("25.0.3", "26"));
    assertThatThrownBy(() -> Cluster.requireJava(List.of("25.0.3", "17.0.15")))
        .hasMessageContainingAll(
            "an executor runs Java 17.0.15, but needs 25.0.3", "spark.executorEnv.JAVA_HOME");
    assertThatThrownBy(() -> Cluster.requireJava(List.of("25.0.2")))
        .hasMessageContaining("an executor runs Java 25.0.2");
  }

  @Test
  void whoWaitsIsToldForWhat() {
    assertThat(Cluster.waiting("4g")).contains("workers running", "4g of memory");
  }

  /** An executor that is told to use vectors, and a Java that has none. */
  @Test
  void anExecutorWithoutVectorsIsTold() throws Exception {
    Process java =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Ddear.kernels=vector",
                "-cp",
                System.getProperty("java.class.path"),
                WithoutVectors.class.getName())
            .redirectErrorStream(true)
            .start();
    String said = new String(java.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(said)
        .contains("an executor's Java runs without the module jdk.incubator.vector")
        .doesNotContain("\tat ");
  }

  /** The beginning of a task. */
  static final class WithoutVectors {
    private WithoutVectors() {}

    public static void main(String[] arguments) throws IOException {
      try {
        Cluster.requireLike(new String[] {"1", "c", "25.0.3", "vector (256 bits)"});
      } catch (IllegalStateException e) {
        System.out.println(e.getMessage());
      }
    }
  }

  @Test
  void anExecutorThatDiffersIsRefused() throws IOException {
    String[] driver = Cluster.driver();
    String[] other = driver.clone();
    other[3] = "vector (128 bits)";
    var context = TestCluster.context();
    assertThat(context.parallelize(List.of(1, 2), 2).map(_ -> here(driver)).collect())
        .containsOnly(driver[3]);
    assertThatThrownBy(() -> context.parallelize(List.of(1), 1).map(_ -> here(other)).collect())
        .satisfies(e ->
            assertThat(Failure.sentence(e))
                .startsWith("an executor differs from the driver (kernels vector (128 bits), but")
                .doesNotContain("\n", "\tat "));
  }

  private static String here(String[] driver) throws IOException {
    return Cluster.requireLike(driver).fact("kernels");
  }

  /** A path that is nowhere stands for the disk of the driver's machine. */
  @Test
  void aFolderThatIsNotSharedIsRefused() {
    var context = TestCluster.context();
    assertThatThrownBy(
            () -> SharedFolder.requireSeen(context, "folder", "/dear/no", "/dear/no/such/probe"))
        .hasMessageContainingAll("the folder /dear/no is not shared: the executor on", "hdfs://");
    assertThatThrownBy(() -> SharedFolder.requireSeen(context, "input", "a.jsonl", "/no/a.jsonl"))
        .hasMessageContaining("the input a.jsonl is not shared");
  }

  @ParameterizedTest
  @ValueSource(strings = {"s3a://bucket/x", "shelf://x"})
  void aFileSystemThatIsNotThereIsTold(String out) {
    Invocation refused = Invocation.of("spark", "sample", "bfs", "--out", out);
    assertThat(refused.code()).isEqualTo(1);
    assertThat(refused.err())
        .startsWith("dear: " + out + ": this Spark has no file system for")
        .contains("spark-submit");
  }

  @Test
  void theCommandsAreListed() {
    Invocation help = Invocation.of("spark");
    assertThat(help.code()).isZero();
    assertThat(help.out()).contains("sweep", "solve", "sample", "train");
    assertThat(Invocation.of("spark", "sweep", Path.of("no.json") + "", "--out", "x").err())
        .isEqualTo("dear: no such file: no.json\n");
  }
}
