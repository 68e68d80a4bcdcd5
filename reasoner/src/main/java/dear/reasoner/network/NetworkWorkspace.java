// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.network;

import dear.reasoner.problem.Problem;
import dear.tensor.autodiff.Plane;
import dear.tensor.autodiff.Program;
import dear.tensor.autodiff.Value;
import dear.tensor.autodiff.Workspace;
import dear.tensor.parallel.Workers;
import dear.tensor.parameter.Parameters;
import dear.tensor.parameter.RandomStream;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Where one thread runs a network, problem after problem: encode, process as often as it takes,
 * decode, and the same backwards. Nothing is allocated once the largest problem was seen.
 *
 * <pre>{@code
 * room.encode(problem);
 * room.collect(gradients);                          // if gradients are wanted
 * room.step().apply(z, 0, h, 0); ...                // solve, roll out
 * room.decode(Mode.TRAINING, problem, h, 0, random);
 * room.decodeBackward(weights, dh, 0);              // ∂L/∂h to dh
 * room.step().accumulate(dh, 0); ...                // back through the processor
 * room.encodeBackward();
 * }</pre>
 *
 * <p>Where only the answer is wanted, {@link #forAnswers} gives the processor without room for
 * derivatives: a few matrices of nodes instead of eighty. Encoder, processor and decoder of a graph
 * so large that memory matters take turns: each gives back what it used before the next begins.
 */
public final class NetworkWorkspace {
  /** Floats, 64 MB: computing the encoding twice costs less than keeping so many. */
  private static final long LARGE = 1 << 24;

  private final Network network;
  private final Parameters parameters;
  private final Optional<Workers> team;
  private final Workspace encoder;
  private final ProcessorMap step;
  private final ProcessorMap probe;
  private final ProcessorMap answering;
  private boolean encoded;
  private final Map<Mode, Decoding> decoders = new EnumMap<>(Mode.class);
  private Mode decoded = Mode.EVALUATION;
  private float[] gradients = {};

  /** A decoder's workspace and its connections. */
  private record Decoding(Decoder decoder, Workspace w, List<Link> links) {}

  /** Where random numbers are put. */
  interface Perturbation {
    void fill(float[] array, int at, int count);
  }

  NetworkWorkspace(Network network, Parameters parameters, Optional<Workers> team) {
    if (!parameters.layout().equals(network.layout())) {
      throw new IllegalArgumentException("the parameters are those of another network");
    }
    this.network = network;
    this.parameters = parameters;
    this.team = team;
    this.encoder = workspace(network.encoder().program());
    Program processor = network.processor().program();
    this.step = map(workspace(processor));
    this.probe = map(workspace(processor));
    this.answering = map(processor.evaluation(parameters, team));
  }

  private Workspace workspace(Program program) {
    return team.map(it -> program.workspace(parameters, it))
        .orElseGet(() -> program.workspace(parameters));
  }

  private ProcessorMap map(Workspace w) {
    return new ProcessorMap(network.processor(), w, links(network.processor().feeds(), w));
  }

  private List<Link> links(List<Feed> feeds, Workspace to) {
    return feeds.stream().map(it -> new Link(encoder, it.source(), to, it.sink())).toList();
  }

  private Decoding decoding(Mode mode) {
    return decoders.computeIfAbsent(
        mode,
        it -> {
          Decoder decoder = network.decoder(it);
          Workspace w = workspace(decoder.program());
          return new Decoding(decoder, w, links(decoder.feeds(), w));
        });
  }

  /** The network. */
  public Network network() {
    return network;
  }

  /** Encodes a problem; the processor's steps are then those of that problem. */
  public void encode(Problem problem) {
    runEncoder(problem);
    step.bind(problem);
  }

  /** Encodes a problem; gives its processor, which has no derivatives. */
  public ProcessorMap forAnswers(Problem problem) {
    runEncoder(problem);
    answering.bind(problem);
    if (encoder.footprint() > LARGE) {
      encoder.release();
      encoded = false;
    }
    return answering;
  }

  private void runEncoder(Problem problem) {
    network.encoder().bind(encoder, problem);
    encoder.forward();
    encoded = true;
  }

  /** From now on gradients are added to that array, and those by the encoding start at zero. */
  public void collect(float[] into) {
    gradients = into;
    step.collect(into);
    probe.collect(into);
    encoder.zero(Plane.COTANGENT);
  }

  /** The processor. */
  public ProcessorMap step() {
    return step;
  }

  /** The processor once more, so that two points can be linearised at a time. */
  public ProcessorMap probe(Problem problem) {
    probe.bind(problem);
    return probe;
  }

  /**
   * Decodes a state.
   *
   * @param random for the noise on permutations in training
   */
  public void decode(Mode mode, Problem problem, float[] h, int at, RandomStream random) {
    decode(mode, problem, h, at, (array, from, count) -> gumbel(random, array, from, count));
  }

  void decode(Mode mode, Problem problem, float[] h, int at, Perturbation noise) {
    decoded = mode;
    answering.releaseAbove(LARGE);
    if (!encoded) {
      runEncoder(problem);
    }
    Decoding d = decoding(mode);
    Workspace w = d.w();
    d.decoder().bind(w, problem);
    d.links().forEach(Link::forward);
    w.set(d.decoder().state(), h, at);
    for (Head head : d.decoder().heads()) {
      if (head.noise().isPresent()) {
        Value value = head.noise().get();
        noise.fill(w.array(Plane.VALUE), w.offset(value), w.count(value));
      }
    }
    w.forward();
  }

  /** Standard Gumbel numbers, guarded as CLRS-30 does. */
  private static void gumbel(RandomStream random, float[] array, int at, int count) {
    double guard = 1e-12;
    for (int i = 0; i < count; i++) {
      double exponential = -StrictMath.log(random.nextDouble() + guard);
      array[at + i] = (float) -StrictMath.log(exponential + guard);
    }
  }

  /** The loss of an output, summed over its places, as decoded last. */
  public float loss(int output) {
    Decoding d = decoding(decoded);
    return d.w().scalar(Plane.VALUE, d.decoder().heads().get(output).loss());
  }

  /** Where an answer to an output can be read from, as decoded last. */
  public ScoreTable scores(int output) {
    Decoding d = decoding(decoded);
    Value scores = d.decoder().heads().get(output).scores();
    return new ScoreTable(d.w().array(Plane.VALUE), d.w().offset(scores), d.w().count(scores));
  }

  /**
   * The gradient of the weighted sum of losses.
   *
   * @param weights of the outputs' losses
   * @param dh receives the gradient by the state
   */
  public void decodeBackward(float[] weights, float[] dh, int at) {
    Decoding d = decoding(decoded);
    Workspace w = d.w();
    w.zero(Plane.COTANGENT);
    for (int k = 0; k < d.decoder().heads().size(); k++) {
      w.fill(Plane.COTANGENT, d.decoder().heads().get(k).loss(), weights[k]);
    }
    w.backward(gradients);
    for (Link link : d.links()) {
      link.backward(Plane.COTANGENT);
    }
    w.copyOut(Plane.COTANGENT, d.decoder().state(), dh, at);
  }

  /** Brings what has gathered at the encoding to the encoder's parameters. */
  public void encodeBackward() {
    encoder.backward(gradients);
  }

  // ---- for tests ----

  List<Value> encoded() {
    return network.encoder().encodings();
  }

  float[] read(Value encoded) {
    float[] numbers = new float[encoder.count(encoded)];
    encoder.copyOut(Plane.VALUE, encoded, numbers, 0);
    return numbers;
  }

  float[] logits(int output) {
    Decoding d = decoding(decoded);
    Value logits = d.decoder().heads().get(output).logits();
    float[] numbers = new float[d.w().count(logits)];
    d.w().copyOut(Plane.VALUE, logits, numbers, 0);
    return numbers;
  }
}
