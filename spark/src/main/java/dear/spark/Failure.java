// SPDX-License-Identifier: Apache-2.0
package dear.spark;

import java.io.IOException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What went wrong in a job, as a sentence: Spark wraps it and adds stack traces. */
final class Failure {
  /** The last attempt of a task, as Spark tells it: class, message, stack trace. */
  private static final Pattern ATTEMPT =
      Pattern.compile("most recent failure: .*?: (?:[\\w.$]+(?:Exception|Error): )?([^\\n]*)");

  /** An error in a task, or the exit code by which Spark says that it ended an executor. */
  private static final Pattern OUT_OF_MEMORY =
      Pattern.compile("java\\.lang\\.OutOfMemoryError|exited with code 52\\b");

  private static final Pattern LOST =
      Pattern.compile("most recent failure: .*?: ExecutorLostFailure .*?Reason: ([^\\n]*)");

  private Failure() {}

  /** Returns an exception with one sentence for a person; throws what is not Spark's again. */
  static IOException told(Exception failure) {
    if (failure instanceof IOException exact) {
      return exact;
    }
    if (failure instanceof RuntimeException own
        && !own.getClass().getName().startsWith("org.apache.")) {
      throw own;
    }
    return new IOException(sentence(failure), failure);
  }

  static String sentence(Throwable failure) {
    Throwable root = failure;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    String text = String.valueOf(root.getMessage());
    if (root instanceof OutOfMemoryError || OUT_OF_MEMORY.matcher(text).find()) {
      return "an executor ran out of memory; give it more with --conf spark.executor.memory=4g";
    }
    Matcher lost = LOST.matcher(text);
    if (lost.find()) {
      return "executors were lost again and again in the same task: " + lost.group(1);
    }
    Matcher attempt = ATTEMPT.matcher(text);
    String told = attempt.find() ? attempt.group(1) : text.lines().findFirst().orElse("");
    return told.isBlank() || told.equals("null") ? root.getClass().getSimpleName() : told;
  }
}
