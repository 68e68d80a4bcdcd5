// SPDX-License-Identifier: Apache-2.0
@NullMarked
package dear.reasoner.inference;

import org.jspecify.annotations.NullMarked;
