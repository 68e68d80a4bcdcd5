// SPDX-License-Identifier: Apache-2.0
/**
 * Tests about the whole house rather than one of its rooms: which module may know which, how files
 * are formatted, what must be documented, and what must not be written anywhere.
 */
@NullMarked
package dear.checks;

import org.jspecify.annotations.NullMarked;
