// SPDX-License-Identifier: Apache-2.0
package dear.cli;

import dear.io.JsonWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;

/** Prints a JSON document in place of human-readable text. */
final class JsonOutput {
  /** Writes one document. */
  interface Document {
    void write(JsonWriter json) throws IOException;
  }

  private JsonOutput() {}

  static void print(PrintWriter out, Document document) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonWriter json = JsonWriter.indented(bytes)) {
      document.write(json);
      json.endDocument();
    }
    out.print(bytes.toString(StandardCharsets.UTF_8));
  }
}
