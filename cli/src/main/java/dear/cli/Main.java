// SPDX-License-Identifier: Apache-2.0
package dear.cli;

import dear.reasoner.settings.Provenance;
import dear.reasoner.settings.Setting;
import dear.reasoner.training.TrainingFailedException;
import dear.tensor.kernel.Kernels;
import dear.tensor.parallel.TaskFailedException;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.ServiceLoader;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/** The program {@code dear}. */
@Command(
    name = "dear",
    description = {
      "The Deep Equilibrium Algorithmic Reasoner: the thirty algorithms of CLRS-30, their data,",
      "and graph networks that learn to execute them by finding an equilibrium.",
      ""
    },
    synopsisSubcommandLabel = "COMMAND",
    commandListHeading = "%nCommands:%n",
    optionListHeading = "%nOptions:%n",
    footer = {
      "",
      "Examples:",
      "  dear solve insertion_sort 5 2 4 3 1    ask a trained model",
      "  dear show insertion_sort --nodes 5     watch an algorithm work",
      "  dear sample bellman_ford --count 1000 --out bf.jsonl.gz",
      "",
      "'dear COMMAND --help' shows more. Exit codes: 0 success, 1 failure, 2 invalid usage,",
      "3 answered, but certified wrong."
    },
    versionProvider = Main.Version.class)
@SuppressWarnings("UnusedVariable") // options that picocli handles by itself
public final class Main implements Runnable {
  /** The commands by name, in the order of the help. */
  private static final Map<String, Class<?>> COMMANDS = commands();

