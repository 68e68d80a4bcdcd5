// SPDX-License-Identifier: Apache-2.0
package dear.study;

import dear.io.AtomicFile;
import dear.io.Json;
import dear.study.ObservedModels.ObservedModel;
import dear.study.ObservedModels.Starts;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The page with our numbers next to the paper's, and its figures. It is generated only from the
 * documents in the folder of results, so it can be regenerated at any time without computing.
 */
public final class ResultsPage {
  private final Path page;
  private final Path pictures;
  private final Optional<AccuracyTable> table1;
  private final Optional<SpeedTable> table2;
  private final Optional<ObservedModels> observations;

  private ResultsPage(
      Path page,
      Optional<AccuracyTable> table1,
      Optional<SpeedTable> table2,
      Optional<ObservedModels> observations) {
    this.page = page.toAbsolutePath();
    String name = page.getFileName().toString().replaceFirst("\\.md$", "");
    this.pictures = this.page.resolveSibling(name);
    this.table1 = table1;
    this.table2 = table2;
    this.observations = observations;
  }

  /** Writes the page from the available documents, with its figures in a folder next to it. */
  public static void write(ResultsFolder results, Path page) throws IOException {
    new ResultsPage(page, results.accuracy(), results.speed(), results.observations()).write();
  }

  private void write() throws IOException {
    StringBuilder text = new StringBuilder();
    text.append(Resource.text("head.txt"));
    PaperNumbers paper = PaperNumbers.load();
    Map<String, String> drawn = new LinkedHashMap<>();
    text.append("\n## Table 1: accuracy\n\n");
    if (table1.isPresent()) {
      AccuracySection.write(table1.get(), paper, text);
    } else {
      text.append("Not tested yet: run `dear reproduce table1`.\n");
    }
    text.append('\n').append(Resource.text("protocol.txt"));
    text.append("\n## Table 2: seconds per sample\n\n");
    if (table2.isPresent()) {
      SpeedSection.write(table2.get(), paper, text);
    } else {
      text.append("Not timed yet: run `dear reproduce table2`.\n");
    }
    table1
        .filter(ResultsPage::hasCurves)
        .ifPresent(it -> drawn.put("accuracy", Figures.accuracyOverTime(it)));
    Optional<ObservedModels> shown =
        observations.map(ObservedModels::alongEvaluations).filter(it -> !it.models().isEmpty());
    if (shown.isPresent()) {
      drawn.put("residual", Figures.residuals(shown.get()));
      drawn.put("diameter", Figures.diameters(shown.get()));
      drawn.put("spread", Figures.spreads(shown.get()));
    }
    appendPictures(drawn, text);
    observations
        .filter(it -> it.models().stream().anyMatch(model -> !model.starts().isEmpty()))
        .ifPresent(it -> appendStarts(it, text));
    Files.createDirectories(pictures);
    for (Map.Entry<String, String> picture : drawn.entrySet()) {
      AtomicFile.write(
          pictures.resolve(picture.getKey() + ".svg"),
          picture.getValue().getBytes(StandardCharsets.UTF_8));
    }
    AtomicFile.write(page, text.toString().getBytes(StandardCharsets.UTF_8));
  }

  private static boolean hasCurves(AccuracyTable table) {
    return table.cells().stream().anyMatch(cell -> cell.examined().isPresent());
  }

  private void appendPictures(Map<String, String> drawn, StringBuilder text) throws IOException {
    text.append("\n## Pictures\n");
    if (drawn.isEmpty()) {
      text.append("\nNone drawn yet: run `dear reproduce figures`.\n");
    }
    Map<String, Json> captions = Resource.json("captions.json").members();
    List<String> names = new ArrayList<>(drawn.keySet());
    for (String name : names) {
      String caption = Optional.ofNullable(captions.get(name)).map(Json::string).orElse(name);
      text.append("\n![%s](%s/%s.svg)\n".formatted(name, pictures.getFileName(), name));
      text.append("\n").append(caption).append("\n");
    }
  }

  private static void appendStarts(ObservedModels observed, StringBuilder text) {
    text.append(
        """

        ## Other starts

        Does the start of a search matter? Where searches from random states end (half of the entries normal, half zero), compared \
        with the search from zeros, each ended by the model's own tolerance. Distances are divided by the norm of the state.

        | model | nodes | graphs | searches each | median distance | greatest | same decisions, % | tolerance |
        |---|---|---|---|---|---|---|---|
        """);
    for (ObservedModel model : observed.models()) {
      for (Starts starts : model.starts()) {
        text.append(
            String.format(
                Locale.ROOT,
                "| %s | %d | %d | %d | %.3f | %.3f | %.2f | %s |\n",
                model.name(),
                starts.nodes(),
                starts.graphs(),
                starts.searches(),
                starts.median(),
                starts.greatest(),
                100 * starts.sameAnswers(),
                model.tolerance()));
      }
    }
  }
}
