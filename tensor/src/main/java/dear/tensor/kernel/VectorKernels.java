package dear.tensor.kernel;

/**
 * The kernels in the Vector API. This class only says which other class holds which kernel.
 *
 * <p><b>Tails.</b> Element-wise loops end in a scalar loop that performs the same operations as a
 * lane; for products see {@link VectorProducts}.
 *
 * <p><b>Length of methods.</b> A vector is a register only where everything that touches it is
 * compiled together. The compiler stops inlining at a number of nodes that about a hundred vector
 * operations reach; past it every vector is an object on the heap, and the kernel five times
 * slower. Long kernels are therefore cut into passes that hand over numbers or memory; only short
 * helpers take or return vectors.
 *
 * <p><b>Without the Vector API.</b> Only classes whose names begin with {@code Vector} may mention
 * it, and only this one may be mentioned by others (see {@link KernelSelection}). That also lets
 * the tests define copies of all of them with other widths.
 */
final class VectorKernels implements Kernels {
  private final Compositions compositions = new VectorCompositions();

  private VectorKernels() {}

  /**
   * Makes the kernels.
   *
   * @throws IllegalStateException if the processor has no vectors of at least 128 bits
   */
  static Kernels create() {
    if (VectorLanes.F.vectorBitSize() < 128) {
      throw new IllegalStateException(
          "the vector kernels need vectors of at least 128 bits, this processor prefers "
              + VectorLanes.F.vectorBitSize());
    }
    return new VectorKernels();
  }

  @Override
  public String name() {
    return "vector (" + VectorLanes.F.vectorBitSize() + " bits)";
  }

  @Override
  public Compositions compositions() {
    return compositions;
  }

  @Override
  public PackedWeights packed(int in, int out) {
    return new PackedWeights(in, out, VectorProducts.PANEL);
  }

  @Override
  public void pack(float[] w, int wAt, int wStep, PackedWeights into) {
    into.fill(w, wAt, wStep);
  }

  @Override
  public void packTransposed(float[] w, int wAt, int wStep, PackedWeights into) {
    into.fillTransposed(w, wAt, wStep);
  }

  @Override
  public void multiply(
      int rows, float[] a, int aAt, int aStep, PackedWeights w, float[] c, int cAt, int cStep) {
    VectorProducts.product(rows, a, aAt, aStep, w, w.zeros, 0, 0, c, cAt, cStep);
  }

  @Override
  public void multiplyAddBias(
      int rows,
      float[] a,
      int aAt,
      int aStep,
      PackedWeights w,
      float[] bias,
      int biasAt,
      float[] c,
      int cAt,
      int cStep) {
    VectorProducts.product(rows, a, aAt, aStep, w, bias, biasAt, 0, c, cAt, cStep);
  }

  @Override
  public void multiplyAccumulate(
      int rows, float[] a, int aAt, int aStep, PackedWeights w, float[] c, int cAt, int cStep) {
    VectorProducts.product(rows, a, aAt, aStep, w, c, cAt, cStep, c, cAt, cStep);
  }

  @Override
  public SparseRows sparseRows() {
    return VectorSparseProducts.room();
  }

  @Override
  public void multiplySparse(
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
      int cStep) {
    VectorSparseProducts.product(rows, a, aAt, aStep, w, bias, biasAt, room, c, cAt, cStep);
  }

  @Override
  public void combineChosen(
      int count,
      int[] chosen,
      int chosenAt,
      int cols,
      float[] x,
      int xAt,
      float[] w,
      int wAt,
      float[] y,
      int yAt) {
    VectorChosenRows.combineChosen(count, chosen, chosenAt, cols, x, xAt, w, wAt, y, yAt);
  }

  @Override
  public void dotChosen(
      int count,
      int[] chosen,
      int chosenAt,
      int cols,
      float[] x,
      int xAt,
      float[] w,
      int wAt,
      float[] y,
      int yAt) {
    VectorChosenRows.dotChosen(count, chosen, chosenAt, cols, x, xAt, w, wAt, y, yAt);
  }

  @Override
  public void weightGradient(
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
      int dwStep) {
    VectorWeightGradients.weightGradient(
        rows, in, out, a, aAt, aStep, g, gAt, gStep, dw, dwAt, dwStep);
  }

  @Override
  public long exerciseRegisters(int rounds) {
    return VectorProducts.exerciseRegisters(rounds);
  }

  @Override
  public void columnSums(
      int rows, int cols, float[] x, int xAt, int xStep, float[] sums, int sumsAt) {
    VectorWeightGradients.columnSums(rows, cols, x, xAt, xStep, sums, sumsAt);
  }

  @Override
  public void layerNormInPlace(
      int rows,
      int cols,
      float[] x,
      int xAt,
      int xStep,
      float[] p,
      int scale,
      int offset,
      boolean rectify) {
    VectorNorms.layerNormInPlace(rows, cols, x, xAt, xStep, p, scale, offset, rectify);
  }

  @Override
  public void layerNorm(
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
      int yStep) {
    VectorNorms.layerNorm(
        rows, cols, x, xAt, xStep, p, scale, offset, rectify, n, nAt, nStep, inv, invAt, y, yAt,
        yStep);
  }

  @Override
  public void layerNormTangent(
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
      int yDotStep) {
    VectorNormDerivatives.layerNormTangent(
        rows, cols, xDot, xDotAt, xDotStep, p, scale, offset, rectify, n, nAt, nStep, inv, invAt,
        nDot, nDotAt, nDotStep, invDot, invDotAt, yDot, yDotAt, yDotStep);
  }

