// SPDX-License-Identifier: Apache-2.0
package dear.clrs.certificate;

/**
 * One thing that is wrong with an answer.
 *
 * @param place where
 * @param reason why, in a sentence
 */
public record Fault(Place place, String reason) {}
