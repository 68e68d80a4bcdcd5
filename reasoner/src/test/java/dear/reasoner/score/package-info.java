@NullMarked
package dear.reasoner.score;

import org.jspecify.annotations.NullMarked;
