// SPDX-License-Identifier: Apache-2.0
/** What runs in the browser in addition to the libraries: its entry point, and parts of the JDK. */
@NullMarked
package dear.site.engine;

import org.jspecify.annotations.NullMarked;
