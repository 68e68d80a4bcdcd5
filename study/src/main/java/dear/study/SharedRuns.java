// SPDX-License-Identifier: Apache-2.0
package dear.study;

import dear.io.AtomicFile;
import dear.reasoner.training.RunFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * Moves runs between machines: packs them into small files, and joins the runs of several folders,
 * packed or not. Of two versions of a run, the one that was trained for longer is kept; runs of the
 * same name with different settings are never mixed.
 */
public final class SharedRuns {
  private final Path runs;

  /** Creates a view of a folder of run folders. */
  public SharedRuns(Path runs) {
    this.runs = runs;
  }

  /**
   * What happened to a run.
   *
   * @param name its name
   * @param step how far it was trained
   * @param finished whether that is its end
   * @param bytes the size of its packed form, or 0
   * @param taken false if a version that was trained at least as long was there before
   */
  public record Moved(String name, int step, boolean finished, long bytes, boolean taken) {}

  /**
   * Packs all runs that have a model or a checkpoint. Nothing is written if all together would
   * exceed the limit.
   *
   * @param out the folder for the packed files; others of the same name are replaced
   * @param limit the largest total size in bytes
   */
  public List<Moved> pack(Path out, long limit) throws IOException {
    Map<RunFiles, byte[]> packed = new LinkedHashMap<>();
    long total = 0;
    for (RunFiles run : RunFiles.in(existing(runs))) {
      if (run.step() > 0) {
        byte[] bytes = PackedRun.pack(run);
        packed.put(run, bytes);
        total += bytes.length;
      }
    }
    if (total > limit) {
      throw new IOException(
          ("%d runs need %,d bytes in all, more than the limit of %,d; finish some of them, since"
                  + " a finished run needs a quarter of the space, or raise --limit")
              .formatted(packed.size(), total, limit));
    }
    List<Moved> moved = new ArrayList<>();
    for (Map.Entry<RunFiles, byte[]> entry : packed.entrySet()) {
      RunFiles run = entry.getKey();
      AtomicFile.write(out.resolve(run.name() + PackedRun.SUFFIX), entry.getValue());
      moved.add(new Moved(run.name(), run.step(), run.finished(), entry.getValue().length, true));
    }
    return moved;
  }

  /** Adds the runs of another folder, packed or not, where they are further than ours. */
  public List<Moved> join(Path source) throws IOException {
    List<Moved> moved = new ArrayList<>();
    for (RunFiles run : RunFiles.in(existing(source))) {
      moved.add(
          add(
              run.name(),
              folder -> {
                for (Path file : run.needed()) {
                  Files.copy(file, folder.resolve(file.getFileName().toString()));
                }
              }));
    }
    List<Path> packed;
    try (Stream<Path> content = Files.list(source)) {
      packed =
          content
              .filter(it -> it.getFileName().toString().endsWith(PackedRun.SUFFIX))
              .sorted()
              .toList();
    }
    for (Path file : packed) {
      String name = file.getFileName().toString().replace(PackedRun.SUFFIX, "");
      if (!RunFiles.isName(name)) {
        throw new IOException(file + ": not the name of a run");
      }
      moved.add(add(name, folder -> PackedRun.unpack(file, folder)));
    }
    return moved;
  }

  private interface Copy {
    void to(Path folder) throws IOException;
  }

  /** Copies a run next to its place and moves it there if it is further. */
  private Moved add(String name, Copy copy) throws IOException {
    Files.createDirectories(runs);
    Path beside = Files.createDirectory(runs.resolve("." + UUID.randomUUID() + ".part"));
    try {
      copy.to(beside);
      RunFiles theirs = RunFiles.of(beside);
      boolean finished = theirs.finished(); // asked before its files move
      Path place = runs.resolve(name);
      boolean taken = true;
      if (RunFiles.isRun(place)) {
        RunFiles ours = RunFiles.of(place);
        List<String> differences = ours.differencesTo(theirs.settings());
        if (!differences.isEmpty()) {
          throw new IOException(
              "the run %s was trained with other settings there: %s; join it into another folder"
                  .formatted(name, String.join(", ", differences)));
        }
        taken = theirs.step() > ours.step();
      }
      if (taken) {
        replace(place, beside);
      }
      return new Moved(name, theirs.step(), finished, 0, taken);
    } finally {
      delete(beside);
    }
  }

  private void replace(Path place, Path with) throws IOException {
    if (!Files.exists(place)) {
      Files.move(with, place);
      return;
    }
    Path old = runs.resolve("." + UUID.randomUUID() + ".old");
    try (RunFolder _ = RunFolder.open(place)) { // refuses if it is in training
      Files.move(place, old);
      Files.move(with, place);
    }
    delete(old);
  }

  static void delete(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return;
    }
    List<Path> files;
    try (Stream<Path> content = Files.list(folder)) {
      files = content.toList();
    }
    for (Path file : files) {
      Files.delete(file);
    }
    Files.delete(folder);
  }

  private static Path existing(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      throw new IOException(folder + " is not a folder of runs");
    }
    return folder;
  }
}
