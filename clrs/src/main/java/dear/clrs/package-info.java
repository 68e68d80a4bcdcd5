@NullMarked
package dear.clrs;

import org.jspecify.annotations.NullMarked;
