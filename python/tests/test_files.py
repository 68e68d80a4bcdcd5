# SPDX-License-Identifier: Apache-2.0
"""Datasets, event files, metrics and results."""
import json
import os
import pathlib
import struct
import tempfile
import unittest

import numpy as np

from dear_reasoner import FormatError, load_model, read_dataset, read_metrics, read_results, read_safetensors, table, to_data

ROOT = pathlib.Path(os.environ["DEAR_ROOT"])
FILES = pathlib.Path(os.environ["DEAR_FILES"])


class DatasetTest(unittest.TestCase):
    def test_a_dataset(self):
        first, second = read_dataset(next((FILES / "answers").glob("bellman_ford.jsonl*")))
        self.assertEqual(first.algorithm, "bellman_ford")
        self.assertEqual(first.nodes, 12)
        self.assertEqual(first.inputs["adj"].data.shape, (12, 12))
        self.assertEqual(first.outputs["pi"].type, "pointer")
        self.assertEqual(first.hints["d"].data.shape, (first.length, 12))
        np.testing.assert_array_equal(first.inputs["A"].data, second.inputs["A"].data)

    def test_data_as_in_pytorch_geometric(self):
        instance = next(read_dataset(next((FILES / "answers").glob("bellman_ford.jsonl*"))))
        data = to_data(instance)
        self.assertEqual(data["edge_index"].shape[0], 2)
        edges = data["edge_index"].shape[1]
        self.assertEqual(edges, int(instance.inputs["adj"].data.sum()))
        self.assertEqual(data["A"].shape, (edges,))
        for k in (0, edges - 1):
            i, j = data["edge_index"][:, k]
            self.assertEqual(data["A"][k], instance.inputs["A"].data[i, j])

    def test_shards_are_the_same_dataset(self):
        for shards in sorted((FILES / "shards").iterdir()):
            lines = list(read_dataset(next((FILES / "answers").glob(shards.name + ".jsonl*"))))
            instances = list(read_dataset(shards))
            self.assertEqual(len(instances), len(lines))
            for instance, line in zip(instances, lines):
                dense = instance.dense()
                self.assertEqual((dense.algorithm, dense.nodes, dense.length), (line.algorithm, line.nodes, line.length))
                for stage in ("inputs", "hints", "outputs"):
                    ours, theirs = getattr(dense, stage), getattr(line, stage)
                    self.assertEqual(set(ours), set(theirs))
                    for name, feature in theirs.items():
                        with self.subTest(shards.name, feature=f"{stage}.{name}"):
                            np.testing.assert_array_equal(ours[name].data, feature.data)
                            self.assertEqual((ours[name].location, ours[name].type), (feature.location, feature.type))
                data, expected = to_data(instance), to_data(line)
                self.assertEqual(set(data), set(expected))
                for key in data:
                    np.testing.assert_array_equal(data[key], expected[key], err_msg=f"{shards.name} {key}")

    def test_shards_without_their_last_are_refused(self):
        whole = next((FILES / "shards").iterdir()) / "00000.safetensors"
        with tempfile.TemporaryDirectory() as folder:
            with self.assertRaisesRegex(FormatError, "00000.safetensors is missing"):
                list(read_dataset(folder))
            file = pathlib.Path(folder) / "00000.safetensors"
            file.write_bytes(whole.read_bytes().replace(b'"last":"true"', b'"last":"nope"'))
            with self.assertRaisesRegex(FormatError, "00001.safetensors is missing"):
                list(read_dataset(folder))
            file.write_bytes(whole.read_bytes().replace(b"dear-dataset-1", b"dear-dataset-9"))
            with self.assertRaisesRegex(FormatError, "not a dataset"):
                list(read_dataset(folder))

    def test_gzip_and_damage(self):
        self.assertTrue(list((FILES / "answers").glob("*.jsonl.gz")))
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "x.jsonl"
            file.write_text('{"algorithm": "bfs"}\n')
            with self.assertRaisesRegex(FormatError, "line 1"):
                list(read_dataset(file))


class SafetensorsTest(unittest.TestCase):
    def test_damage_is_named(self):
        whole = next((FILES / "answers").glob("*.safetensors")).read_bytes()
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "x.safetensors"
            for damaged in (b"", whole[:7], struct.pack("<Q", 2**63) + whole[8:], whole[:-1], whole[:8] + b"[" + whole[9:]):
                file.write_bytes(damaged)
                with self.assertRaisesRegex(FormatError, "x.safetensors"):
                    read_safetensors(file)
            file.write_bytes(whole)
            with self.assertRaisesRegex(FormatError, "not a model file"):
                load_model(file)


class RunTest(unittest.TestCase):
    def test_metrics(self):
        lines = read_metrics(FILES / "run")
        self.assertEqual([line["step"] for line in lines], [20, 20, 40, 40])
        columns = table(lines)
        self.assertEqual(len(columns["loss"]), 4)
        self.assertIn(None, columns["validation_loss"])

    def test_tensorboard_reads_the_events(self):
        try:
            from tensorboard.backend.event_processing.event_accumulator import EventAccumulator
        except ImportError:
            self.skipTest("tensorboard is not installed")
        events = EventAccumulator(str(FILES / "run"))
        events.Reload()
        written = {}
        for line in read_metrics(FILES / "run"):
            for name, value in line.items():
                if name != "step":
                    validation = name.startswith("validation_")
                    tag = name.replace("validation_", "validation/") if validation else "training/" + name
                    written.setdefault(tag, []).append((line["step"], float(np.float32(value))))
        self.assertIn("training/loss", written)
        self.assertIn("validation/accuracy", written)
        self.assertEqual(set(events.Tags()["scalars"]), set(written))
        for tag, values in written.items():
            self.assertEqual([(event.step, event.value) for event in events.Scalars(tag)], values)


class ResultsTest(unittest.TestCase):
    def test_every_table(self):
        results = read_results(ROOT / "results")
        self.assertIn("table1", results)
        for name, content in results.items():
            self.assertEqual(content, json.loads((ROOT / "results" / (name + ".json")).read_text()))


if __name__ == "__main__":
    unittest.main()
