@NullMarked
package dear.reasoner.training;

import org.jspecify.annotations.NullMarked;
