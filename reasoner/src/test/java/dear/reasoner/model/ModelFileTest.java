// SPDX-License-Identifier: Apache-2.0
package dear.reasoner.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.sun.management.ThreadMXBean;
import dear.io.Json;
import dear.reasoner.settings.Provenance;
import dear.reasoner.settings.Setting;
import dear.tensor.parameter.Checkpoint;
import dear.tensor.parameter.Parameter;
import dear.tensor.safetensors.SafetensorsFile;
import dear.tensor.safetensors.SafetensorsWriter;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ModelFileTest {
  private final Model model = Models.untrained("bellman_ford");

  @TempDir Path folder;

  private Path file() {
    return folder.resolve("model.safetensors");
  }

  @Test
  void whatIsSavedIsLoadedBitForBit() throws IOException {
    model.save(file());
    Model loaded = Model.load(file());
    assertThat(loaded.settings()).isEqualTo(model.settings());
    assertThat(loaded.provenance()).isEqualTo(model.provenance());
    assertThat(loaded.provenance().fact("commit")).isEqualTo("none");
    assertThat(loaded.parameters().values()).isEqualTo(model.parameters().values());
    Path again = folder.resolve("again.safetensors");
    loaded.save(again);
    assertThat(Files.mismatch(file(), again)).isEqualTo(-1);
    assertThat(Files.readString(folder.resolve("model.safetensors.sha256")))
        .matches("[0-9a-f]{64} {2}model.safetensors\n");
  }

  @Test
  void onlyTheSearchOfATrainedModelCanBeChanged() {
    Model strict = model.searching(Map.of(Setting.TOLERANCE, "0.01", Setting.TEST_BUDGET, "7"));
    assertThat(strict.settings().text(Setting.TOLERANCE)).isEqualTo("0.01");
    assertThat(strict.parameters()).isSameAs(model.parameters());
    assertThatIllegalArgumentException()
        .isThrownBy(() -> model.searching(Map.of(Setting.WIDTH, "64")))
        .withMessageContaining("setting width cannot be changed");
  }

  @Test
  void aDamagedFileIsNotTrusted() throws IOException {
    model.save(file());
    byte[] bytes = Files.readAllBytes(file());
    bytes[bytes.length - 1] ^= 64;
    Files.write(file(), bytes);
    assertRefused("SHA-256");
  }

  @Test
  void whatIsNoModelIsNamed() throws IOException {
    Files.write(file(), new byte[0]);
    assertRefused("too short");
    Files.writeString(file(), "This is a letter, not a model.\n");
    assertRefused("header length");
    Files.write(file(), new byte[1 << 16]);
    assertRefused("header is empty");
    ByteBuffer huge = ByteBuffer.allocate(64).order(ByteOrder.LITTLE_ENDIAN);
    Files.write(file(), huge.putLong(0, 99_999_999).array());
    assertRefused("runs past the end");
    Files.write(file(), huge.putLong(0, Long.MAX_VALUE).array());
    assertRefused("above the cap");
    assertThatIOException()
        .isThrownBy(() -> Model.load(folder))
        .withMessageContainingAll(folder.toString(), "is a folder");
    assertThatIOException()
        .isThrownBy(() -> Model.load(folder.resolve("none")))
        .isInstanceOf(NoSuchFileException.class);
  }

  @Test
  void aFileOfTensorsAloneIsNoModel() throws IOException {
    SafetensorsWriter writer = new SafetensorsWriter();
    Checkpoint.add(model.network().layout(), model.parameters().values(), "", writer);
    writer.write(file());
    assertRefused("is not a model file of this program");
  }

  @Test
  void settingsThatCannotBeReadAreNamed() throws IOException {
    String settings = model.settings().json();
    write(settings.substring(0, settings.length() / 2), "", 1);
    assertRefused("dear.settings");
    write(settings + "}", "", 1);
    assertRefused("dear.settings");
    write("[]", "", 1);
    assertRefused("dear.settings");
    write(settings.replace("\"width\":\"8\"", "\"width\":\"0\""), "", 1);
    assertRefused("setting width");
    write(settings.replace("\"width\"", "\"breadth\""), "", 1);
    assertRefused("breadth");
    write(settings.replace("bellman_ford", "bellman_fort"), "", 1);
    assertRefused("bellman_fort");
  }

  @Test
  void aModelTravelsAsTheBytesOfItsFile() throws IOException {
    model.save(file());
    assertThat(file()).hasBinaryContent(model.bytes());
    assertThat(Model.parse(model.bytes(), "it").parameters().values())
        .isEqualTo(model.parameters().values());
  }

  @Test
  void aModelOfAnotherAlgorithmDoesNotFit() throws IOException {
    String settings = model.settings().json();
    write(settings.replace("bellman_ford", "insertion_sort"), "", 1);
    assertRefused("does not fit the model");
    write(settings.replace("\"width\":\"8\"", "\"width\":\"16\""), "", 1);
    assertRefused("has shape");
  }

  @Test
  void missingAndForeignTensorsAreNamed() throws IOException {
    String settings = model.settings().json();
    Parameter first = model.network().layout().parameters().getFirst();
    write(settings, first.name(), 1);
    assertRefused("\"" + first.name() + "\" is missing");
    write(settings, first.name(), 2);
    assertRefused("\"" + first.name() + "\" has shape");
    write(settings, first.name(), 3);
    assertRefused("\"foreign\" is not a parameter of this model");
  }

  @Test
  void parametersMustBeNumbers() throws IOException {
    for (float value : new float[] {Float.NaN, Float.POSITIVE_INFINITY}) {
      Model spoilt = Models.untrained("bellman_ford");
      float[] values = spoilt.parameters().values();
      values[values.length / 2] = value;
      spoilt.save(file());
      assertRefused("not finite");
    }
  }

  @Test
  void aSmallFileThatClaimsToBeLargeTakesNoMemory() throws IOException {
    String settings = model.settings().json();
    write(settings.replace("\"width\":\"8\"", "\"width\":\"4096\""), "", 1);
    ThreadMXBean threads = ManagementFactory.getPlatformMXBean(ThreadMXBean.class);
    long before = threads.getCurrentThreadAllocatedBytes();
    assertRefused("has shape");
    assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(100_000_000);
  }

  @Test
  void settingsAreInTheFileForAnyone() throws IOException {
    model.save(file());
    try (SafetensorsFile raw = SafetensorsFile.open(file())) {
      Json settings = Json.parse(String.valueOf(raw.metadata().get("dear.settings")));
      assertThat(settings.get("algorithm").string()).isEqualTo("bellman_ford");
      assertThat(settings.get("settings").get(Setting.WIDTH.key()).string()).isEqualTo("8");
    }
  }

  /**
   * Writes a file with one defect in its tensors.
   *
   * @param spoilt the defective tensor; empty for none
   * @param defect 1: it is missing; 2: its shape is wrong; 3: there is an additional one
   */
  private void write(String settings, String spoilt, int defect) throws IOException {
    assertThat(settings.getBytes(StandardCharsets.UTF_8)).isNotEmpty();
    SafetensorsWriter writer = new SafetensorsWriter();
    writer.metadata("dear.settings", settings);
    for (Parameter parameter : model.network().layout().parameters()) {
      float[] values = new float[parameter.count()];
      if (parameter.name().equals(spoilt) && defect == 1) {
        continue;
      }
      if (parameter.name().equals(spoilt) && defect == 2) {
        writer.add(parameter.name(), values, 1, values.length, 1);
        continue;
      }
      switch (parameter.kind()) {
        case VECTOR -> writer.add(parameter.name(), values, parameter.out());
        case MATRIX -> writer.add(parameter.name(), values, parameter.out(), parameter.in());
      }
    }
    if (defect == 3) {
      writer.add("foreign", new float[1], 1);
    }
    writer.write(file());
  }

  private void assertRefused(String reason) {
    assertThatIOException()
        .isThrownBy(() -> Model.load(file()))
        .withMessageContainingAll(file().toString(), reason);
  }

  @Test
  void provenanceIsKeptInOrderAndCannotBeChanged() {
    assertThat(model.provenance().facts()).isUnmodifiable();
    assertThat(new Provenance("p", "c", "j", "k").with("step", "1").facts().keySet())
        .containsExactly("program", "commit", "jdk", "kernels", "step");
  }
}
