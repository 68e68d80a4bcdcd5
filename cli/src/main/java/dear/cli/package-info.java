@NullMarked
package dear.cli;

import org.jspecify.annotations.NullMarked;
