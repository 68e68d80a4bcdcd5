// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.evaluation;

import dear.equilibrium.StopReason;
import dear.reasoner.score.Scores;
import java.util.Map;

/**
 * What an evaluation found.
 *
 * @param scores of the model
 * @param trivial of answers without thought, to read the scores against
 * @param loss the mean over outputs of their mean losses
 * @param meanEvaluations processor steps per graph
 * @param mostEvaluations the largest number of them
 * @param meanResidual where the solver stopped
 * @param reasons how often it stopped for which reason
 * @param millisPerGraph time of solving and decoding alone, without data and start-up
 */
public record EvaluationReport(
    Scores scores,
    Scores trivial,
    double loss,
    double meanEvaluations,
    int mostEvaluations,
    double meanResidual,
    Map<StopReason, Integer> reasons,
    double millisPerGraph) {}
