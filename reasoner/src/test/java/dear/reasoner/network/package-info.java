@NullMarked
package dear.reasoner.network;

import org.jspecify.annotations.NullMarked;
