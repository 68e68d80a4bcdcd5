// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.training;

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

  final Parameters parameters;
  final Adam adam;
  final float[] average;
  int step;
  double bestLoss = Double.POSITIVE_INFINITY;

  TrainingState(Parameters parameters, Adam adam) {
    this.parameters = parameters;
    this.adam = adam;
    this.average = parameters.values().clone();
  }

  void save(Path path) throws IOException {
    SafetensorsWriter writer = new SafetensorsWriter();
    Checkpoint.add(parameters.layout(), parameters.values(), MODEL, writer);
    Checkpoint.add(parameters.layout(), average, AVERAGE, writer);
    adam.save(writer);
    writer.add(STEP, new long[] {step});
    writer.add(BEST, new double[] {bestLoss});
    writer.write(path);
  }

  /** Restores the state from a file, for a run of the given number of steps. */
  void load(Path path, int most) throws IOException {
    try (SafetensorsFile file = SafetensorsFile.open(path)) {
      Checkpoint.read(parameters.layout(), parameters.values(), MODEL, file);
      Checkpoint.read(parameters.layout(), average, AVERAGE, file);
      adam.load(file);
      long[] steps = file.longs(STEP);
      double[] best = file.doubles(BEST);
      if (steps.length != 1 || steps[0] < 0 || steps[0] > most || steps[0] != adam.steps()) {
        throw new IOException(
            "%s: %s is %s; a run of %d steps cannot continue from there"
                .formatted(path, STEP, Arrays.toString(steps), most));
      }
      if (best.length != 1 || Double.isNaN(best[0])) {
        throw new IOException(path + ": " + BEST + " is " + Arrays.toString(best));
      }
      requireFinite(parameters.values(), path);
      requireFinite(average, path);
      step = (int) steps[0];
      bestLoss = best[0];
      parameters.changed();
    }
  }

  private static void requireFinite(float[] values, Path path) throws IOException {
    for (float value : values) {
      if (!Float.isFinite(value)) {
        throw new IOException(path + " contains a parameter that is not finite; it cannot be used");
      }
    }
  }
}
