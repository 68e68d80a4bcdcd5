// SPDX-License-Identifier: Apache-2.0
/** The command line: what a person types, and nothing that a library user would miss. */
@NullMarked
package dear.cli;

import org.jspecify.annotations.NullMarked;
