"""The strongest PyTorch form of the reasoner that we could write, to be measured beside the Java engine in one run.
The same mathematics as the Java engine: everything that does not depend on h is computed once per solve, projections are applied
per node and gathered, edges are a list (sparse) or all pairs (dense), whichever is faster for the workload.

  python torch_peer.py WORKLOAD [--algorithm A] [--nodes N] [--batch B] [--threads T] [--evaluations K] [--seconds S] [--compile]
Workloads: step (one application of the processor), train (K evaluations without gradient by Anderson, one with, loss,
Jacobian term by double backward, clip, Adam), solve (encode, K evaluations by Anderson, decode; no gradient).
Prints one JSON line: median and best milliseconds, edges, variant. Needs torch and numpy from PyPI."""
import argparse, json, time
import numpy as np, torch, torch.nn as nn, torch.nn.functional as F
D = 128

class Reasoner(nn.Module):
    def __init__(s, nodes, edges, d=D):
        super().__init__(); L = nn.Linear
        s.node_enc = nn.ModuleList(L(1, d) for _ in range(nodes)); s.edge_enc = nn.ModuleList(L(1, d) for _ in range(edges))
        s.i, s.j, s.e, s.g = L(2*d, d), L(2*d, d), L(d, d), L(d, d)
        s.n1, s.m1, s.n2, s.m2 = nn.LayerNorm(d), L(d, d), nn.LayerNorm(d), L(d, d)
        s.u1, s.u2, s.n3 = L(2*d, d), L(d, d), nn.LayerNorm(d)
        s.g1, s.g2, s.g3 = L(2*d, d), L(d, d), L(d, d)
        s.d1, s.d2, s.d3, s.d4 = L(2*d, d), L(2*d, d), L(d, d), L(d, 1)

    def encode(s, b):
        u = sum(l(b['node'][:, k:k+1]) for k, l in enumerate(s.node_enc))
        e = sum((l(b['edge'][:, k:k+1]) for k, l in enumerate(s.edge_enc)), torch.zeros(b['row'].numel(), D))
        return u, e

    def constants(s, u, e):
        w = torch.cat((s.i.weight, s.j.weight, s.u1.weight, s.g1.weight)); bias = torch.cat((s.i.bias, s.j.bias, s.u1.bias, s.g1.bias))
        return F.linear(u, w[:, :D], bias), w[:, D:], s.e(e) + s.g.bias

    def step(s, h, c, b):
        cu, wh, ce = c; N = h.shape[0]
        hi, hj, hu, hg = (F.linear(h, wh) + cu).split(D, -1)
        if b['dense']:
            B, n = b['shape']; a = (hi.view(B, 1, n, D) + hj.view(B, n, 1, D)).view(-1, D) + ce
            m = s.m2(F.relu(s.n2(s.m1(F.relu(s.n1(a)))))); agg = m.view(B, n, n, D).amax(1).view(-1, D)
        else:
            a = hi[b['col']] + hj[b['row']] + ce
            m = s.m2(F.relu(s.n2(s.m1(F.relu(s.n1(a))))))
            agg = torch.full((N, D), -1e9).scatter_reduce(0, b['col_d'], m, 'amax')
        o = s.n3(hu + s.u2(agg)); q = torch.sigmoid(s.g3(F.relu(hg + s.g2(agg))))
        return h + q*(o - h)

    def decode(s, u, h, e, b):
        y = torch.cat((u, h), -1)
        return s.d4(torch.maximum(s.d2(y)[b['col']], s.d1(y)[b['row']] + s.d3(e)))[:, 0]

def anderson(f, B, n, k_max, m=6, lam=1e-4):
    N = B*n; X = torch.zeros(B, m, n*D); Fm = torch.zeros(B, m, n*D); z = torch.zeros(N, D)
    Fm[:, 0] = f(z).view(B, -1); X[:, 1] = Fm[:, 0]; Fm[:, 1] = f(X[:, 1].reshape(N, D)).view(B, -1)
    H = torch.zeros(B, m+1, m+1); H[:, 0, 1:] = H[:, 1:, 0] = 1; y = torch.zeros(B, m+1, 1); y[:, 0] = 1
    for k in range(2, k_max):
        q = min(k, m); G = Fm[:, :q] - X[:, :q]; H[:, 1:q+1, 1:q+1] = torch.bmm(G, G.transpose(1, 2)) + lam*torch.eye(q)
        a = torch.linalg.solve(H[:, :q+1, :q+1], y[:, :q+1])[:, 1:q+1, 0]
        x = (a[:, None] @ Fm[:, :q])[:, 0]; X[:, k % m] = x; Fm[:, k % m] = f(x.view(N, D)).view(B, -1)
        r = (Fm[:, k % m] - x).norm(dim=1)/(Fm[:, k % m].norm(dim=1) + 1e-9); r.max().item()
    return Fm[:, (k_max-1) % m].reshape(N, D)

