# SPDX-License-Identifier: Apache-2.0
"""An instance as the network sees it."""
from dataclasses import dataclass

import numpy as np

POINTERS = ("pointer", "should_be_permutation", "permutation_pointer")
SCALES = (1, 10, 100, 1000, 10_000)


def columns(spec):
    return spec.get("classes", 1)


@dataclass(frozen=True)
class Problem:
    """
    edges: sources and targets of the edges along which messages flow, sorted by source, then target.
    answers: the same for the edges that answers refer to.
    against: whether answers run against edges, and have the inputs of the edge in the other direction.
    matrices: the edge inputs as matrices, by name.
    node_inputs, graph_inputs: matrices with a row for each node, and for the graph.
    """

    nodes: int
    edges: tuple
    answers: tuple
    against: bool
    matrices: dict
    node_inputs: dict
    graph_inputs: dict

    @staticmethod
    def of(spec, instance, settings):
        instance = instance.dense()
        n = instance.nodes
        everything = np.divmod(np.arange(n * n), n)
        has_graph = "adj" in instance.inputs
        wiring = settings.get("wiring", "auto")
        both_ways = spec["wiring"] == "both_ways" if wiring == "auto" else wiring == "both-ways"
        if has_graph:
            adjacent = instance.inputs["adj"].data != 0
            symmetric = (adjacent == adjacent.T).all()
            edges = np.nonzero(adjacent | adjacent.T if both_ways else adjacent)
        else:
            edges = everything
        all_pairs = spec["scope"] == "pairs" or (spec["all_paths"] and settings.get("targets") == "pairs")
        answers = edges
        against = False
        if has_graph and all_pairs:
            answers = everything
        elif has_graph and spec["scope"] == "predecessors" and not (symmetric and len(edges[0]) == adjacent.sum()):
            answers = np.nonzero(adjacent.T)
            against = True
        ranked = _without_ties(spec["invariance"], instance)
        matrices, nodes, graph = {}, {}, {}
        for feature in spec["inputs"]:
            name = feature["name"]
            if name == "adj":
                continue
            if name == "pred" and name not in instance.inputs:
                matrices[name] = _chain(instance)
                continue
            data = ranked.get(name, instance.inputs[name].data)
            data = data.astype(np.float32).astype(np.float64)
            if feature.get("growth") == "count":  # of nodes: a share of all
                data = data / n
            elif feature.get("growth") == "summed":  # sums stay as small as those of sixteen numbers
                data = data / max(1, n / 16) ** 0.5
            if feature["type"] in POINTERS:
                matrices[name] = np.eye(n)[instance.inputs[name].data]
            elif feature["location"] == "edge":
                matrices[name] = data
            elif feature["location"] == "node":
                nodes[name] = data.reshape(n, columns(feature))
            else:
                graph[name] = data.reshape(1, columns(feature))
        return Problem(n, edges, answers, against, matrices, nodes, graph)

    def pairs(self, spec, scales):
        """The inputs of all ordered pairs of nodes as the columns of PairInputs."""
        n = self.nodes
        adjacent = np.zeros((n, n), bool)
        adjacent[self.edges] = True
        parts = [np.eye(n)[:, :, None]]
        forward = [adjacent.astype(float)] + [np.where(adjacent, m, 0) for m in self.matrices.values()]
        parts += [m[:, :, None] for m in forward] + [m.T[:, :, None] for m in forward]
        inputs = [f for f in spec["inputs"] if f["name"] in self.node_inputs]
        for feature in inputs:
            x = self.node_inputs[feature["name"]]
            parts.append(np.broadcast_to(x[:, None, :], (n, n, x.shape[1])))
            parts.append(np.broadcast_to(x[None, :, :], (n, n, x.shape[1])))
            if feature["type"] == "categorical":
                parts.append((x @ x.T)[:, :, None])
        for x in self.graph_inputs.values():
            parts.append(np.broadcast_to(x[0], (n, n, x.shape[1])))
        real = [f["name"] for f in inputs if f["type"] == "scalar"]
        real_graph = [f["name"] for f in spec["inputs"] if f["name"] in self.graph_inputs and f["type"] == "scalar"]
        for feature in inputs:
            a = feature["name"]
            if feature["type"] != "scalar":
                continue
            for b in real:
                if a == b or "pos" not in (a, b):
                    parts.append(_compare(self.node_inputs[a], self.node_inputs[b].T, scales))
            for b in real_graph:
                if a != "pos":
                    right = np.broadcast_to(self.graph_inputs[b], (1, n))
                    parts.append(_compare(self.node_inputs[a], right, scales))
        return np.concatenate(parts, axis=2)

    def outputs(self, spec, scores):
        """Reads the answers from the scores: the highest of a group wins."""
        chosen = {f["name"]: self._chosen(f, scores[f["name"]]) for f in spec["outputs"]}
        outputs = {}
        for feature in spec["outputs"]:
            name = feature["name"]
            if name.endswith("_mask") and name[: -len("_mask")] in chosen:
                continue  # the first of a permutation, which is fused below
            value = chosen[name]
            if feature["type"] == "permutation_pointer":
                first = chosen[name + "_mask"]
                value = value.copy()
                value[first] = first
            if feature["location"] == "edge":
                n = self.nodes
                pointer = feature["type"] in POINTERS
                matrix = np.repeat(np.arange(n), n).reshape(n, n) if pointer else np.zeros((n, n), int)
                matrix[self.answers] = value
                value = matrix
            outputs[name] = int(value[0]) if feature["location"] == "graph" and np.ndim(value) else value
        return outputs

    def _chosen(self, feature, scores):
        kind = feature["type"]
        if kind == "mask":
            return (scores[:, 0] > 0).astype(int)
        if kind == "mask_one" or feature["location"] == "graph" and kind in POINTERS:
            return int(np.argmax(scores[:, 0]))
        if kind == "categorical" or feature["location"] == "edge":
            return np.argmax(scores, axis=1)
        rows, targets = self.answers
        best = np.arange(self.nodes)
        for node in range(self.nodes):
            mine = np.nonzero(rows == node)[0]
            if len(mine):
                best[node] = targets[mine[np.argmax(scores[mine, 0])]]
        return best


