// SPDX-License-Identifier: Apache-2.0
/** The front door: routes, limits, security headers, errors as problem JSON. */
@NullMarked
package dear.web.http;

import org.jspecify.annotations.NullMarked;
