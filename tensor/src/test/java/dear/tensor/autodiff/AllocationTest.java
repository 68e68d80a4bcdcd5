// SPDX-License-Identifier: Apache-2.0
package dear.tensor.autodiff;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dear.tensor.kernel.Kernels;
import dear.tensor.optim.Adam;
import dear.tensor.optim.GradientClipping;
import dear.tensor.parallel.GradientTree;
import dear.tensor.parallel.Workers;
import dear.tensor.parameter.Parameters;
import dear.tensor.parameter.RandomStream;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Constructor;
import org.junit.jupiter.api.Test;

/** In steady state training allocates nothing, as counted by the virtual machine. */
class AllocationTest {
  private static final int WIDTH = 8;

  @Test
  void passesAllocateNothing() throws ReflectiveOperationException {
    TinyProcessor tiny = new TinyProcessor(WIDTH);
    Parameters parameters = parameters(tiny);
    Workspace w = tiny.program.workspace(parameters);
    TinyProcessor.Graph[] graphs = new TinyProcessor.Graph[5];
    for (int i = 0; i < graphs.length; i++) {
      graphs[i] = new TinyProcessor.Graph(7 - i, WIDTH, i); // the largest comes first
    }
    float[] v = new float[7 * WIDTH];
    float[] gradients = new float[tiny.layout.size()];
    assertThat(
            allocated(() -> {
              for (TinyProcessor.Graph graph : graphs) {
                tiny.forward(w, graph);
                tiny.gradients(w, v, 0.1f, gradients);
              }
            }))
        .isZero();
  }

  @Test
  void aTrainingStepAllocatesTheRatesOnly() throws ReflectiveOperationException {
    TinyProcessor tiny = new TinyProcessor(WIDTH);
    Parameters parameters = parameters(tiny);
    TinyProcessor.Graph graph = new TinyProcessor.Graph(5, WIDTH, 2);
    float[] v = new float[5 * WIDTH];
    Adam adam = new Adam(parameters, Adam.Options.DEFAULT);
    GradientClipping clipping = new GradientClipping(1);
    try (Workers workers = new Workers(1)) {
      Workspace w = tiny.program.workspace(parameters);
      GradientTree tree = new GradientTree(workers, tiny.layout.size());
      GradientTree.GraphTask task =
          (worker, index, gradients) -> {
            tiny.forward(w, graph);
            tiny.gradients(w, v, 0.1f, gradients);
          };
      assertThat(
              allocated(() -> {
                float[] gradients = tree.sum(23, task);
                clipping.clip(gradients, parameters.kernels());
                adam.step(gradients, 1e-3);
              }))
          .isLessThan(512); // a record of rates, and iterators over the packed matrices
    }
  }

  /**
   * Scalar kernels: vectors are objects until the optimising compiler takes over, which happens at
   * an arbitrary time and says nothing about the code tested here.
   */
  private static Parameters parameters(TinyProcessor tiny) throws ReflectiveOperationException {
    Constructor<?> scalar =
        Class.forName("dear.tensor.kernel.ScalarKernels").getDeclaredConstructor();
    scalar.setAccessible(true);
    Parameters parameters = new Parameters(tiny.layout, (Kernels) scalar.newInstance());
    parameters.initialise(new RandomStream(1));
    return parameters;
  }

  /** Bytes allocated by one warm run: the least of many, since class loading disturbs the first. */
  private static long allocated(Runnable work) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long least = Long.MAX_VALUE;
    for (int i = 0; i < 100 && least > 0; i++) {
      long before = threads.getCurrentThreadAllocatedBytes();
      work.run();
      least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
    }
    return least;
  }
}
