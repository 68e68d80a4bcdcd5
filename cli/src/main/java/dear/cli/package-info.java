// SPDX-License-Identifier: Apache-2.0
/** The command line, without any logic that a library user would miss. */
@NullMarked
package dear.cli;

import org.jspecify.annotations.NullMarked;
