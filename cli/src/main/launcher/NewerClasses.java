// SPDX-License-Identifier: Apache-2.0

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassFileVersion;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.MethodModel;
import java.lang.classfile.MethodTransform;
import java.lang.constant.ClassDesc;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;

/**
 * Gives the classes of a jar the version of Java 17 and the tables that its verifier needs.
 *
 * <p>Java does not link classes ahead of time if they are older than Java 6, and those of picocli
 * are: without this they are read and verified one by one whenever the program starts. The launcher
 * runs this once for each build.
 */
final class NewerClasses {
  private static final int JAVA_17 = ClassFile.JAVA_17_VERSION;

  private NewerClasses() {}

  /** Writes a newer form of the first jar to the second file. */
  public static void main(String[] arguments) throws IOException {
    try (JarFile jar = new JarFile(arguments[0]);
        JarOutputStream out = new JarOutputStream(Files.newOutputStream(Path.of(arguments[1])))) {
      ClassFile format =
          ClassFile.of(
              ClassFile.StackMapsOption.GENERATE_STACK_MAPS,
              ClassFile.ClassHierarchyResolverOption.of(
                  ClassHierarchyResolver.ofResourceParsing(type -> open(jar, type))
                      .orElse(ClassHierarchyResolver.defaultResolver())));
      for (JarEntry entry : Collections.list(jar.entries())) {
        byte[] content = jar.getInputStream(entry).readAllBytes();
        out.putNextEntry(new JarEntry(entry.getName()));
        out.write(isOld(entry.getName(), content) ? newer(format, content) : content);
        out.closeEntry();
      }
    }
  }

  private static InputStream open(JarFile jar, ClassDesc type) {
    String name = type.descriptorString();
    JarEntry entry = jar.getJarEntry(name.substring(1, name.length() - 1) + ".class");
    try {
      return entry == null ? null : jar.getInputStream(entry);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The version is in the two bytes after the first six. */
  private static boolean isOld(String name, byte[] content) {
    int version = content.length < 8 ? 0 : content[6] << 8 | content[7] & 0xff;
    return name.endsWith(".class") && version < ClassFile.JAVA_6_VERSION;
  }

  private static byte[] newer(ClassFile format, byte[] content) {
    // The instructions are written anew, one by one, because only then are there new tables.
    ClassTransform methods =
        (to, element) -> {
          switch (element) {
            case ClassFileVersion _ -> to.withVersion(JAVA_17, 0);
            case MethodModel method ->
                to.transformMethod(method, MethodTransform.transformingCode(CodeBuilder::with));
            default -> to.with(element);
          }
        };
    return format.transformClass(format.parse(content), methods);
  }
}
