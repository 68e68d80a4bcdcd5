@NullMarked
package dear.equilibrium;

import org.jspecify.annotations.NullMarked;
