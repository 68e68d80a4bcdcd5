// SPDX-License-Identifier: Apache-2.0
/** Diagnostics of an equilibrium: is it stable, and is it the only one? */
@NullMarked
package dear.equilibrium.diagnostics;

import org.jspecify.annotations.NullMarked;
