// SPDX-License-Identifier: Apache-2.0
package dear.cli;

import dear.clrs.Algorithm;
import dear.clrs.certificate.Certificate;
import dear.clrs.certificate.Fault;
import dear.clrs.certificate.Repair;
import dear.clrs.certificate.Verdict;
import dear.clrs.text.Reading;
import dear.clrs.text.ReadingJson;
import dear.clrs.text.WrittenInputs;
import dear.equilibrium.StopReason;
import dear.io.AtomicFile;
import dear.io.JsonWriter;
import dear.reasoner.model.AnswerJson;
import dear.reasoner.model.Model;
import dear.reasoner.model.Solved;
import dear.reasoner.network.ProcessorKind;
import dear.tensor.parallel.Workers;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Asks a model about the user's own numbers, points, strings or graph. */
@Command(
    name = "solve",
    description = "Ask a model about numbers, points, strings, intervals, or a graph from a file.",
    footer = {
      "",
      "Examples:",
      "  dear solve insertion_sort 5 2 4 3 1",
      "  dear solve binary_search 1 3 5 7 --target 5",
      "  dear solve kmp_matcher --text abracadabra --pattern cad",
      "  dear solve matrix_chain_order --sizes 10 20 30 40",
      "  dear solve graham_scan 0,0 4,0 4,3 2,1 0,3",
      "  dear solve bellman_ford --graph roads.csv --undirected --source Bonn",
      "  dear solve bfs --graph roads.csv --model runs/bfs-dear-1/best.safetensors",
      "",
      "Exit codes: 0 success, 1 failure or no readable answer, 2 invalid usage, 3 answered, but",
      "certified wrong."
    })
final class SolveCommand implements Callable<Integer> {
  /** The exit code of an answer that a certificate proves wrong. */
  private static final int CERTIFIED_WRONG = 3;

  /** Answers with a value for each pair take longer to check; up to here it is a moment. */
  private static final int MOST_NODES_CHECKED_UNASKED = 512;

  @Spec private CommandSpec spec;

  @Parameters(
      index = "0",
      paramLabel = "ALGORITHM",
      description = "What to solve.",
      converter = AlgorithmConverter.class,
      completionCandidates = AlgorithmConverter.Names.class)
  private Algorithm algorithm;

  @Parameters(
      index = "1..*",
      paramLabel = "INPUT",
      description =
          "Numbers (5 2 4), points or tasks (0,1 2,5), intervals (1-4 3-5) or two strings; "
              + "- reads numbers from standard input.")
  private @Nullable List<String> words;

  @Mixin private InputOptions inputs;

  @Option(
      names = "--model",
      paramLabel = "MODEL",
      description =
          "A model of that algorithm: a file such as runs/…/best.safetensors, or the name of a "
              + "pretrained model (default: the pretrained model for the algorithm).")
  private @Nullable String word;

  @Option(
      names = "--certify",
      negatable = true,
      description =
          "Check the answer against conditions that every right answer satisfies, and show where it"
              + " is wrong; the exit code is 3 if it is (default: if that takes only a moment).")
  private @Nullable Boolean certify;

  @Option(
      names = "--exact",
      description =
          "Repair an answer that is not certified right: the algorithm starts from it, or, where it"
              + " cannot, from the beginning. Says how much of the network's answer was kept.")
  private boolean exact;

  @Option(names = "--threads", paramLabel = "N", description = "Threads (default: all).")
  private @Nullable Integer threads;

