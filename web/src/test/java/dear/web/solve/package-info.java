// SPDX-License-Identifier: Apache-2.0
/** Tests of what questions go through. */
@NullMarked
package dear.web.solve;

import org.jspecify.annotations.NullMarked;
