// SPDX-License-Identifier: Apache-2.0
/** The loss of one graph and its gradient, propagated back through the network. */
@NullMarked
package dear.reasoner.gradient;

import org.jspecify.annotations.NullMarked;
