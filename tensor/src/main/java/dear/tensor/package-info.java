@NullMarked
package dear.tensor;

import org.jspecify.annotations.NullMarked;
