// SPDX-License-Identifier: Apache-2.0
/** Tests of the playground over a real socket and in a real browser. */
@NullMarked
package dear.web;

import org.jspecify.annotations.NullMarked;
