// SPDX-License-Identifier: Apache-2.0
package dear.tensor.parameter;

/**
 * The parameters of a linear layer, x·weight + bias.
 *
 * @param weight a matrix
 * @param bias a vector
 */
public record Linear(Parameter weight, Parameter bias) {}
