// SPDX-License-Identifier: Apache-2.0
/** The network that executes algorithms: models, their training, their answers and their scores. */
module dear.reasoner {
  requires transitive dear.clrs;
  requires transitive dear.equilibrium;
  requires transitive dear.io;
  requires transitive dear.tensor;
  requires static org.jspecify;

  exports dear.reasoner.dataset;
  exports dear.reasoner.evaluation;
  exports dear.reasoner.inference;
  exports dear.reasoner.model;
  exports dear.reasoner.score;
  exports dear.reasoner.settings;
  exports dear.reasoner.shipped;
  exports dear.reasoner.training;
}
