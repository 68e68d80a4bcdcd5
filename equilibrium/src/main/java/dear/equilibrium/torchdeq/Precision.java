package dear.equilibrium.torchdeq;

/** The arithmetic that a run imitates: double throughout, or every result rounded to float. */
public enum Precision {
  /** Results are rounded to float; sums are made in double and rounded once. */
  FLOAT32,
  /** Plain double arithmetic. */
  FLOAT64;

  /** The result as this arithmetic would store it. */
  public double round(double value) {
    return this == FLOAT32 ? (float) value : value;
  }
}
