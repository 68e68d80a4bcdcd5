@NullMarked
package dear.tensor.safetensors;

import org.jspecify.annotations.NullMarked;
