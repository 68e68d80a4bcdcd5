// Weights: the slider of one edge, and the table of all.
import { GraphView } from './graph.js';
import { $, state } from './state.js';

const LEAST = 1e-6, MOST = 1e6;
const REFUSAL = 'A weight is a number from 0.000001 to 1,000,000.';
const brief = (w) => Number(w.toPrecision(4));
const graphView = () => state.views[0] instanceof GraphView ? state.views[0] : null;
const dash = () => state.algorithm.directed ? '→' : '–';

/** The edge whose weight is worth a try: of those that the answer takes, the one that the most paths share. */
export function tellingEdge(view) {
  const pi = view.pointerOutputs().find((output) => output.location === 'node')?.name;
  const to = pi && view.target[pi], shares = new Map();
  to?.forEach((_, i) => {
    for (let at = i, steps = 0; to[at] !== at && steps < to.length; at = to[at], steps++) {
      const key = [at, to[at]].sort((p, q) => p - q).join();
      shares.set(key, (shares.get(key) ?? 0) + 1);
    }
  });
  const score = ([a, b]) => a === b ? -1 : shares.get([a, b].sort((p, q) => p - q).join()) ?? 0;
  const { edges } = view.graph;
  return edges.reduce((best, edge, i) => best < 0 || score(edge) > score(edges[best]) ? i : best, -1);
}

/** Says that a weight was refused, where it was typed; the old one stays. */
function accept(input, error) {
  const value = Number(input.value), fine = input.value !== '' && value >= LEAST && value <= MOST;
  input.setAttribute('aria-invalid', String(!fine));
  error.textContent = fine ? '' : REFUSAL;
  return fine ? value : null;
}

/** hooks: start() before a weight is dragged, end() when it is let go. */
export function showEditor(hooks) {
  const view = graphView(), chosen = view?.graph.edges[view.chosen], box = $('edge-editor');
  const { algorithm } = state;
  $('edit-hint').textContent = view ? algorithm.weighted ? chosen ? 'Drag the weight, and watch.' : 'Click an edge to change its weight.' : 'Draw or remove an edge, and it goes on.'
    : algorithm.input === 'keys' ? 'Drag a bar up or down.' : algorithm.kind === 'inputs' && ['points', 'two_segments'].includes(algorithm.input) ? 'Drag a point.' : 'Type another instance.';
  if (!chosen) return box.replaceChildren();
  const [a, b, w] = chosen, key = `${a} ${b} ${algorithm.name}`;
  if (box.dataset.key !== key || !box.firstChild) {
    box.dataset.key = key;
    build(box, view, hooks);
  }
  const most = Math.max(1, 2 * Math.max(...view.graph.edges.map((edge) => edge[2])));
  for (const input of box.querySelectorAll('input')) {
    if (input === document.activeElement && Number(input.value) === brief(w)) continue;
    if (input.type === 'range') {
      if (!hooks.dragging()) [input.max, input.step, input.min] = [most, most > 2 ? most / 200 : 0.01, most > 2 ? most / 200 : 0.01];
      if (!hooks.dragging()) input.value = w;
    } else if (!hooks.dragging() || input !== document.activeElement) input.value = brief(w);
  }
  return undefined;
}

function build(box, view, hooks) {
  const [a, b] = view.graph.edges[view.chosen], editor = document.createElement('div');
  editor.className = 'editor';
  editor.innerHTML = '<p></p><label><span>Weight</span><span class="inline"><input type="number" id="weight" min="0.000001" max="1000000" step="any" aria-describedby="weight-error"><input type="range" id="weight-range" aria-label="Weight"></span></label><p class="error" id="weight-error" role="alert"></p><button type="button" id="remove-edge">Remove the edge</button>';
  editor.querySelector('p').textContent = `Edge ${a} ${dash()} ${b}`;
  editor.querySelector('label').hidden = !state.algorithm.weighted;
  const error = editor.querySelector('.error'), [typed, range] = editor.querySelectorAll('input');
  typed.addEventListener('change', () => {
    const value = accept(typed, error);
    if (value === null) return;
    range.value = value;
    view.weigh(view.chosen, value);
  });
  range.addEventListener('input', () => {
    typed.value = brief(Number(range.value));
    accept(typed, error);
    hooks.start();
    view.weigh(view.chosen, brief(Number(range.value)));
  });
  range.addEventListener('change', hooks.end);
  editor.querySelector('#remove-edge').addEventListener('click', () => view.removeEdge(view.chosen));
  box.replaceChildren(editor);
}

/** The same as a table, for those who cannot draw. */
export function showEdges() {
  const details = $('edges-details'), view = graphView();
  details.hidden = !view;
  if (!view || !details.open) return;
  const table = document.createElement('table'), error = document.createElement('p');
  error.className = 'error';
  error.setAttribute('role', 'alert');
  table.innerHTML = '<thead><tr><th scope="col">edge</th><th scope="col">weight</th></tr></thead>';
  const body = table.createTBody();
  view.graph.edges.forEach(([a, b, w], i) => {
    if (a === b) return;
    const row = body.insertRow(), input = document.createElement('input');
    row.insertCell().textContent = `${a} ${dash()} ${b}`;
    input.type = 'number';
    input.step = 'any';
    input.value = brief(w);
    input.disabled = !state.algorithm.weighted;
    input.setAttribute('aria-label', `weight of edge ${a} to ${b}`);
    input.addEventListener('change', () => {
      const value = accept(input, error);
      if (value !== null) view.weigh(i, value);
    });
    row.insertCell().append(input);
  });
  $('edge-table').replaceChildren(table, error);
}
