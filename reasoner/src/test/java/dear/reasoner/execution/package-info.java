@NullMarked
package dear.reasoner.execution;

import org.jspecify.annotations.NullMarked;
