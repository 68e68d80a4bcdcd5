@NullMarked
package dear.reasoner.problem;

import org.jspecify.annotations.NullMarked;
