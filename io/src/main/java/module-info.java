// SPDX-License-Identifier: Apache-2.0
/** Strict JSON in bounded memory, and files that are either complete or absent. */
module dear.io {
  requires static org.jspecify;

  exports dear.io;
}
