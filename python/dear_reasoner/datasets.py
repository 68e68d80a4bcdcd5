# SPDX-License-Identifier: Apache-2.0
"""Datasets as `dear sample` writes them, one instance after the other."""
import gzip
import json
import pathlib
from dataclasses import dataclass, field

import numpy as np

from .safetensors import FormatError

_INTEGERS = {"mask", "mask_one", "categorical", "pointer", "should_be_permutation", "permutation_pointer"}


@dataclass(frozen=True)
class Feature:
    """
    One feature of an instance.

    location: node, edge or graph.
    type: scalar, mask, mask_one, categorical, pointer, should_be_permutation.
    data: in the form of dm-clrs: one value per node, a matrix for edges, one-hot for classes and for masks of one;
        hints have one more axis in front, the snapshots.
    """

    location: str
    type: str
    data: np.ndarray


@dataclass(frozen=True)
class Instance:
    """Inputs, hints and outputs by name; `length` is the number of snapshots, even if they are not stored."""

    algorithm: str
    nodes: int
    length: int
    inputs: dict
    outputs: dict
    hints: dict = field(default_factory=dict)

    def edge_index(self):
        """The edges as an array of two rows, sources and targets; all pairs where there is no graph."""
        if "adj" in self.inputs:
            return np.stack(np.nonzero(self.inputs["adj"].data))
        return np.stack(np.divmod(np.arange(self.nodes**2), self.nodes))


def read_dataset(path):
    """Yields the instances of a file of JSON Lines, gzipped if its name ends in .gz."""
    path = pathlib.Path(path)
    opened = gzip.open if path.name.endswith(".gz") else open
    with opened(path, "rt", encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            try:
                yield _instance(json.loads(line))
            except (ValueError, KeyError, TypeError) as error:
                raise FormatError(f"{path} line {number}: {error}") from error


def _instance(entry):
    return Instance(
        algorithm=entry["algorithm"],
        nodes=int(entry["num_nodes"]),
        length=int(entry.get("length", 0)),
        inputs=_features(entry["inputs"]),
        outputs=_features(entry.get("outputs", {})),
        hints=_features(entry.get("hints", {})),
    )


def _features(entries):
    return {name: _feature(entry) for name, entry in entries.items()}


def _feature(entry):
    kind = np.int64 if entry["type"] in _INTEGERS else np.float64
    data = np.asarray(entry["data"])
    if data.dtype == object:
        raise ValueError("rows of different lengths")
    return Feature(entry["location"], entry["type"], data.astype(kind))


def to_data(instance, tensor=lambda array: array):
    """
    The instance as a dict with the keys of a PyTorch Geometric `Data` object: `torch_geometric.data.Data(**d)`.

    Every input and output is a key of its own; edge features are vectors in the order of `edge_index`. Pass
    `tensor=torch.from_numpy` for tensors instead of arrays.
    """
    edges = instance.edge_index()
    data = {"num_nodes": instance.nodes, "edge_index": tensor(edges)}
    for name, feature in {**instance.inputs, **instance.outputs}.items():
        if name == "adj":
            continue
        values = feature.data[edges[0], edges[1]] if feature.location == "edge" else feature.data
        data[name] = tensor(np.ascontiguousarray(values))
    return data
