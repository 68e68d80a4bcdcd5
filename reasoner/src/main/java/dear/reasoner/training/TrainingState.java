// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.training;

import dear.reasoner.settings.Settings;
import dear.tensor.optim.Adam;
import dear.tensor.parameter.Checkpoint;
import dear.tensor.parameter.Parameters;
import dear.tensor.safetensors.SafetensorsFile;
import dear.tensor.safetensors.SafetensorsWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Everything that training changes. Data, noise and probes are determined by the step number, so
 * this is all a run needs to continue as if it had never stopped.
 */
final class TrainingState {
  private static final String MODEL = "model.";
  private static final String AVERAGE = "average.";
  private static final String STEP = "training.step";
  private static final String BEST = "training.best_loss";
  private static final String WAITED = "training.validations_since_best";

  final Parameters parameters;
  final Adam adam;

  /** The running average of the parameters; empty if the run keeps none. */
  final float[] average;

  int step;
  double bestLoss = Double.POSITIVE_INFINITY;

  /** Validations since the one with the lowest loss. */
  int waited;

  TrainingState(Parameters parameters, Adam adam, boolean averaged) {
    this.parameters = parameters;
    this.adam = adam;
    this.average = averaged ? parameters.values().clone() : new float[0];
  }

  /** Returns the state before the first step. */
  static TrainingState initial(Parameters parameters, Settings settings) {
    return new TrainingState(
        parameters,
        new Adam(parameters, new Adam.Options(0.9, 0.999, 1e-8, settings.weightDecay())),
        settings.averaging() > 0);
  }

  void save(Path path) throws IOException {
    SafetensorsWriter writer = new SafetensorsWriter();
    Checkpoint.add(parameters.layout(), parameters.values(), MODEL, writer);
    if (average.length > 0) {
      Checkpoint.add(parameters.layout(), average, AVERAGE, writer);
    }
    adam.save(writer);
    writer.add(STEP, new long[] {step});
    writer.add(BEST, new double[] {bestLoss});
    writer.add(WAITED, new long[] {waited});
    writer.write(path);
  }

  /** Reads the number of batches that the run behind a file was trained on. */
  static int step(Path path) throws IOException {
    try (SafetensorsFile file = SafetensorsFile.open(path)) {
      return (int) count(file, STEP, Integer.MAX_VALUE);
    }
  }

  /** Restores the state from a file, for a run of the given number of steps. */
  void load(Path path, int most) throws IOException {
    try (SafetensorsFile file = SafetensorsFile.open(path)) {
      Checkpoint.read(parameters.layout(), parameters.values(), MODEL, file);
      if (average.length > 0) {
        Checkpoint.read(parameters.layout(), average, AVERAGE, file);
      }
      adam.load(file);
      double[] best = file.doubles(BEST);
      long steps = count(file, STEP, most);
      if (steps != adam.steps()) {
        throw new IOException(
            "%s: %s is %d, but its optimiser made %d steps"
                .formatted(path, STEP, steps, adam.steps()));
      }
      if (best.length != 1 || Double.isNaN(best[0])) {
        throw new IOException(path + ": " + BEST + " is " + Arrays.toString(best));
      }
      requireFinite(parameters.values(), path);
      requireFinite(average, path);
      step = (int) steps;
      bestLoss = best[0];
      // Files written before runs could stop early do not have it.
      waited = file.tensors().containsKey(WAITED) ? (int) count(file, WAITED, steps) : 0;
      parameters.changed();
    }
  }

  private static long count(SafetensorsFile file, String name, long most) throws IOException {
    long[] value = file.longs(name);
    if (value.length != 1 || value[0] < 0 || value[0] > most) {
      throw new IOException(
          "%s: %s is %s; a run of %d steps cannot continue from there"
              .formatted(file.source(), name, Arrays.toString(value), most));
    }
    return value[0];
  }

  private static void requireFinite(float[] values, Path path) throws IOException {
    for (float value : values) {
      if (!Float.isFinite(value)) {
        throw new IOException(path + " contains a parameter that is not finite; it cannot be used");
      }
    }
  }
}
