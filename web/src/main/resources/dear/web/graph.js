// A graph with the decoded answer on it; can be drawn, dragged and changed.
import { element, isSmall, stateColour } from './api.js';

const WIDTH = 1000, MARGIN = 42;

export class GraphView {
  /** hooks: edit(graph) after a change of the graph, choose(edge index), moved(places), start(node), tool(). */
  constructor(svg, hooks = {}) {
    this.svg = svg;
    this.hooks = hooks;
    this.graph = { nodes: 0, edges: [] };
    this.places = [];
    this.chosen = -1;
    this.from = 0; // of paths between all nodes, those from here are drawn
    this.lit = [];
    this.detach = new AbortController();
    if (hooks.edit) this.listen();
  }

  close() {
    this.detach.abort();
    this.svg.replaceChildren();
  }

  /** graph: { nodes, edges: [[a, b, w]], source }, look: { directed, weighted }, target: outputs, outputs: their specs. */
  set(graph, look, target, outputs, places) {
    const [a, b] = this.graph.edges[this.chosen] ?? [];
    this.chosen = graph.edges.findIndex((edge) => edge[0] === a && edge[1] === b); // the server sorts edges
    this.graph = graph;
    this.look = look;
    this.target = target;
    this.outputs = outputs ?? [];
    this.places = places && places.length === graph.nodes ? places : layout(graph, this.height);
    this.answer = null;
    this.from = Math.min(this.from, Math.max(0, graph.nodes - 1));
    this.render();
  }

  /** Marks nodes that are pointed at elsewhere. */
  light(nodes) {
    this.lit = nodes;
    for (const group of this.svg.querySelectorAll('.node')) group.classList.toggle('lit', nodes.includes(Number(group.dataset.node)));
  }

  startFrom(node) {
    this.from = node;
    this.render();
  }

  show(answer, colours) {
    this.answer = answer;
    this.colours = colours;
    this.render();
  }

  /** On a phone the figure is half as wide, but fingers and eyes are not. */
  get small() {
    return isSmall(this.svg);
  }

  get height() {
    return this.svg.viewBox.baseVal.height;
  }

  get radius() {
    if (this.small) return this.graph.nodes <= 20 ? 31 : this.graph.nodes <= 36 ? 24 : 17;
    return this.graph.nodes <= 20 ? 23 : this.graph.nodes <= 36 ? 18 : 13;
  }

  render() {
    const focus = document.activeElement?.dataset?.key;
    const r = this.radius;
    const loops = this.graph.edges.every(([a, b]) => a !== b) ? 0 : 1;
    const layers = { edges: element('g'), pointers: element('g'), weights: element('g'), nodes: element('g') };
    this.svg.replaceChildren(...Object.values(layers));
    if (!this.graph.nodes) {
      this.svg.append(element('text', { class: 'empty', x: WIDTH / 2, y: this.height / 2 },
        'Choose “Node” and click here to draw'));
      return;
    }
    const marks = this.edgeMarks(), words = [];
    const plain = this.graph.edges.length - loops * this.graph.nodes;
    this.graph.edges.forEach(([a, b, w], i) => {
      if (a === b) return;
      const d = this.path(a, b, this.look.directed ? 0.09 : 0, r);
      const mark = marks?.get(`${a},${b}`) ?? '';
      layers.edges.append(element('path', { class: `edge ${mark} ${i === this.chosen ? 'chosen' : ''}`, d }));
      if (this.look.directed && !this.pointsAlong(a, b)) layers.edges.append(this.head(a, b, 0.09, r, 'edge-head', 7));
      if (this.look.weighted && (plain <= (this.small ? 14 : 34) || i === this.chosen)) {
        const [x, y] = this.beside(a, b, words);
        layers.weights.append(element('text', { class: 'weight', x, y, 'font-size': this.small ? 27 : 15 }, String(Number(w.toPrecision(2)))));
      }
      if (this.hooks.edit) {
        const hit = element('path', { class: 'hit', d, 'data-edge': i, 'data-key': `e${i}`, role: 'button',
          'aria-label': `edge ${a} to ${b}` + (this.look.weighted ? `, weight ${Number(w.toPrecision(3))}` : '') });
        if (plain <= 34) hit.setAttribute('tabindex', '0');
        hit.append(element('title', {}, `${a} – ${b}` + (this.look.weighted ? `: ${Number(w.toPrecision(3))}` : '')));
        layers.edges.append(hit);
      }
    });
    this.drawPointers(layers.pointers, r);
    for (let i = 0; i < this.graph.nodes; i++) layers.nodes.append(this.node(i, r));
    if (focus) this.svg.querySelector(`[data-key="${focus}"]`)?.focus();
  }

