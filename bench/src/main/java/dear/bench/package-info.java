// SPDX-License-Identifier: Apache-2.0
/** Benchmarks of the parts of the other modules that must be fast. */
@NullMarked
package dear.bench;

import org.jspecify.annotations.NullMarked;
