// SPDX-License-Identifier: Apache-2.0
package dear.cli;

import dear.reasoner.settings.Setting;
import java.lang.reflect.Member;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/** The text of {@code --help}: options in groups, and commands with a whole sentence each. */
final class HelpText {
  /** The column in which descriptions begin, the same in every group. */
  private static final int NAMES = 28;

  private static final int WIDTH = 100;

  /** A list of more options than this is clearer than a synopsis of them. */
  private static final int MOST_IN_SYNOPSIS = 20;

  private static final String OWN = "Options";
  private static final String GENERAL = "General";
  private static final String SEARCH = "Search for the equilibrium";

  private static final Set<Setting> NETWORK =
      Set.of(
          Setting.MODE,
          Setting.PROCESSOR,
          Setting.WIDTH,
          Setting.LINEAR_PATH,
          Setting.COMPARISONS,
          Setting.EDGE_COMPARISONS,
          Setting.WIRING,
          Setting.POINTERS);

  private static final Set<Setting> DATA =
      Set.of(
          Setting.TRAIN_NODES_MIN,
          Setting.TRAIN_NODES_MAX,
          Setting.TRAIN_SAMPLES,
          Setting.VALIDATION_NODES,
          Setting.VALIDATION_COUNT,
          Setting.EDGE_PROBABILITIES,
          Setting.DIRECTED,
          Setting.SPARSE,
          Setting.COMMUNITIES,
          Setting.TOGGLES,
          Setting.NEEDLE,
          Setting.ABSENT,
          Setting.GRAPHS,
          Setting.RNG,
          Setting.DATA,
          Setting.VALIDATION_DATA,
          Setting.RANDOM_POSITIONS,
          Setting.GAPS,
          Setting.NEAR_TIES,
          Setting.SQUEEZE,
          Setting.STRETCH);

  private HelpText() {}

  /** Gives a command and all below it this help. */
  static void install(CommandLine command) {
    CommandSpec spec = command.getCommandSpec();
    Map<String, CommandLine.IHelpSectionRenderer> sections = command.getHelpSectionMap();
    sections.put(UsageMessageSpec.SECTION_KEY_PARAMETER_LIST, HelpText::parameters);
    sections.put(UsageMessageSpec.SECTION_KEY_OPTION_LIST_HEADING, _ -> "");
    sections.put(UsageMessageSpec.SECTION_KEY_OPTION_LIST, HelpText::options);
    sections.put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST, HelpText::commands);
    if (spec.options().size() > MOST_IN_SYNOPSIS) {
      spec.usageMessage().abbreviateSynopsis(true);
    }
    command.getSubcommands().values().forEach(HelpText::install);
  }

  /** The first sentence of a command's description. */
  static String summary(CommandSpec spec) {
    String whole = String.join(" ", spec.usageMessage().description()).strip();
    int end = whole.indexOf(". ");
    return end < 0 ? whole : whole.substring(0, end + 1);
  }

  private static String parameters(Help help) {
    CommandSpec spec = help.commandSpec();
    if (spec.positionalParameters().isEmpty()) {
      return "";
    }
    Help.Layout layout = layout(help);
    layout.addPositionalParameters(
        spec.positionalParameters(), help.createDefaultParamLabelRenderer());
    return System.lineSeparator() + layout;
  }

  private static String options(Help help) {
    Map<String, List<OptionSpec>> groups = new LinkedHashMap<>();
    groups.put("Inputs", new ArrayList<>());
    groups.put(OWN, new ArrayList<>());
    for (OptionSpec option : help.commandSpec().options()) {
      if (!option.hidden() && !group(option).equals(GENERAL)) {
        groups.computeIfAbsent(group(option), _ -> new ArrayList<>()).add(option);
      }
    }
    groups.put(
        GENERAL,
        help.commandSpec().options().stream()
            .filter(it -> !it.hidden() && group(it).equals(GENERAL))
            .toList());
    StringBuilder text = new StringBuilder();
    groups.forEach((heading, options) -> {
      if (!options.isEmpty()) {
        Help.Layout layout = layout(help);
        layout.addOptions(options, help.createDefaultParamLabelRenderer());
        text.append(System.lineSeparator())
            .append(heading)
            .append(':')
            .append(System.lineSeparator())
            .append(layout);
      }
    });
    return text.toString();
  }

  private static Help.Layout layout(Help help) {
    return new Help.Layout(
        help.colorScheme(), Help.TextTable.forDefaultColumns(help.colorScheme(), NAMES, WIDTH));
  }

  /** Options belong together if they are declared together. */
  private static String group(OptionSpec option) {
    if (option.inherited() || isDeclaredIn(option, Main.class)) {
      return GENERAL;
    }
    if (isDeclaredIn(option, InputOptions.class)) {
      return "Inputs";
    }
    if (isDeclaredIn(option, SamplingOptions.class)) {
      return "Random samples";
    }
    return option.userObject() == null
        ? Setting.of(option.longestName().substring(2)).map(HelpText::group).orElse(OWN)
        : OWN;
  }

  private static boolean isDeclaredIn(OptionSpec option, Class<?> type) {
    return option.userObject() instanceof Member member && member.getDeclaringClass() == type;
  }

  private static String group(Setting setting) {
    return Setting.ofSearch().contains(setting)
        ? SEARCH
        : NETWORK.contains(setting) ? "Network" : DATA.contains(setting) ? "Data" : "Training";
  }

  /** A name and a sentence, which goes on below itself where a line is full. */
  private static String entry(String name, String sentence) {
    StringBuilder text = new StringBuilder("  %-12s".formatted(name));
    int column = text.length();
    String indent = System.lineSeparator() + " ".repeat(column);
    for (String word : sentence.split(" ", -1)) {
      if (column + word.length() >= WIDTH) {
        text.append(indent);
        column = indent.length() - System.lineSeparator().length();
      }
      text.append(word).append(' ');
      column += word.length() + 1;
    }
    return text.toString().stripTrailing() + System.lineSeparator();
  }

  private static String commands(Help help) {
    StringBuilder text = new StringBuilder();
    help.commandSpec()
        .subcommands()
        .forEach((name, command) -> {
          if (!command.getCommandSpec().usageMessage().hidden()) {
            text.append(entry(name, summary(command.getCommandSpec())));
          }
        });
    return text.toString();
  }
}
