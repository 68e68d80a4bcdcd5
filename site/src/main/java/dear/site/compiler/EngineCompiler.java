// SPDX-License-Identifier: Apache-2.0
package dear.site.compiler;

import dear.site.engine.BrowserEngine;
import java.io.File;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.teavm.diagnostics.DefaultProblemTextConsumer;
import org.teavm.diagnostics.Problem;
import org.teavm.tooling.TeaVMTargetType;
import org.teavm.tooling.TeaVMTool;
import org.teavm.tooling.TeaVMToolException;
import org.teavm.vm.TeaVMOptimizationLevel;

/** Compiles {@link BrowserEngine}, and all that it uses, from the class path of this process. */
public final class EngineCompiler {
  private static final String RUNTIME = "/org/teavm/backend/wasm/wasm-gc-module-runtime.min.js";

  private EngineCompiler() {}

  /**
   * Compiles.
   *
   * @param arguments the folder for {@code engine.wasm} and {@code engine-runtime.js}
   */
  public static void main(String[] arguments) throws IOException, TeaVMToolException {
    Path folder = Files.createDirectories(Path.of(arguments[0]));
    TeaVMTool tool = new TeaVMTool();
    tool.setTargetType(TeaVMTargetType.WEBASSEMBLY_GC);
    tool.setMainClass(BrowserEngine.class.getName());
    tool.setTargetDirectory(folder.toFile());
    tool.setTargetFileName("engine.wasm");
    tool.setOptimizationLevel(TeaVMOptimizationLevel.FULL);
    tool.setObfuscated(true);
    // WebAssembly checks array bounds and nulls by itself; an error ends the question all the same.
    tool.setStrict(false);
    tool.setClassPath(
        Arrays.stream(System.getProperty("java.class.path", "").split(File.pathSeparator, -1))
            .map(File::new)
            .toList());
    tool.getTransformers().add(BrowserClasses.class.getName());
    tool.generate();
    requireNone(tool.getProblemProvider().getSevereProblems());
    try (InputStream runtime = EngineCompiler.class.getResourceAsStream(RUNTIME)) {
      if (runtime == null) {
        throw new FileNotFoundException("the compiler lacks " + RUNTIME);
      }
      Files.write(folder.resolve("engine-runtime.js"), runtime.readAllBytes());
    }
  }

  private static void requireNone(List<Problem> problems) {
    if (!problems.isEmpty()) {
      throw new IllegalStateException(
          problems.stream().map(EngineCompiler::describe).collect(Collectors.joining("\n")));
    }
  }

  private static String describe(Problem problem) {
    DefaultProblemTextConsumer text = new DefaultProblemTextConsumer();
    problem.render(text);
    return text.getText() + " at " + problem.getLocation();
  }
}
