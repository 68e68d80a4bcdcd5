// SPDX-License-Identifier: Apache-2.0
package dear.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dear.spark.TestCluster.Invocation;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
  }

  @Test
  void aMasterThatIsNotThereIsTold() {
    assertThatThrownBy(() -> Cluster.requireMaster("spark://127.0.0.1:1"))
        .hasMessageContainingAll(
            "no Spark master answers at spark://127.0.0.1:1", "leave out --master");
    assertThatThrownBy(() -> Cluster.requireMaster("spark://head"))
        .hasMessageContaining("write spark://HOST:7077");
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

  /** A folder in the memory of one process stands for the disk of one machine. */
  @Test
  void aFolderThatIsNotSharedIsRefused() {
    assertThatThrownBy(() ->
            SharedFolder.requireSeen(TestCluster.context(), "/dear/no/such/probe", "/dear/no"))
        .hasMessageContainingAll("the folder /dear/no is not shared", "hdfs://");
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
