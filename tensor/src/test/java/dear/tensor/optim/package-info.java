// SPDX-License-Identifier: Apache-2.0
@NullMarked
package dear.tensor.optim;

import org.jspecify.annotations.NullMarked;
