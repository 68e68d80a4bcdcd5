@NullMarked
package dear.reasoner.inference;

import org.jspecify.annotations.NullMarked;
