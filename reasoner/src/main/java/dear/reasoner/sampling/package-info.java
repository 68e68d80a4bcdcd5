// SPDX-License-Identifier: Apache-2.0
/** The problems of a run: drawn, solved and prepared for the network, each by its number. */
@NullMarked
package dear.reasoner.sampling;

import org.jspecify.annotations.NullMarked;
