// SPDX-License-Identifier: Apache-2.0
package dear.clrs.trait;

/**
 * The traits of an algorithm. There are no defaults: who adds an algorithm decides on each.
 *
 * @param input what a person writes to ask
 * @param answer what a person reads in the answer
 * @param equilibrium where its equilibrium lies
 * @param proof how an answer is proved right
 * @param invariance what can be done to numbers without a change of the answer
 * @param pointers how pointers of the answer relate to edges
 * @param chain what becomes of the chain of predecessors among the hints
 */
public record Traits(
    InputForm input,
    AnswerForm answer,
    Equilibrium equilibrium,
    Proof proof,
    Invariance invariance,
    PointerReach pointers,
    PredecessorChain chain) {}
