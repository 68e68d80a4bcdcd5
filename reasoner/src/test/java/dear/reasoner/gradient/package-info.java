@NullMarked
package dear.reasoner.gradient;

import org.jspecify.annotations.NullMarked;