  node(i, r) {
    const [x, y] = this.places[i];
    const group = element('g', { class: this.lit.includes(i) ? 'node lit' : 'node', transform: `translate(${x} ${y})`, 'data-node': i, 'data-key': `n${i}` });
    if (i === this.source) group.append(element('circle', { class: 'source', r: r + 6 }));
    const ring = this.nodeMark(i);
    if (ring) group.append(element('circle', { class: `ring ${ring}`, r: r + 3 }));
    const disc = element('circle', { class: 'disc', r });
    disc.style.fill = stateColour(this.colours?.[i]);
    group.append(disc, element('text', { 'font-size': Math.round(r * 0.8) }, String(i)));
    if (!this.colours) group.lastChild.style.fill = 'var(--ink)';
    if (this.hooks.edit) {
      group.setAttribute('tabindex', '0');
      group.setAttribute('role', 'button');
      group.setAttribute('aria-label', this.say(i));
    }
    return group;
  }

  say(i) {
    const words = [`node ${i}`];
    if (i === this.graph.source) words.push('the source');
    else if (i === this.source) words.push('where the paths start');
    for (const output of this.pointerOutputs()) {
      if (!this.answer) continue;
      const to = this.row(output, this.answer)[i];
      words.push(to === i ? 'points to itself' : `points to ${to}`, to === this.row(output, this.target)[i] ? 'right' : 'wrong');
    }
    return words.join(', ');
  }

  // ---- the answer ----

  pointerOutputs() {
    return this.outputs.filter((o) => o.location !== 'graph' && ['pointer', 'should_be_permutation', 'permutation_pointer'].includes(o.type));
  }

  /** One pointer per node: of pointers on pairs, the row of the node where paths start. */
  row({ name, location }, answer) {
    const n = this.graph.nodes;
    return location === 'edge' ? answer[name].slice(this.from * n, (this.from + 1) * n) : answer[name];
  }

  get source() {
    return this.pointerOutputs().some((o) => o.location === 'edge') ? this.from : this.graph.source;
  }

  pointsAlong(a, b) {
    return this.answer && this.pointerOutputs().some((o) => this.row(o, this.answer)[a] === b);
  }

  joined(a, b) {
    return this.graph.edges.some(([p, q]) => (p === a && q === b) || (!this.look.directed && p === b && q === a));
  }

  drawPointers(layer, r) {
    if (!this.answer) return;
    for (const output of this.pointerOutputs()) {
      const truth = this.row(output, this.target);
      this.row(output, this.answer).forEach((to, i) => {
        const verdict = to === truth[i] ? 'right' : 'wrong';
        if (to === i) return;
        // Of pairs, one without a path points to its own row.
        if (output.location === 'edge' && to === this.from && !this.joined(to, i)) return;
        const bend = this.look.directed ? 0.09 : 0;
        layer.append(element('path', { class: `pointer ${verdict}`, d: this.path(i, to, bend, r, this.small ? 21 : 13) }),
          this.head(i, to, bend, r, `head ${verdict}`, this.small ? 24 : 15));
      });
    }
  }

  /** A ring for an output at a node itself: a pointer to itself, a mask, the selected node. */
  nodeMark(i) {
    if (!this.answer) return '';
    for (const { name, location, type } of this.outputs) {
      const said = this.answer[name], truth = this.target[name];
      if (location === 'node' && type === 'mask' && (said[i] === 1 || truth[i] === 1)) return said[i] === truth[i] ? 'right' : 'wrong';
      if (location !== 'edge' && type === 'mask_one' && said[0] === i) return truth[0] === i ? 'right' : 'wrong';
      if (location === 'node' && type === 'pointer' && said[i] === i && i !== this.source) return truth[i] === i ? 'right' : 'wrong';
    }
    return '';
  }

  /** Masks of edges come in the order of all cells of the graph, loops included. */
  edgeMarks() {
    const mask = this.answer && this.outputs.find((o) => o.location === 'edge' && o.type === 'mask');
    if (!mask) return null;
    const cells = new Set(Array.from({ length: this.graph.nodes }, (_, i) => `${i},${i}`));
    for (const [a, b] of this.graph.edges) {
      cells.add(`${a},${b}`);
      if (!this.look.directed) cells.add(`${b},${a}`);
    }
    const sorted = [...cells].map((c) => c.split(',').map(Number)).sort((p, q) => p[0] - q[0] || p[1] - q[1]);
    const said = this.answer[mask.name], truth = this.target[mask.name];
    if (said.length !== sorted.length) return null;
    const marks = new Map();
    sorted.forEach(([a, b], k) => {
      if (said[k] || truth[k]) marks.set(`${a},${b}`, 'marked ' + (said[k] === truth[k] ? 'right' : 'wrong'));
    });
    return marks;
  }

