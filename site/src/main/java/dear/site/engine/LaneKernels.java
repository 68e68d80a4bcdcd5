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

  private LaneKernels(Kernels scalar) {
    this.scalar = scalar;
    this.products = new LaneProducts(scalar.products());
    this.compositions = new LaneCompositions(scalar.compositions());
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
  public Products products() {
    return products;
  }

  @Override
  public ChosenProducts chosenProducts() {
    return scalar.chosenProducts();
  }

  @Override
  public Norms norms() {
    return scalar.norms();
  }

  @Override
  public Elements elements() {
    return scalar.elements();
  }

  @Override
  public EdgeRows edgeRows() {
    return scalar.edgeRows();
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
