// SPDX-License-Identifier: Apache-2.0
package dear.clrs.certificate;

/**
 * One fault in an answer.
 *
 * @param place where
 * @param reason why, in one sentence
 */
public record Fault(Place place, String reason) {}
