// SPDX-License-Identifier: Apache-2.0
/** Blocks of floats and what is computed on them; the packages below say what. */
@NullMarked
package dear.tensor;

import org.jspecify.annotations.NullMarked;