def make(alg, B, n, rng):
    row, col, node, edge, tgt = [], [], [], [], []
    for g in range(B):
        pos = np.sort(rng.random(n))
        if alg == 'insertion_sort':
            r, c = np.nonzero(np.ones((n, n))); node.append(np.stack((pos, rng.random(n)), 1)); edge.append(np.zeros((n*n, 0)))
        else:
            p = rng.integers(1, 10)/10; M = rng.random((n, n)) < p; M &= M.T; W = rng.random((n, n)); A = M*np.sqrt(W*W.T + 1e-3)
            r, c = np.nonzero(M | np.eye(n, dtype=bool)); s1 = np.zeros(n); s1[rng.integers(n)] = 1
            node.append(np.stack((pos, s1), 1)); edge.append(A[r, c][:, None])
        row.append(r + g*n); col.append(c + g*n); tgt.append(np.arange(n) + g*n)
    T = lambda x, t=torch.float32: torch.tensor(np.concatenate(x), dtype=t)
    b = dict(row=T(row, torch.long), col=T(col, torch.long), node=T(node), edge=T(edge), target=T(tgt, torch.long), dense=alg == 'insertion_sort', shape=(B, n))
    b['col_d'] = b['col'][:, None].expand(-1, D); return b

def pointer_loss(lo, b):
    N = b['node'].shape[0]; m = torch.full((N,), -1e9).scatter_reduce(0, b['row'], lo.detach(), 'amax')
    z = torch.zeros(N).index_add(0, b['row'], torch.exp(lo - m[b['row']])); ls = lo - m[b['row']] - torch.log(z)[b['row']]
    return -ls[b['col'] == b['target'][b['row']]].mean()

def main():
    p = argparse.ArgumentParser(); p.add_argument('workload', choices=('step', 'train', 'solve')); p.add_argument('--algorithm', default='insertion_sort')
    for k, v in dict(nodes=16, batch=32, threads=2, evaluations=12).items(): p.add_argument('--'+k, type=int, default=v)
    p.add_argument('--seconds', type=float, default=5); p.add_argument('--compile', action='store_true'); a = p.parse_args()
    torch.set_num_threads(a.threads); torch.manual_seed(0); rng = np.random.default_rng(0)
    m = Reasoner(2, 0 if a.algorithm == 'insertion_sort' else 1); b = make(a.algorithm, a.batch, a.nodes, rng); opt = torch.optim.Adam(m.parameters(), 3e-4)
    step = torch.compile(m.step, dynamic=False) if a.compile else m.step
    def solve():
        with torch.no_grad():
            u, e = m.encode(b); c = m.constants(u, e); z = anderson(lambda h: step(h, c, b), a.batch, a.nodes, a.evaluations); return z, u, e, c
    if a.workload == 'step':
        with torch.no_grad(): u, e = m.encode(b); c = m.constants(u, e)
        h = torch.randn(u.shape)
        def run():
            with torch.no_grad(): step(h, c, b)
    elif a.workload == 'solve':
        def run():
            z, u, e, c = solve()
            with torch.no_grad(): m.decode(u, m.step(z, c, b), e, b)
    else:
        def run():
            z = solve()[0]; u, e = m.encode(b); c = m.constants(u, e); h = m.step(z, c, b); loss = pointer_loss(m.decode(u, h, e, b), b)
            v = torch.randn_like(h); w = torch.autograd.grad(m.step(h, c, b), h, v, create_graph=True)[0]
            (loss + 1e-4*w.square().sum()/h.numel()).backward(); nn.utils.clip_grad_norm_(m.parameters(), 1.); opt.step(); opt.zero_grad()
    for _ in range(3): run()
    ts = []; t0 = time.perf_counter()
    while time.perf_counter() - t0 < a.seconds or len(ts) < 5:
        t = time.perf_counter(); run(); ts.append(1e3*(time.perf_counter() - t))
    print(json.dumps(dict(engine='torch ' + torch.__version__ + (' compiled' if a.compile else ''), workload=a.workload, algorithm=a.algorithm, nodes=a.nodes, batch=a.batch,
        threads=a.threads, evaluations=a.evaluations if a.workload != 'step' else 1, edges=b['row'].numel(), median_ms=round(float(np.median(ts)), 3), best_ms=round(min(ts), 3), runs=len(ts))))
if __name__ == '__main__': main()
