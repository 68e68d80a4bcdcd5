package dear.equilibrium.torchdeq;

import dear.equilibrium.Golden;

/** The batch of a reference problem in either arithmetic. */
final class TanhBatch implements BatchMap {
  private final Golden.Problem problem;
  private final double[] weights;
  private final double[] input;
  private final Precision precision;

  TanhBatch(Golden.Problem problem, Precision precision) {
    this.problem = problem;
    this.precision = precision;
    weights = problem.flat("W");
    input = problem.flat("x");
  }

  @Override
  public int batch() {
    return problem.batch();
  }

  @Override
  public int dimension() {
    return problem.dimension();
  }

  @Override
  public void apply(double[] z, double[] out) {
    int d = dimension();
    for (int b = 0; b < batch(); b++) {
      for (int i = 0; i < d; i++) {
        double sum = 0;
        for (int j = 0; j < d; j++) {
          sum += weights[i * d + j] * z[b * d + j];
        }
        out[b * d + i] =
            precision.round(Math.tanh(precision.round(precision.round(sum) + input[b * d + i])));
      }
    }
  }
}