  @Option(names = "--all", description = "Print the whole of a long answer.")
  private boolean all;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description = "Write to a file instead of printing.")
  private @Nullable Path file;

  @SuppressWarnings("NullAway.Init") // picocli sets what is annotated
  private SolveCommand() {}

  /**
   * What is printed.
   *
   * @param title the model's title
   * @param solved the answer
   * @param reading how it reads
   * @param certificate whether it is right, if that was checked
   * @param repair how it was made right, if it was not
   * @param notes what the person should know
   * @param milliseconds the time taken
   */
  private record Outcome(
      String title,
      Solved solved,
      Reading reading,
      Optional<Certificate> certificate,
      Optional<Repair> repair,
      List<String> notes,
      double milliseconds) {}

  @Override
  public Integer call() throws IOException {
    requireAtLeastOne("--line", inputs.line());
    int team = TeamSize.of(threads, spec);
    if (exact && Boolean.FALSE.equals(certify)) {
      throw new ParameterException(
          spec.commandLine(), "--exact checks the answer, so --no-certify cannot go with it");
    }
    InputOptions.Given given = inputs.read(algorithm, words, spec.commandLine());
    NamedModel named = word == null ? NamedModel.shipped(algorithm) : NamedModel.of(word);
    Model model = SettingOptions.searching(named.model(), spec);
    if (!model.answers(algorithm)) {
      throw new IllegalArgumentException(
          "%s is a model of %s, not of %s"
              .formatted(named.title(), model.settings().algorithm(), algorithm));
    }
    requireFit(given.inputs().inputs().nodes(), named);
    Outcome outcome = ask(model, named.title(), given.inputs(), team);
    StringWriter text = new StringWriter();
    PrintWriter out = file == null ? spec.commandLine().getOut() : new PrintWriter(text);
    if (json) {
      JsonOutput.print(out, writer -> writeJson(outcome, given, writer));
    } else {
      new AnswerPrinter(out, algorithm, given.inputs(), all)
          .print(outcome.reading(), outcome.solved(), given.from());
      printRest(outcome, out);
    }
    out.flush();
    if (file != null) {
      AtomicFile.write(file, text.toString().getBytes(StandardCharsets.UTF_8));
    }
    return exitCode(outcome);
  }

  private Outcome ask(Model model, String title, WrittenInputs given, int team) {
    Solved solved;
    long start = System.nanoTime();
    try (Workers workers = new Workers(team)) {
      solved = model.solve(given.inputs(), workers);
    }
    double milliseconds = (System.nanoTime() - start) / 1e6;
    boolean checks = exact || (certify == null ? isCheapToCheck(solved) : certify);
    Optional<Certificate> certificate =
        checks ? Optional.of(certificate(solved, given)) : Optional.empty();
    Optional<Repair> repair = Optional.empty();
    if (exact && !certificate.orElseThrow().isRight()) {
      repair = Optional.of(Repair.of(algorithm, solved.inputs(), solved.outputs()));
      solved = new Solved(solved.inputs(), repair.get().outputs(), solved.run(), solved.stop());
      certificate = Optional.of(certificate(solved, given));
    }
    List<String> notes = new ArrayList<>(given.notes());
    notes.addAll(model.caveats(given.inputs()));
    if (certificate.map(Certificate::verdict).filter(Verdict.WRONG::equals).isPresent()) {
      Certificate shown =
          Certificate.checkShown(algorithm, solved.inputs(), solved.outputs(), given.names());
      if (shown.isRight()) {
        notes.add(unused(certificate.get().faultCount()));
      }
      certificate = Optional.of(shown);
    }
    return new Outcome(
        title,
        solved,
        Reading.of(algorithm, solved.inputs(), solved.outputs()),
        certificate,
        repair,
        notes,
        milliseconds);
  }

  private Certificate certificate(Solved solved, WrittenInputs given) {
    return Certificate.check(algorithm, solved.inputs(), solved.outputs(), given.names());
  }

  /** A table may have wrong cells that no one reads. */
  private static String unused(long count) {
    return count == 1
        ? "the choice for one other range, which the answer does not use, is not the best"
        : "the choices for %,d other ranges, which the answer does not use, are not the best"
            .formatted(count);
  }

  private static boolean isCheapToCheck(Solved solved) {
    int n = solved.inputs().nodes();
    return n <= MOST_NODES_CHECKED_UNASKED
        || solved.outputs().stream().allMatch(output -> output.size() < (long) n * n);
  }

  /** An answer that cannot be read is none, whatever a certificate says about it. */
  private int exitCode(Outcome outcome) {
    PrintWriter err = spec.commandLine().getErr();
    boolean finite =
        outcome.repair().isPresent() || outcome.solved().run().reason() != StopReason.NOT_FINITE;
    if (!finite) {
      err.println(
          "dear: warning: the network's values are not finite, so this is not an answer; try"
              + " another model or --solver plain");
    }
    outcome.reading().warning().ifPresent(why -> err.println("dear: warning: " + why));
    if (!finite || outcome.reading().warning().isPresent()) {
      return 1;
    }
    boolean wrong =
        outcome.certificate().map(Certificate::verdict).filter(Verdict.WRONG::equals).isPresent();
    return wrong ? CERTIFIED_WRONG : 0;
  }

  private void requireAtLeastOne(String option, long value) {
    if (value < 1) {
      throw new ParameterException(
          spec.commandLine(), "%s %d is too small; the minimum is 1".formatted(option, value));
    }
  }

  /** A state on pairs of nodes is for small graphs; a model with a state at the nodes is not. */
  private void requireFit(int nodes, NamedModel named) throws IOException {
    int most = named.model().network().options().processor().mostNodes();
    if (nodes > most) {
      throw new IllegalArgumentException(
          "%s keeps a state for each pair of nodes and takes at most %,d nodes, not %,d; %s"
              .formatted(named.title(), most, nodes, modelForMore()));
    }
  }

  /** Says which model takes any number of nodes, or how to train one. */
  private String modelForMore() throws IOException {
    return NamedModel.without(ProcessorKind.PAIRS, algorithm)
        .map("--model %s takes any number"::formatted)
        .orElse(
            ("train a model with its state at the nodes, which takes any number: 'dear train %1$s"
                    + " --processor nodes --out runs/%1$s-nodes', then ask it with --model"
                    + " %1$s-nodes")
                .formatted(algorithm));
  }

  private void printRest(Outcome outcome, PrintWriter out) {
    out.println();
    outcome.notes().forEach(note -> out.println("note: " + Terminal.safe(note)));
    out.printf(
        "%d evaluations, %s, residual %.3g, %.2f s, model %s%n",
        outcome.solved().run().evaluations(),
        AnswerJson.word(outcome.solved().run().reason()).replace('_', ' '),
        outcome.solved().run().residual(),
        outcome.milliseconds() / 1e3,
        Terminal.safe(outcome.title()));
    if (exact) {
      out.println(outcome.repair().map(SolveCommand::words).orElse("exact: as the network says"));
    }
    outcome.certificate().ifPresent(it -> print(it, out));
  }

  private static String words(Repair repair) {
    String agreed =
        "%,d of %,d value%s"
            .formatted(repair.kept(), repair.places(), repair.places() == 1 ? "" : "s");
    return switch (repair.start()) {
      case ANSWER -> "exact: repaired from the network's answer, of which " + agreed + " were kept";
      case BEGINNING ->
          "exact: computed from the beginning; the network's answer agrees in " + agreed;
    };
  }

  private static void print(Certificate certificate, PrintWriter out) {
    switch (certificate.verdict()) {
      case RIGHT -> out.println("certified: the answer is right (" + certificate.basis() + ")");
      case NOT_CHECKABLE -> out.println(certificate.basis()); // "not checked: …"
      case WRONG -> {
        out.printf(
            "the answer is wrong in %d place%s:%n",
            certificate.faultCount(), certificate.faultCount() == 1 ? "" : "s");
        for (Fault fault : certificate.faults()) {
          out.println("  " + fault.reason());
        }
      }
    }
  }

  private void writeJson(Outcome outcome, InputOptions.Given given, JsonWriter writer)
      throws IOException {
    writer.beginObject();
    writer.name("algorithm").value(algorithm.name());
    writer.name("answer");
    new ReadingJson(algorithm, given.inputs(), outcome.reading(), given.from()).write(writer);
    if (!outcome.notes().isEmpty()) {
      writer.name("notes").beginArray();
      for (String note : outcome.notes()) {
        writer.value(note);
      }
      writer.endArray();
    }
    if (exact) {
      writer.name("exact").beginObject();
      writer
          .name("from")
          .value(outcome.repair().map(it -> AnswerJson.word(it.start())).orElse("network"));
      if (outcome.repair().isPresent()) {
        writer.name("kept").value(outcome.repair().get().kept());
        writer.name("places").value(outcome.repair().get().places());
      }
      writer.endObject();
    }
    new AnswerJson(outcome.title(), outcome.solved(), outcome.milliseconds(), outcome.certificate())
        .writeMembers(writer);
    writer.endObject();
  }
}
