// SPDX-License-Identifier: Apache-2.0
package dear.tensor.parallel;

/** Thrown if a task fails; the cause is what it threw, the index says where. */
public final class TaskFailedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int index;

  TaskFailedException(String what, int index, Throwable cause) {
    super(what + " " + index + ": " + cause, cause);
    this.index = index;
  }

  /** The index that failed; the lowest one, if several did. */
  public int index() {
    return index;
  }
}
