// The equilibrium itself: states as points in their principal plane, on their way into H*.
import { element, stateColour } from './svg.js';

const WIDTH = 560, HEIGHT = 400, PAD = 34;
const MOST_NUMBERS = 1024;

export class SpaceView {
  /** hooks: light(node or -1) when a node's point is pointed at, seek(evaluation) when a place on the path is. */
  constructor(svg, hooks = {}) {
    this.svg = svg;
    this.hooks = hooks;
    this.lit = [];
    const over = (event) => event.target.closest?.('[data-node], [data-evaluation]')?.dataset;
    svg.addEventListener('pointerover', (event) => {
      const found = over(event);
      hooks.light?.(found?.node === undefined ? -1 : Number(found.node));
      if (found?.evaluation !== undefined) hooks.seek?.(Number(found.evaluation), found.run);
    });
    svg.addEventListener('pointerleave', () => hooks.light?.(-1));
    svg.addEventListener('click', (event) => {
      const found = over(event);
      if (found?.evaluation !== undefined) hooks.settle?.(Number(found.evaluation));
    });
  }

  /** runs: [{ name, frames, shown }], the one that is shown last; whole: all nodes as one point, or each on its own. */
  set(runs, whole) {
    this.runs = runs;
    this.whole = whole;
    this.paths = whole ? wholePaths(runs) : null;
  }

  light(nodes) {
    this.lit = nodes;
    for (const group of this.svg.querySelectorAll('[data-node]')) group.classList.toggle('lit', nodes.includes(Number(group.dataset.node)));
  }

  show(k) {
    const parts = [element('rect', { class: 'ground', x: 0.5, y: 0.5, width: WIDTH - 1, height: HEIGHT - 1, rx: 10 })];
    this.svg.replaceChildren(...parts, ...(this.whole ? this.drawWhole(k) : this.drawNodes(k)));
  }

  // ---- each node on its own: its colour is its place ----

  drawNodes(k) {
    const { frames } = this.runs.at(-1), reached = frames.filter((frame) => frame.evaluation <= k);
    const px = ([x, y]) => [WIDTH / 2 + x * (WIDTH / 2 - PAD), HEIGHT / 2 - y * (HEIGHT / 2 - PAD)];
    const last = frames.at(-1).colours, found = [];
    last.forEach((_, i) => {
      const trail = reached.map((frame) => px(frame.colours[i]).map((v) => v.toFixed(1)).join(','));
      const [ex, ey] = px(last[i]);
      const group = element('g', { class: this.lit.includes(i) ? 'state lit' : 'state', 'data-node': i });
      group.append(element('circle', { class: 'home', cx: ex, cy: ey, r: 9 }));
      if (trail.length) {
        const [x, y] = px(reached.at(-1).colours[i]), disc = element('circle', { class: 'disc', cx: x, cy: y, r: last.length <= 20 ? 9 : 6 });
        const line = element('polyline', { class: 'trail', points: trail.join(' ') });
        disc.style.fill = stateColour(reached.at(-1).colours[i]);
        line.style.stroke = stateColour(reached.at(-1).colours[i]);
        group.append(line, disc);
        if (last.length <= 20) group.append(element('text', { class: 'state-words', x, y: y + 3.8 }, String(i)));
      }
      group.append(element('title', {}, `node ${i}`));
      found.push(group);
    });
    return found;
  }

  // ---- all of them as one point: the path of the search ----

