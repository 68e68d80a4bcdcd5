// SPDX-License-Identifier: Apache-2.0
package dear.tensor.autodiff;

import dear.tensor.message.MessageWorkspace;
import dear.tensor.parameter.Parameters;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Workspaces in which one thread runs a program several times in a row on the same graph, so that
 * each run still has its values on the way back.
 *
 * <p>Such runs are many and their graphs small, and then adding a dozen rows to the gradient of a
 * weight matrix takes less time than loading and storing it. So {@linkplain PendingRows rows wait}
 * until there are enough of them, or until {@link #addPending}; the bits stay the same. Buffers
 * that hold nothing from one run to the next are shared.
 */
public final class Repetitions {
  private final Program program;
  private final Parameters parameters;
  private final List<Workspace> workspaces = new ArrayList<>();
  private final Map<Value, PendingRows> pending = new LinkedHashMap<>();
  private final Map<Value, MessageWorkspace> buffers = new HashMap<>();

  Repetitions(Program program, Parameters parameters) {
    this.program = program;
    this.parameters = parameters;
  }

  /** The workspace of a run, counted from 0; created when it is first asked for. */
  public Workspace get(int run) {
    while (workspaces.size() <= run) {
      workspaces.add(
          new Workspace(
              program, parameters, Optional.empty(), Places.own(program), Optional.of(this)));
    }
    return workspaces.get(run);
  }

  /** Adds the rows that are still waiting to the gradients that their backward pass was given. */
  public void addPending() {
    pending.values().forEach(PendingRows::add);
  }

  /** The waiting rows of a linear layer, those of all runs. */
  PendingRows pending(Value output, Supplier<PendingRows> create) {
    return pending.computeIfAbsent(output, it -> create.get());
  }

  /** The buffers of a message stage. */
  MessageWorkspace buffers(Value output, Supplier<MessageWorkspace> create) {
    return buffers.computeIfAbsent(output, it -> create.get());
  }
}
