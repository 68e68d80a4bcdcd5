// SPDX-License-Identifier: Apache-2.0
/**
 * Programs with exact derivatives over SIMD kernels, an optimiser, safetensors. Everything works
 * without the Vector API, which {@code --add-modules jdk.incubator.vector} adds at run time, but
 * more slowly.
 */
@SuppressWarnings("module") // whoever is named below is compiled later
module dear.tensor {
  requires transitive dear.io;
  requires static jdk.incubator.vector;
  requires static org.jspecify;

  exports dear.tensor.autodiff;
  exports dear.tensor.optim;
  exports dear.tensor.parallel;
  exports dear.tensor.parameter;
  exports dear.tensor.safetensors;
  exports dear.tensor.kernel to
      dear.reasoner;
  exports dear.tensor.message to
      dear.reasoner;
}
