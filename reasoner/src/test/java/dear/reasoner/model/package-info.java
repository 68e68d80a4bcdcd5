@NullMarked
package dear.reasoner.model;

import org.jspecify.annotations.NullMarked;
