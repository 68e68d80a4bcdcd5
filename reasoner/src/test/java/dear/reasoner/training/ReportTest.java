// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.training;

import static org.assertj.core.api.Assertions.assertThat;

import dear.io.Json;
import dear.reasoner.settings.Setting;
import dear.reasoner.settings.Settings;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

class ReportTest {
  @TempDir Path folder;

  @Test
  void aRunLeavesMetricsAndAPageThatNeedsNothingElse() throws Exception {
    Settings settings = Runs.tiny("bfs", 40);
    Path run = Runs.whole(folder.resolve("run"), settings, 2);
    List<String> lines = Files.readAllLines(run.resolve("metrics.jsonl"));
    assertThat(lines).hasSize(40 / 20 + 40 / 5);
    for (String line : lines) {
      Json metrics = Json.parse(line);
      assertThat(metrics.get("step").integer()).isBetween(1, 40);
      metrics.members().values().forEach(value -> assertThat(value.number()).isFinite());
    }
    String page = Files.readString(run.resolve("report.html"));
    assertThat(page)
        .startsWith("<!doctype html>")
        .contains("Training of bfs", "40 steps so far")
        .doesNotContain("http", "<script", "src=", "@import", "url(", "NaN", "Infinity");
    assertThat(charts(page).getLength()).isEqualTo(4);
    for (Setting setting : Setting.values()) {
      assertThat(page)
          .contains("<td>" + setting.key() + "</td><td>" + settings.text(setting) + "</td>");
    }
  }

  @Test
  void numbersAreWrittenAlikeEverywhere() throws Exception {
    List<Metrics> metrics =
        List.of(
            new Metrics(1, Map.of("loss", 0.75, "validation_accuracy", 0.5)),
            new Metrics(1234, Map.of("loss", 0.125, "validation_accuracy", 0.625)));
    Settings settings = Runs.tiny("bfs", 2000);
    String expected = Report.html(settings, metrics);
    Locale before = Locale.getDefault();
    try {
      for (String language : List.of("de-DE", "ar-EG-u-nu-arab", "hi-IN-u-nu-deva")) {
        Locale.setDefault(Locale.forLanguageTag(language));
        assertThat(Report.html(settings, metrics)).as(language).isEqualTo(expected);
      }
    } finally {
      Locale.setDefault(before);
    }
    charts(expected);
  }

  @Test
  void curvesOfOnePointOfNoneAndOfEqualOnesAreDrawn() throws Exception {
    Settings settings = Runs.tiny("bfs", 10);
    assertThat(Report.html(settings, List.of())).doesNotContain("<svg");
    List<Metrics> one =
        List.of(new Metrics(5, Map.of("validation_loss", 0.5, "validation_residual", 0.0)));
    NodeList charts = charts(Report.html(settings, one));
    assertThat(charts.getLength()).isEqualTo(1); // zero has no logarithm
    Element chart = (Element) charts.item(0);
    assertThat(chart.getElementsByTagName("circle").getLength()).isEqualTo(1);
    assertThat(chart.getElementsByTagName("polyline").getLength()).isZero();
    List<Metrics> equal =
        List.of(new Metrics(1, Map.of("loss", 2.0)), new Metrics(2, Map.of("loss", 2.0)));
    assertThat(charts(Report.html(settings, equal)).getLength()).isEqualTo(1);
  }

  @Test
  void linesAreReadAgain() throws IOException {
    Metrics metrics = new Metrics(7, Map.of("loss", 1e-300));
    Path file = folder.resolve("metrics.jsonl");
    Files.writeString(file, metrics.line() + metrics.line() + "{\"step\":8,\"lo");
    assertThat(Metrics.read(file)).containsExactly(metrics, metrics);
    Metrics strange = new Metrics(1, Map.of("a", Double.NaN, "b", Double.POSITIVE_INFINITY));
    assertThat(strange.line()).isEqualTo("{\"step\":1}\n");
  }

  /** The charts, parsed by a strict parser. */
  private static NodeList charts(String page) throws Exception {
    String body = page.substring(page.indexOf("<body>"), page.indexOf("</html>"));
    Document document =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(new InputSource(new StringReader(body)));
    NodeList curves = document.getElementsByTagName("polyline");
    for (int i = 0; i < curves.getLength(); i++) {
      assertThat(((Element) curves.item(i)).getAttribute("points"))
          .matches("\\d+\\.\\d,\\d+\\.\\d( \\d+\\.\\d,\\d+\\.\\d)*");
    }
    return document.getElementsByTagName("svg");
  }
}
