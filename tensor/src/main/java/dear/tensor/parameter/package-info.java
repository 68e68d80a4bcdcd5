// SPDX-License-Identifier: Apache-2.0
/** Named parameters in one flat array: layout, seeded initial values, checkpoints. */
@NullMarked
package dear.tensor.parameter;

import org.jspecify.annotations.NullMarked;
