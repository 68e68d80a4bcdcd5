// SPDX-License-Identifier: Apache-2.0
package dear.site;

import dear.reasoner.shipped.ShippedModel;
import dear.reasoner.shipped.ShippedModels;
import dear.web.solve.ModelShelf;
import dear.web.solve.PageEngine;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** The engine of the page on a JVM, with the models that its questions need. */
final class EngineOnJvm {
  private final ShippedModels shipped = ShippedModels.ofProgram();
  private final PageEngine engine;

  EngineOnJvm() throws IOException {
    engine =
        PageEngine.of(
            new String(PageEngine.catalogue(ModelShelf.shipped()), StandardCharsets.UTF_8));
  }

  String solve(String question) throws IOException {
    for (String name = engine.absent(question).orElse("");
        !name.isEmpty();
        name = engine.absent(question).orElse("")) {
      for (ShippedModel model : shipped.all()) {
        if (model.name().equals(name)) {
          engine.add(name, shipped.read(model));
        }
      }
    }
    return engine.solve(question);
  }

  /** Answers a question a line, as another process. */
  public static void main(String[] arguments) throws IOException {
    EngineOnJvm engine = new EngineOnJvm();
    BufferedReader questions =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    PrintStream answers =
        new PrintStream(System.out, /* autoFlush= */ true, StandardCharsets.UTF_8);
    for (String question = questions.readLine();
        question != null;
        question = questions.readLine()) {
      answers.println(engine.solve(question));
    }
  }

  /** The same in a process of its own, with the kernels that the browser's follow. */
  static final class Scalar implements AutoCloseable {
    private final Process process;
    private final PrintStream questions;
    private final BufferedReader answers;

    Scalar() throws IOException {
      process =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-Ddear.kernels=scalar",
                  "-cp",
                  System.getProperty("java.class.path"),
                  EngineOnJvm.class.getName())
              .redirectError(Redirect.INHERIT)
              .start();
      questions =
          new PrintStream(process.getOutputStream(), /* autoFlush= */ true, StandardCharsets.UTF_8);
      answers = process.inputReader(StandardCharsets.UTF_8);
    }

    String solve(String question) throws IOException {
      questions.println(question.replace('\n', ' '));
      String answer = answers.readLine();
      if (answer == null) {
        throw new IOException("the engine with scalar kernels has ended");
      }
      return answer;
    }

    @Override
    public void close() {
      questions.close(); // it ends when there are no more questions
      process.destroy();
    }
  }
}
