// SPDX-License-Identifier: Apache-2.0
package dear.spark;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The options for where a command runs. */
final class ClusterOptions {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--master",
      paramLabel = "URL",
      defaultValue = "",
      description = {
        "The cluster: spark://HOST:7077, or local[N] for N threads of this machine (default",
        "local[*]; with spark-submit, which also knows yarn and k8s://…, its own)."
      })
  private String master;

  @Option(
      names = "--conf",
      paramLabel = "KEY=VALUE",
      description = "An option of Spark, such as spark.executor.memory=4g; may be repeated.")
  private Map<String, String> conf = new LinkedHashMap<>();

  @SuppressWarnings("NullAway.Init") // picocli sets what is annotated
  ClusterOptions() {}

  Cluster open() throws IOException {
    return Cluster.open(master, conf, spec.commandLine().getErr());
  }
}
