// The pairs of nodes as a square of cells: their states, which form from evaluation to evaluation, and the answers on them.
import { element, stateColour } from './svg.js';

const SIZE = 640, LEFT = 44, TOP = 44, MOST_LABELS = 20;
const POINTERS = ['pointer', 'should_be_permutation', 'permutation_pointer'];
const ABOUT = 'A cell is the state of a pair of nodes, from row to column. Point at one, or use the arrow keys.';
const ABOUT_ANSWERS = 'A cell is the answer for a pair of nodes, from row to column. Point at one, or use the arrow keys.';
const seen = new Map();

/** The colour of two signed bytes; there are few enough to keep them all. */
function colour(a, b) {
  const key = a * 256 + b;
  if (!seen.has(key)) seen.set(key, stateColour([a / 127, b / 127]));
  return seen.get(key);
}

export class PairsView {
  /** words: the element that says what a cell is; hooks: light(nodes) when pairs are pointed at, choose(row, column). */
  constructor(svg, words, hooks = {}) {
    this.svg = svg;
    this.words = words;
    this.hooks = hooks;
    this.nodes = 0;
    this.at = null;
    this.detach = new AbortController();
    const on = (type, handler) => svg.addEventListener(type, handler, { signal: this.detach.signal });
    on('pointermove', (event) => this.point(event.target.closest?.('[data-pair]')?.dataset.pair));
    on('pointerleave', () => this.point());
    on('click', (event) => this.choose(event.target.closest?.('[data-pair]')?.dataset.pair));
    on('focus', () => this.point(this.at ?? 0));
    on('blur', () => this.point());
    on('keydown', (event) => this.key(event));
  }

  close() {
    this.detach.abort();
    this.svg.replaceChildren();
    this.words.textContent = '';
  }

  /** name(i): how a node is called; answered(i, j): whether an answer on pairs has something to say about this one. */
  set(nodes, name, target, outputs, answered) {
    Object.assign(this, { name, target, outputs, answered });
    if (this.nodes === nodes) return;
    this.nodes = nodes;
    this.at = null;
    const cell = (SIZE - LEFT - 4) / nodes;
    this.cell = cell;
    this.cells = Array.from({ length: nodes * nodes }, (_, k) => element('rect', { class: 'pair', 'data-pair': k,
      x: LEFT + (k % nodes) * cell, y: TOP + Math.floor(k / nodes) * cell, width: cell + 0.4, height: cell + 0.4 }));
    this.marks = element('g', { class: 'pair-marks' });
    this.cursor = element('g', { class: 'pair-cursor' });
    const labels = element('g', { class: 'pair-labels', 'aria-hidden': 'true' });
    const every = Math.ceil(nodes / MOST_LABELS), font = Math.max(15, Math.min(22, cell * 0.55));
    this.labels = Array.from({ length: 2 * nodes }, (_, k) => {
      const i = k % nodes, at = (i + 0.5) * cell;
      const text = element('text', { 'font-size': font, ...(k < nodes ? { x: LEFT - 8, y: TOP + at, 'text-anchor': 'end' } : { x: LEFT + at, y: TOP - 14, 'text-anchor': 'middle' }) }, String(i));
      text.classList.toggle('rare', i % every !== 0);
      return text;
    });
    labels.append(...this.labels);
    const cells = element('g');
    cells.append(...this.cells);
    this.svg.replaceChildren(cells, this.marks, labels, this.cursor);
  }

  /** colours: two signed bytes per pair, in base64; without them, cells show whether the answers are right. */
  show(answer, colours, evaluation, differs = 'wrong') {
    this.answer = answer;
    this.differs = differs;
    const bytes = colours ? Int8Array.from(atob(colours), (c) => c.charCodeAt(0)) : null;
    this.about = bytes ? ABOUT : ABOUT_ANSWERS;
    this.marks.replaceChildren();
    const found = this.cells.map((_, k) => this.verdict(k));
    this.cells.forEach((box, k) => {
      box.style.fill = bytes ? colour(bytes[2 * k], bytes[2 * k + 1]) : '';
      box.setAttribute('class', bytes ? 'pair' : `pair cell ${found[k].mark || (found[k].words ? 'right' : '')}`);
    });
    if (bytes) found.forEach(({ mark }, k) => { if (mark) this.marks.append(this.mark(k, mark)); });
    const wrong = found.filter(({ mark }) => mark && mark !== 'right').length;
    this.svg.setAttribute('aria-label', `${bytes ? 'States' : 'Answers'} of the ${this.cells.length} pairs of ${this.nodes} nodes at evaluation ${evaluation}` +
      (wrong ? `, ${wrong} marked as differing from the algorithm` : '') + '. Arrow keys move from pair to pair.');
    this.say();
  }

