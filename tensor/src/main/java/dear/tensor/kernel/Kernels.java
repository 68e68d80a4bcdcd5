package dear.tensor.kernel;

import java.util.Arrays;

/**
 * Numeric kernels over matrices that are views in larger {@code float[]} slabs.
 *
 * <p><b>Layout.</b> A matrix argument {@code x} is three parameters: the array, {@code xAt}, the
 * index of its first element, and {@code xStep}, the distance between the starts of two rows; a row
 * is contiguous. A vector is an array and the index of its first element. Weights are stored {@code
 * [in][out]}, so that a batch of rows is multiplied as {@code A·W}; a checkpoint that stores {@code
 * [out][in]} is transposed when it is read.
 *
 * <p><b>Aliasing.</b> Outputs must not overlap inputs, unless a kernel says that it may work in
 * place; then the two views must be identical.
 *
 * <p><b>Determinism.</b> What a kernel writes to a row depends on the inputs of that row only: not
 * on how many rows the call has, nor on the row's place among them. Sums over rows ({@link
 * #weightGradient}, {@link #columnSums}, {@link #scatterAdd}) are added one row after the other to
 * what was there, so that one call over many rows and many calls over a few give the same bits. An
 * implementation performs the same operations in interpreted and in compiled code. Scalar and
 * vector implementations differ in rounding.
 *
 * <p>Implementations have no state; one instance serves all threads and nothing is allocated.
 */
public interface Kernels {

  /** The variance's floor in layer norm, as in PyTorch. */
  float LAYER_NORM_EPSILON = 1e-5f;

  /**
   * The kernels of this process, chosen on first use.
   *
   * <p>The Vector API implementation where the module {@code jdk.incubator.vector} is present, else
   * the scalar one; {@code -Ddear.kernels=scalar} or {@code vector} forces one.
   *
   * @throws IllegalStateException if the forced implementation cannot be loaded
   */
  static Kernels selected() {
    return KernelSelection.SELECTED;
  }

  /** Which implementation this is, for logs: for example {@code vector (256 bits)}. */
  String name();

  /** Compositions over pairs of nodes. */
  Compositions compositions();

  // ---------------------------------------------------------------------------- matrix products

  /**
   * An empty holder for weights {@code in × out} in the order in which {@link #multiply} reads
   * them. Pack once, multiply often; packing again reuses the holder.
   */
  PackedWeights packed(int in, int out);

  /** Packs {@code W}, stored {@code [in][out]}: products with {@code into} compute {@code A·W}. */
  void pack(float[] w, int wAt, int wStep, PackedWeights into);

  /**
   * Packs {@code Wᵀ} of a matrix {@code W} stored {@code [into.out()][into.in()]}: products with
   * {@code into} compute {@code A·Wᵀ}, the way back through a layer.
   */
  void packTransposed(float[] w, int wAt, int wStep, PackedWeights into);

  /** {@code C = A·W} for {@code rows} rows. */
  void multiply(
      int rows, float[] a, int aAt, int aStep, PackedWeights w, float[] c, int cAt, int cStep);

  /** {@code C = A·W + b}, the bias added to each row. */
  void multiplyAddBias(
      int rows,
      float[] a,
      int aAt,
      int aStep,
      PackedWeights w,
      float[] bias,
      int biasAt,
      float[] c,
      int cAt,
      int cStep);

  /** {@code C += A·W}. */
  void multiplyAccumulate(
      int rows, float[] a, int aAt, int aStep, PackedWeights w, float[] c, int cAt, int cStep);

  /** Room for {@link #multiplySparse}. */
  SparseRows sparseRows();

  /**
   * {@code C = A·W + b} for rows with many zeros, as a rectifier leaves them; the faster, the more
   * columns are zero in neighbouring rows. The same bits as {@link #multiplyAddBias}, if the
   * weights are finite: what a zero would be multiplied with is not looked at.
   */
  void multiplySparse(
      int rows,
      float[] a,
      int aAt,
      int aStep,
      PackedWeights w,
      float[] bias,
      int biasAt,
      SparseRows room,
      float[] c,
      int cAt,
      int cStep);

