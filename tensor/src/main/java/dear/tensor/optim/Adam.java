// SPDX-License-Identifier: Apache-2.0
package dear.tensor.optim;

import dear.tensor.parameter.Checkpoint;
import dear.tensor.parameter.ParameterLayout;
import dear.tensor.parameter.Parameters;
import dear.tensor.safetensors.SafetensorsFile;
import dear.tensor.safetensors.SafetensorsWriter;
import java.io.IOException;

/**
 * Adam (Kingma and Ba, ICLR 2015) with PyTorch's defaults, and decoupled weight decay (Loshchilov
 * and Hutter, ICLR 2019) as an option.
 */
public final class Adam {
  private static final String FIRST = "adam.first.";
  private static final String SECOND = "adam.second.";
  private static final String STEPS = "adam.steps";

  private final Parameters parameters;
  private final Options options;
  private final float[] first;
  private final float[] second;
  private int steps;

  /**
   * The constants.
   *
   * @param beta1 decay rate of the mean of gradients
   * @param beta2 decay rate of the mean of their squares
   * @param epsilon added to the root of the latter
   * @param weightDecay the share, times the learning rate, by which a parameter shrinks in a step
   */
  public record Options(double beta1, double beta2, double epsilon, double weightDecay) {
    /** PyTorch's defaults, no weight decay. */
    public static final Options DEFAULT = new Options(0.9, 0.999, 1e-8, 0);

    /** Checks the ranges. */
    public Options {
      if (!(beta1 >= 0 && beta1 < 1 && beta2 >= 0 && beta2 < 1)) {
        throw new IllegalArgumentException(
            "the betas of Adam must lie in [0, 1), not %s and %s".formatted(beta1, beta2));
      }
      if (!(epsilon > 0 && weightDecay >= 0)) {
        throw new IllegalArgumentException(
            "Adam needs a positive epsilon and a weight decay of at least 0, not %s and %s"
                .formatted(epsilon, weightDecay));
      }
    }
  }

  /** An optimiser that has made no steps yet. */
  public Adam(Parameters parameters, Options options) {
    this.parameters = parameters;
    this.options = options;
    this.first = new float[parameters.layout().size()];
    this.second = new float[parameters.layout().size()];
  }

  /** The number of steps made so far. */
  public int steps() {
    return steps;
  }

  /**
   * Moves the parameters against the gradients: {@code p -= rate·decay·p; m = b1·m + (1-b1)·g; v =
   * b2·v + (1-b2)·g²; p -= rate·m̂/(√v̂ + eps)}.
   */
  public void step(float[] gradients, double learningRate) {
    steps++;
    float rate = (float) learningRate;
    float beta1 = (float) options.beta1();
    float beta2 = (float) options.beta2();
    update(
        gradients,
        new Rates(
            (float) (1 - (double) rate * (float) options.weightDecay()),
            (float) (rate / (1 - Math.pow(beta1, steps))),
            (float) (1 / Math.sqrt(1 - Math.pow(beta2, steps))),
            beta1,
            beta2,
            (float) options.epsilon()));
    parameters.changed();
  }

  /**
   * The coefficients of one step.
   *
   * @param keep the factor that weight decay leaves of a parameter
   * @param size the learning rate with the bias correction of the first moment
   * @param root the bias correction of the root of the second moment
   */
  private record Rates(
      float keep, float size, float root, float beta1, float beta2, float epsilon) {}

  /** A loop that the compiler vectorises by itself, with the same bits as the scalar one. */
  private void update(float[] g, Rates rates) {
    float[] p = parameters.values();
    float[] m = first;
    float[] v = second;
    float keep = rates.keep();
    float size = rates.size();
    float root = rates.root();
    float b1 = rates.beta1();
    float b2 = rates.beta2();
    float epsilon = rates.epsilon();
    for (int i = 0; i < g.length; i++) {
      float gi = g[i];
      float mi = m[i] * b1 + gi * (1 - b1);
      float vi = v[i] * b2 + gi * (1 - b2) * gi;
      m[i] = mi;
      v[i] = vi;
      p[i] = p[i] * keep - mi * size / ((float) Math.sqrt(vi) * root + epsilon);
    }
  }

  /** Adds the moments and the number of steps to a checkpoint. */
  public void save(SafetensorsWriter writer) {
    ParameterLayout layout = parameters.layout();
    Checkpoint.add(layout, first, FIRST, writer);
    Checkpoint.add(layout, second, SECOND, writer);
    writer.add(STEPS, new long[] {steps});
  }

  /** Restores the state from a checkpoint. */
  public void load(SafetensorsFile file) throws IOException {
    Checkpoint.read(parameters.layout(), first, FIRST, file);
    Checkpoint.read(parameters.layout(), second, SECOND, file);
    steps = Math.toIntExact(file.longs(STEPS)[0]);
  }
}
