// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.network;

import dear.tensor.autodiff.Plane;
import dear.tensor.autodiff.Value;
import dear.tensor.autodiff.Workspace;
import java.util.Optional;

/** Reads what a network with a state at the nodes computed on the way to its answer. */
record Readings(NetworkWorkspace workspace) {
  /** The encoded nodes. */
  float[] nodes() {
    return read(workspace.encoder, encoder().u());
  }

  /** The basis of the encoded edges. */
  Optional<float[]> basis() {
    return encoder().basis().map(it -> read(workspace.encoder, it));
  }

  /** The logits of an output, before noise and normalisation. */
  float[] logits(int output) {
    NetworkWorkspace.Decoding last = workspace.lastDecoding();
    return read(last.w(), last.decoder().heads().get(output).logits());
  }

  private NodeEncoder encoder() {
    return (NodeEncoder) workspace.network().encoder();
  }

  private static float[] read(Workspace w, Value value) {
    float[] numbers = new float[w.count(value)];
    w.copyOut(Plane.VALUE, value, numbers, 0);
    return numbers;
  }
}
