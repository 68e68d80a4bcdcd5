// SPDX-License-Identifier: Apache-2.0
package dear.tensor.message;

import dear.tensor.kernel.Matrix;

/**
 * The targets to which the gradients of the message stage, or their tangents, are added.
 *
 * @param r the gradient of the receivers' rows
 * @param s the gradient of the senders' rows
 * @param t the gradient of the edge constant
 * @param parameters the gradients of the network's parameters
 */
public record MessageSums(Matrix r, Matrix s, Matrix t, MessageGradients parameters) {}
