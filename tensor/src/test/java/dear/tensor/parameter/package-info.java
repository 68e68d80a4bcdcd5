// SPDX-License-Identifier: Apache-2.0
@NullMarked
package dear.tensor.parameter;

import org.jspecify.annotations.NullMarked;