  /** {@code C = A·W} for rows with many zeros. */
  default void multiplySparse(
      int rows,
      float[] a,
      int aAt,
      int aStep,
      PackedWeights w,
      SparseRows room,
      float[] c,
      int cAt,
      int cStep) {
    multiplySparse(rows, a, aAt, aStep, w, w.zeros, 0, room, c, cAt, cStep);
  }

  // Products with a few of the rows w_r of a matrix whose rows follow each other, given by a list
  // without repetitions: no element of a row that was not chosen is looked at.

  /** {@code y = Σ x_r · w_r} over the chosen rows r. */
  void combineChosen(
      int count,
      int[] chosen,
      int chosenAt,
      int cols,
      float[] x,
      int xAt,
      float[] w,
      int wAt,
      float[] y,
      int yAt);

  /** {@code y_r = x·w_r} for the chosen rows r; other elements of {@code y} stay as they are. */
  void dotChosen(
      int count,
      int[] chosen,
      int chosenAt,
      int cols,
      float[] x,
      int xAt,
      float[] w,
      int wAt,
      float[] y,
      int yAt);

  /**
   * {@code dW += Aᵀ·G}: the gradient of weights {@code [in][out]}, from the layer's inputs {@code
   * A} ({@code rows × in}) and the gradients {@code G} of its outputs ({@code rows × out}).
   */
  void weightGradient(
      int rows,
      int in,
      int out,
      float[] a,
      int aAt,
      int aStep,
      float[] g,
      int gAt,
      int gStep,
      float[] dw,
      int dwAt,
      int dwStep);

  /** {@code sums += } the sum of the rows of {@code x}: the gradient of a bias. */
  void columnSums(int rows, int cols, float[] x, int xAt, int xStep, float[] sums, int sumsAt);

  /**
   * Multiplies and adds in registers only, in more chains than the processor can run at once: the
   * ceiling of every product, for benchmarks.
   *
   * @return the number of floating-point operations performed
   */
  long exerciseRegisters(int rounds);

  // ---------------------------------------------------------------------------------- layer norm
  //
  // n = (x - mean(x)) · inv, inv = 1 / sqrt(var(x) + epsilon), y = scale∘n + offset, with the
  // biased
  // variance; if `rectify`, y = max(y, 0). The parameters lie in one array p, at `scale` and at
  // `offset`. Derivatives are expressed in n and inv, which the forward kernel leaves behind.

  /** Layer norm where only the result is needed: {@code x} becomes {@code y}. */
  void layerNormInPlace(
      int rows,
      int cols,
      float[] x,
      int xAt,
      int xStep,
      float[] p,
      int scale,
      int offset,
      boolean rectify);

  /**
   * Layer norm that keeps {@code n} ({@code rows × cols}, may be {@code x} itself) and {@code inv}
   * (one per row) for the derivatives. {@code y} must not be {@code n}.
   */
  void layerNorm(
      int rows,
      int cols,
      float[] x,
      int xAt,
      int xStep,
      float[] p,
      int scale,
      int offset,
      boolean rectify,
      float[] n,
      int nAt,
      int nStep,
      float[] inv,
      int invAt,
      float[] y,
      int yAt,
      int yStep);

  /**
   * The directional derivative: {@code ṅ = inv·(ẋ - mean(ẋ) - n·mean(n∘ẋ))}, {@code inv̇ =
   * -inv²·mean(n∘ẋ)}, {@code ẏ = scale∘ṅ}, zero where the rectifier is closed. {@code ṅ} may be
   * {@code ẋ} itself. The parameters are held fixed.
   */
  void layerNormTangent(
      int rows,
      int cols,
      float[] xDot,
      int xDotAt,
      int xDotStep,
      float[] p,
      int scale,
      int offset,
      boolean rectify,
      float[] n,
      int nAt,
      int nStep,
      float[] inv,
      int invAt,
      float[] nDot,
      int nDotAt,
      int nDotStep,
      float[] invDot,
      int invDotAt,
      float[] yDot,
      int yDotAt,
      int yDotStep);

