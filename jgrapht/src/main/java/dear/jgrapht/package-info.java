// SPDX-License-Identifier: Apache-2.0
/** Graphs of JGraphT, asked about by algorithms and models of DEAR. */
@NullMarked
package dear.jgrapht;

import org.jspecify.annotations.NullMarked;
