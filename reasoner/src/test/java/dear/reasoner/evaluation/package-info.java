@NullMarked
package dear.reasoner.evaluation;

import org.jspecify.annotations.NullMarked;
