// SPDX-License-Identifier: Apache-2.0
/**
 * CLRS-30: algorithms, samplers, datasets. The algorithms themselves are reached through the
 * catalogue {@link dear.clrs.Clrs}.
 */
module dear.clrs {
  requires transitive dear.io;
  requires static org.jspecify;

  exports dear.clrs;
  exports dear.clrs.certificate;
  exports dear.clrs.data;
  exports dear.clrs.dataset;
  exports dear.clrs.sampling;
  exports dear.clrs.text;
  exports dear.clrs.trait;
}
