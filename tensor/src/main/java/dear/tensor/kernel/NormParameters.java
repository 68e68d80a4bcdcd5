// SPDX-License-Identifier: Apache-2.0
package dear.tensor.kernel;

/**
 * The parameters of a layer norm, and whether a rectifier follows it.
 *
 * @param values the array that holds them
 * @param scale where the scales begin
 * @param offset where the offsets begin
 * @param cols how many there are of each
 * @param rectify whether negative results become zero
 */
@SuppressWarnings("ArrayRecordComponent") // a view of an array is what it is
public record NormParameters(float[] values, int scale, int offset, int cols, boolean rectify) {}
