// SPDX-License-Identifier: Apache-2.0
package dear.web;

import dear.web.http.FrontDoor;
import java.util.List;

/** The files of the page. */
public final class PageFiles {
  /** Where the page begins. */
  public static final String START = "index.html";

  /** The description of the API, which only a server has. */
  public static final String API = "openapi.json";

  private static final List<String> ALL =
      List.of(
          START,
          "guide.html",
          "style.css",
          "icon.svg",
          "og.png",
          "app.js",
          "ask.js",
          "bars.js",
          "chart.js",
          "editor.js",
          "engine.js",
          "files.js",
          "forms.js",
          "glossary.js",
          "graph.js",
          "hands.js",
          "layout.js",
          "link.js",
          "pairs.js",
          "plane.js",
          "report.js",
          "runs.js",
          "space.js",
          "state.js",
          "svg.js",
          "table.js",
          "text.js",
          "time.js",
          "tour.js",
          "views.js",
          "words.js",
          API);

  private PageFiles() {}

  /** The names of all files. */
  public static List<String> all() {
    return ALL;
  }

  /** The content of one of them. */
  public static byte[] read(String name) {
    return FrontDoor.resource(name);
  }

  /** The content security policy of the page, in a form that the page itself can state. */
  public static String policy() {
    return FrontDoor.PAGE_POLICY;
  }
}
