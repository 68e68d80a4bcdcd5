@NullMarked
package dear.reasoner.study;

import org.jspecify.annotations.NullMarked;
