// SPDX-License-Identifier: Apache-2.0
package dear.cli;

import dear.clrs.Algorithm;
import dear.clrs.certificate.Certificate;
import dear.clrs.certificate.Fault;
import dear.clrs.certificate.Verdict;
import dear.clrs.data.FeatureSpec;
import dear.clrs.data.Inputs;
import dear.clrs.dataset.DatasetEntry;
import dear.clrs.dataset.DatasetReader;
import dear.clrs.dataset.GraphFile;
import dear.clrs.dataset.NamedGraph;
import dear.clrs.trait.InputForm;
import dear.clrs.trait.Weights;
import dear.io.JsonWriter;
import dear.reasoner.model.AnswerJson;
import dear.reasoner.model.Model;
import dear.reasoner.model.Solved;
import dear.reasoner.network.ProcessorKind;
import dear.tensor.parallel.Workers;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Asks a model about the user's own numbers or graph. */
@Command(
    name = "solve",
    description = "Ask a model about the given numbers, or a graph from a file.",
    footer = {
      "",
      "Examples:",
      "  dear solve insertion_sort 5 2 4 3 1",
      "  dear solve bellman_ford --graph roads.csv --undirected --source Bonn --certify",
      "  dear solve bfs --graph roads.csv --model runs/bfs-dear-1/best.safetensors"
    })
