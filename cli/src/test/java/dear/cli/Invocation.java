// SPDX-License-Identifier: Apache-2.0
package dear.cli;

import java.io.PrintWriter;
import java.io.StringWriter;

/** One run of the program inside of the test. */
record Invocation(int code, String out, String err) {
  static Invocation of(String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int code = Main.run(new PrintWriter(out, true), new PrintWriter(err, true), arguments);
    return new Invocation(code, out.toString(), err.toString());
  }
}
