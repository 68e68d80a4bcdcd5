# SPDX-License-Identifier: Apache-2.0
"""Equilibria of a function, by the methods and stop rules of DEAR (docs/equilibrium.md)."""
from dataclasses import dataclass

import numpy as np

PATIENCE = 30
LEAST_PROGRESS = 0.01
GROWTH_LIMIT = 10.0  # of Anderson's residual; a mixed point beyond is discarded
LEAST_PIVOT = 1e-14


@dataclass
class Found:
    """The best point found: its image, why the search stopped, and the residuals of all evaluations."""

    state: np.ndarray
    reason: str
    residuals: list

    @property
    def evaluations(self):
        return len(self.residuals)


class Progress:
    def __init__(self, settings):
        self.tolerance = float(settings["tolerance"])
        self.budget = int(settings["test-budget"])
        self.hits_needed = int(settings.get("test-hits", 1))
        self.relative = settings["residual"] == "relative"
        self.by_rows = settings["extent"] == "nodes"
        self.residuals = []
        self.best = np.inf
        self.state = None
        self.hits = 0
        self.landmark = np.inf
        self.landmark_at = 0
        self.reason = None

    def observe(self, x, fx, mixed):
        residual = self.measure(x, fx)
        self.residuals.append(residual)
        if residual < self.best:
            self.best = residual
            self.state = fx.copy()
        count = len(self.residuals)
        if residual < self.landmark * (1 - LEAST_PROGRESS):
            self.landmark, self.landmark_at = residual, count
        self.hits = self.hits + 1 if residual < self.tolerance else 0
        if residual == np.inf and (count >= self.budget or not mixed):
            self.reason = "NOT_FINITE"
        elif self.hits >= self.hits_needed:
            self.reason = "CONVERGED"
        elif count >= self.budget:
            self.reason = "BUDGET"
        elif count - self.landmark_at >= PATIENCE:
            self.reason = "STALLED"
        return residual

    def measure(self, x, fx):
        if not np.all(np.isfinite(fx)):
            return np.inf
        rows = x.shape if self.by_rows else (1, x.size)
        distance = np.linalg.norm((fx - x).reshape(rows), axis=1)
        if self.relative:
            distance = distance / (np.linalg.norm(fx.reshape(rows), axis=1) + 1e-9)
        return float(distance.max())


def equilibrium(f, start, settings):
    """Searches with a model's own settings."""
    progress = Progress(settings)
    if settings["solver"] == "plain":
        _plain(f, start, progress)
    elif settings["solver"] == "anderson":
        _anderson(f, start, progress, int(settings["window"]), float(settings["regularisation"]))
    else:
        raise NotImplementedError(f"the solver {settings['solver']}")
    state = start if progress.state is None else progress.state
    return Found(state, progress.reason, progress.residuals)


def _plain(f, x, progress):
    while True:
        fx = f(x)
        progress.observe(x, fx, False)
        if progress.reason:
            return
        x = fx


def _anderson(f, x, progress, window, regularisation):
    history = []  # pairs of residual vector and image, oldest first
    mixed = False
    before = np.inf
    while True:
        fx = f(x)
        residual = progress.observe(x, fx, mixed)
        if progress.reason:
            return
        if mixed and (residual == np.inf or residual > GROWTH_LIMIT * before):
            history = history[-1:]
            x = history[0][1]
            mixed = False
            continue
        before = residual
        history = (history + [(fx - x, fx)])[-window:]
        weights = _weights(np.array([[float(np.vdot(a, b)) for a, _ in history] for b, _ in history]), regularisation)
        used = history[len(history) - len(weights):]
        x = sum(weight * image for weight, (_, image) in zip(weights, used))
        mixed = len(weights) > 1


def _weights(gram, regularisation):
    """Sums to one and makes the mixed residual least; drops the oldest points where the matrix is singular."""
    for first in range(len(gram) - 1):
        part = gram[first:, first:]
        scale = max(np.trace(part) / len(part), np.finfo(float).tiny)
        matrix = part / scale + regularisation * np.eye(len(part))
        try:
            factor = np.linalg.cholesky(matrix)
        except np.linalg.LinAlgError:
            continue
        if np.any(np.diag(factor) ** 2 <= LEAST_PIVOT * np.diag(matrix)):
            continue
        weights = np.linalg.solve(factor.T, np.linalg.solve(factor, np.ones(len(part))))
        total = weights.sum()
        if 0 < total < np.inf:
            return weights / total
    return np.ones(1)
