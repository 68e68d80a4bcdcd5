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
    Matcher attempt = ATTEMPT.matcher(text);
    String told = attempt.find() ? attempt.group(1) : text.lines().findFirst().orElse("");
    if (root instanceof OutOfMemoryError) {
      return "an executor ran out of memory; give it more with --conf spark.executor.memory=4g";
    }
    return told.isBlank() || told.equals("null") ? root.getClass().getSimpleName() : told;
  }
}
