// SPDX-License-Identifier: Apache-2.0
package dear.site;

import dear.io.AtomicFile;
import dear.reasoner.shipped.ShippedModel;
import dear.reasoner.shipped.ShippedModels;
import dear.site.lanes.LanesModule;
import dear.web.PageFiles;
import dear.web.solve.ModelShelf;
import dear.web.solve.PageEngine;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The playground as files: the page, the engine that answers inside it, and the pretrained models,
 * each of which a visitor loads only to ask it.
 *
 * <pre>{@code
 * SiteFolder.ofProgram(Optional.empty()).write(Path.of("site"));
 * }</pre>
 */
public final class SiteFolder {
  /** What the page looks for to use its own engine. */
  private static final String MARK = "<meta name=\"dear-engine\" content=\"local\">";

  private static final String BEFORE = "<link rel=\"icon\"";
  private static final String PICTURE = "<meta property=\"og:image\" content=\"";

  private static final String MODELS = "models/";

  private static final List<String> SCRIPTS = List.of("engine-local.js", "engine-worker.js");

  /** Made by {@code EngineCompiler}. */
  private static final List<String> COMPILED = List.of("engine.wasm", "engine-runtime.js");

  private final Map<String, byte[]> files;

  private SiteFolder(Map<String, byte[]> files) {
    this.files = files;
  }

  /**
   * The site of this program.
   *
   * @param address where it will be published, for those who show a preview of a link
   * @throws IOException if the program was built without the engine
   */
  public static SiteFolder ofProgram(Optional<URI> address) throws IOException {
    Map<String, byte[]> files = new LinkedHashMap<>();
    for (String name : COMPILED) {
      files.put(name, resource(name));
    }
    files.put("lanes.wasm", LanesModule.bytes());
    for (String name : SCRIPTS) {
      files.put(name, resource(name));
    }
    for (String name : PageFiles.all()) {
      files.put(name, PageFiles.read(name));
    }
    files.remove(PageFiles.API);
    files.put(
        PageFiles.START,
        start(new String(PageFiles.read(PageFiles.START), StandardCharsets.UTF_8), address)
            .getBytes(StandardCharsets.UTF_8));
    ModelShelf shelf = ModelShelf.shipped();
    files.put("algorithms.json", PageEngine.algorithms(shelf));
    files.put("models.json", PageEngine.catalogue(shelf));
    ShippedModels shipped = ShippedModels.ofProgram();
    for (ShippedModel model : shipped.all()) {
      files.put(MODELS + model.file(), shipped.read(model));
    }
    return new SiteFolder(files);
  }

  private static String start(String page, Optional<URI> address) {
    String head =
        "%s%n<meta http-equiv=\"Content-Security-Policy\" content=\"%s\">%n"
            .formatted(MARK, PageFiles.policy());
    String own = replaced(page, BEFORE, head + BEFORE);
    if (address.isEmpty()) {
      return own;
    }
    // Previews are made elsewhere, where a relative address means nothing.
    String root = address.get().toString().replaceFirst("/?$", "/");
    return replaced(
        own,
        PICTURE,
        "<meta property=\"og:url\" content=\"%s\">%n%s%s".formatted(root, PICTURE, root));
  }

  private static String replaced(String page, String text, String by) {
    if (!page.contains(text)) {
      throw new IllegalStateException("the page lacks " + text);
    }
    return page.replace(text, by);
  }

  private static byte[] resource(String name) throws IOException {
    try (InputStream in = SiteFolder.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new FileNotFoundException(
            "this program was built without "
                + name
                + "; use ./dear site in the source folder, or build with -Dengine.skip=false");
      }
      return in.readAllBytes();
    }
  }

  /** The names of all files, with {@code /} between folders. */
  public List<String> names() {
    return new ArrayList<>(files.keySet());
  }

  /** The size of all files in bytes. */
  public long bytes() {
    return bytes("");
  }

  /** The size of those that only some questions need. */
  public long bytesOfModels() {
    return bytes(MODELS);
  }

  private long bytes(String folder) {
    return files.entrySet().stream()
        .filter(file -> file.getKey().startsWith(folder))
        .mapToLong(file -> file.getValue().length)
        .sum();
  }

  /**
   * Writes the files.
   *
   * @param folder is created if necessary; an earlier site is replaced
   * @throws IOException if the folder contains anything else
   */
  public void write(Path folder) throws IOException {
    requireRoom(folder);
    Files.createDirectories(folder.resolve(MODELS));
    for (Map.Entry<String, byte[]> file : files.entrySet()) {
      AtomicFile.write(folder.resolve(file.getKey()), file.getValue());
    }
  }

  private static void requireRoom(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return;
    }
    if (!Files.isDirectory(folder)) {
      throw new FileAlreadyExistsException(folder + " is a file; name a folder");
    }
    Path start = folder.resolve(PageFiles.START);
    if (Files.isRegularFile(start) && Files.readString(start).contains(MARK)) {
      return;
    }
    try (Stream<Path> content = Files.list(folder)) {
      if (content.findAny().isPresent()) {
        throw new FileAlreadyExistsException(
            folder + " contains other files; name an empty or a new folder");
      }
    }
  }
}
