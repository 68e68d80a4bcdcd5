// SPDX-License-Identifier: Apache-2.0
package dear.tensor.autodiff;

/**
 * A matrix of a program: an input or the result of a step.
 *
 * @param id its number in the program
 * @param name its name in messages
 * @param rows its row count
 * @param cols its column count
 * @param trainable whether it depends on a parameter or a differentiable input, so that it has a
 *     cotangent
 * @param active whether it depends on an input that can be given a direction, so that its tangent
 *     may differ from zero
 */
public record Value(int id, String name, Rows rows, int cols, boolean trainable, boolean active) {
  @Override
  public String toString() {
    return "%s (%s × %d)".formatted(name, rows, cols);
  }
}
