// SPDX-License-Identifier: Apache-2.0
/** The playground: one page and the API behind it, served by the program itself. */
@NullMarked
package dear.web;

import org.jspecify.annotations.NullMarked;
