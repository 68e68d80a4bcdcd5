package dear.reasoner.settings;

import dear.io.Json;
import dear.io.JsonWriter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What made a run, beyond its settings.
 *
 * @param program the program's version
 * @param commit the commit it was built from
 * @param jdk the Java runtime
 * @param kernels the kernels that compute
 */
public record Provenance(String program, String commit, String jdk, String kernels) {
  private static final String UNKNOWN = "unknown";

  /** Reads the member {@code provenance} of an object; what it does not say is unknown. */
  public static Provenance read(Json object) {
    Json member = object.has("provenance") ? object.get("provenance") : new Json.Members(Map.of());
    return new Provenance(
        text(member, "program"),
        text(member, "commit"),
        text(member, "jdk"),
        text(member, "kernels"));
  }

  private static String text(Json member, String name) {
    return member.has(name) ? member.get(name).string() : UNKNOWN;
  }

  /** Writes the member {@code provenance} of an object. */
  public void write(JsonWriter json) throws IOException {
    json.name("provenance").beginObject();
    for (Map.Entry<String, String> part : parts().entrySet()) {
      json.name(part.getKey()).value(part.getValue());
    }
    json.endObject();
  }

  /** By name. */
  public Map<String, String> parts() {
    Map<String, String> parts = new LinkedHashMap<>();
    parts.put("program", program);
    parts.put("commit", commit);
    parts.put("jdk", jdk);
    parts.put("kernels", kernels);
    return parts;
  }

  /** What is another there than here, in words; empty if nothing is. */
  public List<String> changesTo(Provenance there) {
    List<String> changes = new ArrayList<>();
    Map<String, String> now = there.parts();
    parts()
        .forEach((name, before) -> {
          if (!before.equals(now.get(name))) {
            changes.add("%s %s, now %s".formatted(name, before, now.get(name)));
          }
        });
    return changes;
  }
}
