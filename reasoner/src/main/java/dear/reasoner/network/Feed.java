// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.network;

import dear.tensor.autodiff.Value;

/**
 * A matrix that the encoder computes and another stage takes as input.
 *
 * @param source its name in the encoder
 * @param sink its name in the other stage
 */
record Feed(Value source, Value sink) {}
