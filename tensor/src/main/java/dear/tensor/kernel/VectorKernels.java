// SPDX-License-Identifier: Apache-2.0
package dear.tensor.kernel;

/**
 * The kernels in the Vector API.
 *
 * <p><b>Tails.</b> Element-wise loops end in a scalar loop that performs the same operations as a
 * lane; for products see {@link VectorProducts}.
 *
 * <p><b>Length of methods.</b> A vector is a register only where everything that touches it is
 * compiled together. The compiler stops inlining at a number of nodes that about a hundred vector
 * operations reach; past it every vector is an object on the heap, and the kernel is five times
 * slower. Long kernels are therefore split into passes that exchange numbers or memory; only short
 * helpers take or return vectors.
 *
 * <p><b>Without the Vector API.</b> Only classes whose names begin with {@code Vector} may mention
 * it, and other classes may refer to this one only (see {@link KernelSelection}). That also lets
 * the tests define copies of all of them with other widths.
 */
final class VectorKernels implements Kernels {
  private final Products products = new VectorProducts();
  private final ChosenProducts chosenProducts = new VectorChosenProducts();
  private final Norms norms = new VectorNorms();
  private final Elements elements = new VectorElements();
  private final EdgeRows edgeRows = new VectorEdgeRows();
  private final Compositions compositions = new VectorCompositions();
  private final Triples triples = new VectorTriples();
  private final SegmentLogSoftmax logSoftmax = new VectorLogSoftmax();

  private VectorKernels() {}

  /**
   * Creates the kernels.
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
  public int lanes() {
    return VectorLanes.LANES;
  }

  @Override
  public Products products() {
    return products;
  }

  @Override
  public ChosenProducts chosenProducts() {
    return chosenProducts;
  }

  @Override
  public Norms norms() {
    return norms;
  }

  @Override
  public Elements elements() {
    return elements;
  }

  @Override
  public EdgeRows edgeRows() {
    return edgeRows;
  }

  @Override
  public Compositions compositions() {
    return compositions;
  }

  @Override
  public Triples triples() {
    return triples;
  }

  @Override
  public SegmentLogSoftmax logSoftmax() {
    return logSoftmax;
  }
}
