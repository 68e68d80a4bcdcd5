// SPDX-License-Identifier: Apache-2.0
@NullMarked
package dear.reasoner.training;

import org.jspecify.annotations.NullMarked;
