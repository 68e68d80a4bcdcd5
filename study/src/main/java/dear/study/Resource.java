// SPDX-License-Identifier: Apache-2.0
package dear.study;

import dear.io.Json;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** The study's own tables and texts on the class path. */
final class Resource {
  private Resource() {}

  static Json json(String name) throws IOException {
    return Json.parse(text(name));
  }

  static String text(String name) throws IOException {
    try (InputStream in = Resource.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new FileNotFoundException("the program is missing its file " + name);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