  /**
   * The way back: with {@code gn = scale∘gy} (gy zero where the rectifier is closed), {@code gx =
   * inv·(gn - mean(gn) - n·mean(gn∘n))}; {@code dScale += Σ gy∘n} and {@code dOffset += Σ gy} over
   * the rows.
   *
   * @param dp gradients of the parameters, at the same places {@code scale} and {@code offset} as
   *     the parameters in {@code p}
   * @param gx may be {@code gy} itself if {@code accumulate} is false
   * @param accumulate whether to add to {@code gx} or to overwrite it
   */
  void layerNormBackward(
      int rows,
      int cols,
      float[] gy,
      int gyAt,
      int gyStep,
      float[] p,
      int scale,
      int offset,
      boolean rectify,
      float[] n,
      int nAt,
      int nStep,
      float[] inv,
      int invAt,
      float[] dp,
      float[] gx,
      int gxAt,
      int gxStep,
      boolean accumulate);

  /**
   * The directional derivative of {@link #layerNormBackward}, masks held fixed: given {@code gẏ},
   * {@code ṅ} and {@code inv̇} beside its inputs,
   *
   * <pre>{@code
   * gẋ = inv̇·(gn - mean(gn) - n·t) + inv·(gṅ - mean(gṅ) - ṅ·t - n·(mean(gṅ∘n) + mean(gn∘ṅ)))
   * }</pre>
   *
   * with {@code t = mean(gn∘n)}; {@code dScalė += Σ gẏ∘n + gy∘ṅ}, {@code dOffseṫ += Σ gẏ}.
   *
   * @param gxDot may be {@code gyDot} itself if {@code accumulate} is false
   */
  void layerNormBackwardTangent(
      int rows,
      int cols,
      float[] gy,
      int gyAt,
      int gyStep,
      float[] gyDot,
      int gyDotAt,
      int gyDotStep,
      float[] p,
      int scale,
      int offset,
      boolean rectify,
      float[] n,
      int nAt,
      int nStep,
      float[] inv,
      int invAt,
      float[] nDot,
      int nDotAt,
      int nDotStep,
      float[] invDot,
      int invDotAt,
      float[] dpDot,
      float[] gxDot,
      int gxDotAt,
      int gxDotStep,
      boolean accumulate);

  // -------------------------------------------------------------------------------- element-wise

  /** {@code y = max(x, 0)}; NaN stays NaN. In place if {@code y} is {@code x}. */
  void relu(int count, float[] x, int xAt, float[] y, int yAt);

  /** {@code gx += gy} where {@code x > 0}; with tangents for gradients, also the tangent's way. */
  void reluBackward(int count, float[] x, int xAt, float[] gy, int gyAt, float[] gx, int gxAt);

  /** {@code y = 1 / (1 + exp(-x))}, to within {@code 2e-7}. In place if {@code y} is {@code x}. */
  void sigmoid(int count, float[] x, int xAt, float[] y, int yAt);

  /** {@code gx += gy∘y∘(1 - y)} with {@code y} the sigmoid's result. */
  void sigmoidBackward(int count, float[] y, int yAt, float[] gy, int gyAt, float[] gx, int gxAt);

  /** {@code y += alpha·x}. */
  void axpy(int count, float alpha, float[] x, int xAt, float[] y, int yAt);

  /** {@code y = alpha·a + beta·b}. In place if {@code y} is one of them. */
  void combine(
      int count,
      float alpha,
      float[] a,
      int aAt,
      float beta,
      float[] b,
      int bAt,
      float[] y,
      int yAt);

  /** {@code y = q∘a + (1 - q)∘b}. In place if {@code y} is one of them. */
  void mix(
      int count, float[] q, int qAt, float[] a, int aAt, float[] b, int bAt, float[] y, int yAt);

  /** {@code y = a >= b ? x : z}, element by element. In place if {@code y} is one of them. */
  void choose(
      int count,
      float[] a,
      int aAt,
      float[] b,
      int bAt,
      float[] x,
      int xAt,
      float[] z,
      int zAt,
      float[] y,
      int yAt);

  /**
   * The way back through {@link #choose} from the gradient {@code alpha·g}: writes it to {@code gx}
   * where {@code a >= b}, else zero, and adds it to {@code gz} where not.
   */
  void chooseBackward(
      int count,
      float[] a,
      int aAt,
      float[] b,
      int bAt,
      float alpha,
      float[] g,
      int gAt,
      float[] gx,
      int gxAt,
      float[] gz,
      int gzAt);