  @Override
  public void layerNormBackward(
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
      boolean accumulate) {
    VectorNormDerivatives.layerNormBackward(
        rows,
        cols,
        gy,
        gyAt,
        gyStep,
        p,
        scale,
        offset,
        rectify,
        n,
        nAt,
        nStep,
        inv,
        invAt,
        dp,
        gx,
        gxAt,
        gxStep,
        accumulate);
  }

  @Override
  public void layerNormBackwardTangent(
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
      boolean accumulate) {
    VectorNormDerivatives.layerNormBackwardTangent(
        rows,
        cols,
        gy,
        gyAt,
        gyStep,
        gyDot,
        gyDotAt,
        gyDotStep,
        p,
        scale,
        offset,
        rectify,
        n,
        nAt,
        nStep,
        inv,
        invAt,
        nDot,
        nDotAt,
        nDotStep,
        invDot,
        invDotAt,
        dpDot,
        gxDot,
        gxDotAt,
        gxDotStep,
        accumulate);
  }

  @Override
  public void relu(int count, float[] x, int xAt, float[] y, int yAt) {
    VectorElementwise.relu(count, x, xAt, y, yAt);
  }

  @Override
  public void reluBackward(
      int count, float[] x, int xAt, float[] gy, int gyAt, float[] gx, int gxAt) {
    VectorElementwise.reluBackward(count, x, xAt, gy, gyAt, gx, gxAt);
  }

  @Override
  public void sigmoid(int count, float[] x, int xAt, float[] y, int yAt) {
    VectorExponentials.sigmoid(count, x, xAt, y, yAt);
  }

  @Override
  public void sigmoidBackward(
      int count, float[] y, int yAt, float[] gy, int gyAt, float[] gx, int gxAt) {
    VectorExponentials.sigmoidBackward(count, y, yAt, gy, gyAt, gx, gxAt);
  }

  @Override
  public void axpy(int count, float alpha, float[] x, int xAt, float[] y, int yAt) {
    VectorElementwise.axpy(count, alpha, x, xAt, y, yAt);
  }

  @Override
  public void combine(
      int count,
      float alpha,
      float[] a,
      int aAt,
      float beta,
      float[] b,
      int bAt,
      float[] y,
      int yAt) {
    VectorElementwise.combine(count, alpha, a, aAt, beta, b, bAt, y, yAt);
  }

  @Override
  public void mix(
      int count, float[] q, int qAt, float[] a, int aAt, float[] b, int bAt, float[] y, int yAt) {
    VectorElementwise.mix(count, q, qAt, a, aAt, b, bAt, y, yAt);
  }

  @Override
  public void axpyTwice(
      int count,
      float alpha,
      float[] x,
      int xAt,
      float beta,
      float[] z,
      int zAt,
      float[] y,
      int yAt) {
    VectorElementwise.axpyTwice(count, alpha, x, xAt, beta, z, zAt, y, yAt);
  }

  @Override
  public void choose(
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
      int yAt) {
    VectorElementwise.choose(count, a, aAt, b, bAt, x, xAt, z, zAt, y, yAt);
  }

  @Override
  public void chooseBackward(
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
      int gzAt) {
    VectorElementwise.chooseBackward(count, a, aAt, b, bAt, alpha, g, gAt, gx, gxAt, gz, gzAt);
  }

  @Override
  public void chooseDots(
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
      int yAt) {
    VectorEdges.chooseDots(rows, cols, v, x, aAt, bAt, bStep, w, wAt, y, yAt);
  }

  @Override
  public void scale(int count, float alpha, float[] x, int xAt) {
    VectorElementwise.scale(count, alpha, x, xAt);
  }

  @Override
  public void multiplyAdd(int count, float[] x, int xAt, float[] y, int yAt, float[] z, int zAt) {
    VectorElementwise.multiplyAdd(count, x, xAt, y, yAt, z, zAt);
  }

  @Override
  public double dot(int count, float[] x, int xAt, float[] y, int yAt) {
    return VectorSums.dot(count, x, xAt, y, yAt);
  }

  @Override
  public void adam(
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
      int step) {
    VectorElementwise.adam(count, p, pAt, g, gAt, m, mAt, v, vAt, rates, step);
  }

  @Override
  public void segmentLogSoftmax(
      int segments,
      int[] start,
      int startAt,
      int[] order,
      int orderAt,
      float[] x,
      int xAt,
      float[] y,
      int yAt) {
    VectorExponentials.segmentLogSoftmax(segments, start, startAt, order, orderAt, x, xAt, y, yAt);
  }

  @Override
  public void gatherAdd(
      int rows,
      int cols,
      int[] index,
      int indexAt,
      float[] x,
      int xAt,
      int xStep,
      float[] y,
      int yAt,
      int yStep) {
    VectorEdges.gatherAdd(rows, cols, index, indexAt, x, xAt, xStep, y, yAt, yStep);
  }

  @Override
  public void scatterAdd(
      int rows,
      int cols,
      int[] index,
      int indexAt,
      float[] x,
      int xAt,
      int xStep,
      float[] y,
      int yAt,
      int yStep) {
    VectorEdges.scatterAdd(rows, cols, index, indexAt, x, xAt, xStep, y, yAt, yStep);
  }

  @Override
  public void gatherAffine(
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
      int yStep) {
    VectorEdges.gatherAffine(
        rows,
        cols,
        base,
        baseAt,
        index,
        indexAt,
        x,
        xAt,
        xStep,
        terms,
        coefficients,
        coefficientsAt,
        vectors,
        vectorsAt,
        vectorsStep,
        y,
        yAt,
        yStep);
  }

  @Override
  public void raiseMax(
      int rows,
      int cols,
      float[] x,
      int xAt,
      int xStep,
      int first,
      float[] max,
      int maxAt,
      int[] arg,
      int argAt) {
    VectorEdges.raiseMax(rows, cols, x, xAt, xStep, first, max, maxAt, arg, argAt);
  }
}
