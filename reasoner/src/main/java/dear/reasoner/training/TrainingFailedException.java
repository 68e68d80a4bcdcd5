// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.training;

/**
 * Thrown when training cannot continue; the message names the step, the cause and the last good
 * checkpoint.
 */
public final class TrainingFailedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  TrainingFailedException(String message) {
    super(message);
  }
}
