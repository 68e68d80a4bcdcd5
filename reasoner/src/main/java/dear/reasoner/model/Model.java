// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.model;

import dear.clrs.Algorithm;
import dear.clrs.data.Inputs;
import dear.clrs.trait.AnswerForm;
import dear.reasoner.inference.Engine;
import dear.reasoner.network.Network;
import dear.reasoner.problem.Rescaling;
import dear.reasoner.settings.Choices;
import dear.reasoner.settings.Provenance;
import dear.reasoner.settings.Setting;
import dear.reasoner.settings.Settings;
import dear.tensor.parallel.Workers;
import dear.tensor.parameter.Checkpoint;
import dear.tensor.parameter.Parameter;
import dear.tensor.parameter.ParameterLayout;
import dear.tensor.parameter.Parameters;
import dear.tensor.safetensors.SafetensorsFile;
import dear.tensor.safetensors.SafetensorsWriter;
import dear.tensor.safetensors.TensorEntry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A network with its parameters, settings and provenance.
 *
 * <p>A model is one safetensors file: the parameters under their names, the settings and the
 * provenance in its metadata. Files are untrusted: names and shapes must be exactly those of the
 * network that the settings describe.
 */
public final class Model {
  private static final String SETTINGS = "dear.settings";

  private final Settings settings;
  private final Network network;
  private final Parameters parameters;
  private final Provenance provenance;

  /** Creates a model from its parts. */
  public Model(Settings settings, Network network, Parameters parameters, Provenance provenance) {
    this.settings = settings;
    this.network = network;
    this.parameters = parameters;
    this.provenance = provenance;
  }

  /** Reads a model file. */
  public static Model load(Path path) throws IOException {
    if (Files.isDirectory(path)) {
      throw new IOException(path + " is a folder; name a model file inside it");
    }
    try (SafetensorsFile file = SafetensorsFile.open(path)) {
      return read(file);
    }
  }

  /**
   * Reads a model file from memory.
   *
   * @param source its name in messages
   */
  public static Model parse(byte[] bytes, String source) throws IOException {
    try (SafetensorsFile file = SafetensorsFile.parse(bytes, source)) {
      return read(file);
    }
  }

  private static Model read(SafetensorsFile file) throws IOException {
    String text = file.metadata().get(SETTINGS);
    if (text == null) {
      throw new IOException(
          file.source() + " is not a model file of this program: its metadata has no " + SETTINGS);
    }
    Settings settings = Settings.parse(text, file.source() + ", metadata " + SETTINGS);
    Network network = settings.network();
    requireEnoughData(network.layout(), file);
    Parameters parameters = new Parameters(network.layout());
    Checkpoint.read(network.layout(), parameters.values(), "", file);
    for (float value : parameters.values()) {
      if (!Float.isFinite(value)) {
        throw new IOException(file.source() + " contains a parameter that is not finite");
      }
    }
    parameters.changed();
    Map<String, String> facts = new LinkedHashMap<>(file.metadata());
    facts.remove(SETTINGS);
    return new Model(settings, network, parameters, new Provenance(facts));
  }

  /** Checks shapes before allocating memory, so a small file cannot claim to be a large model. */
  private static void requireEnoughData(ParameterLayout layout, SafetensorsFile file)
      throws IOException {
    long held = file.tensors().values().stream().mapToLong(TensorEntry::elements).sum();
    long needed = layout.parameters().stream().mapToLong(Parameter::count).sum();
    if (held < needed) {
      Checkpoint.read(layout, new float[0], "", file); // reports what is missing
    }
  }

  /** Writes a model file; it appears only once it is complete. */
  public void save(Path path) throws IOException {
    writer().write(path);
  }

  /** Returns the content of the model's file, as {@link #parse} reads it. */
  public byte[] bytes() throws IOException {
    return writer().bytes();
  }

  private SafetensorsWriter writer() throws IOException {
    SafetensorsWriter writer = new SafetensorsWriter();
    writer.metadata(SETTINGS, settings.json());
    provenance.facts().forEach(writer::metadata);
    Checkpoint.add(network.layout(), parameters.values(), "", writer);
    return writer;
  }

  /**
   * Returns the same model with other search settings.
   *
   * @param others values for some of {@link Setting#ofSearch}
   */
  public Model searching(Map<Setting, String> others) {
    for (Setting setting : others.keySet()) {
      if (!Setting.ofSearch().contains(setting)) {
        throw new IllegalArgumentException(
            "setting " + setting.key() + " cannot be changed once a model is trained");
      }
    }
    return others.isEmpty()
        ? this
        : new Model(settings.with(others), network, parameters, provenance);
  }

  /** Returns the settings the model was trained with. */
  public Settings settings() {
    return settings;
  }

  /** Returns the network. */
  public Network network() {
    return network;
  }

  /** Returns the parameters. */
  public Parameters parameters() {
    return parameters;
  }

  /** Returns where the model comes from, as facts by name. */
  public Provenance provenance() {
    return provenance;
  }

  /** Returns whether the model answers questions about an algorithm: {@link Settings#answers}. */
  public boolean answers(Algorithm algorithm) {
    return settings.answers(algorithm);
  }

  /**
   * Returns what a person should know before trusting an answer to these inputs, in sentences: what
   * the network cannot tell apart, or what it was not trained to answer.
   */
  public List<String> caveats(Inputs inputs) {
    List<String> caveats = new ArrayList<>(Rescaling.caveats(settings.algorithm(), inputs));
    if (hasAnswersBetweenNodes() && !answersAllPairs()) {
      caveats.add("this model answers only for pairs of nodes that an edge joins");
    }
    if (inputs.hasGraph() && settings.neverDirected() && inputs.graph().oneWayEdge().isPresent()) {
      caveats.add(
          "this model was trained on undirected graphs only, and some edges here have a direction:"
              + " trust what is certified");
    }
    return caveats;
  }

  /** Whether it was trained to answer for all pairs of nodes of a graph, not only along edges. */
  boolean answersAllPairs() {
    return hasAnswersBetweenNodes() && settings.targets() == Choices.Targets.PAIRS;
  }

  private boolean hasAnswersBetweenNodes() {
    return settings.algorithm().traits().answer() instanceof AnswerForm.AllPaths;
  }

  /** Creates an engine that solves problems of this network on the calling thread. */
  public Engine engine() {
    return new Engine(network, parameters, settings.inference());
  }

  /** Creates an engine with a team that works on one graph. */
  public Engine engine(Workers team) {
    return new Engine(network, parameters, settings.inference(), team);
  }

  /**
   * Answers inputs of its algorithm in the form of CLRS-30; the whole team works on the one graph.
   * A rollout takes as many steps as the algorithm, which is run to count them.
   */
  public Solved solve(Inputs inputs, Workers team) {
    return new Reasoner(this, team).solve(Question.of(inputs));
  }

  /** Answers inputs of its algorithm on the calling thread. */
  public Solved solve(Inputs inputs) {
    return new Reasoner(this).solve(Question.of(inputs));
  }

  /** Answers a question and records how the answer formed. */
  public Trace trace(Question question, TraceOptions options) {
    return new Reasoner(this).trace(question, options);
  }
}
