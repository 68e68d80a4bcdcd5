// SPDX-License-Identifier: Apache-2.0
package dear.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.lang.reflect.Constructor;
import java.lang.reflect.InaccessibleObjectException;

/**
 * Gets the real standard error from the launcher, which filters what Java itself writes there.
 *
 * <p>Output that passes the filter may appear after the program has ended. The launcher therefore
 * passes the real stream as another file descriptor. Opening {@code /dev/fd/19} would not work: a
 * file that is also the standard output would then have two positions, and one stream would
 * overwrite the other.
 */
final class StandardError {
  private static final String PROPERTY = "dear.stderr";

  private StandardError() {}

  @SuppressWarnings("SystemOut") // the one place that decides where errors go
  static void takeFromLauncher() {
    Integer number = Integer.getInteger(PROPERTY);
    if (number == null) {
      return;
    }
    try {
      // The JDK does not export this constructor; the launcher opens its package to us.
      Constructor<FileDescriptor> descriptor =
          FileDescriptor.class.getDeclaredConstructor(int.class);
      descriptor.setAccessible(true);
      FileOutputStream real = new FileOutputStream(descriptor.newInstance(number));
      System.setErr(new PrintStream(real, true, System.err.charset()));
    } catch (ReflectiveOperationException | InaccessibleObjectException e) {
      // Everything then goes through the filter: late perhaps, but complete.
    }
  }
}
