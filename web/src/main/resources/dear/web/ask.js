// The question: what the form says, as the engine wants it.
import { Problem } from './engine.js';
import { formOf } from './forms.js';
import { $, origin, state } from './state.js';

const HINTS = {
  move: 'Drag nodes. Click an edge to change it.', node: 'Click to add a node.',
  edge: 'Drag from node to node, or click one after the other.', source: 'Click the node where paths start.',
  remove: 'Click a node or an edge.',
};

export function question() {
  const { algorithm, own, previous } = state;
  const body = { algorithm: algorithm.name, trace: true, compare: $('compare').checked };
  if ($('model').value) body.model = $('model').value;
  if ($('tolerance').value) body.tolerance = Number($('tolerance').value);
  if (origin() === 'sample') {
    body.sample = { nodes: isFixed() ? algorithm.least_nodes : Number($('nodes').value), seed: Number($('seed').value) };
    if (algorithm.density) body.sample.density = Number($('density').value);
  } else if (algorithm.kind === 'numbers') body.numbers = typedNumbers();
  else if (algorithm.kind === 'inputs') body.inputs = typedInputs();
  else body.graph = own[algorithm.name] ?? { nodes: 0, edges: [] };
  if (previous && origin() === 'own') body.previous = algorithm.kind === 'graph' ? { graph: previous } : previous;
  return body;
}

function typedInputs() {
  const form = formOf(state.algorithm), texts = typedFields().map((field) => field.value);
  const inputs = form.read(texts, state.algorithm);
  state.names = form.names?.(texts) ?? null;
  return inputs;
}

function typedNumbers() {
  const words = $('numbers').value.trim().split(/[\s,;]+/).filter(Boolean);
  const bad = words.find((word) => !Number.isFinite(Number(word)));
  if (bad !== undefined) throw new Problem({ title: 'Not a number', detail: `“${bad}” is not a number`, field: 'numbers' });
  return words.map(Number);
}

/** Some instances have one size only. */
export const isFixed = () => state.algorithm.least_nodes === state.algorithm.most_nodes;
const typedFields = () => [...$('typed-box').querySelectorAll('input, textarea')];

/** The fields for an instance that is typed, by the form of the input; empty for graphs and plain numbers. */
export function buildFields(changed) {
  const fields = formOf(state.algorithm).fields?.(state.algorithm) ?? [];
  $('typed-box').replaceChildren(...fields.flatMap(({ label, hint, rows }) => {
    const row = document.createElement('label'), field = document.createElement(rows ? 'textarea' : 'input');
    if (rows) field.rows = rows;
    field.spellcheck = false;
    field.addEventListener('change', changed);
    row.append(label, field);
    if (!hint) return [row];
    const words = document.createElement('p');
    words.className = 'hint';
    words.textContent = hint;
    return [row, words];
  }));
}

export function writeFields(inputs) {
  const texts = formOf(state.algorithm).write?.(inputs, state.algorithm, state.names) ?? [];
  typedFields().forEach((field, k) => { field.value = texts[k]; });
}

/** What the sliders mean: a graph without directions has an edge where both of two draws say so. */
export function showSizes() {
  const p = Number($('density').value);
  $('nodes-out').textContent = $('nodes').value;
  $('density-out').textContent = `${Math.round(100 * (state.algorithm.directed ? p : p * p))} %`;
}

export function showBoxes() {
  const { algorithm } = state, sample = origin() === 'sample';
  $('sample-box').hidden = !sample;
  $('numbers-box').hidden = sample || algorithm.kind !== 'numbers';
  $('draw-box').hidden = sample || algorithm.kind !== 'graph';
  $('typed-box').hidden = sample || algorithm.kind !== 'inputs';
  $('own-words').textContent = algorithm.kind === 'graph' ? 'Draw' : 'Type';
  $('density-row').hidden = !algorithm.density;
  $('tool-source').hidden = !algorithm.source;
  $('tool-hint').textContent = HINTS[document.querySelector('[name=tool]:checked').value];
  showSizes();
}
