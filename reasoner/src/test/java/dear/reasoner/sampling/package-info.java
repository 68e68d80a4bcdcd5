// SPDX-License-Identifier: Apache-2.0
@NullMarked
package dear.reasoner.sampling;

import org.jspecify.annotations.NullMarked;
