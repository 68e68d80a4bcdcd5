// SPDX-License-Identifier: Apache-2.0
package dear.cli;

import dear.reasoner.model.Model;
import dear.reasoner.settings.Kind;
import dear.reasoner.settings.Setting;
import java.util.Collection;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.Function;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;

/** Settings as options of a command, with their own descriptions as help. */
public final class SettingOptions {
  private SettingOptions() {}

  /**
   * Adds an option for each setting.
   *
   * @param remark what follows its description
   */
  public static void add(
      CommandSpec command, Collection<Setting> settings, Function<Setting, String> remark) {
    for (Setting setting : settings) {
      String words = setting.words();
      String text =
          Character.toUpperCase(words.charAt(0)) + words.substring(1) + remark.apply(setting) + ".";
      command.addOption(
          OptionSpec.builder("--" + setting.key())
              .paramLabel(label(setting.kind()))
              .type(String.class)
              .description(text.replace("%", "%%"))
              .build());
    }
  }

  /** What a value looks like: the words to choose from, or a placeholder. */
  private static String label(Kind<?> kind) {
    return switch (kind) {
      case Kind.Choice<?> choice -> String.join("|", choice.words());
      case Kind.Flag _ -> "true|false";
      case Kind.Text _ -> "FILE";
      case Kind.Whole _ -> "N";
      case Kind.Real _ -> "X";
      case Kind.Wholes _ -> "N[,N…]";
      case Kind.Reals _ -> "X[,X…]";
    };
  }

  /** The model with the search settings given on the command line; wrong ones are wrong usage. */
  public static Model searching(Model model, CommandSpec command) {
    try {
      return model.searching(given(command));
    } catch (IllegalArgumentException e) {
      throw new ParameterException(command.commandLine(), String.valueOf(e.getMessage()), e);
    }
  }

  /** The settings given on the command line. */
  public static Map<Setting, String> given(CommandSpec command) {
    Map<Setting, String> given = new EnumMap<>(Setting.class);
    for (Setting setting : Setting.values()) {
      OptionSpec option = command.findOption("--" + setting.key());
      if (option != null && option.getValue() instanceof String value) {
        given.put(setting, value);
      }
    }
    return given;
  }
}
