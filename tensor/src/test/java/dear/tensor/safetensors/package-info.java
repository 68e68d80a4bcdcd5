// SPDX-License-Identifier: Apache-2.0
@NullMarked
package dear.tensor.safetensors;

import org.jspecify.annotations.NullMarked;
