// SPDX-License-Identifier: Apache-2.0
@NullMarked
package dear.reasoner.gradient;

import org.jspecify.annotations.NullMarked;