  mark(k, verdict) {
    const { cell, nodes } = this, x = LEFT + (k % nodes + 0.5) * cell, y = TOP + (Math.floor(k / nodes) + 0.5) * cell;
    if (verdict !== 'wrong') return element('circle', { class: verdict, cx: x, cy: y, r: Math.max(1.6, cell * 0.17) });
    const s = Math.max(2, cell * 0.2);
    return element('path', { class: 'wrong', d: `M${x - s} ${y - s}l${2 * s} ${2 * s}m0 ${-2 * s}l${-2 * s} ${2 * s}`, 'stroke-width': Math.max(1.4, cell * 0.09) });
  }

  /** What the answer says about a pair: its mark, right or wrong, and its words. */
  verdict(k) {
    const row = Math.floor(k / this.nodes), column = k % this.nodes;
    let mark = '', words = '';
    if (!this.answer) return { mark, words };
    for (const output of this.outputs) {
      const said = this.answer[output.name], truth = this.target[output.name];
      if (output.location === 'node' && POINTERS.includes(output.type)) {
        if (said[row] !== column && truth[row] !== column) continue;
        if (said[row] === column) {
          mark = truth[row] === column ? 'right' : this.differs;
          words = `${row} points to ${column}, ${mark === 'right' ? 'as the algorithm does' : mark === 'equal' ? 'different, equally right' : 'unlike the algorithm'}`;
        } else words = `the algorithm has ${row} point to ${column}`;
      } else if (output.location === 'edge' && said.length === this.cells.length && this.answered(row, column)) {
        if (said[k] !== truth[k]) mark = this.differs;
        words = `the answer is ${said[k]}, ${said[k] === truth[k] ? 'right' : `the algorithm says ${truth[k]}`}`;
      }
    }
    return { mark, words };
  }

  /** Lights a pair, or nothing. */
  point(k) {
    const at = k === undefined ? null : Number(k);
    if (at !== null) this.at = at;
    const [row, column] = at === null ? [-1, -1] : [Math.floor(at / this.nodes), at % this.nodes];
    this.frame(row, column);
    this.pointed = at;
    this.hooks.light?.(at === null ? [] : [row, column]);
    this.say();
  }

  /** Lights the row and the column of a node that is pointed at elsewhere; -1 for none. */
  light(node) {
    this.pointed = null;
    this.frame(node, node);
    this.say(node);
  }

  frame(row, column) {
    const { cell, nodes } = this, whole = cell * nodes;
    this.cursor.replaceChildren();
    this.labels.forEach((label, k) => label.classList.toggle('lit', k < nodes ? k === row : k - nodes === column));
    if (row < 0) return;
    this.cursor.append(element('rect', { x: LEFT, y: TOP + row * cell, width: whole, height: cell }),
      element('rect', { x: LEFT + column * cell, y: TOP, width: cell, height: whole }));
  }

  say(node = -1) {
    if (node >= 0) this.words.textContent = `Row and column of ${this.name(node)}`;
    else if (this.pointed === null || this.pointed === undefined) this.words.textContent = this.about;
    else {
      const row = Math.floor(this.pointed / this.nodes), column = this.pointed % this.nodes;
      const { words } = this.verdict(this.pointed);
      this.words.textContent = `Pair ${this.name(row)}, ${this.name(column)}` + (words ? `: ${words}` : '');
    }
  }

  choose(k) {
    if (k === undefined) return;
    this.point(k);
    this.hooks.choose?.(Math.floor(k / this.nodes), k % this.nodes);
  }

  key(event) {
    const n = this.nodes, at = this.at ?? 0, row = Math.floor(at / n), column = at % n;
    const next = { ArrowLeft: [row, column - 1], ArrowRight: [row, column + 1], ArrowUp: [row - 1, column], ArrowDown: [row + 1, column], Home: [row, 0], End: [row, n - 1] }[event.key];
    if (event.key === 'Enter' || event.key === ' ') this.choose(at);
    else if (next) this.point(Math.min(n - 1, Math.max(0, next[0])) * n + Math.min(n - 1, Math.max(0, next[1])));
    else return;
    event.preventDefault();
    event.stopPropagation(); // elsewhere arrow keys move the slider
  }
}
