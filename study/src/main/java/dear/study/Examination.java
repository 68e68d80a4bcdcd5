// SPDX-License-Identifier: Apache-2.0
package dear.study;

import dear.reasoner.model.Model;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What models are examined on.
 *
 * @param nodes the size of drawn graphs; the paper's is 64
 * @param count how many; the paper's are 100
 * @param seed of the stream that they come from, the same for all models
 * @param data a folder of datasets that others made, one file for each algorithm
 */
public record Examination(int nodes, int count, long seed, Optional<Path> data) {
  /** The file of a model's algorithm in the folder of data, if there is one. */
  Optional<Path> file(Model model) {
    String name = model.settings().algorithm().name();
    return data.flatMap(folder ->
        Stream.of(name + ".jsonl", name + ".jsonl.gz")
            .map(folder::resolve)
            .filter(Files::exists)
            .findFirst());
  }
}
