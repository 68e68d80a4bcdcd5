// SPDX-License-Identifier: Apache-2.0
@NullMarked
package dear.tensor.parallel;

import org.jspecify.annotations.NullMarked;
