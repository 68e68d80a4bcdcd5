package dear.clrs.algorithm;

import dear.clrs.data.Execution;
import dear.clrs.data.FeatureSpec;
import dear.clrs.data.Procedure;
import java.util.List;

/** The first of the smallest keys, by a scan (CLRS 9.1). */
public final class Minimum implements Procedure {
  /** Its features. */
  public static final List<FeatureSpec> FEATURES =
      FeatureSpec.table(
          """
          input  pos    node scalar
          input  key    node scalar
          output min    node mask_one
          hint   pred_h node pointer
          hint   min_h  node mask_one
          hint   i      node mask_one
          """);

  @Override
  public void execute(Execution run) {
    double[] keys = run.reals("key");
    int[] min = {0};
    int[] i = {0};
    if (run.recording()) {
      run.hint("pred_h", Chains.identity(keys.length));
    }
    run.hint("min_h", min);
    run.hint("i", i);
    run.push();
    for (int next = 1; next < keys.length; next++) {
      if (keys[next] < keys[min[0]]) {
        min[0] = next;
      }
      i[0] = next;
      run.push();
    }
    run.output("min", min);
  }
}
