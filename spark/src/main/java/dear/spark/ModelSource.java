// SPDX-License-Identifier: Apache-2.0
package dear.spark;

import dear.clrs.Algorithm;
import dear.clrs.Clrs;
import dear.reasoner.model.Model;
import dear.reasoner.shipped.ShippedModel;
import dear.reasoner.shipped.ShippedModels;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Finds the model that a word names: a pretrained one, or a file in any file system of Hadoop. */
final class ModelSource {
  /** More than any model of ours needs; a file is read into memory as a whole. */
  private static final int MOST_BYTES = 256 << 20;

  private ModelSource() {}

  static Model load(String word, Configuration hadoop) throws IOException {
    ShippedModels shelf = ShippedModels.ofProgram();
    Optional<Algorithm> algorithm =
        Clrs.algorithms().stream().filter(it -> it.name().equals(word)).findFirst();
    Optional<ShippedModel> shipped = shelf.named(word).or(() -> algorithm.flatMap(shelf::of));
    if (shipped.isPresent()) {
      return shelf.load(shipped.get());
    }
    Path file = new Path(word);
    FileSystem files = HadoopFiles.of(file, hadoop);
    try (InputStream in = files.open(file)) {
      byte[] bytes = in.readNBytes(MOST_BYTES + 1);
      if (bytes.length > MOST_BYTES) {
        throw new IOException("%s is larger than %,d bytes".formatted(word, MOST_BYTES));
      }
      return Model.parse(bytes, word);
    } catch (FileNotFoundException e) {
      throw new IOException(
          "there is no file or pretrained model %s; 'dear models' lists the models".formatted(word),
          e);
    }
  }
}
