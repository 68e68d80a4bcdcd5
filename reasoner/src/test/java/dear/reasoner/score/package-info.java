// SPDX-License-Identifier: Apache-2.0
@NullMarked
package dear.reasoner.score;

import org.jspecify.annotations.NullMarked;
