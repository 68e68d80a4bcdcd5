// SPDX-License-Identifier: Apache-2.0
package dear.tensor.autodiff;

/**
 * An array of row (or column) numbers that comes with each graph: senders, receivers, targets.
 *
 * @param id its number in the program
 * @param name its name in messages
 * @param rows its length
 * @param into the exclusive bound of its entries
 * @param optional whether an entry may be -1 for "none"
 */
public record Index(int id, String name, Rows rows, Rows into, boolean optional) {}
