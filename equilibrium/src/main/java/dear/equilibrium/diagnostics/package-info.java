// SPDX-License-Identifier: Apache-2.0
/** What a researcher asks of an equilibrium: is it stable, is it the only one? */
@NullMarked
package dear.equilibrium.diagnostics;

import org.jspecify.annotations.NullMarked;
