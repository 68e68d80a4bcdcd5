// SPDX-License-Identifier: Apache-2.0
/** Writes the module of the engine's loops on vectors. */
@NullMarked
package dear.site.lanes;

import org.jspecify.annotations.NullMarked;
