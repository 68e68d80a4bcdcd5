// SPDX-License-Identifier: Apache-2.0
package dear.tensor.kernel;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/**
 * Chooses the kernels of the process once, and logs the choice in one line.
 *
 * <p>This class must load without the Vector API: it refers to {@link VectorKernels} only inside a
 * method that runs after the check for the module.
 */
final class KernelSelection {
  static final String PROPERTY = "dear.kernels";
  static final Kernels SELECTED = select(System.getProperty(PROPERTY, ""));

  private static final String MODULE = "jdk.incubator.vector";
  private static final String REMEDY = "start Java with --add-modules " + MODULE;

  private KernelSelection() {}

  static Kernels select(String wanted) {
    return select(wanted, ModuleLayer.boot().findModule(MODULE).isPresent());
  }

  static Kernels select(String wanted, boolean modulePresent) {
    Logger log = System.getLogger(KernelSelection.class.getName());
    return switch (wanted) {
      case "scalar" -> chosen(log, new ScalarKernels(), "forced by -D" + PROPERTY);
      case "vector" -> chosen(log, forcedVector(modulePresent), "forced by -D" + PROPERTY);
      case "" -> preferred(log, modulePresent);
      default ->
          throw new IllegalStateException(
              "-D" + PROPERTY + "=" + wanted + " is unknown: use scalar or vector");
    };
  }

  private static Kernels forcedVector(boolean modulePresent) {
    if (!modulePresent) {
      throw new IllegalStateException(
          "-D" + PROPERTY + "=vector needs the module " + MODULE + ": " + REMEDY);
    }
    return vector();
  }

  private static Kernels preferred(Logger log, boolean modulePresent) {
    if (!modulePresent) {
      log.log(
          Level.WARNING,
          "kernels: scalar, many times slower than vector; the module "
              + MODULE
              + " is missing: "
              + REMEDY);
      return new ScalarKernels();
    }
    try {
      return chosen(log, vector(), "the module " + MODULE + " is present");
    } catch (IllegalStateException refused) {
      log.log(
          Level.WARNING, "kernels: scalar, many times slower than vector; " + refused.getMessage());
      return new ScalarKernels();
    }
  }

  private static Kernels chosen(Logger log, Kernels kernels, String reason) {
    log.log(Level.DEBUG, "kernels: " + kernels.name() + ", " + reason);
    return kernels;
  }

  private static Kernels vector() {
    return VectorKernels.create();
  }
}
