@NullMarked
package dear.tensor.optim;

import org.jspecify.annotations.NullMarked;