final class SolveCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(
      index = "0",
      paramLabel = "ALGORITHM",
      description = "What to solve.",
      converter = AlgorithmConverter.class,
      completionCandidates = AlgorithmConverter.Names.class)
  private Algorithm algorithm;

  @Parameters(index = "1..*", paramLabel = "NUMBER", description = "Numbers to work on.")
  private double @Nullable [] numbers;

  @Option(
      names = "--model",
      paramLabel = "MODEL",
      description = {
        "A model of that algorithm: a file such as runs/…/best.safetensors, or the name of a",
        "pretrained model (default: the pretrained model for the algorithm)."
      })
  private @Nullable String word;

  @Option(
      names = "--graph",
      paramLabel = "FILE",
      description = "A graph: edge list (.csv: source,target,weight) or DIMACS (.gr); also .gz.")
  private @Nullable Path graphFile;

  @Option(
      names = "--undirected",
      description = "Treat every line of the graph as an edge in both directions.")
  private boolean undirected;

  @Option(
      names = "--source",
      paramLabel = "NODE",
      description = "Where paths start (default: the first node).")
  private @Nullable String source;

  @Option(names = "--data", paramLabel = "FILE", description = "Take an instance from a dataset.")
  private @Nullable Path data;

  @Option(
      names = "--line",
      paramLabel = "N",
      defaultValue = "1",
      description = "Line of the dataset (default ${DEFAULT-VALUE}).")
  private long line;

  @Option(
      names = "--certify",
      description = {
        "Check the answer against conditions that every right answer satisfies, and show where it",
        "is wrong; the exit code is 1 if it is."
      })
  private boolean certify;

  @Option(names = "--threads", paramLabel = "N", description = "Threads (default: all).")
  private @Nullable Integer threads;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  @SuppressWarnings("NullAway.Init") // picocli sets what is annotated
  private SolveCommand() {}

  /** Inputs, and the names of their nodes. */
  private record NamedInputs(Inputs inputs, IntFunction<String> names) {}

  @Override
  public Integer call() throws IOException {
    requireAtLeastOne("--line", line);
    if (threads != null) {
      requireAtLeastOne("--threads", threads);
    }
    NamedModel named = word == null ? NamedModel.shipped(algorithm) : NamedModel.of(word);
    Model model = named.model().searching(SettingOptions.given(spec));
    if (!model.answers(algorithm)) {
      throw new IllegalArgumentException(
          "%s is a model of %s, not of %s"
              .formatted(named.title(), model.settings().algorithm(), algorithm));
    }
    NamedInputs given = given();
    requireFit(given.inputs().nodes(), named);
    int team = threads == null ? Runtime.getRuntime().availableProcessors() : threads;
    Solved solved;
    long start = System.nanoTime();
    try (Workers workers = new Workers(team)) {
      solved = model.solve(given.inputs(), workers);
    }
    double milliseconds = (System.nanoTime() - start) / 1e6;
    Optional<Certificate> certificate =
        certify
            ? Optional.of(
                Certificate.check(algorithm, solved.inputs(), solved.outputs(), given.names()))
            : Optional.empty();
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      AnswerJson answer = new AnswerJson(named.title(), solved, milliseconds, certificate);
      JsonOutput.print(out, writer -> writeJson(answer, writer));
    } else {
      new AnswerPrinter(out, given.names()).print(algorithm, solved);
      out.printf(
          "%n%d evaluations, %s, residual %.3g, %.2f s, model %s%n",
          solved.run().evaluations(),
          AnswerJson.word(solved.run().reason()).replace('_', ' '),
          solved.run().residual(),
          milliseconds / 1e3,
          named.title());
      certificate.ifPresent(it -> print(it, out));
    }
    return certificate.map(Certificate::verdict).filter(Verdict.WRONG::equals).isPresent() ? 1 : 0;
  }

  private void requireAtLeastOne(String option, long value) {
    if (value < 1) {
      throw new ParameterException(
          spec.commandLine(), "%s %d is too small; the minimum is 1".formatted(option, value));
    }
  }

  /** A state on pairs of nodes is for small graphs; another model may take larger ones. */
  private void requireFit(int nodes, NamedModel named) throws IOException {
    int most = named.model().network().options().processor().mostNodes();
    if (nodes > most) {
      throw new IllegalArgumentException(
          "%s keeps a state for each pair of nodes and takes at most %,d nodes, not %,d%s"
              .formatted(
                  named.title(),
                  most,
                  nodes,
                  NamedModel.without(ProcessorKind.PAIRS, algorithm)
                      .map(name -> "; --model " + name + " takes any number")
                      .orElse("")));
    }
  }

  private NamedInputs given() throws IOException {
    int sources = (numbers == null ? 0 : 1) + (graphFile == null ? 0 : 1) + (data == null ? 0 : 1);
    if (sources != 1) {
      throw new ParameterException(
          spec.commandLine(), "specify one of: numbers, --graph FILE, --data FILE");
    }
    if (data != null) {
      return new NamedInputs(instance(data), Integer::toString);
    }
    if (graphFile != null) {
      return graph(graphFile);
    }
    try {
      return new NamedInputs(
          algorithm.inputs(numbers == null ? new double[0] : numbers), Integer::toString);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
    }
  }

  private Inputs instance(Path file) throws IOException {
    try (DatasetReader reader = new DatasetReader(file)) {
      Optional<DatasetEntry> entry = reader.next();
      for (long k = 1; k < line && entry.isPresent(); k++) {
        entry = reader.next();
      }
      DatasetEntry found =
          entry.orElseThrow(
              () -> new IllegalArgumentException(file + " has fewer than " + line + " lines"));
      if (!found.algorithm().name().equals(algorithm.name())) {
        throw new IllegalArgumentException(
            "%s line %d is an instance of %s, not of %s"
                .formatted(file, line, found.algorithm(), algorithm));
      }
      return found.instance().inputs();
    }
  }

  private NamedInputs graph(Path file) throws IOException {
    InputForm.OnGraph form =
        algorithm
            .graphForm()
            .orElseThrow(() ->
                new ParameterException(spec.commandLine(), algorithm + " does not take a graph"));
    GraphFile description = GraphFile.at(file);
    NamedGraph named = (undirected ? description.undirected() : description).read();
    List<FeatureSpec> features = algorithm.features();
    if (source != null && !form.hasSource()) {
      throw new ParameterException(spec.commandLine(), algorithm + " has no source");
    }
    Inputs.Builder builder = Inputs.builder(features, named.graph());
    if (form.hasSource()) {
      builder.codes(InputForm.OnGraph.SOURCE, source == null ? 0 : named.node(source));
    }
    if (form.weights() != Weights.ANY) {
      named.requireNonNegativeWeights(algorithm.name());
    }
    return new NamedInputs(builder.build(), named.names()::get);
  }

  private static void print(Certificate certificate, PrintWriter out) {
    switch (certificate.verdict()) {
      case RIGHT -> out.println("certified: the answer is right (" + certificate.basis() + ")");
      case NOT_CHECKABLE -> out.println("not certified: " + certificate.basis());
      case WRONG -> {
        out.printf("the answer is wrong in %d places:%n", certificate.faultCount());
        for (Fault fault : certificate.faults()) {
          out.println("  " + fault.reason());
        }
      }
    }
  }

  private void writeJson(AnswerJson answer, JsonWriter writer) throws IOException {
    writer.beginObject();
    writer.name("algorithm").value(algorithm.name());
    answer.writeMembers(writer);
    writer.endObject();
  }
}
