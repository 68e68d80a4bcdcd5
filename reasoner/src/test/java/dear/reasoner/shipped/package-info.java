@NullMarked
package dear.reasoner.shipped;

import org.jspecify.annotations.NullMarked;
