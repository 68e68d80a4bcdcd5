package dear.tensor.kernel;

/**
 * The constants of an Adam step.
 *
 * @param rate learning rate
 * @param beta1 decay of the mean of gradients
 * @param beta2 decay of the mean of squared gradients
 * @param epsilon added to the root of the second moment
 * @param weightDecay decoupled weight decay, zero for plain Adam
 */
public record AdamRates(float rate, float beta1, float beta2, float epsilon, float weightDecay) {

  /** PyTorch's defaults for everything but the learning rate. */
  public static AdamRates of(float rate) {
    return new AdamRates(rate, 0.9f, 0.999f, 1e-8f, 0);
  }

  /** The same constants with another learning rate. */
  public AdamRates withRate(float newRate) {
    return new AdamRates(newRate, beta1, beta2, epsilon, weightDecay);
  }

  /** The factor that weight decay leaves of a parameter. */
  float keep() {
    return (float) (1 - (double) rate * weightDecay);
  }

  /** The learning rate with the bias correction of the first moment. */
  float stepSize(int step) {
    return (float) (rate / (1 - Math.pow(beta1, step)));
  }

  /** The bias correction of the root of the second moment. */
  float rootCorrection(int step) {
    return (float) (1 / Math.sqrt(1 - Math.pow(beta2, step)));
  }
}
