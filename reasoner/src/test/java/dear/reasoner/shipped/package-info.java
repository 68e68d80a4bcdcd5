// SPDX-License-Identifier: Apache-2.0
@NullMarked
package dear.reasoner.shipped;

import org.jspecify.annotations.NullMarked;