  // ---- geometry ----

  curve(a, b, bend) {
    const [x1, y1] = this.places[a], [x2, y2] = this.places[b];
    return [x1, y1, (x1 + x2) / 2 - bend * (y2 - y1), (y1 + y2) / 2 + bend * (x2 - x1), x2, y2];
  }

  along(a, b, t, bend = this.look.directed ? 0.09 : 0) {
    const [x1, y1, cx, cy, x2, y2] = this.curve(a, b, bend), u = 1 - t;
    return [u * u * x1 + 2 * u * t * cx + t * t * x2, u * u * y1 + 2 * u * t * cy + t * t * y2];
  }

  /** A place for a label next to a line: of a few candidates, the one with the most space around it. */
  beside(a, b, taken) {
    const [x1, y1] = this.places[a], [x2, y2] = this.places[b], length = Math.hypot(x2 - x1, y2 - y1) || 1;
    const off = this.small ? 24 : 15;
    let best = null;
    for (const t of [0.5, 0.4, 0.6, 0.3, 0.7]) for (const side of [1, -1]) {
      const [x, y] = this.along(a, b, t);
      const spot = [x + side * off * (y2 - y1) / length, y - side * off * (x2 - x1) / length];
      const near = (reach) => ([px, py]) => Math.max(0, reach - Math.hypot(0.7 * (px - spot[0]), py - spot[1]));
      let cost = Math.abs(t - 0.5);
      for (const place of taken) cost += near(2 * off)(place);
      for (const place of this.places) cost += near(this.radius + off)(place);
      if (!best || cost < best.cost) best = { cost, spot };
    }
    taken.push(best.spot);
    return best.spot;
  }

  path(a, b, bend, r, gap = 0) {
    const [x1, y1, cx, cy, x2, y2] = this.curve(a, b, bend);
    const [sx, sy] = toward(x1, y1, cx, cy, r), [ex, ey] = toward(x2, y2, cx, cy, r + gap);
    return `M${sx} ${sy}Q${cx} ${cy} ${ex} ${ey}`;
  }

  head(a, b, bend, r, kind, size) {
    const [, , cx, cy, x2, y2] = this.curve(a, b, bend);
    const [tx, ty] = toward(x2, y2, cx, cy, r + 1), [bx, by] = toward(x2, y2, cx, cy, r + 1 + size);
    const nx = (ty - by) * 0.5, ny = (bx - tx) * 0.5;
    const triangle = element('path', { class: kind, d: `M${tx} ${ty}L${bx + nx} ${by + ny}L${bx - nx} ${by - ny}Z` });
    if (kind === 'edge-head') triangle.style.fill = 'var(--faint)';
    return triangle;
  }

  // ---- input ----

  listen() {
    const on = (type, handler) => this.svg.addEventListener(type, handler, { signal: this.detach.signal });
    on('pointerdown', (event) => this.down(event));
    on('pointermove', (event) => this.move(event));
    on('pointerup', (event) => this.up(event));
    on('pointercancel', () => { this.grip = null; });
    on('keydown', (event) => this.key(event));
  }

