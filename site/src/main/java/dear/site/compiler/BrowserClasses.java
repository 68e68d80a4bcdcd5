// SPDX-License-Identifier: Apache-2.0
package dear.site.compiler;

import dear.site.engine.JdkGaps;
import dear.site.engine.LaneKernels;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;
import org.teavm.model.BasicBlock;
import org.teavm.model.ClassHolder;
import org.teavm.model.ClassHolderTransformer;
import org.teavm.model.ClassHolderTransformerContext;
import org.teavm.model.Instruction;
import org.teavm.model.MethodDescriptor;
import org.teavm.model.MethodHolder;
import org.teavm.model.MethodReference;
import org.teavm.model.ValueType;
import org.teavm.model.emit.ProgramEmitter;
import org.teavm.model.instructions.InvokeInstruction;

/**
 * Adapts our classes to the browser: calls of what the compiler's library lacks go to {@link
 * JdkGaps}, and the kernels are those of {@link LaneKernels}.
 */
public final class BrowserClasses implements ClassHolderTransformer {
  /** The classes of the JDK whose missing methods are replaced; named, as some do not exist. */
  private static final Set<String> INCOMPLETE =
      Set.of(
          "java.lang.Character",
          "java.lang.Float",
          "java.lang.Math",
          "java.lang.Thread",
          "java.nio.channels.Channels",
          "java.util.concurrent.locks.LockSupport");

  private static final String KERNELS = "dear.tensor.kernel.";
  private static final String WEIGHTS = "dear.site.engine.LaneWeights";

  private final Set<MethodDescriptor> replaced =
      Arrays.stream(JdkGaps.class.getDeclaredMethods())
          .filter(method -> Modifier.isPublic(method.getModifiers()))
          .map(BrowserClasses::descriptor)
          .collect(Collectors.toUnmodifiableSet());

  private static MethodDescriptor descriptor(Method method) {
    return MethodReference.parse(method).getDescriptor();
  }

  @Override
  public void transformClass(ClassHolder type, ClassHolderTransformerContext context) {
    if (type.getName().equals(KERNELS + "KernelSelection")) {
      chooseKernels(type, context);
    }
    if (type.getName().equals(WEIGHTS)) {
      showWeights(type, context);
    }
    if (type.getName().startsWith("dear.")) {
      for (MethodHolder method : type.getMethods()) {
        if (method.getProgram() != null) {
          for (BasicBlock block : method.getProgram().getBasicBlocks()) {
            block.forEach(this::fillGap);
          }
        }
      }
    }
  }

  /** The Vector API must not even be mentioned. */
  private static void chooseKernels(ClassHolder type, ClassHolderTransformerContext context) {
    ValueType kernels = ValueType.object(KERNELS + "Kernels");
    MethodHolder select =
        type.getMethod(new MethodDescriptor("select", ValueType.parse(String.class), kernels));
    ProgramEmitter program = ProgramEmitter.create(select, context.getHierarchy());
    program
        .invoke(
            new MethodReference(LaneKernels.class.getName(), "over", kernels, kernels),
            program.construct(KERNELS + "ScalarKernels"))
        .returnValue();
  }

  /** Packed weights keep their numbers to themselves; the compiled engine has no such borders. */
  private static void showWeights(ClassHolder type, ClassHolderTransformerContext context) {
    ValueType packed = ValueType.object(KERNELS + "PackedWeights");
    ValueType floats = ValueType.parse(float[].class);
    MethodHolder numbers = type.getMethod(new MethodDescriptor("numbers", packed, floats));
    ProgramEmitter program = ProgramEmitter.create(numbers, context.getHierarchy());
    program.var(1, packed).getField("data", floats).returnValue();
  }

  private void fillGap(Instruction instruction) {
    if (instruction instanceof InvokeInstruction call
        && call.getInstance() == null
        && INCOMPLETE.contains(call.getMethod().getClassName())
        && replaced.contains(call.getMethod().getDescriptor())) {
      call.setMethod(
          new MethodReference(JdkGaps.class.getName(), call.getMethod().getDescriptor()));
    }
  }
}
