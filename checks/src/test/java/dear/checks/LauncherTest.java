// SPDX-License-Identifier: Apache-2.0
package dear.checks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The launcher as users start it: what it prints, what it hides, and what reaches the program. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class LauncherTest {
  private static final String WARNING = "WARNING: Using incubator modules: jdk.incubator.vector";
  private static final String SORT = "solve insertion_sort 5 2 4 3 1";

  /** More keys than the launcher calls a small question. */
  private static final String MANY =
      "solve insertion_sort 9 8 7 6 5 4 3 2 1 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26"
          + " 27";

  @TempDir Path folder;

  private Path out = Path.of("");
  private Path err = Path.of("");
  private final List<Process> started = new ArrayList<>();

  /** The launcher rebuilds and says so when sources have changed; that output is not under test. */
  @BeforeAll
  static void build(@TempDir Path folder) throws Exception {
    assumeTrue(Files.isExecutable(Path.of("/bin/bash")), "the launcher is a script");
    Path log = folder.resolve("log");
    Process build =
        launcher("--version").redirectErrorStream(true).redirectOutput(log.toFile()).start();
    assertThat(build.waitFor()).as(() -> Repository.read(log)).isZero();
  }

  @BeforeEach
  void nameTheStreams() {
    out = folder.resolve("out");
    err = folder.resolve("err");
  }

  @AfterEach
  void leaveNobodyBehind() throws InterruptedException {
    for (Process process : started) {
      process.destroyForcibly().waitFor();
    }
  }

  @Test
  void anAnswerIsAllThatIsSaid() throws Exception {
    assertThat(run(SORT)).isZero();
    assertThat(out).content().startsWith("sorted: 1 2 3 4 5\n");
    assertThat(err).isEmptyFile();
  }

  @ParameterizedTest
  @ValueSource(strings = {"-v " + MANY, MANY + " -v", "--verbose " + MANY})
  void verboseTellsOfJavaAndTheKernels(String command) throws Exception {
    assertThat(run(command)).isZero();
    assertThat(out).content().startsWith("sorted: 1 2 3 4 5 6");
    assertThat(err).content().contains(WARNING).contains("\ndear: kernels: vector");
  }

  /** Vectors would not pay for their start. */
  @Test
  void aSmallQuestionIsAnsweredByScalarKernels() throws Exception {
    assertThat(run("-v " + SORT)).isZero();
    assertThat(out).content().startsWith("sorted: 1 2 3 4 5\n");
    assertThat(err).content().contains("dear: kernels: scalar").doesNotContain(WARNING);
  }

  /** Otherwise a short answer waits for a few hundred classes to be read and verified. */
  @Test
  void hardlyAnyClassIsReadFromAJarForAShortAnswer() throws Exception {
    Path program = program();
    List<String> command = new ArrayList<>(List.of(System.getProperty("java.home") + "/bin/java"));
    command.addAll(List.of("-XX:AOTCache=" + program.resolve("solve.aot"), "-Xlog:class+load"));
    command.addAll(List.of("-Ddear.kernels=scalar", "-XX:+UseSerialGC"));
    command.add("-XX:TieredStopAtLevel=1");
    command.addAll(List.of("-cp", program.resolve("dear-cli.jar") + ":" + program + "/lib/*"));
    command.add("dear.cli.Main");
    command.addAll(List.of(SORT.split(" ", -1)));
    assertThat(start(to(new ProcessBuilder(command))).waitFor()).isZero();
    assertThat(Repository.read(out)).contains("sorted: 1 2 3 4 5");
    assertThat(Repository.read(out).lines().filter(line -> line.contains("source: file:")))
        .hasSizeLessThan(10);
  }

  /** Whoever does not use Spark need not fetch it. */
  @Test
  void theProgramIsFreeOfSpark() throws IOException {
    try (Stream<Path> jars = Files.list(program().resolve("lib"))) {
      assertThat(jars.map(it -> it.getFileName().toString()))
          .isNotEmpty()
          .noneMatch(name -> name.contains("spark") || name.contains("hadoop"));
    }
  }

  /** Commands that start without vectors do so on purpose, and have nothing to warn of. */
  @ParameterizedTest
  @ValueSource(strings = {"models", "inspect minimum", "algorithms", "show bfs --nodes 4"})
  void whatNeedsNoVectorsDoesNotMissThem(String command) throws Exception {
    assertThat(run(command)).isZero();
    assertThat(out).isNotEmptyFile();
    assertThat(err).isEmptyFile();
  }

  /** Java would take names for ASCII. */
  @Test
  void namesNeedNoLocale() throws Exception {
    Path roads = folder.resolve("Straßen.csv");
    Files.writeString(roads, "Köln,Bonn,2\n");
    ProcessBuilder solve =
        to(launcher("solve", "bfs", "--undirected", "--source", "Köln", "--graph", "" + roads));
    solve.environment().keySet().removeIf(name -> name.startsWith("LC_") || name.equals("LANG"));
    assertThat(start(solve).waitFor()).as(() -> Repository.read(err)).isZero();
    assertThat(out).content().startsWith("paths from Köln\n");
  }

  @Test
  void whatJavaRefusesIsShown() throws Exception {
    assertThat(run(Map.of("DEAR_JAVA_OPTIONS", "-Xmx1z"), SORT)).isOne();
    awaitError("Could not create the Java Virtual Machine");
    assertThat(err).content().contains("-Xmx1z");
  }

  @Test
  void otherWarningsOfJavaAreShown() throws Exception {
    assertThat(run(Map.of("DEAR_JAVA_OPTIONS", "--add-exports no.where/no=ALL-UNNAMED"), SORT))
        .isZero();
    awaitError("WARNING: Unknown module: no.where");
    assertThat(err).content().hasLineCount(1);
  }

  @Test
  void errorsKeepTheirCodeAndTheirPlaceInASharedFile() throws Exception {
    Process process =
        start(launcher("solve", "--help").redirectErrorStream(true).redirectOutput(out.toFile()));
    assertThat(process.waitFor()).isZero();
    String help = Repository.read(out);

    String both = "\"$0\" solve --help; \"$0\" solve";
    ProcessBuilder shell =
        new ProcessBuilder("/bin/bash", "-c", both, launcher().command().getFirst());
    process = start(shell.redirectErrorStream(true).redirectOutput(out.toFile()));
    assertThat(process.waitFor()).isEqualTo(2);
    assertThat(out).content().startsWith(help + "dear: ").endsWith("Try 'dear solve --help'.\n");
  }

  @Test
  void theProgramReadsTheStandardInput() throws Exception {
    Path roads = Repository.ROOT.resolve("docs/roads.csv");
    Path input = Files.createSymbolicLink(folder.resolve("in.csv"), Path.of("/dev/stdin"));
    ProcessBuilder solve =
        launcher(
            ("solve bellman_ford --undirected --source Aachen --graph " + input).split(" ", -1));
    Process process = start(to(solve.redirectInput(roads.toFile())));
    assertThat(process.waitFor()).as(() -> Repository.read(err)).isZero();
    assertThat(out).content().contains("Aachen → Köln → Bonn");
  }

  @Test
  void signalsReachTheProgramAndItsAnswerIsHeard() throws Exception {
    Path run = folder.resolve("run");
    String train =
        "train bfs --steps 1000000 --batch 4 --width 8 --train-nodes-min 4 --train-nodes-max 6"
            + " --validation-nodes 6 --validation-count 4 --validate-every 3 --out "
            + run;
    Process process = start(to(launcher(train.split(" ", -1))));
    while (!Files.exists(run.resolve("best.safetensors")) && process.isAlive()) {
      Thread.sleep(5);
    }
    assertThat(process.isAlive()).as(() -> Repository.read(err)).isTrue();
    process.destroy();
    assertThat(process.waitFor()).isEqualTo(128 + 15);
    assertThat(Repository.read(out) + Repository.read(err)).contains("interrupted after ");
    assertThat(err).content().doesNotContain(WARNING);
  }

  private static Path program() throws IOException {
    Path target = Repository.ROOT.resolve("cli/target/launcher");
    return target.resolve(Files.readString(target.resolve("dear.current")).strip());
  }

  /** Java may exit before the filter has forwarded its last output. */
  private void awaitError(String words) throws InterruptedException {
    for (int i = 0; i < 1000 && !Repository.read(err).contains(words); i++) {
      Thread.sleep(10);
    }
    assertThat(err).content().contains(words);
  }

  private int run(String command) throws Exception {
    return run(Map.of(), command);
  }

  private int run(Map<String, String> environment, String command) throws Exception {
    ProcessBuilder builder = to(launcher(command.split(" ", -1)));
    builder.environment().putAll(environment);
    return start(builder).waitFor();
  }

  private ProcessBuilder to(ProcessBuilder builder) {
    return builder
        .redirectOutput(Redirect.to(out.toFile()))
        .redirectError(Redirect.to(err.toFile()));
  }

  private Process start(ProcessBuilder builder) throws IOException {
    Process process = builder.start();
    started.add(process);
    return process;
  }

  private static ProcessBuilder launcher(String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(Repository.ROOT.resolve("dear").toString());
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put("DEAR_JAVA_HOME", System.getProperty("java.home"));
    builder.environment().remove("DEAR_JAVA_OPTIONS");
    return builder;
  }
}
