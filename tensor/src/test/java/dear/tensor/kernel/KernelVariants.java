package dear.tensor.kernel;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandles;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * Every implementation under test: the scalar one, and the vector one at 128, 256 and 512 bits.
 *
 * <p>The width is a static constant of {@link VectorKernels}, so each width is a copy of that
 * class, defined as a hidden class. Widths that the processor lacks run in Java code: slow, but
 * right.
 */
public final class KernelVariants {
  private static final List<Kernels> ALL =
      List.of(new ScalarKernels(), vector(128), vector(256), vector(512));

  private KernelVariants() {}

  public static Stream<Kernels> all() {
    return ALL.stream();
  }

  /** Sizes around the lanes, tiles and panels of every width. */
  static int[] sizes() {
    return new int[] {1, 2, 3, 5, 6, 7, 8, 13, 16, 31, 33, 64, 127, 128, 130};
  }

  private static Kernels vector(int bits) {
    System.setProperty(VectorKernels.BITS_PROPERTY, Integer.toString(bits));
    try (InputStream bytes =
        Objects.requireNonNull(
            VectorKernels.class.getResourceAsStream("VectorKernels.class"), "class file")) {
      return (Kernels)
          MethodHandles.lookup()
              .defineHiddenClass(bytes.readAllBytes(), true)
              .lookupClass()
              .getDeclaredMethod("create")
              .invoke(null);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    } finally {
      System.clearProperty(VectorKernels.BITS_PROPERTY);
    }
  }
}
