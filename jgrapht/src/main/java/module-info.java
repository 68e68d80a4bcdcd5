// SPDX-License-Identifier: Apache-2.0
/** Graphs of JGraphT as graphs of DEAR. */
module dear.jgrapht {
  requires transitive dear.clrs;
  requires transitive dear.reasoner;
  requires transitive org.jgrapht.core;
  requires static org.jspecify;

  exports dear.jgrapht;
}
