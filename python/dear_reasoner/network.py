# SPDX-License-Identifier: Apache-2.0
"""
The two networks, from the equations in the class comments of NodeProcessor, NodeDecoder, PairProcessor and PairDecoder.

`bind` returns a step, a decoder and the first state. Computed in double precision: this is a check of the engine, not a
fast one.
"""
import numpy as np

from .problems import POINTERS

LIMIT = 10
MASKED = -1e6
NEVER = -1e4
FLOOR, SLOPE = -6, 0.01
SINKHORN_ROUNDS, TEMPERATURE = 60, 0.1


def bind(settings, parameters, spec, problem):
    architecture = {"nodes": Nodes, "pairs": Pairs}[settings.get("processor", "nodes")]
    bound = architecture(settings, Layers(parameters), spec, problem)
    return bound.step, bound.decode, bound.start


class Layers:
    def __init__(self, parameters):
        self.parameters = parameters

    def linear(self, name, *parts):
        """The layer of the parts side by side; a missing bias is zero."""
        x = np.concatenate(parts, axis=-1) if len(parts) > 1 else parts[0]
        return x @ self.parameters[name + ".weight"].T + self.parameters.get(name + ".bias", 0)

    def norm(self, name, x):
        centred = x - x.mean(axis=-1, keepdims=True)
        scale = np.sqrt((centred**2).mean(axis=-1, keepdims=True) + 1e-5)
        return centred / scale * self.parameters[name + ".weight"] + self.parameters[name + ".bias"]

    def has(self, name):
        return name + ".weight" in self.parameters


def relu(x):
    return np.maximum(x, 0)


def sigmoid(x):
    return 1 / (1 + np.exp(-x))


def max_by(receivers, values, nodes):
    result = np.full((nodes, values.shape[1]), -np.inf)
    np.maximum.at(result, receivers, values)
    return result


def permutation(scores, answers, nodes):
    """Sinkhorn's normalisation, with a soft floor under the logarithms."""
    matrix = np.full((nodes, nodes), -np.inf)
    matrix[answers] = scores[:, 0] / TEMPERATURE
    np.fill_diagonal(matrix, MASKED)
    for _ in range(SINKHORN_ROUNDS):
        for axis in (1, 0):
            top = matrix.max(axis=axis, keepdims=True)
            matrix = matrix - top - np.log(np.exp(matrix - top).sum(axis=axis, keepdims=True))
    above = matrix[answers] - FLOOR
    return np.where(above > 0, above + FLOOR, FLOOR + SLOPE * above)[:, None]


class Nodes:
    """A state at the nodes."""

    def __init__(self, settings, layers, spec, problem):
        self.layers, self.spec, self.problem = layers, spec, problem
        n = problem.nodes
        width = int(settings["width"])
        self.path = layers.has("path_sender")
        self.u = sum(layers.linear("encoder." + name, x) for name, x in problem.node_inputs.items())
        self.e = self.encode(problem.edges)
        self.g = sum(
            (layers.linear("encoder." + name, x) for name, x in problem.graph_inputs.items()), np.zeros((1, width)))
        self.start = np.zeros((n, width))

    def encode(self, edges):
        """The encoding of edges; zero where they have no inputs."""
        total = np.zeros((len(edges[0]), self.layers.parameters["edge.weight"].shape[1]))
        for name, matrix in self.problem.matrices.items():
            total = total + self.layers.linear("encoder." + name, matrix[edges][:, None])
        return total

    def step(self, h):
        layer = self.layers.linear
        senders, receivers = self.problem.edges
        z = np.concatenate([self.u, h], axis=1)
        a = layer("receiver", z)[receivers] + layer("sender", z)[senders] + layer("edge", self.e) + layer("graph", self.g)
        inner = layer("message1", relu(self.layers.norm("norm1", a)))
        messages = layer("message2", relu(self.layers.norm("norm2", inner)))
        m = max_by(receivers, messages, self.problem.nodes)
        o = self.layers.norm("readout_norm", layer("readout_state", z) + layer("readout_message", m))
        q = sigmoid(layer("gate_out", relu(layer("gate_state", z) + layer("gate_message", m))))
        if not self.path:
            return q * o + (1 - q) * h
        sums = layer("path_sender", z)[senders] + layer("path_edge", self.e)
        o = o + layer("path_out", max_by(receivers, sums, self.problem.nodes))
        return np.clip(q * o + (1 - q) * h, -LIMIT, LIMIT)

    def decode(self, h):
        return {feature["name"]: self.head(feature, np.concatenate([self.u, h], axis=1)) for feature in self.spec["outputs"]}

    def head(self, feature, y):
        layers, name = self.layers, "decoder." + feature["name"] + "."
        rows, targets = self.problem.answers
        pointer = feature["type"] in POINTERS

        def of(part, x):
            return layers.linear(name + part, x)

        if feature["location"] == "graph":
            logits = of("out", y.max(axis=0, keepdims=True)) + of("graph", self.g)
            return logits + of("node", y) if pointer else logits
        if feature["location"] == "node" and not pointer:
            return of("out", y)
        carried = (targets, rows) if self.problem.against else (rows, targets)
        e = of("edge", self.encode(carried))
        if feature["location"] == "node":
            logits = of("out", np.maximum(of("target", y)[targets], of("source", y)[rows] + e))
            permuted = feature["type"] == "permutation_pointer"
            return permutation(logits, self.problem.answers, self.problem.nodes) if permuted else logits
        logits = of("source", y)[rows] + of("target", y)[targets] + e
        if not pointer:
            return logits
        return of("out", np.maximum(logits[:, None, :], of("node", y)[None, :, :]))[:, :, 0]


