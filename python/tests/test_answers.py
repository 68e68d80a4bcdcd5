# SPDX-License-Identifier: Apache-2.0
"""The answers of the pretrained models, computed here and by the Java engine."""
import os
import pathlib
import unittest

import numpy as np

from dear_reasoner import load_model, read_dataset, read_safetensors

ROOT = pathlib.Path(os.environ["DEAR_ROOT"])
FILES = pathlib.Path(os.environ["DEAR_FILES"]) / "answers"
SHIPPED = ROOT / "reasoner/src/main/resources/dear/reasoner/shipped"
TOLERANCE = 1e-5
EXCLUDED = -9000  # a score of -10,000 stands for "impossible" and says nothing about the scale


def difference(ours, theirs):
    """The largest difference, relative to the largest number: single precision rounds sums of large terms."""
    theirs = np.asarray(theirs, float).ravel()
    scale = np.max(np.abs(theirs[theirs > EXCLUDED]), initial=1)
    return float(np.max(np.abs(np.asarray(ours).ravel() - theirs) / np.maximum(scale, np.abs(theirs)), initial=0))


class AnswersTest(unittest.TestCase):
    def test_every_pretrained_model(self):
        names = sorted(file.name[: -len(".safetensors")] for file in SHIPPED.glob("*.safetensors"))
        self.assertGreater(len(names), 25)
        worst = {}
        processors = set()
        for name in names:
            with self.subTest(name):
                worst[name] = self.compare(name, processors)
        self.assertEqual(processors, {"nodes", "pairs"})
        print("largest differences:", {name: f"{value:.1e}" for name, value in worst.items()})

    def predictions(self, name, answer, expected):
        """The answers themselves, where they are in the same form as in Java: at nodes, without a permutation."""
        for output, value in answer.outputs.items():
            codes = expected["outputs." + output]
            if np.size(value) == codes.size and "outputs." + output + "_mask" not in expected:
                np.testing.assert_array_equal(np.ravel(value), codes, f"{name} {output}")

    def compare(self, name, processors, question=None):
        question = question or name
        model = load_model(SHIPPED / (name + ".safetensors"))
        processors.add(model.settings.get("processor", "nodes"))
        (dataset,) = FILES.glob(question + ".jsonl*")
        instance = next(read_dataset(dataset))
        answer = model.answer(instance)
        expected, facts = read_safetensors(FILES / (question + ".answer.safetensors"))
        self.assertEqual(answer.found.evaluations, int(facts["evaluations"]))
        if answer.found.reason != "ROLLOUT":
            self.assertEqual(answer.found.reason, facts["reason"])
        differences = [difference(answer.state, expected["state"])]
        self.assertEqual(answer.state.size, expected["state"].size)
        for output, scores in answer.scores.items():
            self.assertEqual(scores.size, expected["scores." + output].size)
            differences.append(difference(scores, expected["scores." + output]))
        self.assertLess(max(differences), TOLERANCE)
        self.predictions(name, answer, expected)
        for output in instance.outputs:
            self.assertEqual(np.shape(answer.outputs[output]), self.shape(instance.outputs[output]))
        return max(differences)

    def test_equal_numbers(self):
        files = sorted(FILES.glob("ties-*.jsonl"))
        self.assertEqual(len(files), 6)
        for file in files:
            with self.subTest(file.name):
                self.compare(file.name[len("ties-") : -len(".jsonl")], set(), file.name[: -len(".jsonl")])

    @staticmethod
    def shape(feature):
        """Classes and masks of one are indices in an answer, one-hot in a dataset."""
        return feature.data.shape[:-1] if feature.type in ("categorical", "mask_one") else feature.data.shape

    def test_a_changed_parameter_shows(self):
        model = load_model(SHIPPED / "insertion_sort.safetensors")
        instance = next(read_dataset(next(FILES.glob("insertion_sort.jsonl*"))))
        before = model.answer(instance).state
        model.parameters["candidate_norm.bias"] += 1e-2
        self.assertGreater(difference(model.answer(instance).state, before), 10 * TOLERANCE)


if __name__ == "__main__":
    unittest.main()
