# SPDX-License-Identifier: Apache-2.0
"""Model files, and their answers computed in numpy, independently of the Java engine."""
import json
import pathlib
from dataclasses import dataclass

import numpy as np

from . import network
from .problems import Problem
from .safetensors import FormatError, read_safetensors
from .solver import Found, equilibrium

ALGORITHMS = json.loads((pathlib.Path(__file__).parent / "algorithms.json").read_text(encoding="utf-8"))


@dataclass(frozen=True)
class Answer:
    """
    outputs: by name, in the form of CLRS-30; edge outputs are matrices.
    scores: by name, as the network computes them: by node, by answer edge, or for the graph.
    state: the equilibrium that was found, or the last state of a rollout.
    """

    outputs: dict
    scores: dict
    state: np.ndarray
    found: Found


@dataclass(frozen=True)
class Model:
    """Parameters by name, as in PyTorch: a weight is [out][in]."""

    algorithm: str
    settings: dict
    provenance: dict
    parameters: dict

    def answer(self, instance):
        """Finds the equilibrium of an instance and decodes it. Numbers are not rescaled."""
        spec = ALGORITHMS[self.algorithm]
        problem = Problem.of(spec, instance, self.settings)
        step, decode, start = network.bind(self.settings, self.parameters, spec, problem)
        if self.settings["mode"] == "nar":
            state = start
            residuals = []
            for _ in range(max(1, instance.length - 1)):
                residuals.append(float("nan"))
                state = step(state)
            found = Found(state, "ROLLOUT", residuals)
        else:
            found = equilibrium(step, start, self.settings)
        scores = decode(found.state)
        return Answer(problem.outputs(spec, scores), scores, found.state, found)


def load_model(path):
    """Reads a model file: best.safetensors of a run, or a pretrained model."""
    tensors, metadata = read_safetensors(path)
    try:
        described = json.loads(metadata["dear.settings"])
        algorithm, settings = described["algorithm"], described["settings"]
        ALGORITHMS[algorithm]
    except (KeyError, ValueError, TypeError) as error:
        raise FormatError(f"{path} is not a model file of DEAR: {error}") from error
    provenance = {name: fact for name, fact in metadata.items() if name != "dear.settings"}
    parameters = {name: tensor.astype(np.float64) for name, tensor in tensors.items()}
    return Model(algorithm, settings, provenance, parameters)
