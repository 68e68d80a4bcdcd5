@NullMarked
package dear.tensor.parameter;

import org.jspecify.annotations.NullMarked;
