/** Tests of what questions go through. */
@NullMarked
package dear.web.solve;

import org.jspecify.annotations.NullMarked;
