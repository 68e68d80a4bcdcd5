// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.evaluation;

import dear.equilibrium.StopReason;
import dear.reasoner.score.Scores;
import java.util.Map;

/**
 * The result of an evaluation.
 *
 * @param scores the scores of the model
 * @param trivial the scores of trivial answers, as a baseline
 * @param loss the mean loss of each output, averaged over outputs
 * @param meanEvaluations processor steps per graph
 * @param mostEvaluations the largest number of processor steps for any graph
 * @param meanResidual the mean residual at which the solver stopped
 * @param reasons how often the solver stopped for each reason
 * @param millisPerGraph time for solving and decoding alone, without data generation and start-up
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
