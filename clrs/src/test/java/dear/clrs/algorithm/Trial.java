// SPDX-License-Identifier: Apache-2.0
package dear.clrs.algorithm;

import static org.assertj.core.api.Assertions.assertThat;

import dear.clrs.data.Execution;
import dear.clrs.data.FeatureSpec;
import dear.clrs.data.HintRecorder;
import dear.clrs.data.Inputs;
import dear.clrs.data.Instance;
import dear.clrs.data.Procedure;
import dear.clrs.data.Stage;
import java.util.Arrays;
import java.util.List;

/** An algorithm run on crafted inputs. */
record Trial(Procedure procedure, List<FeatureSpec> features) {
  Inputs.Builder inputs(int nodes) {
    return Inputs.builder(features, nodes);
  }

  /** Runs with hints, and checks that a run without them answers the same. */
  Instance run(Inputs inputs) {
    HintRecorder recorder = new HintRecorder();
    Execution recorded = new Execution(stage(Stage.HINT), stage(Stage.OUTPUT), inputs, recorder);
    procedure.execute(recorded);
    Instance quiet = answer(inputs);
    assertThat(quiet.outputs()).isEqualTo(recorded.outputs());
    assertThat(quiet.length()).isEqualTo(recorded.length()).isPositive();
    return new Instance(inputs, recorder.hints(), recorded.outputs(), recorded.length());
  }

  /** Runs without hints. */
  Instance answer(Inputs inputs) {
    Execution run = new Execution(stage(Stage.HINT), stage(Stage.OUTPUT), inputs, null);
    procedure.execute(run);
    return new Instance(inputs, List.of(), run.outputs(), run.length());
  }

  /** The values of a hint at one snapshot. */
  static int[] snapshot(Instance instance, String hint, int step) {
    int size = instance.hint(hint).size();
    return Arrays.copyOfRange(instance.hint(hint).codes(), step * size, (step + 1) * size);
  }

  private List<FeatureSpec> stage(Stage stage) {
    return features.stream().filter(spec -> spec.stage() == stage).toList();
  }
}
