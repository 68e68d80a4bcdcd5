// SPDX-License-Identifier: Apache-2.0
package dear.cli;

import dear.clrs.Algorithm;
import dear.clrs.Clrs;
import java.util.Iterator;
import java.util.List;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Finds an algorithm by name, or suggests the nearest name. */
public final class AlgorithmConverter implements ITypeConverter<Algorithm> {
  @Override
  public Algorithm convert(String name) {
    return find(name);
  }

  static Algorithm find(String name) {
    List<String> names = Clrs.algorithms().stream().map(Algorithm::name).toList();
    if (names.contains(name)) {
      return Clrs.algorithm(name);
    }
    throw new TypeConversionException(
        "no algorithm '%s'; %s"
            .formatted(
                name,
                Nearest.to(name, names)
                    .map(near -> "did you mean " + near + "?")
                    .orElse("'dear algorithms' lists them")));
  }

  /** The names, for completion and help. */
  public static final class Names implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Clrs.algorithms().stream().map(Algorithm::name).iterator();
    }
  }
}
