// SPDX-License-Identifier: Apache-2.0
/**
 * Differentiable programs over matrices whose row counts follow the graph.
 *
 * <p>A {@link dear.tensor.autodiff.Program} is built once; each thread runs it in a {@link
 * dear.tensor.autodiff.Workspace} of its own, one graph after the other. An operation is a {@link
 * dear.tensor.autodiff.Step} with four passes: value, tangent, cotangent, tangent of the cotangent.
 */
@NullMarked
package dear.tensor.autodiff;

import org.jspecify.annotations.NullMarked;
