// SPDX-License-Identifier: Apache-2.0
package dear.tensor.kernel;

/** The kernels in plain Java: they run everywhere, and define what the vector kernels compute. */
final class ScalarKernels implements Kernels {
  private final Products products = new ScalarProducts();
  private final ChosenProducts chosenProducts = new ScalarChosenProducts();
  private final Norms norms = new ScalarNorms();
  private final Elements elements = new ScalarElements();
  private final EdgeRows edgeRows = new ScalarEdgeRows();
  private final Compositions compositions = new ScalarCompositions();
  private final Triples triples = new ScalarTriples();
  private final SegmentLogSoftmax logSoftmax = new ScalarLogSoftmax();

  @Override
  public String name() {
    return "scalar";
  }

  @Override
  public int lanes() {
    return 1;
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
