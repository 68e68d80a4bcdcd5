// SPDX-License-Identifier: Apache-2.0
/**
 * CLRS-30 for Java: thirty classical algorithms, their data and their steps. Start at {@link
 * dear.clrs.Clrs}.
 */
@NullMarked
package dear.clrs;

import org.jspecify.annotations.NullMarked;
