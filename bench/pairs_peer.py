#!/usr/bin/env python3
"""The reasoner with its state on pairs in PyTorch, to be measured beside the Java engine by bench/compare.

  pairs_peer.py step|train|solve [--nodes N] [--batch B] [--threads T] [--evaluations K] [--seconds S] [--compile]

step: one application. solve: encode, K applications, decode. train: K applications without gradient, one with, the loss
of the edge pointer over all pairs, the Jacobian term by double backward, clipping, Adam. The equations are those of
PairProcessor.java; change both together. Prints one line of JSON.
"""
import argparse
import json
import time

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

WIDTH, INPUTS, LIMIT = 64, 12, 10.0


class Pairs(nn.Module):
    def __init__(self, d=WIDTH):
        super().__init__()
        c, m, p = d // 2, 2 * d, d // 4
        self.c = c
        self.inputs = nn.Linear(INPUTS, d)
        self.projections_s, self.projections_x = nn.Linear(d, 4 * c, bias=False), nn.Linear(d, 4 * c)
        self.pair, self.pair_x = nn.Linear(2 * d + c, m, bias=False), nn.Linear(d, m)
        self.left, self.right = nn.Linear(4 * c, m), nn.Linear(4 * c, m)
        self.norm, self.candidate_norm = nn.LayerNorm(m), nn.LayerNorm(d)
        self.candidate, self.candidate_x = nn.Linear(c + m, d, bias=False), nn.Linear(d, d)
        self.linear, self.linear_x = nn.Linear(c, d, bias=False), nn.Linear(d, d, bias=False)
        self.gate = nn.Linear(m, d)
        self.triple, self.out = nn.Linear(2 * d, 3 * p), nn.Linear(p, 1)

    def constants(self, x):
        """What stands still while the state moves."""
        return self.projections_x(x), self.pair_x(x), self.candidate_x(x), self.linear_x(x)

    def step(self, s, still):
        of_projections, of_pair, of_candidate, of_linear = still
        a, b, rho, kappa = (self.projections_s(s) + of_projections).split(self.c, -1)
        t = (a.unsqueeze(3) + b.unsqueeze(1)).amax(2)
        pools = torch.cat((rho.amax(2), rho.mean(2), kappa.amax(1), kappa.mean(1)), -1)
        y = self.pair(torch.cat((s, s.transpose(1, 2), t), -1)) + of_pair
        y = y + self.left(pools).unsqueeze(2) + self.right(pools).unsqueeze(1)
        z = F.relu(self.norm(y))
        o = self.candidate_norm(self.candidate(torch.cat((t, z), -1)) + of_candidate) + self.linear(t) + of_linear
        g = torch.sigmoid(self.gate(z))
        return (g * o + (1 - g) * s).clamp(-LIMIT, LIMIT)

    def decode(self, s, x):
        alpha, beta, gamma = self.triple(torch.cat((s, x), -1)).chunk(3, -1)
        hidden = F.relu(alpha.unsqueeze(3) + beta.unsqueeze(1) + gamma.unsqueeze(2))
        return self.out(hidden).squeeze(-1).transpose(2, 3)  # from [graph, i, k, j] to [graph, i, j, k]


def workload(name, model, x, target, evaluations, step):
    optimiser = torch.optim.Adam(model.parameters(), 1e-3)

    def search():
        encoded = model.inputs(x)
        still = model.constants(encoded)
        s = torch.zeros_like(encoded)
        for _ in range(evaluations):
            s = step(s, still)
        return s, encoded

    if name == "step":
        with torch.no_grad():
            encoded = model.inputs(x)
            still = model.constants(encoded)
            s = torch.randn_like(encoded)

        def run():
            with torch.no_grad():
                step(s, still)
    elif name == "solve":
        def run():
            with torch.no_grad():
                model.decode(*search()).argmax(-1)
    else:
        def run():
            with torch.no_grad():
                s, _ = search()
            encoded = model.inputs(x)
            still = model.constants(encoded)
            s = model.step(s, still)
            loss = F.cross_entropy(model.decode(s, encoded).flatten(0, 2), target.flatten())
            probe = torch.randn_like(s)
            product = torch.autograd.grad(model.step(s, still), s, probe, create_graph=True)[0]
            (loss + 1e-4 * product.square().sum() / s.numel()).backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimiser.step()
            optimiser.zero_grad()
    return run


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("workload", choices=("step", "train", "solve"))
    for name, default in (("nodes", 16), ("batch", 32), ("threads", 2), ("evaluations", 8)):
        parser.add_argument("--" + name, type=int, default=default)
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument("--compile", action="store_true")
    a = parser.parse_args()
    torch.set_num_threads(a.threads)
    torch.manual_seed(0)
    model = Pairs()
    x = torch.rand(a.batch, a.nodes, a.nodes, INPUTS)
    target = torch.randint(a.nodes, (a.batch, a.nodes, a.nodes))
    step = torch.compile(model.step, dynamic=False) if a.compile else model.step
    run = workload(a.workload, model, x, target, a.evaluations, step)
    for _ in range(2):
        run()
    times, start = [], time.perf_counter()
    while time.perf_counter() - start < a.seconds or len(times) < 5:
        begin = time.perf_counter()
        run()
        times.append(1e3 * (time.perf_counter() - begin))
    print(json.dumps(dict(engine="torch " + torch.__version__, workload=a.workload, nodes=a.nodes, batch=a.batch,
                          threads=a.threads, evaluations=a.evaluations, median_ms=round(float(np.median(times)), 3),
                          best_ms=round(min(times), 3), runs=len(times))))


if __name__ == "__main__":
    main()
