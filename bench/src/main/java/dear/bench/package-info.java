// SPDX-License-Identifier: Apache-2.0
/** Benchmarks of what the other modules promise to do fast. */
@NullMarked
package dear.bench;

import org.jspecify.annotations.NullMarked;
