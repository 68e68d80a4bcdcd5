// SPDX-License-Identifier: Apache-2.0
package dear.checks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleDescriptor.Requires;
import java.lang.module.ModuleFinder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The module descriptors of the libraries agree with the rest of the project. */
class ModuleDescriptorTest {
  @ParameterizedTest
  @ValueSource(strings = {"io", "clrs", "tensor", "equilibrium", "reasoner", "jgrapht"})
  void aLibraryRequiresItsArrowsAndTheJdk(String module) {
    ModuleDescriptor descriptor = descriptor(module);
    List<String> atRunTime =
        descriptor.requires().stream()
            .filter(required -> !required.modifiers().contains(Requires.Modifier.STATIC))
            .map(Requires::name)
            .toList();
    Set<String> arrows = HouseRules.ARROWS.getOrDefault(module, Set.of());
    assertThat(atRunTime)
        .contains("java.base")
        .allMatch(name ->
            name.startsWith("java.")
                || (module.equals("jgrapht") && name.equals("org.jgrapht.core"))
                || (name.startsWith("dear.") && arrows.contains(name.substring(5))));
  }

  @Test
  void kernelsAndAlgorithmsStayInside() {
    assertThat(exported("tensor"))
        .contains("dear.tensor.autodiff")
        .doesNotContain("dear.tensor.kernel", "dear.tensor.message");
    assertThat(exported("clrs")).contains("dear.clrs").doesNotContain("dear.clrs.algorithm");
    assertThat(exported("reasoner"))
        .contains("dear.reasoner.model")
        .doesNotContain("dear.reasoner.network");
  }

  private static List<String> exported(String module) {
    return descriptor(module).exports().stream()
        .filter(export -> !export.isQualified())
        .map(ModuleDescriptor.Exports::source)
        .toList();
  }

  private static ModuleDescriptor descriptor(String module) {
    Path[] libraries =
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
            .map(Path::of)
            .filter(path -> Files.exists(path) && path.toString().contains(module))
            .toArray(Path[]::new);
    return ModuleFinder.of(libraries).find("dear." + module).orElseThrow().descriptor();
  }
}
