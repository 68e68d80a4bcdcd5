@NullMarked
package dear.tensor.autodiff;

import org.jspecify.annotations.NullMarked;
