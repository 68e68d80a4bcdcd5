// A graph with the decoded answer on it. hands.js lets it be drawn, dragged and changed.
import { element, isSmall, stateColour } from './svg.js';
import { layout, WIDTH, MARGIN } from './layout.js';
import { Hands } from './hands.js';

const POINTERS = ['pointer', 'should_be_permutation', 'permutation_pointer'];
const MOST_WEIGHTS = 34, MOST_WEIGHTS_SMALL = 14, MOST_NOTED = 20;
const brief = (w, digits) => String(Number(w.toPrecision(digits)));

export class GraphView {
  /** hooks: edit(graph, before) after a change, choose(edge), moved(places), start(node), tool(), point(node or -1). */
  constructor(svg, hooks = {}) {
    this.svg = svg;
    this.hooks = hooks;
    this.graph = { nodes: 0, edges: [] };
    this.places = [];
    this.chosen = -1;
    this.from = 0; // of paths between all nodes, those from here are drawn
    this.lit = [];
    this.notes = false;
    this.stops = { node: 0, edge: 0 }; // the two that Tab reaches; arrow keys move on from there
    this.hands = hooks.edit ? new Hands(this) : null;
  }

  close() {
    this.hands?.close();
    this.svg.replaceChildren();
  }

  /** graph: { nodes, edges: [[a, b, w]], source }, look: an algorithm with its words, target: outputs, outputs: their specs. */
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

  /** answer: outputs, or null for the instance alone; differs: how a place that differs from the algorithm is marked. */
  show(answer, colours, differs = 'wrong') {
    this.answer = answer;
    this.colours = colours;
    this.differs = differs;
    this.renderAnswer();
  }

  get height() {
    return this.svg.viewBox.baseVal.height;
  }

  /** On a phone the figure is half as wide, but fingers and eyes are not. */
  get radius() {
    const n = this.graph.nodes;
    return this.small ? (n <= 20 ? 31 : n <= 36 ? 24 : 17) : (n <= 20 ? 23 : n <= 36 ? 18 : 13);
  }

  bend() {
    return this.look.directed ? 0.09 : 0;
  }

  /** All weights, however many: for a picture that is printed. */
  withAllWeights(work) {
    this.every = true;
    this.render();
    const made = work();
    this.every = false;
    this.render();
    return made;
  }

  // ---- drawing: the graph changes rarely, the answer at every evaluation ----

  render() {
    this.small = isSmall(this.svg);
    const focus = this.focused();
    this.layers = { edges: element('g'), pointers: element('g'), weights: element('g'), nodes: element('g'), notes: element('g', { 'aria-hidden': 'true' }) };
    this.taken = [];
    if (this.graph.nodes) this.drawEdges();
    this.svg.replaceChildren(...Object.values(this.layers));
    if (!this.graph.nodes) {
      this.svg.append(element('text', { class: 'empty', x: WIDTH / 2, y: this.height / 2 }, 'Choose “Node” and click here, or use “Add a node”'));
      return;
    }
    this.renderAnswer(focus);
  }

  renderAnswer(focus = this.focused()) {
    if (!this.graph.nodes) return;
    const r = this.radius, { pointers, nodes } = this.layers;
    const marks = this.edgeMarks();
    this.lines.forEach((line, key) => line.setAttribute('class', `edge ${marks?.get(key) ?? ''} ${line.chosen ? 'chosen' : ''}`));
    pointers.replaceChildren(...this.pointers(r));
    nodes.replaceChildren(...Array.from({ length: this.graph.nodes }, (_, i) => this.node(i, r)));
    this.drawNotes(r);
    if (focus) this.svg.querySelector(`[data-key="${focus}"]`)?.focus({ preventScroll: true });
  }

  focused() {
    return this.svg.contains(document.activeElement) ? document.activeElement.dataset.key : undefined;
  }

