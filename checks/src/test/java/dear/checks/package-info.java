// SPDX-License-Identifier: Apache-2.0
/**
 * Tests of the whole project rather than of one module: which module may use which, how files are
 * formatted, what must be documented, and what must not appear anywhere.
 */
@NullMarked
package dear.checks;

import org.jspecify.annotations.NullMarked;
