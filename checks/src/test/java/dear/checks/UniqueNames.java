// SPDX-License-Identifier: Apache-2.0
package dear.checks;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A name has one meaning in the whole project, so that a reader need not look at the imports.
 * Nested types are not counted: they are read together with the name of their owner.
 */
final class UniqueNames extends ArchCondition<JavaClass> {
  private Map<String, List<String>> packages = Map.of();

  UniqueNames() {
    super("have a simple name that no class of another package has");
  }

  @Override
  public void init(Collection<JavaClass> classes) {
    packages =
        classes.stream()
            .collect(
                Collectors.groupingBy(
                    JavaClass::getSimpleName,
                    Collectors.mapping(JavaClass::getPackageName, Collectors.toList())));
  }

  @Override
  public void check(JavaClass type, ConditionEvents events) {
    List<String> homes = packages.getOrDefault(type.getSimpleName(), List.of());
    if (homes.size() > 1) {
      events.add(
          SimpleConditionEvent.violated(
              type, type.getName() + " has a name that is used in all of " + homes));
    }
  }
}
