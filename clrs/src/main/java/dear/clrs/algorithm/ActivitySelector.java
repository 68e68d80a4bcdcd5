package dear.clrs.algorithm;

import dear.clrs.data.Execution;
import dear.clrs.data.FeatureSpec;
import dear.clrs.data.Procedure;
import java.util.List;

/** The most activities that do not overlap, earliest finish first (CLRS 16.1; Gavril 1972). */
public final class ActivitySelector implements Procedure {
  /** Its features. */
  public static final List<FeatureSpec> FEATURES =
      FeatureSpec.table(
          """
          input  pos        node scalar
          input  s          node scalar
          input  f          node scalar
          output selected   node mask
          hint   pred_h     node pointer
          hint   selected_h node mask
          hint   m          node mask_one
          hint   k          node mask_one
          """);

  @Override
  public void execute(Execution run) {
    double[] start = run.reals("s");
    double[] finish = run.reals("f");
    int[] selected = new int[finish.length];
    int[] current = {0};
    int[] last = {0};
    if (run.recording()) {
      run.hint("pred_h", Chains.identity(finish.length));
    }
    run.hint("selected_h", selected);
    run.hint("m", current);
    run.hint("k", last);
    run.push();
    boolean first = true;
    for (int activity : StableOrder.ascending(finish)) {
      if (first || start[activity] >= finish[last[0]]) {
        selected[activity] = 1;
        last[0] = activity;
      }
      first = false;
      current[0] = activity;
      run.push();
    }
    run.output("selected", selected);
  }
}
