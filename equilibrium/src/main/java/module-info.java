// SPDX-License-Identifier: Apache-2.0
/** Fixed points of functions on float vectors, and gradients at them. */
@SuppressWarnings("module") // whoever is named below is compiled later
module dear.equilibrium {
  requires dear.io;
  requires static org.jspecify;

  exports dear.equilibrium;
  exports dear.equilibrium.diagnostics;
  exports dear.equilibrium.gradient;
  exports dear.equilibrium.linear to
      dear.reasoner;
}
