// SPDX-License-Identifier: Apache-2.0
/** Tests of how requests are read and answered. */
@NullMarked
package dear.web.http;

import org.jspecify.annotations.NullMarked;
