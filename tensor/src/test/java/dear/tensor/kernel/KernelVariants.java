// SPDX-License-Identifier: Apache-2.0
package dear.tensor.kernel;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
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
 * <p>The width is a static constant of {@link VectorLanes}, so each width is a copy of all vector
 * classes: {@code VectorSums} becomes {@code Vector128Sums} wherever a class file names it. The
 * copies live beside the originals because they need the same package. Widths that the processor
 * lacks run in Java code: slowly, but correctly.
 */
public final class KernelVariants {
  private static final String PACKAGE = KernelVariants.class.getPackageName() + ".";

  private static final List<Class<?>> VECTOR_CLASSES =
      List.of(
          VectorLanes.class,
          VectorSums.class,
          VectorExp.class,
          VectorElements.class,
          VectorGateElements.class,
          VectorProducts.class,
          VectorWideTiles.class,
          VectorSparseProducts.class,
          VectorWeightGradients.class,
          VectorChosenProducts.class,
          VectorNorms.class,
          VectorNormDerivatives.class,
          VectorEdgeRows.class,
          VectorLogSoftmax.class,
          VectorCompositions.class,
          VectorCompositionDerivatives.class,
          VectorTriples.class,
          VectorKernels.class);

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
    System.setProperty(VectorLanes.BITS_PROPERTY, Integer.toString(bits));
    try {
      for (Class<?> original : VECTOR_CLASSES) {
        MethodHandles.lookup().defineClass(copy(original, bits));
      }
      return (Kernels)
          Class.forName(PACKAGE + "Vector" + bits + "Kernels")
              .getDeclaredMethod("create")
              .invoke(null);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    } finally {
      System.clearProperty(VectorLanes.BITS_PROPERTY);
    }
  }

  /** The class file with the vector classes renamed. All names are strings in its constant pool. */
  private static byte[] copy(Class<?> original, int bits) throws IOException {
    String prefix = (PACKAGE + "Vector").replace('.', '/');
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (InputStream file =
            Objects.requireNonNull(
                original.getResourceAsStream(original.getSimpleName() + ".class"), "class file");
        DataInputStream in = new DataInputStream(file);
        DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeLong(in.readLong()); // magic and version
      int constants = in.readUnsignedShort();
      out.writeShort(constants);
      for (int i = 1; i < constants; i++) {
        int tag = in.readUnsignedByte();
        out.writeByte(tag);
        if (tag == 1) {
          out.writeUTF(in.readUTF().replace(prefix, prefix + bits));
        } else {
          out.write(in.readNBytes(constantSize(tag)));
        }
        if (tag == 5 || tag == 6) {
          i++; // long and double count twice
        }
      }
      in.transferTo(out);
    }
    return bytes.toByteArray();
  }

  /** Bytes of a constant after its tag (The Java Virtual Machine Specification, 4.4). */
  private static int constantSize(int tag) {
    return switch (tag) {
      case 7, 8, 16, 19, 20 -> 2;
      case 15 -> 3;
      case 3, 4, 9, 10, 11, 12, 17, 18 -> 4;
      case 5, 6 -> 8;
      default -> throw new IllegalStateException("unknown constant " + tag + " in a class file");
    };
  }
}
