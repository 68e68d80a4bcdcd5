// SPDX-License-Identifier: Apache-2.0
package dear.study;

import dear.reasoner.model.Model;
import dear.reasoner.shipped.ShippedModel;
import dear.reasoner.shipped.ShippedModels;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A pretrained model in place of a run that this machine does not have.
 *
 * @param run the missing run
 * @param model the model
 * @param totalSteps how many steps it was trained for, with the models it continues, if that is
 *     known
 * @param seconds how long its last run took; 0 if unknown
 */
record Pretrained(CellRun run, Model model, OptionalInt totalSteps, double seconds) {
  /** Returns the model for a cell without a run, if its row names one. */
  static Optional<Pretrained> of(CellRun run) throws IOException {
    Optional<String> name = run.cell().pretrained();
    if (name.isEmpty() || run.state() != CellRun.State.MISSING) {
      return Optional.empty();
    }
    ShippedModels shelf = ShippedModels.ofProgram();
    ShippedModel shipped =
        shelf
            .named(name.get())
            .orElseThrow(() ->
                new IOException(
                    "row %s: there is no pretrained model %s"
                        .formatted(run.cell().row().name(), name.get())));
    return Optional.of(
        new Pretrained(
            run, shelf.load(shipped), shipped.totalSteps(), shipped.trainingSeconds().orElse(0)));
  }

  TablePlace place() {
    TablePlace missing = TablePlace.of(run);
    return new TablePlace(
        missing.row(),
        missing.label(),
        missing.algorithm(),
        missing.seed(),
        CellRun.State.FINISHED);
  }

  /** Returns the step that the model is of, counted from the start of its last run. */
  int step() {
    String step = model.provenance().fact("step");
    return step.matches("\\d{1,9}") ? Integer.parseInt(step) : 0;
  }
}
