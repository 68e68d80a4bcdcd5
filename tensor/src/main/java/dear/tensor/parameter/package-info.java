/** Named parameters in one flat array: layout, seeded initial values, checkpoints. */
@NullMarked
package dear.tensor.parameter;

import org.jspecify.annotations.NullMarked;
