// SPDX-License-Identifier: Apache-2.0
/**
 * Work on many graphs, or on one, by a fixed number of threads, with results that do not depend on
 * it.
 */
@NullMarked
package dear.tensor.parallel;

import org.jspecify.annotations.NullMarked;