  drawEdges() {
    const r = this.radius, { edges, weights } = this.layers, bend = this.bend();
    const plain = this.graph.edges.filter(([a, b]) => a !== b).length;
    const labelled = this.look.weighted && (this.every || plain <= (this.small ? MOST_WEIGHTS_SMALL : MOST_WEIGHTS));
    this.lines = new Map();
    this.stops.edge = Math.min(this.stops.edge, this.graph.edges.length - 1);
    this.graph.edges.forEach(([a, b, w], i) => {
      if (a === b) return;
      const d = this.path(a, b, bend, r), line = element('path', { d });
      line.chosen = i === this.chosen;
      this.lines.set(`${a},${b}`, line);
      edges.append(line);
      if (this.look.directed) edges.append(this.head(a, b, bend, r, 'edge-head', this.small ? 13 : 8));
      if (labelled || i === this.chosen && this.look.weighted) {
        const [x, y] = this.beside(a, b);
        weights.append(element('text', { class: i === this.chosen ? 'weight chosen' : 'weight', x, y, 'font-size': this.small ? 27 : this.every && plain > MOST_WEIGHTS ? 11 : 15 }, brief(w, w >= 10 ? 3 : 2)));
      }
      if (this.hooks.edit) edges.append(this.hit(i, d));
    });
  }

