// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.network;

/** Maps the inputs to everything that stays constant while the processor runs. */
interface Encoder extends NetworkStage {}