class Pairs:
    """A state on all ordered pairs of nodes."""

    def __init__(self, settings, layers, spec, problem):
        self.layers, self.spec, self.problem = layers, spec, problem
        n = problem.nodes
        width = int(settings["width"])
        self.c = max(1, width // 2)
        raw = problem.pairs(spec, int(settings.get("comparisons", 5)))
        self.x = layers.linear("encoder.inputs", raw)
        self.start = np.zeros((n * n, width))

    def step(self, state):
        layer, n, c = self.layers.linear, self.problem.nodes, self.c
        s = state.reshape(n, n, -1)
        a, b, rho, kappa = np.split(layer("projections", s, self.x), 4, axis=2)
        t = np.empty((n, n, c))
        for i in range(n):
            t[i] = (a[i][:, None, :] + b).max(axis=0)
        pools = self.pools(rho, kappa)
        y = layer("pair", s, s.transpose(1, 0, 2), t, self.x)
        y = y + layer("left", pools)[:, None, :] + layer("right", pools)[None, :, :]
        z = relu(self.layers.norm("norm", y))
        o = self.layers.norm("candidate_norm", layer("candidate", t, self.x, z)) + layer("linear", t, self.x)
        g = sigmoid(layer("gate", z))
        return np.clip(g * o + (1 - g) * s, -LIMIT, LIMIT).reshape(state.shape)

    @staticmethod
    def pools(rho, kappa):
        return np.concatenate([rho.max(axis=1), rho.mean(axis=1), kappa.max(axis=0), kappa.mean(axis=0)], axis=1)

    def decode(self, state):
        n = self.problem.nodes
        return {feature["name"]: self.head(feature, state.reshape(n, n, -1)) for feature in self.spec["outputs"]}

    def head(self, feature, s):
        layers, name, n = self.layers, "decoder." + feature["name"] + ".", self.problem.nodes
        rows, targets = self.problem.answers
        pointer = feature["type"] in POINTERS

        def of(part, *x):
            return layers.linear(name + part, *x)

        if feature["location"] == "edge" and pointer:
            alpha, beta, gamma = np.split(of("triple", s, self.x), 3, axis=2)
            allowed = np.zeros((n, n), bool)
            allowed[self.problem.edges] = True
            logits = np.empty((len(rows), n))
            for e, (i, j) in enumerate(zip(rows, targets)):
                scores = of("out", relu(alpha[i] + beta[:, j] + gamma[i, j]))[:, 0]
                logits[e] = np.where(allowed[:, j] | (np.arange(n) == i), scores, NEVER)
            return logits
        diagonal = np.arange(n)
        rho, kappa = np.split(of("pools", s, self.x), 2, axis=2)
        nodes = relu(of("node", s[diagonal, diagonal], self.x[diagonal, diagonal], self.pools(rho, kappa)))
        if feature["location"] == "graph" and not pointer:
            return of("out", nodes.max(axis=0, keepdims=True))
        if feature["location"] == "edge" or (feature["location"] == "node" and pointer):
            hidden = of("pair", s, s.transpose(1, 0, 2), self.x)
            hidden = hidden + of("left", nodes)[:, None, :] + of("right", nodes)[None, :, :]
            logits = of("out", relu(hidden))[rows, targets]
            permuted = feature["type"] == "permutation_pointer"
            return permutation(logits, self.problem.answers, n) if permuted else logits
        return of("out", nodes)


