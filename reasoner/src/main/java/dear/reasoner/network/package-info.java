// SPDX-License-Identifier: Apache-2.0
/**
 * Encode, process, decode: the equations of the reasoner as three programs that are chained by
 * their cotangents.
 */
@NullMarked
package dear.reasoner.network;

import org.jspecify.annotations.NullMarked;
