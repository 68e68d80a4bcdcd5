// SPDX-License-Identifier: Apache-2.0
/**
 * The safetensors file format: a strict reader for files of any origin, and an atomic, repeatable
 * writer.
 *
 * <p>A file is eight bytes with the length of a JSON header, the header (names, element types,
 * shapes, byte ranges, string metadata), and the bytes of all tensors without gaps.
 */
@NullMarked
package dear.tensor.safetensors;

import org.jspecify.annotations.NullMarked;