  /**
   * {@code y_r = Σ w∘(a >= b_r ? x_a : x_b)}: {@link #choose} and the sum, for one row a and each
   * of {@code rows} rows b of {@code v}; {@code x} is chosen from at the same places, or is {@code
   * v}.
   */
  void chooseDots(
      int rows,
      int cols,
      float[] v,
      float[] x,
      int aAt,
      int bAt,
      int bStep,
      float[] w,
      int wAt,
      float[] y,
      int yAt);

  /** {@code x *= alpha}. */
  void scale(int count, float alpha, float[] x, int xAt);

  /** {@code y += alpha·x + beta·z}. */
  void axpyTwice(
      int count,
      float alpha,
      float[] x,
      int xAt,
      float beta,
      float[] z,
      int zAt,
      float[] y,
      int yAt);

  /** {@code z += x∘y}. */
  void multiplyAdd(int count, float[] x, int xAt, float[] y, int yAt, float[] z, int zAt);

  /** {@code Σ x∘y}; short blocks are summed in single precision, the blocks in double. */
  double dot(int count, float[] x, int xAt, float[] y, int yAt);

  /** {@code Σ x∘x}, summed like {@link #dot}. */
  default double sumOfSquares(int count, float[] x, int xAt) {
    return dot(count, x, xAt, x, xAt);
  }

  /** The Euclidean norm. */
  default double norm(int count, float[] x, int xAt) {
    return Math.sqrt(sumOfSquares(count, x, xAt));
  }

  /**
   * One step of Adam (Kingma and Ba 2015), with decoupled weight decay (Loshchilov and Hutter
   * 2019): {@code p -= rate·decay·p; m = b1·m + (1-b1)·g; v = b2·v + (1-b2)·g²; p -= rate·m̂/(√v̂ +
   * eps)}.
   *
   * @param step number of this step, from 1
   */
  void adam(
      int count,
      float[] p,
      int pAt,
      float[] g,
      int gAt,
      float[] m,
      int mAt,
      float[] v,
      int vAt,
      AdamRates rates,
      int step);

  // --------------------------------------------------------------------------- rows by an index

  /** {@code y[r] += x[index[indexAt + r]]} for each row r. */
  void gatherAdd(
      int rows,
      int cols,
      int[] index,
      int indexAt,
      float[] x,
      int xAt,
      int xStep,
      float[] y,
      int yAt,
      int yStep);

  /** {@code y[index[indexAt + r]] += x[r]} for each row r in order: the transpose of the gather. */
  void scatterAdd(
      int rows,
      int cols,
      int[] index,
      int indexAt,
      float[] x,
      int xAt,
      int xStep,
      float[] y,
      int yAt,
      int yStep);

  /**
   * {@code y[r] = base + x[index[indexAt + r]] + Σ_k coefficients[r][k]·vectors[k]}: the input rows
   * of a run of edges of one receiver.
   *
   * @param terms number of vectors and of coefficients per row, may be zero
   * @param coefficients {@code rows × terms}, dense, from {@code coefficientsAt}
   * @param vectors {@code terms × cols} with stride {@code vectorsStep}
   */
  void gatherAffine(
      int rows,
      int cols,
      float[] base,
      int baseAt,
      int[] index,
      int indexAt,
      float[] x,
      int xAt,
      int xStep,
      int terms,
      float[] coefficients,
      int coefficientsAt,
      float[] vectors,
      int vectorsAt,
      int vectorsStep,
      float[] y,
      int yAt,
      int yStep);

  // ------------------------------------------------------------------------------------ segments

  /**
   * Raises a running maximum by rows: for each row r and column c, if {@code x[r][c] > max[c]} (or
   * is NaN), {@code max[c] = x[r][c]} and {@code arg[c] = first + r}. Equal values leave the
   * earlier row in place. Start from negative infinity.
   */
  void raiseMax(
      int rows,
      int cols,
      float[] x,
      int xAt,
      int xStep,
      int first,
      float[] max,
      int maxAt,
      int[] arg,
      int argAt);

