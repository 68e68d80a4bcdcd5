// Where the nodes of a graph are drawn if nobody has placed them.

export const WIDTH = 1000, MARGIN = 42;

/**
 * Places whose distances resemble the numbers of edges between nodes (stress majorisation, Gansner et al. 2004). Starts from
 * a circle, so the result is always the same. Then nodes that are too close are pushed apart.
 */
export function layout({ nodes: n, edges }, height) {
  if (n === 1) return [[WIDTH / 2, height / 2]];
  const far = hops(n, edges);
  let at = Array.from({ length: n }, (_, i) => [Math.cos(2 * Math.PI * i / n), 0.6 * Math.sin(2 * Math.PI * i / n)]);
  for (let round = 0; round < 120; round++) {
    at = at.map(([x, y], i) => {
      let sx = 0, sy = 0, sum = 0;
      for (let j = 0; j < n; j++) {
        if (j === i) continue;
        const d = far[i][j], w = 1 / (d * d), dx = x - at[j][0], dy = y - at[j][1], now = Math.hypot(dx, dy) || 1e-6;
        sx += w * (at[j][0] + d * dx / now);
        sy += w * (at[j][1] + d * dy / now);
        sum += w;
      }
      return [sx / sum, sy / sum];
    });
  }
  if (spread(at, 0) < spread(at, 1)) at = at.map(([x, y]) => [y, x]); // the figure is wider than tall
  for (const [k, size] of [[0, WIDTH], [1, height]]) {
    const low = Math.min(...at.map((p) => p[k])), span = spread(at, k) || 1;
    for (const p of at) p[k] = MARGIN + (size - 2 * MARGIN) * (p[k] - low) / span;
  }
  const spacing = Math.min(120, 0.8 * Math.sqrt(WIDTH * height / n));
  for (let round = 0; round < 60; round++) {
    for (let i = 0; i < n; i++) for (let j = 0; j < i; j++) {
      const dx = at[i][0] - at[j][0], dy = at[i][1] - at[j][1], d = Math.hypot(dx, dy) || 1e-6;
      if (d >= spacing) continue;
      const push = 0.25 * (spacing - d) / d;
      at[i][0] += push * dx; at[i][1] += push * dy; at[j][0] -= push * dx; at[j][1] -= push * dy;
    }
    for (const p of at) {
      p[0] = Math.min(WIDTH - MARGIN, Math.max(MARGIN, p[0]));
      p[1] = Math.min(height - MARGIN, Math.max(MARGIN, p[1]));
    }
  }
  return at.map(([x, y]) => [Math.round(x), Math.round(y)]);
}

const spread = (at, k) => Math.max(...at.map((p) => p[k])) - Math.min(...at.map((p) => p[k]));

/** Numbers of edges between nodes, whatever their direction; unconnected nodes are not far apart either, or they would fill the figure. */
function hops(n, edges) {
  const near = Array.from({ length: n }, () => []);
  for (const [a, b] of edges) if (a !== b) { near[a].push(b); near[b].push(a); }
  const table = near.map((_, i) => {
    const row = Array(n).fill(0), queue = [i];
    for (const at of queue) for (const next of near[at]) if (next !== i && !row[next]) { row[next] = row[at] + 1; queue.push(next); }
    return row;
  });
  const apart = Math.min(2, Math.max(1, ...table.flat()));
  return table.map((row) => row.map((d) => d || apart));
}
