// SPDX-License-Identifier: Apache-2.0
/** A program that asks a trained network for shortest paths. */
module quickstart {
  requires dear.reasoner;
}