  place(event) {
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.svg.getScreenCTM().inverse());
    return [Math.min(WIDTH - 25, Math.max(25, point.x)), Math.min(this.height - 25, Math.max(25, point.y))];
  }

  touched(event) {
    const at = document.elementFromPoint(event.clientX, event.clientY);
    const node = at?.closest?.('[data-node]'), edge = at?.closest?.('[data-edge]');
    return this.svg.contains(at) ? { node: node ? Number(node.dataset.node) : -1, edge: edge ? Number(edge.dataset.edge) : -1 } : { node: -1, edge: -1 };
  }

  down(event) {
    const { node, edge } = this.touched(event), tool = this.hooks.tool();
    if (tool === 'node' && node < 0) {
      this.places.push(this.place(event));
      this.change({ nodes: this.graph.nodes + 1 });
    } else if (tool === 'remove' && node >= 0) this.removeNode(node);
    else if (tool === 'remove' && edge >= 0) this.removeEdge(edge);
    else if (tool === 'source' && node >= 0) this.change({ source: node });
    else if (node >= 0) {
      this.grip = { node, tool, from: this.place(event), moved: false };
      this.svg.setPointerCapture(event.pointerId);
    } else if (edge >= 0) this.choose(edge);
  }

  move(event) {
    if (!this.grip) return;
    const at = this.place(event);
    if (Math.hypot(at[0] - this.grip.from[0], at[1] - this.grip.from[1]) > 5) this.grip.moved = true;
    if (this.grip.tool === 'edge') {
      this.svg.querySelector('.rubber')?.remove();
      const [x1, y1] = this.places[this.grip.node];
      this.svg.prepend(element('line', { class: 'rubber', x1, y1, x2: at[0], y2: at[1] }));
    } else if (this.grip.moved) {
      this.places[this.grip.node] = at;
      this.render();
    }
  }

  up(event) {
    const grip = this.grip;
    this.grip = null;
    if (!grip) return;
    this.svg.querySelector('.rubber')?.remove();
    if (grip.tool === 'edge') {
      const { node } = this.touched(event);
      if (grip.moved) this.connect(grip.node, node);
      else if (this.pending !== undefined && this.pending !== grip.node) { this.connect(this.pending, grip.node); this.pending = undefined; } else this.pending = grip.node;
    } else if (grip.moved) this.hooks.moved?.(this.places);
    else this.hooks.start?.(grip.node);
  }

  key(event) {
    const node = event.target.dataset?.node, edge = event.target.dataset?.edge;
    const step = { ArrowLeft: [-12, 0], ArrowRight: [12, 0], ArrowUp: [0, -12], ArrowDown: [0, 12] }[event.key];
    if (node !== undefined && step) {
      const [x, y] = this.places[node];
      this.places[node] = [x + step[0], y + step[1]];
      this.render();
      this.hooks.moved?.(this.places);
      event.preventDefault();
    } else if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      const tool = this.hooks.tool();
      if (edge !== undefined) tool === 'remove' ? this.removeEdge(Number(edge)) : this.choose(Number(edge));
      else if (node !== undefined) {
        if (tool === 'source') this.change({ source: Number(node) });
        else if (tool === 'remove') this.removeNode(Number(node));
        else if (tool === 'edge') {
          if (this.pending === undefined) this.pending = Number(node);
          else { this.connect(this.pending, Number(node)); this.pending = undefined; }
        } else this.hooks.start?.(Number(node));
      }
    }
  }

  choose(edge) {
    this.chosen = edge;
    this.render();
    this.hooks.choose?.(edge);
  }

  // ---- changes ----

  connect(a, b) {
    if (b < 0 || a === b) return;
    const there = this.graph.edges.findIndex(([p, q]) => (p === a && q === b) || (!this.look.directed && p === b && q === a));
    if (there >= 0) return this.choose(there);
    const [x1, y1] = this.places[a], [x2, y2] = this.places[b];
    const weight = this.look.weighted ? Math.max(0.05, Math.round(Math.hypot(x2 - x1, y2 - y1) / 9) / 100) : 1;
    const ends = this.look.directed || a < b ? [a, b] : [b, a];
    this.change({ edges: [...this.graph.edges, [...ends, weight]] });
  }

  weigh(edge, weight) {
    this.change({ edges: this.graph.edges.map((e, i) => i === edge ? [e[0], e[1], weight] : e) });
  }

  removeEdge(edge) {
    this.chosen = -1;
    this.change({ edges: this.graph.edges.filter((_, i) => i !== edge) });
  }

  removeNode(node) {
    const shift = (i) => i > node ? i - 1 : i;
    this.chosen = -1;
    this.places.splice(node, 1);
    const edges = this.graph.edges.filter(([a, b]) => a !== node && b !== node).map(([a, b, w]) => [shift(a), shift(b), w]);
    const source = this.graph.source === undefined ? undefined : this.graph.source === node ? 0 : shift(this.graph.source);
    this.change({ nodes: this.graph.nodes - 1, edges, source });
  }

  change(parts) {
    const before = this.graph;
    this.graph = { ...this.graph, ...parts };
    this.answer = null;
    this.colours = null;
    this.render();
    this.hooks.edit(this.graph, before);
  }
}

function toward(x, y, cx, cy, distance) {
  const length = Math.hypot(cx - x, cy - y) || 1;
  return [x + (cx - x) / length * distance, y + (cy - y) / length * distance].map((v) => Number(v.toFixed(1)));
}

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
