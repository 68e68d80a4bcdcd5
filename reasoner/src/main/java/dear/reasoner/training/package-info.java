// SPDX-License-Identifier: Apache-2.0
/** Training: the loop, the run folder that survives any interruption, and its report. */
@NullMarked
package dear.reasoner.training;

import org.jspecify.annotations.NullMarked;
