// SPDX-License-Identifier: Apache-2.0
@NullMarked
package dear.tensor.autodiff;

import org.jspecify.annotations.NullMarked;
