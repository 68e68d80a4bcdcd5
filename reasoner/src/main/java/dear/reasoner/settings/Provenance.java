package dear.reasoner.settings;

import dear.io.JsonWriter;
import java.io.IOException;

/**
 * What made a run, beyond its settings.
 *
 * @param program the program's version
 * @param commit the commit it was built from
 * @param jdk the Java runtime
 * @param kernels the kernels that compute
 */
public record Provenance(String program, String commit, String jdk, String kernels) {
  /** Writes the member {@code provenance} of an object. */
  public void write(JsonWriter json) throws IOException {
    json.name("provenance").beginObject();
    json.name("program").value(program);
    json.name("commit").value(commit);
    json.name("jdk").value(jdk);
    json.name("kernels").value(kernels);
    json.endObject();
  }
}