  hit(i, d) {
    const [a, b, w] = this.graph.edges[i], words = this.look.weighted ? `weight ${brief(w, 3)}` : '';
    const hit = element('path', { class: 'hit', d, 'data-edge': i, 'data-key': `e${i}`, role: 'button', tabindex: i === this.stops.edge ? 0 : -1,
      'aria-label': `edge ${a} to ${b}${words && `, ${words}`}` });
    hit.append(element('title', {}, `${a} – ${b}${words && `: ${words}`}`));
    return hit;
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
      group.setAttribute('tabindex', i === Math.min(this.stops.node, this.graph.nodes - 1) ? 0 : -1);
      group.setAttribute('role', 'button');
      group.setAttribute('aria-label', this.say(i));
    }
    return group;
  }

  say(i) {
    const words = [this.look.names?.[i] ? `node ${i}, ${this.look.names[i]}` : `node ${i}`];
    if (i === this.graph.source) words.push('the source');
    else if (i === this.source) words.push('where the paths start');
    for (const output of this.pointerOutputs()) {
      if (!this.answer) continue;
      const to = this.row(output, this.answer)[i], same = to === this.row(output, this.target)[i];
      words.push(to === i ? 'points to itself' : `points to ${to}`, same ? 'as the algorithm does' : this.differs === 'equal' ? 'different, equally right' : 'differs from the algorithm');
    }
    return words.join(', ');
  }

  // ---- the answer ----

  pointerOutputs() {
    return this.outputs.filter((o) => o.location !== 'graph' && POINTERS.includes(o.type));
  }

  /** One pointer per node: of pointers on pairs, the row of the node where paths start. */
  row({ name, location }, answer) {
    const n = this.graph.nodes;
    return location === 'edge' ? answer[name].slice(this.from * n, (this.from + 1) * n) : answer[name];
  }

  get source() {
    return this.pointerOutputs().some((o) => o.location === 'edge') ? this.from : this.graph.source;
  }

  joined(a, b) {
    return this.graph.edges.some(([p, q]) => (p === a && q === b) || (!this.look.directed && p === b && q === a));
  }

  pointers(r) {
    if (!this.answer) return [];
    const found = [], bend = this.bend();
    for (const output of this.pointerOutputs()) {
      const truth = this.row(output, this.target);
      for (const [i, to] of this.arrows(output)) {
        const verdict = to === truth[i] ? 'right' : this.differs;
        found.push(element('path', { class: `pointer ${verdict}`, d: this.path(i, to, bend, r, this.small ? 21 : 13) }),
          this.head(i, to, bend, r, `head ${verdict}`, this.small ? 24 : 15));
      }
    }
    return found;
  }

  /** The pointers that are drawn: of pairs, one without a path points to its own row; some models answer along edges only. */
  arrows(output) {
    const apart = (i, to) => output.location === 'edge'
      && ((to === this.from && !this.joined(to, i)) || (this.look.counts && !this.look.counts(this.from, i)));
    return this.row(output, this.answer).map((to, i) => [i, to]).filter(([i, to]) => i !== to && !apart(i, to));
  }

  /** A ring for an output at a node itself: a pointer to itself, a mask, the selected node. */
  nodeMark(i) {
    if (!this.answer) return '';
    for (const { name, location, type } of this.outputs) {
      const said = this.answer[name], truth = this.target[name], mark = (same) => same ? 'right' : this.differs;
      if (location === 'node' && type === 'mask' && (said[i] === 1 || truth[i] === 1)) return mark(said[i] === truth[i]);
      if (location !== 'edge' && type === 'mask_one' && said[0] === i) return mark(truth[0] === i);
      if (location === 'node' && type === 'pointer' && said[i] === i && i !== this.source) return mark(truth[i] === i);
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
      if (said[k] || truth[k]) marks.set(`${a},${b}`, 'marked ' + (said[k] === truth[k] ? 'right' : this.differs));
    });
    return marks;
  }

  // ---- notes ----

  /** A word at the source, at the longest arrow and at a node far from both: what one sees, said where one sees it. */
  drawNotes(r) {
    const { notes } = this.layers;
    notes.replaceChildren(...(this.look.names ?? []).map((name, i) => {
      const [x, y] = this.places[i];
      return element('text', { class: 'name', x, y: y > this.height - 2.2 * r ? y - r - 13 : y + r + 17, 'font-size': this.small ? 25 : 15 }, name);
    }));
    if (!this.notes || !this.look.notes || this.graph.nodes > MOST_NOTED || this.look.names || this.small) return;
    const taken = this.taken.slice(), used = [];
    const write = (words, x, y) => notes.append(...this.callout(words, x, y, r, taken));
    if (this.source !== undefined) {
      used.push(this.source);
      write(this.look.notes.source, ...this.places[this.source]);
    }
    const output = this.answer && this.look.notes.arrow && this.pointerOutputs()[0];
    if (output) {
      const length = ([a, b]) => Math.hypot(this.places[a][0] - this.places[b][0], this.places[a][1] - this.places[b][1]);
      const longest = this.arrows(output).sort((p, q) => length(q) - length(p))[0];
      if (longest) {
        used.push(...longest);
        write(this.look.notes.arrow, ...this.along(...longest, 0.45));
      }
    }
    if (this.colours) {
      const away = (i) => Math.min(...used.map((j) => Math.hypot(this.places[i][0] - this.places[j][0], this.places[i][1] - this.places[j][1])), 999);
      const node = this.places.map((_, i) => i).filter((i) => !used.includes(i)).sort((p, q) => away(q) - away(p))[0];
      if (node !== undefined) write(this.look.notes.colour, ...this.places[node]);
    }
  }

  callout(words, x, y, r, taken) {
    const wide = 7.4 * words.length + 18, tall = 26;
    let best = null;
    for (const far of [r + 30, r + 55, r + 85]) for (let k = 0; k < 16; k++) {
      const angle = Math.PI * k / 8, cx = x + (far + 0.42 * wide * Math.abs(Math.cos(angle))) * Math.cos(angle), cy = y + far * Math.sin(angle);
      if (cx < wide / 2 + 4 || cx > WIDTH - wide / 2 - 4 || cy < tall || cy > this.height - tall) continue;
      let cost = far / 30;
      const near = (px, py, reach) => Math.max(0, reach - Math.hypot(Math.max(0, Math.abs(px - cx) - wide / 2), Math.max(0, Math.abs(py - cy) - tall / 2)));
      for (const [px, py] of this.places) cost += near(px, py, r + 10);
      for (const [px, py] of taken) cost += near(px, py, 18);
      for (const [a, b] of this.graph.edges) for (const t of [0.2, 0.35, 0.5, 0.65, 0.8]) cost += 0.12 * near(...this.along(a, b, t), 8);
      if (!best || cost < best.cost) best = { cost, cx, cy };
    }
    if (!best) return [];
    const { cx, cy } = best;
    for (const dx of [-wide / 3, 0, wide / 3]) taken.push([cx + dx, cy]);
    return [element('path', { class: 'note-line', d: `M${x} ${y}L${cx} ${cy}` }),
      element('rect', { class: 'note-box', x: cx - wide / 2, y: cy - tall / 2, width: wide, height: tall, rx: 8 }),
      element('text', { class: 'note-words', x: cx, y: cy + 1 }, words)];
  }

  // ---- geometry ----

  /** Keeps a place inside the figure. */
  within([x, y]) {
    return [Math.min(WIDTH - MARGIN, Math.max(MARGIN, x)), Math.min(this.height - MARGIN, Math.max(MARGIN, y))];
  }

  curve(a, b, bend) {
    const [x1, y1] = this.places[a], [x2, y2] = this.places[b];
    return [x1, y1, (x1 + x2) / 2 - bend * (y2 - y1), (y1 + y2) / 2 + bend * (x2 - x1), x2, y2];
  }

  along(a, b, t, bend = this.bend()) {
    const [x1, y1, cx, cy, x2, y2] = this.curve(a, b, bend), u = 1 - t;
    return [u * u * x1 + 2 * u * t * cx + t * t * x2, u * u * y1 + 2 * u * t * cy + t * t * y2];
  }

  /** A place for a label next to a line: of a few candidates, the one with the most space around it. */
  beside(a, b) {
    const [x1, y1] = this.places[a], [x2, y2] = this.places[b], length = Math.hypot(x2 - x1, y2 - y1) || 1;
    const off = this.small ? 24 : 15, r = this.radius;
    let best = null;
    for (const t of [0.5, 0.4, 0.6, 0.3, 0.7]) for (const side of [1, -1]) {
      const [x, y] = this.along(a, b, t);
      const spot = [x + side * off * (y2 - y1) / length, y - side * off * (x2 - x1) / length];
      const near = (reach) => ([px, py]) => Math.max(0, reach - Math.hypot(0.7 * (px - spot[0]), py - spot[1]));
      let cost = Math.abs(t - 0.5);
      for (const place of this.taken) cost += near(2 * off)(place);
      for (const place of this.places) cost += near(r + off)(place);
      if (!best || cost < best.cost) best = { cost, spot };
    }
    this.taken.push(best.spot);
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
    return element('path', { class: kind, d: `M${tx} ${ty}L${bx + nx} ${by + ny}L${bx - nx} ${by - ny}Z` });
  }

  // ---- changes ----

  choose(edge) {
    this.chosen = edge;
    this.render();
    this.hooks.choose?.(edge);
  }

  addNode(place) {
    this.places.push(this.within(place));
    this.stops.node = this.graph.nodes;
    this.change({ nodes: this.graph.nodes + 1 });
  }

  /** Where a node that is added without a mouse has the most space. */
  emptiest() {
    let best = [WIDTH / 2, this.height / 2], most = -1;
    for (let x = 100; x < WIDTH; x += 80) for (let y = 90; y < this.height - 60; y += 70) {
      const free = Math.min(...this.places.map(([px, py]) => Math.hypot(px - x, py - y)), 1e4 - Math.hypot(x - WIDTH / 2, y - this.height / 2));
      if (free > most) [most, best] = [free, [x, y]];
    }
    return best;
  }

  connect(a, b) {
    if (b < 0 || a === b) return;
    const there = this.graph.edges.findIndex(([p, q]) => (p === a && q === b) || (!this.look.directed && p === b && q === a));
    if (there >= 0) return this.choose(there);
    const [x1, y1] = this.places[a], [x2, y2] = this.places[b];
    const weight = this.look.weighted ? Math.max(0.05, Math.round(Math.hypot(x2 - x1, y2 - y1) / 9) / 100) : 1;
    const ends = this.look.directed || a < b ? [a, b] : [b, a];
    this.change({ edges: [...this.graph.edges, [...ends, weight]] });
  }

  /** The old answer stays until the new one comes: a weight is often dragged. */
  weigh(edge, weight) {
    this.change({ edges: this.graph.edges.map((e, i) => i === edge ? [e[0], e[1], weight] : e) }, true);
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

  change(parts, keep = false) {
    const before = this.graph;
    this.graph = { ...this.graph, ...parts };
    if (!keep) {
      this.answer = null;
      this.colours = null;
    }
    this.render();
    this.hooks.edit(this.graph, before);
  }
}

function toward(x, y, cx, cy, distance) {
  const length = Math.hypot(cx - x, cy - y) || 1;
  return [x + (cx - x) / length * distance, y + (cy - y) / length * distance].map((v) => Number(v.toFixed(1)));
}
