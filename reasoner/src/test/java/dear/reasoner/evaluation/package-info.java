// SPDX-License-Identifier: Apache-2.0
@NullMarked
package dear.reasoner.evaluation;

import org.jspecify.annotations.NullMarked;
