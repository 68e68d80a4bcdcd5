// SPDX-License-Identifier: Apache-2.0
/** Tests of the site, in a real browser where there is one. */
@NullMarked
package dear.site;

import org.jspecify.annotations.NullMarked;
