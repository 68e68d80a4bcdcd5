// SPDX-License-Identifier: Apache-2.0
package dear.tensor.autodiff;

/**
 * The edges of the graph, sorted by receiver, as an input of the {@linkplain
 * ProgramBuilder#messages message stage}.
 *
 * @param id its number in the program
 * @param name its name in messages
 * @param terms how many scalars each edge carries
 */
public record Edges(int id, String name, int terms) {}
