// SPDX-License-Identifier: Apache-2.0
package dear.clrs.certificate;

import dear.clrs.data.Inputs;

/**
 * A contiguous part with the largest sum. The sum of a part is the difference of two prefix sums,
 * so no part is better than S exactly when every prefix sum is at most S above the smallest prefix
 * sum before it. One pass of comparisons that works for any given S, whereas the algorithm extends
 * and restarts candidates.
 */
final class MaximumSubarray implements Conditions {
  @Override
  public String basis() {
    return "no prefix sum is further above an earlier one than the sum of the part";
  }

  @Override
  public void verify(Inputs inputs, Answer answer, Findings findings) {
    double[] keys = inputs.reals("key");
    int start = answer.one("start");
    int end = answer.one("end");
    if (start > end) {
      findings.node(
          end,
          () ->
              "the part ends at %s before it starts at %s"
                  .formatted(findings.name(end), findings.name(start)));
      return;
    }
    double[] prefix = new double[keys.length + 1];
    double magnitude = 0;
    for (int i = 0; i < keys.length; i++) {
      prefix[i + 1] = prefix[i] + keys[i];
      magnitude += Math.abs(keys[i]);
    }
    double sum = prefix[end + 1] - prefix[start];
    double slack = Rounding.slack(keys.length, magnitude);
    int least = 0;
    for (int i = 0; i < keys.length; i++) {
      least = prefix[i] < prefix[least] ? i : least;
      double better = prefix[i + 1] - prefix[least];
      if (better - sum > slack) {
        int from = least;
        int to = i;
        findings.edge(
            from,
            to,
            () ->
                "the part from %s to %s has the larger sum %s; that from %s to %s has %s"
                    .formatted(
                        findings.name(from),
                        findings.name(to),
                        Findings.number(better),
                        findings.name(start),
                        findings.name(end),
                        Findings.number(sum)));
      }
    }
  }
}
