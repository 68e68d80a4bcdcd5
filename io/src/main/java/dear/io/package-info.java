// SPDX-License-Identifier: Apache-2.0
/** Strict, bounded JSON, and files that are either complete or absent. */
@NullMarked
package dear.io;

import org.jspecify.annotations.NullMarked;
