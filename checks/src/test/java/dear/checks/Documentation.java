// SPDX-License-Identifier: Apache-2.0
package dear.checks;

import com.sun.source.tree.AnnotationTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.PackageTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePath;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import javax.lang.model.element.Modifier;
import javax.tools.JavaFileObject;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/**
 * Finds public types without Javadoc, and packages without a sentence or {@code @NullMarked}.
 *
 * <p>Sources are parsed but not attributed: the text alone is enough for these checks, so one task
 * reads the whole repository in a second.
 */
final class Documentation {
  private final DocTrees trees;
  private final List<String> gaps = new ArrayList<>();

  private Documentation(DocTrees trees) {
    this.trees = trees;
  }

  /** One line per gap, naming the file and what it lacks. */
  static List<String> gaps(Iterable<? extends JavaFileObject> sources) {
    JavacTask task =
        (JavacTask)
            ToolProvider.getSystemJavaCompiler()
                .getTask(null, null, null, List.of("-proc:none"), null, sources);
    try {
      Documentation documentation = new Documentation(DocTrees.instance(task));
      task.parse().forEach(documentation::visit);
      return List.copyOf(documentation.gaps);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void visit(CompilationUnitTree unit) {
    TreePath path = new TreePath(unit);
    if (unit.getSourceFile().isNameCompatible("package-info", JavaFileObject.Kind.SOURCE)) {
      visitPackage(path, unit);
    }
    for (Tree type : unit.getTypeDecls()) {
      if (type instanceof ClassTree declared && isPublic(declared)) {
        visitType(new TreePath(path, declared), declared, "");
      }
    }
  }

  private void visitPackage(TreePath unitPath, CompilationUnitTree unit) {
    PackageTree declared = unit.getPackage();
    if (declared == null || !isDocumented(new TreePath(unitPath, declared))) {
      gap(unit, "the package has no Javadoc");
    }
    boolean nullMarked =
        unit.getPackageAnnotations().stream()
            .map(AnnotationTree::getAnnotationType)
            .anyMatch(type -> type.toString().matches("(.*\\.)?NullMarked"));
    if (!nullMarked) {
      gap(unit, "the package is not @NullMarked");
    }
  }

  private void visitType(TreePath path, ClassTree type, String prefix) {
    String name = prefix + type.getSimpleName();
    if (!isDocumented(path)) {
      gap(path.getCompilationUnit(), "public type " + name + " has no Javadoc");
    }
    boolean membersArePublic =
        type.getKind() == Tree.Kind.INTERFACE || type.getKind() == Tree.Kind.ANNOTATION_TYPE;
    for (Tree member : type.getMembers()) {
      if (member instanceof ClassTree nested && (membersArePublic || isPublic(nested))) {
        visitType(new TreePath(path, nested), nested, name + ".");
      }
    }
  }

  private boolean isDocumented(TreePath path) {
    @Nullable String comment = trees.getDocComment(path);
    return comment != null && !comment.isBlank();
  }

  private static boolean isPublic(ClassTree type) {
    return type.getModifiers().getFlags().contains(Modifier.PUBLIC);
  }

  private void gap(CompilationUnitTree unit, String what) {
    gaps.add(unit.getSourceFile().getName() + ": " + what);
  }
}
