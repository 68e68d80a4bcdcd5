package dear.reasoner.training;

import dear.tensor.optim.Adam;
import dear.tensor.parameter.Checkpoint;
import dear.tensor.parameter.Parameters;
import dear.tensor.safetensors.SafetensorsFile;
import dear.tensor.safetensors.SafetensorsWriter;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Everything that training changes. Data, noise and probes are chosen by the number of the step, so
 * that this is all a run needs to go on as if it had never stopped.
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

  void load(Path path) throws IOException {
    try (SafetensorsFile file = SafetensorsFile.open(path)) {
      Checkpoint.read(parameters.layout(), parameters.values(), MODEL, file);
      Checkpoint.read(parameters.layout(), average, AVERAGE, file);
      adam.load(file);
      step = Math.toIntExact(file.longs(STEP)[0]);
      bestLoss = file.doubles(BEST)[0];
      parameters.changed();
    }
  }
}
