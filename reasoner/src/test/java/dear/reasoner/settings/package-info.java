@NullMarked
package dear.reasoner.settings;

import org.jspecify.annotations.NullMarked;