  @Spec private CommandSpec spec;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this text.",
      scope = CommandLine.ScopeType.INHERIT)
  private boolean help;

  @Option(
      names = {"-V", "--version"},
      versionHelp = true,
      description = "Show the version.")
  private boolean version;

  @Option(
      names = {"-v", "--verbose"},
      description = "Show log messages of the program and of Java.",
      scope = CommandLine.ScopeType.INHERIT)
  private boolean verbose;

  @Option(
      names = "--stacktrace",
      description = "Show the stack trace of an error.",
      hidden = true,
      scope = CommandLine.ScopeType.INHERIT)
  private boolean stacktrace;

  @SuppressWarnings("NullAway.Init") // picocli sets what is annotated
  private Main() {}

  /** Runs a command and exits with its code. */
  public static void main(String[] arguments) {
    Locale.setDefault(Locale.ROOT); // numbers with a point, whatever the language: others read them
    StandardError.takeFromLauncher();
    PrintWriter out = new PrintWriter(System.out, false, StandardCharsets.UTF_8);
    PrintWriter err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
    int code = run(out, err, arguments);
    out.flush();
    if (out.checkError() && code == 0) {
      code = CommandLine.ExitCode.SOFTWARE; // the reader of our output is gone, or the disk is full
    }
    System.exit(code);
  }

  /** Runs a command with the given outputs and returns its exit code. */
  public static int run(PrintWriter out, PrintWriter err, String... arguments) {
    CommandLine command = program(arguments);
    command.setOut(out);
    command.setErr(err);
    try {
      return command.execute(arguments);
    } catch (OutOfMemoryError e) {
      err.println("dear: " + fullMemory());
      return CommandLine.ExitCode.SOFTWARE;
    }
  }

  private static Map<String, Class<?>> commands() {
    Map<String, Class<?>> commands = new LinkedHashMap<>();
    commands.put("train", TrainCommand.class);
    commands.put("evaluate", EvaluateCommand.class);
    commands.put("solve", SolveCommand.class);
    commands.put("inspect", InspectCommand.class);
    commands.put("compare", CompareCommand.class);
    commands.put("models", ModelsCommand.class);
    commands.put("reproduce", ReproduceCommand.class);
    commands.put("spark", SparkCommand.class);
    commands.put("serve", ServeCommand.class);
    commands.put("site", SiteCommand.class);
    commands.put("algorithms", AlgorithmsCommand.class);
    commands.put("sample", SampleCommand.class);
    commands.put("show", ShowCommand.class);
    commands.put("bench", BenchCommand.class);
    commands.put("completion", CompletionCommand.class);
    return Collections.unmodifiableMap(commands);
  }

  /**
   * The program with all commands that the arguments may call: the one that they begin with, or
   * all. To describe all of them to picocli takes a third of the time of a short answer.
   */
  static CommandLine program(String... arguments) {
    Main main = new Main();
    CommandLine command = new CommandLine(main);
    command.setExecutionStrategy(main::execute);
    String first = arguments.length == 0 ? "" : arguments[0];
    COMMANDS.forEach((name, type) -> {
      if (!COMMANDS.containsKey(first) || name.equals(first) || first.equals("completion")) {
        CommandLine added = new CommandLine(type);
        command.addSubcommand(name, added);
        describe(name, added, arguments);
      }
    });
    command.setCaseInsensitiveEnumValuesAllowed(true);
    command.setUsageHelpWidth(100);
    command.setUsageHelpAutoWidth(false);
    command.setParameterExceptionHandler((exception, _) -> wrongUse(exception));
    command.setExecutionExceptionHandler(Main::failure);
    HelpText.install(command);
    return command;
  }

  /** Adds to a command what its annotations do not say. */
  private static void describe(String name, CommandLine command, String... arguments) {
    CommandSpec spec = command.getCommandSpec();
    switch (name) {
      case "train" -> TrainCommand.addSettings(spec);
      case "bench" -> AccuracyBenchCommand.addSettings(subcommand(command, "accuracy"));
      case "evaluate" -> addSearch(spec);
      case "models" -> addSearch(subcommand(command, "pack"));
      case "solve" -> {
        addSearch(spec);
        // Otherwise -3 and -1,2 would be unknown options; what is neither a number nor known is
        // refused.
        spec.parser().unmatchedOptionsArePositionalParams(true);
      }
      case "spark" -> {
        if (List.of(arguments).contains(name)) { // nobody else waits for the search
          ServiceLoader.load(MoreCommands.class).forEach(it -> it.addTo(command));
        }
      }
      default -> {}
    }
  }

  private static void addSearch(CommandSpec spec) {
    SettingOptions.add(spec, Setting.ofSearch(), _ -> " (default: as trained)");
  }

  private int execute(CommandLine.ParseResult parsed) {
    if (!verbose) {
      return new CommandLine.RunLast().execute(parsed);
    }
    try (var _ = new LogLines(spec.commandLine().getErr())) {
      return new CommandLine.RunLast().execute(parsed);
    }
  }

  private static String fullMemory() {
    return "out of memory: the program may use %,d MB. Give it more, for example with"
            .formatted(Runtime.getRuntime().maxMemory() >> 20)
        + " DEAR_JAVA_OPTIONS=-Xmx8g, or ask for less";
  }

  /** Returns the provenance of what this program writes. */
  public static Provenance provenance() throws IOException {
    return Version.provenance();
  }

  private static CommandSpec subcommand(CommandLine command, String name) {
    return Objects.requireNonNull(command.getSubcommands().get(name)).getCommandSpec();
  }

  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }

  private static int wrongUse(ParameterException exception) {
    CommandLine command = exception.getCommandLine();
    PrintWriter err = command.getErr();
    err.println("dear: " + Terminal.safe(reason(exception)));
    if (exception instanceof UnmatchedArgumentException unmatched) {
      suggest(unmatched, command, err);
    }
    err.println("Try '" + command.getCommandSpec().qualifiedName() + " --help'.");
    return CommandLine.ExitCode.USAGE;
  }

  private static String reason(ParameterException exception) {
    if (!(exception instanceof UnmatchedArgumentException unmatched)) {
      // What is wrong with a word is said in full; where it stood among the words helps nobody.
      return String.valueOf(exception.getMessage())
          .replaceFirst("^Invalid value for positional parameter at index \\S+ \\(.*?\\): ", "");
    }
    String word = unmatched.getUnmatched().getFirst();
    CommandSpec command = exception.getCommandLine().getCommandSpec();
    return word.startsWith("-") && word.length() > 1
        ? "there is no option " + word
        : command.subcommands().isEmpty()
            ? "'%s' is one word too many".formatted(word)
            : "there is no command '%s'".formatted(word);
  }

  private static void suggest(
      UnmatchedArgumentException unmatched, CommandLine command, PrintWriter err) {
    String word = unmatched.getUnmatched().getFirst();
    List<String> known =
        word.startsWith("-")
            ? List.copyOf(command.getCommandSpec().optionsMap().keySet())
            : List.copyOf(command.getSubcommands().keySet());
    Nearest.to(word, known).ifPresent(near -> err.println("Did you mean " + near + "?"));
  }

  private static int failure(
      Exception exception, CommandLine command, CommandLine.ParseResult parsed) {
    PrintWriter err = command.getErr();
    boolean trace = parsed.originalArgs().contains("--stacktrace");
    if (trace) {
      exception.printStackTrace(err);
    }
    err.println("dear: " + Terminal.safe(describe(exception)));
    return CommandLine.ExitCode.SOFTWARE;
  }

  private static String describe(Exception exception) {
    return switch (exception) {
      case TaskFailedException failed when failed.getCause() instanceof OutOfMemoryError ->
          fullMemory();
      case NoSuchFileException missing -> "no such file: " + missing.getMessage();
      case AccessDeniedException denied -> "no permission for " + denied.getMessage();
      case FileSystemException file -> "cannot use " + file.getMessage();
      case IOException _, IllegalArgumentException _, TrainingFailedException _ ->
          String.valueOf(exception.getMessage());
      default -> exception + " (internal error; --stacktrace shows where)";
    };
  }

  /** Prints a completion script for the shell. */
  @Command(
      name = "completion",
      description = "Print a completion script for bash or zsh: source <(./dear completion).")
  static final class CompletionCommand implements Runnable {
    @Spec private CommandSpec spec;

    @SuppressWarnings("NullAway.Init") // picocli sets what is annotated
    private CompletionCommand() {}

    @Override
    public void run() {
      spec.commandLine().getOut().print(AutoComplete.bash("dear", spec.root().commandLine()));
    }
  }

  /** The version, the commit and the JDK. */
  static final class Version implements CommandLine.IVersionProvider {
    @Override
    public String[] getVersion() throws IOException {
      return new String[] {
        "dear %s (commit %s, JDK %s)"
            .formatted(property("version"), property("commit"), Runtime.version())
      };
    }

    /** The provenance of what this program writes. */
    static Provenance provenance() throws IOException {
      return new Provenance(
          property("version"),
          property("commit"),
          Runtime.version().toString(),
          Kernels.selected().name());
    }

    /** A property recorded by the build. */
    static String property(String name) throws IOException {
      Properties properties = new Properties();
      try (InputStream in = Main.class.getResourceAsStream("version.properties")) {
        if (in != null) {
          properties.load(in);
        }
      }
      return properties.getProperty(name, "unknown");
    }
  }
}