  drawWhole(k) {
    const reach = Math.max(1e-9, ...this.paths.flatMap(({ points }) => points.map(({ at }) => Math.hypot(...at))));
    // Near H* steps are small: by the square root of the distance they can still be seen.
    const px = ([x, y]) => {
      const far = Math.hypot(x, y) || 1e-12, scale = Math.sqrt(far / reach) / far;
      return [WIDTH / 2 + x * scale * (WIDTH / 2 - PAD), HEIGHT / 2 - y * scale * (HEIGHT / 2 - PAD)];
    };
    const found = [];
    for (const part of [0.25, 0.5, 1]) found.push(element('ellipse', { class: 'far', cx: WIDTH / 2, cy: HEIGHT / 2, rx: Math.sqrt(part) * (WIDTH / 2 - PAD), ry: Math.sqrt(part) * (HEIGHT / 2 - PAD) }));
    for (const { name, points, shown } of this.paths) {
      const seen = shown ? points.filter(({ evaluation }) => evaluation <= k) : points;
      if (!seen.length) continue;
      const group = element('g', { class: `path ${name} ${shown ? 'shown' : ''}` });
      group.append(element('polyline', { points: seen.map(({ at }) => px(at).map((v) => v.toFixed(1)).join(',')).join(' ') }));
      seen.forEach(({ at, evaluation }, i) => {
        const [cx, cy] = px(at), now = shown && i === seen.length - 1;
        const dot = element('circle', { cx, cy, r: now ? 8 : 4.5, class: now ? 'now' : '', 'data-evaluation': evaluation, 'data-run': name });
        dot.append(element('title', {}, `${name}, evaluation ${evaluation}`));
        group.append(dot);
      });
      const [x, y] = px(seen[0].at), near = Math.hypot(x - WIDTH / 2, y - HEIGHT / 2) < 100; // to H*, whose word is below it
      group.append(element('text', { class: 'path-words', x: Math.min(WIDTH - 60, Math.max(60, x)), y: Math.max(24, Math.min(HEIGHT - 12, y + (near ? -24 : y < HEIGHT / 2 ? -14 : 24))) }, `${name} start`));
      found.push(group);
    }
    found.push(element('circle', { class: 'goal', cx: WIDTH / 2, cy: HEIGHT / 2, r: 13 }), element('text', { class: 'goal-words', x: WIDTH / 2 + 18, y: HEIGHT / 2 + 26 }, 'H*'));
    return found;
  }
}

/** All numbers that a frame has of its state, or an even selection of them. */
function numbers(frame) {
  if (!frame.pair_colours) return frame.colours.flat();
  const bytes = Int8Array.from(atob(frame.pair_colours), (c) => c.charCodeAt(0));
  const step = Math.max(1, Math.ceil(bytes.length / MOST_NUMBERS)) | 1; // odd: both coordinates take part
  return Array.from({ length: Math.ceil(bytes.length / step) }, (_, i) => bytes[i * step] / 127);
}

/**
 * The paths of whole states in the plane in which they are farthest from H*, the end of the first run: the first two
 * eigenvectors of the products of all differences (a state has many numbers, a search few evaluations), by power iteration.
 */
export function wholePaths(runs) {
  const states = runs.map(({ frames }) => frames.map(numbers)), goal = states[0].at(-1);
  const rows = states.flat().map((state) => state.map((x, j) => x - goal[j]));
  const gram = rows.map((a) => rows.map((b) => a.reduce((sum, x, j) => sum + x * b[j], 0)));
  const axes = [];
  for (let k = 0; k < 2; k++) {
    let v = rows.map((_, i) => 1 + 0.1 * (i % 7) * (k ? -1 : 1)), size = 0;
    for (let round = 0; round < 60; round++) {
      let next = gram.map((row) => row.reduce((sum, x, j) => sum + x * v[j], 0));
      for (const axis of axes) {
        const overlap = next.reduce((sum, x, j) => sum + x * axis.v[j], 0);
        next = next.map((x, j) => x - overlap * axis.v[j]);
      }
      size = Math.hypot(...next);
      v = next.map((x) => size > 0 ? x / size : 0);
    }
    const sign = v[v.findIndex((x) => Math.abs(x) === Math.max(...v.map(Math.abs)))] < 0 ? -1 : 1;
    axes.push({ v, scale: sign * Math.sqrt(size) });
  }
  let at = 0;
  return runs.map(({ name, frames, shown }) => ({ name, shown, points: frames.map(({ evaluation }) => {
    const row = at++;
    return { evaluation, at: axes.map(({ v, scale }) => v[row] * scale) };
  }) }));
}