  /**
   * The maximum over consecutive rows: segment s holds the rows {@code start[startAt+s]} to {@code
   * start[startAt+s+1]} (exclusive) of {@code x}. Writes the maximum and the row where it is found
   * (the first one), both {@code segments × cols}; an empty segment gives 0 and row -1. The tangent
   * of the maximum is {@link #pick}, its gradient {@link #unpick}, with the rows found.
   */
  default void segmentMax(
      int segments,
      int cols,
      int[] start,
      int startAt,
      float[] x,
      int xAt,
      int xStep,
      float[] max,
      int maxAt,
      int maxStep,
      int[] arg,
      int argAt,
      int argStep) {
    for (int s = 0; s < segments; s++) {
      int from = start[startAt + s];
      int rows = start[startAt + s + 1] - from;
      int m = maxAt + s * maxStep;
      int i = argAt + s * argStep;
      Arrays.fill(max, m, m + cols, rows == 0 ? 0 : Float.NEGATIVE_INFINITY);
      Arrays.fill(arg, i, i + cols, rows == 0 ? -1 : from);
      raiseMax(rows, cols, x, xAt + from * xStep, xStep, from, max, m, arg, i);
    }
  }

  /** {@code y[s][c] = x[arg[s][c]][c]}, and 0 where {@code arg} is -1. */
  default void pick(
      int rows,
      int cols,
      int[] arg,
      int argAt,
      int argStep,
      float[] x,
      int xAt,
      int xStep,
      float[] y,
      int yAt,
      int yStep) {
    for (int r = 0; r < rows; r++) {
      for (int c = 0; c < cols; c++) {
        int row = arg[argAt + r * argStep + c];
        y[yAt + r * yStep + c] = row < 0 ? 0 : x[xAt + row * xStep + c];
      }
    }
  }

  /** {@code gx[arg[s][c]][c] += gy[s][c]}, the transpose of {@link #pick}. */
  default void unpick(
      int rows,
      int cols,
      int[] arg,
      int argAt,
      int argStep,
      float[] gy,
      int gyAt,
      int gyStep,
      float[] gx,
      int gxAt,
      int gxStep) {
    for (int r = 0; r < rows; r++) {
      for (int c = 0; c < cols; c++) {
        int row = arg[argAt + r * argStep + c];
        if (row >= 0) {
          gx[gxAt + row * gxStep + c] += gy[gyAt + r * gyStep + c];
        }
      }
    }
  }

  /**
   * Log-softmax within segments of a vector: segment s holds the elements {@code x[xAt + order[p]]}
   * for p from {@code start[startAt+s]} to {@code start[startAt+s+1]} (exclusive), and {@code y = x
   * - log Σ exp x} over them. In place if {@code y} is {@code x}.
   */
  default void segmentLogSoftmax(
      int segments,
      int[] start,
      int startAt,
      int[] order,
      int orderAt,
      float[] x,
      int xAt,
      float[] y,
      int yAt) {
    SegmentLogSoftmax.forward(segments, start, startAt, order, orderAt, x, xAt, y, yAt);
  }

  /** {@code gx += gy - exp(y)·Σ gy} within each segment, {@code y} being the log-softmax. */
  default void segmentLogSoftmaxBackward(
      int segments,
      int[] start,
      int startAt,
      int[] order,
      int orderAt,
      float[] y,
      int yAt,
      float[] gy,
      int gyAt,
      float[] gx,
      int gxAt) {
    SegmentLogSoftmax.backward(
        segments, start, startAt, order, orderAt, y, yAt, gy, gyAt, gx, gxAt);
  }

  /** {@code ẏ = ẋ - Σ exp(y)∘ẋ} within each segment. In place if {@code ẏ} is {@code ẋ}. */
  default void segmentLogSoftmaxTangent(
      int segments,
      int[] start,
      int startAt,
      int[] order,
      int orderAt,
      float[] y,
      int yAt,
      float[] xDot,
      int xDotAt,
      float[] yDot,
      int yDotAt) {
    SegmentLogSoftmax.tangent(
        segments, start, startAt, order, orderAt, y, yAt, xDot, xDotAt, yDot, yDotAt);
  }
}
