// SPDX-License-Identifier: Apache-2.0
package dear.web.solve;

import dear.io.JsonWriter;
import dear.reasoner.model.Trace;
import dear.reasoner.model.TraceFrame;
import java.io.IOException;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/**
 * The colours of the states of one model: of nodes always, of pairs of nodes if its state lives on
 * them. Each has its own two directions, because the pairs of a node with itself, which stand for
 * nodes, would look alike among all pairs.
 *
 * @param nodes the directions of the nodes
 * @param pairs the directions of the pairs
 */
record StateColours(PrincipalColours nodes, Optional<PrincipalColours> pairs) {
  /** A coordinate of one becomes this, in one signed byte. */
  private static final int SCALE = 127;

  /** The colours of traces of one model. */
  static StateColours of(List<Trace> traces) {
    return new StateColours(
        PrincipalColours.ofNodes(traces),
        traces.getFirst().isOnPairs()
            ? Optional.of(PrincipalColours.ofPairs(traces))
            : Optional.empty());
  }

  /** Writes the colours of a frame into an object that the caller has opened. */
  void write(Trace trace, TraceFrame frame, JsonWriter json) throws IOException {
    json.name("colours").beginArray();
    float[] states = trace.nodeStates(frame);
    for (int i = 0; i < trace.solved().inputs().nodes(); i++) {
      json.beginArray();
      for (int k = 0; k < 2; k++) {
        json.value(Math.round(1e3 * nodes.coordinate(k, states, i)) / 1e3);
      }
      json.endArray();
    }
    json.endArray();
    if (pairs.isPresent()) {
      json.name("pair_colours").value(encode(pairs.get(), frame.state(), trace.stateWidth()));
    }
  }

  /** As numbers, the 4,096 pairs of 64 nodes would take 60 KB in every frame; so it is 11 KB. */
  private static String encode(PrincipalColours colours, float[] state, int width) {
    byte[] bytes = new byte[2 * (state.length / width)];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) Math.round(SCALE * colours.coordinate(i % 2, state, i / 2));
    }
    return Base64.getEncoder().encodeToString(bytes);
  }
}
