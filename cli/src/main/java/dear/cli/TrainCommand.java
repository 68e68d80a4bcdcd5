// SPDX-License-Identifier: Apache-2.0
package dear.cli;

import dear.clrs.Algorithm;
import dear.reasoner.model.Model;
import dear.reasoner.settings.Preset;
import dear.reasoner.settings.Provenance;
import dear.reasoner.settings.Setting;
import dear.reasoner.settings.Settings;
import dear.reasoner.training.RunFolder;
import dear.reasoner.training.Trainer;
import dear.reasoner.training.TrainingListener;
import dear.tensor.safetensors.SafetensorsFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Trains a model, or resumes an interrupted run; where it computes gradients can be changed. */
@Command(
    name = "train",
    description = {
      "Train a reasoner in its own folder. You can kill it at any time: --resume continues the"
          + " run,",
      "and the result is bit-identical."
    })
public class TrainCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(
      arity = "0..1",
      paramLabel = "ALGORITHM",
      description = "The algorithm to learn; 'dear algorithms' lists them.",
      converter = AlgorithmConverter.class,
      completionCandidates = AlgorithmConverter.Names.class)
  private @Nullable Algorithm algorithm;

  @Option(
      names = "--preset",
      paramLabel = "quick|paper|pairs",
      defaultValue = "quick",
      description = "The initial settings (default ${DEFAULT-VALUE}).")
  private Preset preset;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "The run's folder (default runs/ALGORITHM-MODE-SEED).")
  private @Nullable Path out;

  @Option(
      names = "--resume",
      paramLabel = "DIR",
      description =
          "Resume the run in this folder. With --steps, it ends there instead of where it was to"
              + " end: a constant learning rate goes on, a cosine continues as in a run of that"
              + " length, so after a finished run it rises again.")
  private @Nullable Path resume;

  @Option(
      names = "--init-from",
      paramLabel = "MODEL",
      description =
          "Start from the weights of this file, run or pretrained model, of the same shape.")
  private @Nullable String initFrom;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "Threads (default: one per processor); the result does not depend on it.")
  private @Nullable Integer threads;

  @SuppressWarnings("NullAway.Init") // picocli sets what is annotated
  protected TrainCommand() {}

  /** Adds an option for every setting. */
  public static void addSettings(CommandSpec command) {
    SettingOptions.add(
        command,
        List.of(Setting.values()),
        it -> " (quick %s, paper %s)".formatted(shown(it, Preset.QUICK), shown(it, Preset.PAPER)));
  }

  private static String shown(Setting setting, Preset preset) {
    String value = setting.value(preset);
    return value.isEmpty() ? "none" : value;
  }

  @Override
  public Integer call() throws IOException {
    Provenance provenance = Main.Version.provenance();
    int team = TeamSize.of(threads, spec);
    try (RunFolder folder = open(provenance)) {
      if (resume != null) {
        checkResumed(folder);
      }
      warn(folder.provenance().changesTo(provenance));
      return train(folder, provenance, team);
    }
  }

  private RunFolder open(Provenance provenance) throws IOException {
    Map<Setting, String> given = SettingOptions.given(spec);
    if (resume != null) {
      return resumed(resume, given);
    }
    if (algorithm == null) {
      throw new ParameterException(
          spec.commandLine(), "specify an algorithm, or a run to --resume");
    }
    Settings settings;
    try {
      settings = Settings.of(algorithm, preset).with(given);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
    }
    Path folder =
        out != null
            ? out
            : Path.of(
                "runs",
                "%s-%s-%s"
                    .formatted(
                        algorithm, settings.text(Setting.MODE), settings.text(Setting.SEED)));
    try {
      return initFrom == null
          ? RunFolder.create(folder, settings, provenance)
          : RunFolder.create(folder, settings, provenance, NamedModel.weights(initFrom));
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
    }
  }

  private RunFolder resumed(Path run, Map<Setting, String> given) throws IOException {
    boolean preset = spec.commandLine().getParseResult().hasMatchedOption("--preset");
    boolean others = !Set.of(Setting.STEPS).containsAll(given.keySet());
    if (algorithm != null || out != null || initFrom != null || preset || others) {
      throw new ParameterException(
          spec.commandLine(),
          "--resume keeps the settings of the run; only --steps can be given, to lengthen it");
    }
    @Nullable String steps = given.get(Setting.STEPS);
    if (steps == null) {
      return RunFolder.open(run);
    }
    try {
      Settings before = RunFolder.readSettings(run);
      Settings after = before.with(Setting.STEPS, steps);
      RunFolder folder = RunFolder.open(run, after.steps());
      if (!after.equals(before)) {
        announce(before, after);
      }
      return folder;
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
    }
  }

  /** The checkpoint is checked when it is read; the best model so far is needed only at the end. */
  private void checkResumed(RunFolder folder) throws IOException {
    String remedy =
        "; restore it, or remove %s to start the run over".formatted(folder.last().getFileName());
    if (!Files.exists(folder.last())) {
      spec.commandLine()
          .getErr()
          .printf("there is no checkpoint in %s: the run starts over%n", resume);
    } else if (Files.exists(folder.best())) {
      try {
        Model.load(folder.best());
      } catch (IOException e) {
        throw new IOException(
            "the best model of the run is damaged: " + e.getMessage() + remedy, e);
      }
    } else if (wasValidated(folder)) {
      throw new IOException(
          "%s, the best model of the run, is missing%s".formatted(folder.best(), remedy));
    }
  }

  private static boolean wasValidated(RunFolder folder) throws IOException {
    try (SafetensorsFile last = SafetensorsFile.open(folder.last())) {
      return last.longs("training.step")[0]
          >= Long.parseLong(folder.settings().text(Setting.VALIDATE_EVERY));
    }
  }

  private void announce(Settings before, Settings after) {
    spec.commandLine()
        .getErr()
        .printf(
            "the run now ends at step %,d instead of %,d; %s%n",
            after.steps(),
            before.steps(),
            switch (after.schedule()) {
              case CONSTANT -> "its learning rate stays constant";
              case COSINE -> "from here its learning rate is that of a cosine over all these steps";
            });
  }

  /** Identical bits are only guaranteed for the same program on the same machine. */
  private void warn(List<String> changes) {
    if (!changes.isEmpty()) {
      spec.commandLine()
          .getErr()
          .printf(
              "warning: the run began with %s; its result may differ in the last bits from that of"
                  + " an uninterrupted run%n",
              String.join("; ", changes));
    }
  }

  /** Creates the trainer of a run. */
  protected Trainer trainer(
      RunFolder folder, int team, Provenance provenance, TrainingListener listener)
      throws IOException {
    return new Trainer(folder, team, provenance, listener);
  }

  private int train(RunFolder folder, Provenance provenance, int team) throws IOException {
    TrainingDisplay display = new TrainingDisplay(spec.commandLine().getErr());
    try (Trainer trainer = trainer(folder, team, provenance, display);
        Interruption _ = Interruption.of(trainer::stop)) {
      try {
        boolean finished = trainer.train();
        display.finish();
        if (trainer.outOfPatience()) {
          int patience = folder.settings().patience();
          spec.commandLine()
              .getOut()
              .println(
                  patience == 1
                      ? "stopped early: the last validation was no better than the best"
                      : "stopped early: the last %d validations were no better than the best"
                          .formatted(patience));
        }
        report(trainer.step(), finished, folder);
        return finished ? 0 : 1;
      } finally {
        display.finish();
      }
    }
  }

  private void report(int step, boolean finished, RunFolder folder) {
    PrintWriter text = spec.commandLine().getOut();
    text.printf(
        finished
            ? "trained %d steps; the best model is %s%n"
            : "interrupted after %d steps; continue with: dear train --resume %s%n",
        step,
        finished ? folder.best() : folder.last().getParent());
    text.flush(); // after Ctrl-C nobody else does
  }
}
