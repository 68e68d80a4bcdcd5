// SPDX-License-Identifier: Apache-2.0
/**
 * The fused message stage: from projected node rows to the maximum of the messages per receiver,
 * with its tangent, its gradient and the tangent of its gradient, without a matrix of edges.
 */
@NullMarked
package dear.tensor.message;

import org.jspecify.annotations.NullMarked;
