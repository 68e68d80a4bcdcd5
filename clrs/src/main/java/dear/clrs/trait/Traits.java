// SPDX-License-Identifier: Apache-2.0
package dear.clrs.trait;

/**
 * The traits of an algorithm. There are no defaults: whoever adds an algorithm decides on each.
 *
 * @param input the form in which a person writes the input
 * @param answer the form in which a person reads the answer
 * @param equilibrium where its equilibrium lies
 * @param proof how an answer is proved right
 * @param invariance which changes to the numbers leave the answer alone
 * @param pointers how the pointers of the answer relate to edges
 * @param chain the role of the chain of predecessors among the hints
 * @param task what it computes, if another algorithm computes the same
 */
public record Traits(
    InputForm input,
    AnswerForm answer,
    Equilibrium equilibrium,
    Proof proof,
    Invariance invariance,
    PointerReach pointers,
    PredecessorChain chain,
    Task task) {
  /** Returns how the numbers of an input grow with the instance. */
  public Growth growth(String feature) {
    if (input.counts().contains(feature)) {
      return Growth.COUNT;
    }
    boolean summed =
        invariance == Invariance.NUMBER_RATIOS
            && input instanceof InputForm.Keys(String key)
            && key.equals(feature);
    return summed ? Growth.SUMMED : Growth.NONE;
  }
}
