// SPDX-License-Identifier: Apache-2.0
/** Strict JSON in bounded memory, and files that are either complete or not there. */
module dear.io {
  requires static org.jspecify;

  exports dear.io;
}
