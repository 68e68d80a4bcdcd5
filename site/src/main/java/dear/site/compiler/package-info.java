// SPDX-License-Identifier: Apache-2.0
/** Compiles the engine to WebAssembly while the project is built. */
@NullMarked
package dear.site.compiler;

import org.jspecify.annotations.NullMarked;
