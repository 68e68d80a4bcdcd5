// SPDX-License-Identifier: Apache-2.0
/** Numerical computation on blocks of floats; see the subpackages. */
@NullMarked
package dear.tensor;

import org.jspecify.annotations.NullMarked;