def _without_ties(invariance, instance):
    """
    Ranks of numbers of which only the order matters, by input, if some are equal. Of equal numbers the first has the least, but of
    tasks the most; a target comes before its equals, and finishes of activities before starts.
    """
    def data(name):
        return instance.inputs[name].data

    n = instance.nodes
    if invariance == "key_order":
        return _ranked(["key"], [data("key")], np.arange(n))
    if invariance == "target_order":
        return _ranked(["key", "target"], [data("key"), np.reshape(data("target"), 1)], np.r_[1:n + 1, 0])
    if invariance == "task_order":
        return _ranked(["w"], [data("w")], -np.arange(n))
    if invariance == "time_order":
        still = np.where(data("s") == data("f"), 1, 0)  # an activity without duration, between both
        kind = np.concatenate([np.where(still, 1, 2), still])
        place = np.concatenate([2 * np.arange(n), 2 * np.arange(n) + 1])
        return _ranked(["s", "f"], [data("s"), data("f")], 2 * n * kind + place)
    if invariance == "weight_order":
        weights = data("A")
        rows, cols = np.nonzero(np.triu((data("adj") != 0) & ((weights != 0) | ~np.eye(n, dtype=bool))))
        numbers = weights[rows, cols]
        if len(np.unique(numbers)) == len(numbers) or (numbers < 0).any() or (weights != weights.T).any():
            return {}
        ranks = np.zeros((n, n))
        ranks[rows, cols] = ranks[cols, rows] = (_ranks(numbers, np.arange(len(numbers))) + 1) / len(numbers)
        return {"A": ranks}
    return {}


def _ranked(names, parts, order):
    numbers = np.concatenate(parts)
    if len(np.unique(numbers)) == len(numbers):
        return {}
    ranks = _ranks(numbers, order) / (len(numbers) - 1)
    ends = np.cumsum([len(part) for part in parts])[:-1]
    return dict(zip(names, np.split(ranks, ends)))


def _ranks(numbers, order):
    ranks = np.empty(len(numbers))
    ranks[np.lexsort((order, numbers))] = np.arange(len(numbers))
    return ranks


def _compare(left, right, scales):
    difference = left.astype(np.float32) - right.astype(np.float32)
    return np.stack([np.clip(np.float32(s) * difference, -1, 1) for s in SCALES[:scales]], axis=2).astype(np.float64)


def _chain(instance):
    """Every node points to the one before it; the first of each sequence points to itself."""
    n = instance.nodes
    pointers = np.maximum(np.arange(n) - 1, 0)
    if "string" in instance.inputs:
        string = instance.inputs["string"].data
        string = string.argmax(axis=1) if string.ndim == 2 else string
        starts = np.nonzero(string[1:] != string[:-1])[0] + 1
        pointers[starts] = starts
    return np.eye(n)[pointers]
