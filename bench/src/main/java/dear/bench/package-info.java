@NullMarked
package dear.bench;

import org.jspecify.annotations.NullMarked;
