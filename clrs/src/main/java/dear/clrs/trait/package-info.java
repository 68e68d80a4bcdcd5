// SPDX-License-Identifier: Apache-2.0
/**
 * What is known about an algorithm besides its steps. Every trait is a closed family, so code that
 * forgets a case does not compile.
 */
@NullMarked
package dear.clrs.trait;

import org.jspecify.annotations.NullMarked;
