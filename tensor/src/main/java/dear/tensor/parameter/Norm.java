// SPDX-License-Identifier: Apache-2.0
package dear.tensor.parameter;

/**
 * The parameters of a layer norm.
 *
 * @param scale a vector, called weight in files as PyTorch does
 * @param offset a vector, called bias in files
 */
public record Norm(Parameter scale, Parameter offset) {}
