// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.training;

import dear.equilibrium.StopReason;
import dear.equilibrium.gradient.GradientReport;
import dear.reasoner.gradient.GraphLoss;
import dear.reasoner.inference.Prediction;
import dear.reasoner.inference.Run;
import dear.reasoner.network.Network;
import dear.tensor.parallel.GradientTree;
import dear.tensor.parallel.Workers;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Collects the shares of all machines in the gradient of a batch. They come as bytes and in any
 * order; the sum has the bits of one machine.
 */
public final class GradientShares {
  private final Network network;
  private final int batch;
  private final GradientTree tree;
  private final List<GradientTree.Part> parts = new ArrayList<>();

  /** Creates a collection for batches of a run. */
  public GradientShares(Network network, int batch) {
    this.network = network;
    this.batch = batch;
    this.tree = new GradientTree(new Workers(1), network.layout().size());
  }

  static byte[] bytes(List<GradientTree.Part> parts, int first, GraphLoss[] losses) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeInt(parts.size());
      for (GradientTree.Part part : parts) {
        out.writeInt(part.level());
        out.writeInt(part.index());
        ByteBuffer floats = ByteBuffer.allocate(Float.BYTES * part.gradients().length);
        floats.asFloatBuffer().put(part.gradients());
        out.write(floats.array());
      }
      out.writeInt(first);
      out.writeInt(losses.length);
      for (GraphLoss loss : losses) {
        write(loss, out);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e); // writing to memory does not fail
    }
    return bytes.toByteArray();
  }

  private static void write(GraphLoss loss, DataOutputStream out) throws IOException {
    for (double output : loss.outputs()) {
      out.writeDouble(output);
    }
    out.writeDouble(loss.jacobian());
    for (Prediction prediction : loss.predictions()) {
      out.writeInt(prediction.codes().length);
      for (int code : prediction.codes()) {
        out.writeInt(code);
      }
    }
    out.writeInt(loss.run().evaluations());
    out.writeDouble(loss.run().residual());
    out.writeDouble(loss.opening());
    out.writeUTF(loss.run().reason().name());
    out.writeBoolean(loss.gradient().isPresent());
    if (loss.gradient().isPresent()) {
      GradientReport gradient = loss.gradient().get();
      out.writeDouble(gradient.residual());
      out.writeInt(gradient.evaluations());
      out.writeUTF(gradient.reason().name());
      out.writeUTF(gradient.fallback().name());
      out.writeUTF(gradient.warning());
    }
  }

  /**
   * Adds a share.
   *
   * @param losses receives the losses of its graphs
   */
  public void add(byte[] share, GraphLoss[] losses) {
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(share))) {
      for (int left = in.readInt(); left > 0; left--) {
        int level = in.readInt();
        int index = in.readInt();
        float[] gradients = new float[network.layout().size()];
        ByteBuffer.wrap(in.readNBytes(Float.BYTES * gradients.length))
            .asFloatBuffer()
            .get(gradients);
        parts.add(new GradientTree.Part(level, index, gradients));
      }
      int first = in.readInt();
      int count = in.readInt();
      for (int graph = first; graph < first + count; graph++) {
        losses[graph] = readLoss(in);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("a share of a gradient is cut off", e);
    }
  }

  private GraphLoss readLoss(DataInputStream in) throws IOException {
    double[] outputs = new double[network.outputs().size()];
    for (int k = 0; k < outputs.length; k++) {
      outputs[k] = in.readDouble();
    }
    double jacobian = in.readDouble();
    List<Prediction> predictions = new ArrayList<>();
    for (var spec : network.outputs()) {
      int[] codes = new int[in.readInt()];
      for (int i = 0; i < codes.length; i++) {
        codes[i] = in.readInt();
      }
      predictions.add(new Prediction(spec, codes));
    }
    int evaluations = in.readInt();
    double residual = in.readDouble();
    double opening = in.readDouble();
    Run run = new Run(evaluations, residual, StopReason.valueOf(in.readUTF()));
    Optional<GradientReport> gradient =
        in.readBoolean()
            ? Optional.of(
                new GradientReport(
                    in.readDouble(),
                    in.readInt(),
                    StopReason.valueOf(in.readUTF()),
                    GradientReport.Fallback.valueOf(in.readUTF()),
                    in.readUTF()))
            : Optional.empty();
    return new GraphLoss(outputs, jacobian, predictions, run, opening, gradient);
  }

  /** Returns the sum of all shares added since the last call; the array is reused by the next. */
  public float[] sum() {
    try {
      return tree.join(batch, parts);
    } finally {
      parts.clear();
    }
  }
}
