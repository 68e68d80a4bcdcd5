# SPDX-License-Identifier: Apache-2.0
"""Datasets as `dear sample` writes them, one instance after the other."""
import gzip
import json
import pathlib
from dataclasses import dataclass, field

import numpy as np

from .safetensors import FormatError, read_safetensors

_INTEGERS = {"mask", "mask_one", "categorical", "pointer", "should_be_permutation", "permutation_pointer"}


@dataclass(frozen=True)
class Feature:
    """
    One feature of an instance.

    location: node, edge or graph.
    type: scalar, mask, mask_one, categorical, pointer, should_be_permutation.
    data: in the form of dm-clrs: one value per node, a matrix for edges, one-hot for classes and for masks of one;
        hints have one more axis in front, the snapshots.
    cells: for edge features of shards, which have a value per edge in place of a matrix: "edges", or "reversed_edges"
        if the value of an edge belongs to the cell (target, source). Empty for all others.
    elsewhere: the value of the cells without an edge.
    """

    location: str
    type: str
    data: np.ndarray
    cells: str = ""
    elsewhere: int = 0


@dataclass(frozen=True)
class Instance:
    """
    Inputs, hints and outputs by name; `length` is the number of snapshots, even if they are not stored.

    An instance from shards has `edges`, the sources and targets of its edges, in place of matrices; `dense` makes these.
    """

    algorithm: str
    nodes: int
    length: int
    inputs: dict
    outputs: dict
    hints: dict = field(default_factory=dict)
    edges: np.ndarray | None = None

    def edge_index(self):
        """The edges as an array of two rows, sources and targets; all pairs where there is no graph."""
        if self.edges is not None:
            return self.edges
        if "adj" in self.inputs:
            return np.stack(np.nonzero(self.inputs["adj"].data))
        return np.stack(np.divmod(np.arange(self.nodes**2), self.nodes))


    def dense(self):
        """The instance with a matrix for each edge feature, as in dm-clrs; itself if it has no edge list."""
        if self.edges is None:
            return self
        adjacency = Feature("edge", "mask", np.ones(self.edges.shape[1], np.int64), "edges")
        return Instance(
            algorithm=self.algorithm,
            nodes=self.nodes,
            length=self.length,
            inputs={name: self._matrix(it) for name, it in {**self.inputs, "adj": adjacency}.items()},
            outputs={name: self._matrix(it) for name, it in self.outputs.items()},
            hints={name: self._matrix(it, snapshots=1) for name, it in self.hints.items()},
        )

    def _matrix(self, feature, snapshots=0):
        if not feature.cells:
            return feature
        rows, columns = self.edges if feature.cells == "edges" else self.edges[::-1]
        shape = feature.data.shape
        matrix = np.full(shape[:snapshots] + (self.nodes, self.nodes) + shape[snapshots + 1 :], feature.elsewhere, feature.data.dtype)
        matrix[(slice(None),) * snapshots + (rows, columns)] = feature.data
        return Feature(feature.location, feature.type, matrix)


def read_dataset(path):
    """Yields the instances of a file of JSON Lines (gzipped if its name ends in .gz), a folder of shards, or one shard."""
    path = pathlib.Path(path)
    if path.is_dir() or path.name.endswith(".safetensors"):
        yield from _shards(path)
        return
    opened = gzip.open if path.name.endswith(".gz") else open
    with opened(path, "rt", encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            try:
                yield _instance(json.loads(line))
            except (ValueError, KeyError, TypeError) as error:
                raise FormatError(f"{path} line {number}: {error}") from error


def _shards(path):
    if not path.is_dir():
        yield from _shard(path)[1]
        return
    number = 0
    while True:
        file = path / f"{number:05d}.safetensors"
        if not file.exists():
            raise FormatError(f"{path} is incomplete: {file.name} is missing")
        last, instances = _shard(file, number)
        yield from instances
        if last:
            return
        number += 1


def _shard(file, number=None):
    tensors, metadata = read_safetensors(file)
    if metadata.get("format") != "dear-dataset-1":
        raise FormatError(f"{file}: not a dataset: its metadata has no format dear-dataset-1")
    if number is not None and metadata.get("shard") != str(number):
        raise FormatError(f"{file}: this is shard {metadata.get('shard')}, where shard {number} belongs")
    try:
        return metadata["last"] == "true", list(_instances(tensors, metadata))
    except (ValueError, KeyError, TypeError, IndexError) as error:
        raise FormatError(f"{file}: {error}") from error


def _instances(tensors, metadata):
    """Every tensor has the values of all instances one after another; how many each has follows from its size."""
    features = json.loads(metadata["features"])
    nodes, length = tensors["nodes"], tensors["length"]
    edges = tensors.get("edges", np.zeros_like(nodes))
    used = dict.fromkeys(features, 0)
    first_edge = 0
    for k in range(len(nodes)):
        n, e, steps = int(nodes[k]), int(edges[k]), int(length[k])
        stages = {"inputs": {}, "hints": {}, "outputs": {}}
        for name, spec in features.items():
            stage, short = name.split(".", 1)
            snapshots = (steps,) if stage == "hints" else ()
            count = _values(spec, n, e) * (steps if snapshots else 1)
            values = tensors[name][used[name] : used[name] + count]
            if len(values) != count:
                raise ValueError(f"tensor {name} is too short for instance {k + 1}")
            used[name] += count
            stages[stage][short] = _sparse_feature(spec, values, snapshots, n)
        index = None
        if "edge_index" in tensors:
            index = tensors["edge_index"][:, first_edge : first_edge + e].astype(np.int64)
            if index.shape[1] != e or (index < 0).any() or (index >= n).any():
                raise ValueError(f"the edges of instance {k + 1} do not fit its {n} nodes")
            first_edge += e
        yield Instance(metadata["algorithm"], n, steps, stages["inputs"], stages["outputs"], stages["hints"], index)


def _values(spec, nodes, edges):
    if spec["location"] == "graph" or (spec["location"] == "node" and spec["type"] == "mask_one"):
        return 1
    if spec["location"] == "node":
        return nodes
    return nodes * nodes if spec["cells"] == "pairs" else edges


def _sparse_feature(spec, values, snapshots, n):
    """A feature in the form of dm-clrs, apart from edge features: those with an edge list keep a value per edge."""
    location, kind = spec["location"], spec["type"]
    data = values.astype(np.float64 if kind == "scalar" else np.int64)
    cells = spec.get("cells", "") if spec.get("cells") != "pairs" else ""
    if location == "edge" and not cells:
        data = data.reshape(snapshots + (n, n))
    elif location != "graph" and not (location == "node" and kind == "mask_one"):
        data = data.reshape(snapshots + (-1,))
    else:
        data = data.reshape(snapshots)
    if location == "node" and kind == "mask_one":
        data = np.eye(n, dtype=np.int64)[data]
    elif kind == "categorical":
        coded = np.eye(spec["classes"], dtype=np.int64)[np.maximum(data, 0)]
        coded[data < 0] = 0
        coded[data < 0, -1] = -1
        data = coded
    return Feature(location, kind, data, cells, spec.get("elsewhere", 0))


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
        values = feature.data
        if feature.location == "edge" and feature.cells == "reversed_edges":
            values = instance._matrix(feature).data
        if feature.location == "edge" and feature.cells != "edges":
            values = values[edges[0], edges[1]]
        data[name] = tensor(np.ascontiguousarray(values))
    return data
