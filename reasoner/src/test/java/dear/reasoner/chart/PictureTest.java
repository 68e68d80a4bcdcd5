// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dear.reasoner.chart.Panel.Form;
import dear.reasoner.chart.Panel.Point;
import dear.reasoner.chart.Panel.Series;
import java.io.StringReader;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.xml.sax.InputSource;

/** Axes and pictures. */
class PictureTest {
  @Test
  void axesEndAtRoundNumbers() {
    Axis percent = Axis.over("x", List.of(94.3, 99.1, Double.NaN), false);
    assertThat(percent.low()).isEqualTo(94);
    assertThat(percent.high()).isEqualTo(100);
    assertThat(percent.ticks()).containsExactly(94.0, 95.0, 96.0, 97.0, 98.0, 99.0, 100.0);
    assertThat(percent.place(97)).isEqualTo(0.5);
    assertThat(percent.place(200)).isEqualTo(1);
    assertThat(Axis.over("x", List.of(0.3, 0.3), false).high()).isGreaterThan(0.3);
    assertThat(Axis.over("x", List.of(), false).ticks()).isNotEmpty();
  }

  @Test
  void logarithmicAxesGoByPowersOfTen() {
    Axis axis = Axis.over("x", List.of(0.003, 0.7, 0.0), true);
    assertThat(axis.ticks()).hasSize(4);
    assertThat(axis.low()).isEqualTo(0.001);
    assertThat(axis.place(0.1)).isCloseTo(2.0 / 3, within(1e-9));
    assertThat(Axis.label(axis.ticks().getFirst())).isEqualTo("0.001");
    assertThat(Axis.label(0.30000000000000004)).isEqualTo("0.3");
    assertThat(Axis.label(20)).isEqualTo("20");
  }

  @Test
  void picturesAreWellFormedAndKeepTheirWordsInside() {
    List<Series> series =
        List.of(
            new Series("a < b & c", "#000000", Form.LINE, List.of(Point.at(0, 1), Point.at(1, 2))),
            new Series("one", "#111111", Form.LINE, List.of(Point.at(0.5, 1.5))),
            new Series("dots", "#222222", Form.DOTS, List.of(new Point(1, 1, 4))),
            new Series(
                "a long label that needs a line of its own, or nearly so",
                "#333333",
                Form.DASHES,
                List.of(Point.at(0, 1), Point.at(1, 1))));
    Axis axis = new Axis("words", 0, 2, false);
    for (int panels = 0; panels <= 5; panels++) {
      Panel panel = new Panel("100 %", axis, axis, series);
      String svg =
          Picture.svg("A title", "100 % of words", java.util.Collections.nCopies(panels, panel));
      Element root = xml(svg);
      assertThat(root.getAttribute("viewBox")).startsWith("0 0 784 ");
      assertThat(root.getElementsByTagName("polyline").getLength()).isEqualTo(2 * panels);
      var texts = root.getElementsByTagName("text");
      for (int i = 0; i < texts.getLength(); i++) {
        var x = texts.item(i).getAttributes().getNamedItem("x");
        assertThat(x == null ? 0 : Double.parseDouble(x.getNodeValue())).isBetween(0.0, 784.0);
      }
    }
  }

  @Test
  void aPictureInsideAPageIsOnePlotWithItsLegend() {
    Series line = new Series("one", "#111111", Form.LINE, List.of(Point.at(0, 1), Point.at(1, 2)));
    Axis axis = new Axis("words", 0, 2, false);
    String svg = Picture.inline(new Panel("a < b", axis, axis, List.of(line)));
    Element root = xml(svg);
    assertThat(root.getAttribute("viewBox")).startsWith("0 0 404 ");
    assertThat(root.getElementsByTagName("polyline").getLength()).isEqualTo(1);
    assertThat(root.getElementsByTagName("title").item(0).getTextContent()).isEqualTo("a < b");
    assertThat(svg)
        .doesNotContain("xmlns"); // inline SVG needs no namespace, and the page loads nothing
  }

  private static Element xml(String text) {
    try {
      return DocumentBuilderFactory.newInstance()
          .newDocumentBuilder()
          .parse(new InputSource(new StringReader(text)))
          .getDocumentElement();
    } catch (Exception e) {
      throw new AssertionError("not well-formed: " + e.getMessage(), e);
    }
  }
}
