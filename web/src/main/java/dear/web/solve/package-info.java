// SPDX-License-Identifier: Apache-2.0
/** Questions from outside, answered by models on a few threads. */
@NullMarked
package dear.web.solve;

import org.jspecify.annotations.NullMarked;
