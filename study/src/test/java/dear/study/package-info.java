@NullMarked
package dear.study;

import org.jspecify.annotations.NullMarked;
