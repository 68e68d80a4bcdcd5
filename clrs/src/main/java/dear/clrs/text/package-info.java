// SPDX-License-Identifier: Apache-2.0
/** Inputs as people write them, and answers as people read them. */
@NullMarked
package dear.clrs.text;

import org.jspecify.annotations.NullMarked;
