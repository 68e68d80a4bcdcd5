// SPDX-License-Identifier: Apache-2.0
/**
 * Training, answers and datasets on Apache Spark. What an executor computes is a function of what
 * it is sent (strings and arrays), so that a lost one is replaced by repeating its task, and
 * results have the bits of a single machine.
 */
@NullMarked
package dear.spark;

import org.jspecify.annotations.NullMarked;
