// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.network;

import dear.reasoner.problem.Problem;
import dear.tensor.autodiff.Plane;
import dear.tensor.autodiff.Program;
import dear.tensor.autodiff.Repetitions;
import dear.tensor.autodiff.Value;
import dear.tensor.autodiff.Workspace;
import dear.tensor.parallel.Workers;
import dear.tensor.parameter.Parameters;
import dear.tensor.parameter.RandomStream;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Runs a network on one thread, problem after problem: encode, process as often as needed, decode,
 * and the same backwards. Nothing is allocated once the largest problem has been seen.
 *
 * <pre>{@code
 * workspace.encode(problem);
 * workspace.collect(gradients);                     // if gradients are needed
 * workspace.step().apply(z, 0, h, 0); ...           // solve, roll out
 * workspace.decode(Mode.TRAINING, problem, h, 0, random);
 * workspace.decodeBackward(weights, dh, 0);         // ∂L/∂h to dh
 * workspace.step().accumulate(dh, 0); ...           // back through the processor
 * workspace.encodeBackward();
 * }</pre>
 *
 * <p>If only the answer is needed, {@link #forAnswers} returns a processor without memory for
 * derivatives: a few matrices of nodes instead of eighty. For graphs so large that memory matters,
 * encoder, processor and decoder take turns: each releases its memory before the next begins.
 */
public final class NetworkWorkspace {
  /**
   * A number of floats, 64 MB: beyond it, computing the encoding twice costs less than keeping it.
   */
  private static final long LARGE = 1 << 24;

  /** A number of floats, 128 MB, for the values of a rollout; what is beyond is recomputed. */
  private static final long KEPT = 1 << 25;

  private final Network network;
  private final Parameters parameters;
  private final Optional<Workers> team;
  final Workspace encoder;
  private final ProcessorMap step;
  private final ProcessorMap probe;
  private final ProcessorMap answering;
  private final Optional<Repetitions> repetitions;
  private final List<ProcessorMap> rollout = new ArrayList<>();
  private boolean encoded;
  private final Map<Mode, Decoding> decoders = new EnumMap<>(Mode.class);
  private Mode decoded = Mode.EVALUATION;
  private float[] gradients = {};

  /** A decoder's workspace and its connections. */
  record Decoding(Decoder decoder, Workspace w, List<Link> links) {}

  /** A source of random numbers. */
  interface Perturbation {
    void fill(float[] array, int at, int count);
  }

  NetworkWorkspace(Network network, Parameters parameters, Optional<Workers> team) {
    if (!parameters.layout().equals(network.layout())) {
      throw new IllegalArgumentException("the parameters belong to another network");
    }
    this.network = network;
    this.parameters = parameters;
    this.team = team;
    this.encoder = workspace(network.encoder().program());
    Program processor = network.processor().program();
    this.step = map(workspace(processor));
    this.probe = map(workspace(processor));
    this.repetitions =
        team.isPresent() ? Optional.empty() : Optional.of(processor.repetitions(parameters));
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
          Workspace w = it == Mode.ANSWERS ? answers(decoder) : workspace(decoder.program());
          return new Decoding(decoder, w, links(decoder.feeds(), w));
        });
  }

  /** Without losses and memory for derivatives: block by block, as far as that goes. */
  private Workspace answers(Decoder decoder) {
    List<Value> scores = decoder.heads().stream().map(Head::scores).toList();
    return decoder.program().leadingTo(scores).evaluation(parameters, team);
  }

  /** Returns the network. */
  public Network network() {
    return network;
  }

  /** Encodes a problem and binds the processor to it. */
  public void encode(Problem problem) {
    runEncoder(problem);
    step.bind(problem);
  }

  /** Encodes a problem and returns its processor, without derivatives. */
  public ProcessorMap forAnswers(Problem problem) {
    runEncoder(problem);
    answering.bind(problem);
    if (encoder.footprint() > LARGE) {
      encoder.release();
      encoded = false;
    }
    return answering;
  }

  /**
   * Returns the processor of the problem encoded last, without derivatives: the same bits as those
   * of {@link #step}, sooner.
   */
  public ProcessorMap withoutDerivatives(Problem problem) {
    answering.bind(problem);
    return answering;
  }

  /**
   * Returns the mean of the gate in a step from a state of the problem encoded last. The processor
   * for answers need not keep the gate, so this one is that with derivatives.
   *
   * @param next receives the state after the step
   */
  public double opening(Problem problem, float[] h, float[] next) {
    if (!encoded) {
      runEncoder(problem);
    }
    step.bind(problem);
    step.apply(h, 0, next, 0);
    double opening = step.meanOpening();
    step.releaseAbove(LARGE); // it takes more memory than the processor for answers
    return opening;
  }

  private void runEncoder(Problem problem) {
    network.encoder().bind(encoder, problem);
    encoder.forward();
    encoded = true;
  }

  /**
   * Adds all further gradients to the given array; gradients with respect to the encoding start at
   * zero.
   */
  public void collect(float[] into) {
    gradients = into;
    step.collect(into);
    probe.collect(into);
    encoder.zero(Plane.COTANGENT);
  }

  /** Returns the processor. */
  public ProcessorMap step() {
    return step;
  }

  /**
   * Returns the processor of the problem encoded last as many times as there are steps, so that
   * each can be linearised at a state of its own; fewer if they would take too much memory.
   */
  public List<ProcessorMap> rollout(Problem problem, int steps) {
    if (repetitions.isEmpty()) {
      return List.of(step);
    }
    int most = steps;
    for (int t = 0; t < most; t++) {
      if (t == rollout.size()) {
        rollout.add(map(repetitions.get().get(t)));
      }
      ProcessorMap map = rollout.get(t);
      map.collect(gradients);
      map.bind(problem);
      if (t == 0) {
        most = Math.clamp(KEPT / map.floatsForGradients(), 1, steps);
      }
    }
    return rollout.subList(0, most);
  }

  /** Returns a second processor, so that two points can be linearised at the same time. */
  public ProcessorMap probe(Problem problem) {
    probe.bind(problem);
    return probe;
  }

  /**
   * Decodes a state.
   *
   * @param random the source of the noise on permutations in training
   */
  public void decode(Mode mode, Problem problem, float[] h, int at, RandomStream random) {
    decode(mode, problem, h, at, (array, from, count) -> gumbel(random, array, from, count));
  }

  void decode(Mode mode, Problem problem, float[] h, int at, Perturbation noise) {
    decoded = mode;
    if (mode != Mode.TRAINING) {
      answering.releaseAbove(LARGE); // in training, applications go on after a decoding
    }
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

  /** Draws standard Gumbel numbers, guarded as in CLRS-30. */
  private static void gumbel(RandomStream random, float[] array, int at, int count) {
    double guard = 1e-12;
    for (int i = 0; i < count; i++) {
      double exponential = -StrictMath.log(random.nextDouble() + guard);
      array[at + i] = (float) -StrictMath.log(exponential + guard);
    }
  }

  /**
   * Returns the loss of an output for the last decoding, which was not for answers alone, summed
   * over its positions.
   */
  public float loss(int output) {
    Decoding d = lastDecoding();
    if (decoded == Mode.ANSWERS) {
      throw new IllegalStateException("no losses are computed where answers alone are decoded");
    }
    return d.w().scalar(Plane.VALUE, d.decoder().heads().get(output).loss());
  }

  /** Returns the scores of an output for the last decoding. */
  public ScoreTable scores(int output) {
    Decoding d = lastDecoding();
    Value scores = d.decoder().heads().get(output).scores();
    return new ScoreTable(d.w().array(Plane.VALUE), d.w().offset(scores), d.w().count(scores));
  }

  /**
   * Computes the gradient of the weighted sum of losses.
   *
   * @param weights the weights of the outputs' losses
   * @param dh receives the gradient with respect to the state
   */
  public void decodeBackward(float[] weights, float[] dh, int at) {
    Decoding d = lastDecoding();
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

  /**
   * Propagates the gradients accumulated at the encoding to the encoder's parameters, and adds
   * those of a rollout that are still pending: the last part of every backward pass.
   */
  public void encodeBackward() {
    repetitions.ifPresent(Repetitions::addPending);
    encoder.backward(gradients);
  }

  Decoding lastDecoding() {
    return decoding(decoded);
  }
}
