// SPDX-License-Identifier: Apache-2.0
package dear.equilibrium.torchdeq;

import java.util.List;

/**
 * What a torchdeq solver returns, plus the number of f calls, which torchdeq does not report.
 *
 * @param z the returned states, one after the other
 * @param calls the f calls really made
 * @param nstep the step of the lowest residual, by sample
 * @param absTrace absolute residuals by sample: 1e8, the measured ones, padding
 * @param relTrace the same of the relative ones
 * @param absLowest the lowest absolute residual, by sample
 * @param relLowest the lowest relative residual, by sample
 * @param measured how many columns of the traces were measured
 * @param indexed the recorded states
 */
@SuppressWarnings("ArrayRecordComponent") // bulk numbers to read, never to compare
public record TorchdeqResult(
    double[] z,
    int calls,
    int[] nstep,
    double[][] absTrace,
    double[][] relTrace,
    double[] absLowest,
    double[] relLowest,
    int measured,
    List<double[]> indexed) {}
