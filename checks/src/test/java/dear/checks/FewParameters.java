// SPDX-License-Identifier: Apache-2.0
package dear.checks;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;

/**
 * Methods, constructors and records take no more parameters than a reader can tell apart; a longer
 * list hides a type that has no name yet.
 */
final class FewParameters extends ArchCondition<JavaCodeUnit> {
  private static final int MOST = 8;

  FewParameters() {
    super("have at most " + MOST + " parameters");
  }

  @Override
  public void check(JavaCodeUnit unit, ConditionEvents events) {
    int written = unit.getRawParameterTypes().size() - added(unit);
    if (written > MOST && !unit.getModifiers().contains(JavaModifier.SYNTHETIC)) {
      events.add(
          SimpleConditionEvent.violated(
              unit,
              "%s has %d parameters in %s"
                  .formatted(unit.getFullName(), written, unit.getSourceCodeLocation())));
    }
  }

  /** The parameters that the compiler adds: name and number of a constant, the outer object. */
  private static int added(JavaCodeUnit unit) {
    JavaClass owner = unit.getOwner();
    if (!unit.isConstructor()) {
      return 0;
    }
    return owner.isEnum() ? 2 : owner.isInnerClass() ? 1 : 0;
  }
}
