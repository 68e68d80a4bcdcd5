// SPDX-License-Identifier: Apache-2.0
/** The playground as a folder of files that any web host serves. */
@NullMarked
package dear.site;

import org.jspecify.annotations.NullMarked;
