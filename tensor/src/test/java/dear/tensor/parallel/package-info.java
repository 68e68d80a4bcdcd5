@NullMarked
package dear.tensor.parallel;

import org.jspecify.annotations.NullMarked;
