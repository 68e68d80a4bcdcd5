// SPDX-License-Identifier: Apache-2.0
package dear.site.engine;

import dear.tensor.kernel.ChosenProducts;
import dear.tensor.kernel.Compositions;
import dear.tensor.kernel.EdgeRows;
import dear.tensor.kernel.Elements;
import dear.tensor.kernel.Kernels;
import dear.tensor.kernel.Norms;
import dear.tensor.kernel.Products;
import dear.tensor.kernel.SegmentLogSoftmax;
import dear.tensor.kernel.Triples;

/** The kernels of a browser: the scalar ones, but vectors where most of the time is spent. */
public final class LaneKernels implements Kernels {
  private final Kernels scalar;
  private final Products products;
  private final Compositions compositions;
  private final Norms norms;
  private final Elements elements;
  private final EdgeRows edgeRows;
  private final LaneArrays arrays = new LaneArrays();

  private LaneKernels(Kernels scalar) {
    this.scalar = scalar;
    this.products = new LaneProducts(scalar.products(), arrays);
    this.compositions = new LaneCompositions(scalar.compositions());
    this.norms = new LaneNorms(scalar.norms(), arrays);
    this.elements = new LaneElements(scalar.elements(), arrays);
    this.edgeRows = new LaneEdgeRows(scalar.edgeRows());
  }

  /** The best kernels that the browser can run. */
  public static Kernels over(Kernels scalar) {
    return Lanes.available() == 0 ? scalar : new LaneKernels(scalar);
  }

  @Override
  public String name() {
    return "lanes (128 bits)";
  }

  @Override
  public int lanes() {
    return 4;
  }

  @Override
  public float[] blocks(int floats) {
    return arrays.array(floats);
  }

  @Override
  public Products products() {
    return products;
  }

  @Override
  public ChosenProducts chosenProducts() {
    return scalar.chosenProducts();
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
    return scalar.triples();
  }

  @Override
  public SegmentLogSoftmax logSoftmax() {
    return scalar.logSoftmax();
  }
}
