@NullMarked
package dear.reasoner.sampling;

import org.jspecify.annotations.NullMarked;
