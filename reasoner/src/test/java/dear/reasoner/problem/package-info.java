// SPDX-License-Identifier: Apache-2.0
@NullMarked
package dear.reasoner.problem;

import org.jspecify.annotations.NullMarked;
