// SPDX-License-Identifier: Apache-2.0
@NullMarked
package dear.reasoner.network;

import org.jspecify.annotations.NullMarked;
