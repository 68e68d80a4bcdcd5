// SPDX-License-Identifier: Apache-2.0
package dear.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import org.apache.spark.SparkException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What Spark says about a job that failed becomes a sentence. */
class FailureTest {
  private static final String JOB =
      "Job aborted due to stage failure: Task 0 in stage 3.0 failed 4 times, most recent failure:"
          + " Lost task 0.3 in stage 3.0 (TID 7) (10.0.0.7 executor 3): ";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "java.io.IOException: no such file: a.jsonl | no such file: a.jsonl",
        "java.lang.IllegalStateException: an executor differs | an executor differs",
        "ExecutorLostFailure (executor 3 exited caused by one of the running tasks) Reason: Command"
            + " exited with code 137 | executors were lost again and again in the same task:"
            + " Command exited with code 137",
        "ExecutorLostFailure (executor 3 exited caused by one of the running tasks) Reason: Command"
            + " exited with code 52 | an executor ran out of memory; give it more with --conf"
            + " spark.executor.memory=4g",
        "java.lang.OutOfMemoryError: Java heap space | an executor ran out of memory; give it more"
            + " with --conf spark.executor.memory=4g",
      })
  void theLastAttemptIsTold(String attempt, String sentence) {
    String trace = "\n\tat dear.spark.Sweep.train(Sweep.java:1)\n\nDriver stacktrace:";
    assertThat(Failure.told(new SparkException(JOB + attempt + trace)))
        .isInstanceOf(IOException.class)
        .hasMessage(sentence);
  }

  @Test
  void whatIsNotOfSparkStaysAsItIs() {
    IOException own = new IOException("own");
    assertThat(Failure.told(own)).isSameAs(own);
    assertThatThrownBy(() -> Failure.told(new IllegalArgumentException("wrong use")))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(Failure.told(new SparkException((String) null))).hasMessage("SparkException");
  }
}
