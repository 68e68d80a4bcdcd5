// The page: asks, shows, plays, and keeps the link.
import { openEngine, Problem } from './engine.js';
import { link, save, standalone, raster, readInstance, writeInstance, readPlaces, writePlaces } from './api.js';
import { draw } from './chart.js';
import { GraphView } from './graph.js';
import { BarsView, StripsView } from './bars.js';
import { answered, count, formOf } from './forms.js';
import { PairsView } from './pairs.js';
import { PlaneView } from './plane.js';
import { TableView } from './table.js';
import { CommonView, TextView } from './text.js';
import { TimeView } from './time.js';
import { RunsPage } from './runs.js';

const $ = (id) => document.getElementById(id);
const PLAY = 'M6 3.5v13l11-6.5z', PAUSE = 'M5 3.500h3.500v13H5zM11.500 3.500H15v13h-3.500z';
const HINTS = {
  move: 'Drag nodes. Click an edge to change it.', node: 'Click to add a node.',
  edge: 'Drag from node to node, or click one after the other.', source: 'Click the node where paths start.',
  remove: 'Click a node or an edge.',
};

let algorithms = [], models = [];
let algorithm = null;      // the selected one, from the catalogue
let own = {};              // the user's own instances, by algorithm
let answer = null;         // the server's last answer
let previous = null;       // the instance before the last change
let places = null;         // where nodes are drawn
let views = [];            // one or two figures
let pairs = null;          // the figure of the pairs of nodes
let playing = 0, asking = null, later = 0;
let engine = null;         // answers questions: a server, or one inside the page
const runs = new RunsPage(fail);

// ---- asking ----

function question() {
  const body = { algorithm: algorithm.name, trace: true, compare: $('compare').checked };
  if ($('model').value) body.model = $('model').value;
  if ($('tolerance').value) body.tolerance = Number($('tolerance').value);
  if (origin() === 'sample') {
    body.sample = { nodes: isFixed() ? algorithm.least_nodes : Number($('nodes').value), seed: Number($('seed').value) };
    if (algorithm.density) body.sample.density = Number($('density').value);
  } else if (algorithm.kind === 'numbers') body.numbers = typedNumbers();
  else if (algorithm.kind === 'inputs') body.inputs = formOf(algorithm).read(typedFields().map((field) => field.value), algorithm);
  else body.graph = own[algorithm.name] ?? { nodes: 0, edges: [] };
  if (previous && origin() === 'own') body.previous = algorithm.kind === 'graph' ? { graph: previous } : previous;
  return body;
}

function typedNumbers() {
  const words = $('numbers').value.trim().split(/[\s,;]+/).filter(Boolean);
  const bad = words.find((word) => !Number.isFinite(Number(word)));
  if (bad !== undefined) throw new Problem({ title: 'Not a number', detail: `“${bad}” is not a number`, field: 'numbers' });
  return words.map(Number);
}

/** Some instances have one size only. */
const isFixed = () => algorithm.least_nodes === algorithm.most_nodes;
const typedFields = () => [...$('typed-box').querySelectorAll('input, textarea')];

/** The fields for an instance that is typed, by the form of the input; empty for graphs and plain numbers. */
function buildFields() {
  const fields = formOf(algorithm).fields?.(algorithm) ?? [];
  $('typed-box').replaceChildren(...fields.flatMap(({ label, hint, rows }) => {
    const row = document.createElement('label'), field = document.createElement(rows ? 'textarea' : 'input');
    if (rows) field.rows = rows;
    field.spellcheck = false;
    field.addEventListener('change', () => { previous = null; solve(); });
    row.append(label, field);
    if (!hint) return [row];
    const words = document.createElement('p');
    words.className = 'hint';
    words.textContent = hint;
    return [row, words];
  }));
}

function writeFields(inputs) {
  const texts = formOf(algorithm).write?.(inputs, algorithm) ?? [];
  typedFields().forEach((field, k) => { field.value = texts[k]; });
}

/** An answer to a question from before the last change must not undo that change. */
function forget() {
  clearTimeout(later);
  asking?.abort();
  asking = null;
  $('solve').removeAttribute('aria-busy');
}

async function solve({ play = true, evaluation } = {}) {
  asking?.abort();
  asking = new AbortController();
  const mine = asking;
  $('solve').setAttribute('aria-busy', 'true');
  try {
    const got = await engine.solve(question(), mine.signal);
    if (mine !== asking) return;
    answer = got;
    $('problem').hidden = true;
    present(evaluation, play);
  } catch (error) {
    if (error.name !== 'AbortError') fail(error);
  } finally {
    if (mine === asking) $('solve').removeAttribute('aria-busy');
  }
}

function fail(error) {
  if (!(error instanceof Problem)) console.error(error);
  const box = $('problem');
  box.replaceChildren(document.createElement('strong'), ' ');
  box.firstChild.textContent = error.title ?? 'Something went wrong';
  if (error.field) {
    const code = document.createElement('code');
    code.textContent = error.field;
    box.append(code, ' ');
  }
  box.append(error.message + '.');
  box.hidden = false;
}

// ---- showing ----

const shown = () => answer.warm && document.querySelector('[name=shown]:checked').value === 'warm' ? answer.warm : answer.run;
const origin = () => document.querySelector('[name=origin]:checked').value;
const number = (x) => x === null || x === undefined ? 'none' : Math.abs(x) >= 0.01 ? String(Number(x.toPrecision(3))) : x.toExponential(1);

function present(evaluation, play) {
  const { instance } = answer;
  const both = Boolean(answer.rollout && $('compare').checked);
  const square = onPairs();
  $('figure-rollout').hidden = !both;
  $('figure-pairs').hidden = !square;
  $('stage').classList.toggle('two', both);
  $('stage').classList.toggle('square', square);
  const { kind } = instance;
  const wanted = `${kind} ${both} ${square}`;
  if (views.kind !== wanted) {
    closeViews();
    frame((both || square) && isTall() ? 900 : 600, views.kind === undefined);
    views = [makeView($('picture'), kind, true)];
    if (both) views.push(makeView($('picture-rollout'), kind, false));
    if (square) pairs = new PairsView($('pairs'), $('pair-words'), { light: (nodes) => views[0].light?.(nodes), choose: (row) => startFrom(row) });
    views.kind = wanted;
  }
  for (const view of views) setView(view, instance);
  pairs?.set(instance.nodes, (i) => instance.numbers ? `${i} (${number(instance.numbers[i])})` : String(i), answer.target, algorithm.outputs, answered(algorithm, instance));
  if (instance.kind === 'graph') places = views[0].places;
  $('warm-panel').hidden = !answer.warm;
  presentRun(evaluation, play);
  presentWarm();
  presentEdges();
  presentRollout();
}

function presentRollout() {
  const known = answer.run.mode === 'dear' && algorithm.models.some((name) => models.find((m) => m.name === name)?.mode === 'nar');
  $('compare').closest('label').hidden = !known;
  if (answer.rollout) {
    $('beside').textContent = `NAR makes ${answer.rollout.evaluations} steps, as many as the algorithm; DEAR stopped after ${answer.run.evaluations} evaluations.`;
  } else if (answer.run.mode === 'nar') $('beside').textContent = 'This is a NAR model: it makes as many steps as the algorithm.';
  else $('beside').textContent = known ? 'The same instance, step by step.' : 'There is no NAR model of this algorithm to compare with.';
}

/** Whether there is something to see on pairs of nodes: a state that lives there, or an answer. */
const onPairs = () => answer.instance.nodes > 1 && (shown().frames.some((f) => f.pair_colours) || Object.values(answer.target).some((values) => onEveryPair(values)));
const onEveryPair = (values) => values.length === answer.instance.nodes ** 2 ? values : null;

/** Bars and lines of text need no height. */
const isTall = () => !['keys', 'sorted_keys'].includes(algorithm.input) && algorithm.answer !== 'occurrence';

function closeViews() {
  views.forEach((view) => view.close());
  pairs?.close();
  pairs = null;
}

/** Of paths between all nodes, the picture shows those from one. */
function startFrom(node) {
  for (const view of views) view.startFrom?.(node);
}

/** Side by side, figures are narrower, so they may be taller; places are given for one height. */
function frame(height, fresh) {
  const before = $('picture').viewBox.baseVal.height;
  if (before !== height && !fresh && places) places = places.map(([x, y]) => [x, Math.round(y * height / before)]);
  for (const id of ['picture', 'picture-rollout']) {
    $(id).setAttribute('viewBox', `0 0 1000 ${height}`);
    $(id).style.aspectRatio = `1000 / ${height}`;
  }
}

function makeView(svg, kind, editable) {
  if (kind === 'graph') return new GraphView(svg, editable ? { edit: graphEdited, choose: chooseEdge, moved: nodesMoved, start: startFrom, tool: () => origin() === 'own' ? document.querySelector('[name=tool]:checked').value : 'move' } : {});
  if (['parentheses', 'search_tree'].includes(algorithm.answer)) return new TableView(svg);
  switch (algorithm.input) {
    case 'keys': return new BarsView(svg, editable ? { edit: numberEdited } : {});
    case 'sorted_keys': return new BarsView(svg);
    case 'points': case 'two_segments': return new PlaneView(svg, editable ? { edit: inputsEdited } : {});
    case 'two_strings': return algorithm.answer === 'subsequence' ? new CommonView(svg) : new TextView(svg);
    case 'intervals': case 'tasks': return new TimeView(svg);
    default: return new StripsView(svg);
  }
}

function nodesMoved(at) {
  places = at;
  if (views[1]) setView(views[1], answer.instance);
  showEvaluation();
  keepLink();
}

function setView(view, instance) {
  if (view instanceof GraphView) {
    view.set({ nodes: instance.nodes, edges: instance.edges, source: instance.source }, algorithm, answer.target, algorithm.outputs, places);
  } else if (view instanceof BarsView) {
    const [keys, [wanted]] = instance.numbers ? [instance.numbers, []] : algorithm.inputs.map(({ name }) => instance.inputs[name]);
    view.set(keys, answer.target, algorithm.outputs, wanted);
  } else view.set(instance, answer.target, algorithm);
}

function presentRun(evaluation, play) {
  const run = shown();
  const most = Math.max(run.evaluations, answer.rollout?.evaluations ?? 1);
  const slider = $('evaluation');
  slider.max = most;
  stop();
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  slider.value = evaluation ?? (play && !still && most > 1 ? 1 : most);
  showEvaluation();
  if (play && !evaluation && !still && most > 1) start();

  const { certificate } = run;
  const verdict = $('verdict');
  verdict.className = 'verdict ' + (certificate.verdict === 'not_checkable' ? '' : certificate.verdict);
  verdict.textContent = { right: 'Certified right', wrong: `Wrong in ${certificate.fault_count} ${certificate.fault_count === 1 ? 'place' : 'places'}`, not_checkable: 'No certificate' }[certificate.verdict];
  $('basis').textContent = certificate.verdict === 'wrong' ? '' : certificate.basis;
  $('faults').replaceChildren(...certificate.faults.map(({ reason }) => {
    const item = document.createElement('li');
    item.textContent = reason.replace(/\d+\.\d{5,}/g, (digits) => String(Number(Number(digits).toPrecision(4))));
    return item;
  }));
  facts($('facts'), [
    [run.mode === 'nar' ? 'steps' : 'evaluations', run.evaluations], ['stopped', run.stop_reason.replace('_', ' ')],
    ['residual', number(run.residual)], ['time', `${run.milliseconds < 10 ? run.milliseconds.toFixed(1) : Math.round(run.milliseconds)} ms`],
    ['model', run.model], ['matches the algorithm', agreement(run)],
  ]);
  const model = models.find((m) => m.name === run.model);
  facts($('provenance'), [['mode', model.mode], ['numbers', model.numbers.toLocaleString('en')], ['width', model.settings.width],
    ['trained for', `${model.settings.steps} steps`], ['seed', model.settings.seed], ...Object.entries(model.provenance)]);
  $('headline').textContent = `${algorithm.title} · ${count(algorithm, answer.instance.nodes)}`;
  $('status').textContent = `Solved. ${verdict.textContent} after ${run.evaluations} ${run.mode === 'nar' ? 'steps' : 'evaluations'}.`;
}

function agreement(run) {
  let same = 0, all = 0;
  const { nodes } = answer.instance, counts = answered(algorithm, answer.instance);
  for (const [name, truth] of Object.entries(answer.target)) truth.forEach((value, i) => {
    if (onEveryPair(truth) && !counts(Math.floor(i / nodes), i % nodes)) return;
    all++;
    same += run.outputs[name][i] === value;
  });
  return `${same} of ${all}`;
}

function facts(list, pairs) {
  list.replaceChildren(...pairs.flatMap(([key, value]) => {
    const term = document.createElement('dt'), text = document.createElement('dd');
    term.textContent = key;
    text.textContent = value;
    return [term, text];
  }));
}

const frameAt = (run, k) => run.frames.findLast((frame) => frame.evaluation <= k) ?? run.frames[0];

function showEvaluation() {
  if (!answer) return;
  const k = Number($('evaluation').value), run = shown();
  const frame = frameAt(run, k);
  views[0].show(frame.outputs, frame.colours);
  pairs?.show(frame.outputs, frame.pair_colours, frame.evaluation);
  const words = (r, at) => r.mode === 'nar' ? `NAR, step ${Math.min(at, r.evaluations)} of ${r.evaluations}` : `DEAR, evaluation ${Math.min(at, r.evaluations)} of ${r.evaluations}`;
  $('caption-main').textContent = words(run, k);
  if (views[1]) {
    const other = frameAt(answer.rollout, k);
    views[1].show(other.outputs, other.colours);
    $('caption-rollout').textContent = words(answer.rollout, k);
  }
  $('evaluation-out').textContent = `${k} / ${$('evaluation').max}`;
  $('evaluation').setAttribute('aria-valuetext', `evaluation ${k} of ${$('evaluation').max}, residual ${number(frame.residual)}`);
  drawResiduals(run, k);
  keepLink();
}

function drawResiduals(run, k) {
  const points = (r) => r.residuals.map((y, i) => [i + 1, y]);
  const series = [];
  if (answer.warm) series.push({ points: points(run === answer.warm ? answer.run : answer.warm), kind: 'ghost' });
  if (answer.rollout) series.push({ points: points(answer.rollout), kind: 'second', dots: true });
  series.push({ points: points(run), dots: true });
  const chart = $('residuals');
  chart.classList.add('seek');
  draw(chart, series, { log: true, tolerance: run.tolerance, now: Math.min(k, run.evaluations), from: 1, to: Number($('evaluation').max), unit: 'evaluation',
    stop: run.residual === null ? undefined : [run.answered_at, run.residual, `${run.stop_reason.replace('_', ' ')} at ${run.answered_at}`] });
  chart.setAttribute('aria-label', `Residual by evaluation on a logarithmic scale: from ${number(run.residuals[0])} to ${number(run.residual)}` + (run.tolerance ? `, tolerance ${run.tolerance}` : ''));
}

function presentWarm() {
  if (!answer.warm) return;
  const most = Math.max(answer.run.evaluations, answer.warm.evaluations);
  const box = document.createElement('div');
  box.className = 'effort';
  for (const [name, run] of [['warm', answer.warm], ['cold', answer.run]]) {
    const row = document.createElement('div'), label = document.createElement('span'), bar = document.createElement('i'), count = document.createElement('b');
    row.className = name;
    label.textContent = name;
    bar.style.width = `${100 * run.evaluations / most}%`;
    count.textContent = `${run.evaluations}${run.certificate.verdict === 'wrong' ? ' ✗' : run.certificate.verdict === 'right' ? ' ✓' : ''}`;
    const track = document.createElement('span');
    track.append(bar);
    row.append(label, track, count);
    box.append(row);
  }
  $('warm-bars').replaceChildren(box);
}

// ---- changing ----

function takeOver(instance) {
  own[algorithm.name] = instance;
  if (origin() === 'sample') document.querySelector('[name=origin][value=own]').checked = true;
  showBoxes();
}

function graphEdited(graph, before) {
  forget();
  const solvedBefore = answer && answer.algorithm === algorithm.name && answer.instance.nodes === graph.nodes;
  previous = solvedBefore && graph.nodes === before.nodes ? (graph.edges.length || graph.source !== undefined) && { ...pick(answer.instance) } : null;
  places = views[0].places;
  takeOver(graph);
  presentEditor(views[0].chosen);
  if (solvedBefore) later = setTimeout(() => { document.querySelector('[name=shown][value=warm]').checked = true; solve(); }, 140);
  else unsolved(`${algorithm.title} · ${graph.nodes} nodes`);
  keepLink();
}

/** A drawing that has not been solved yet. */
function unsolved(headline) {
  stop();
  answer = null;
  $('headline').textContent = headline;
  $('residuals').replaceChildren();
  $('warm-panel').hidden = true;
  $('verdict').className = 'verdict';
  $('verdict').textContent = 'Not solved yet';
  for (const id of ['basis', 'faults', 'facts', 'beside']) $(id).replaceChildren();
  $('evaluation-out').textContent = '–';
}

const pick = ({ nodes, edges, source }) => source === undefined ? { nodes, edges } : { nodes, edges, source };

function numberEdited(numbers) {
  if (!previous || previous.numbers?.length !== numbers.length || !numberEdited.open) previous = { numbers: answer.instance.numbers };
  numberEdited.open = true;
  $('numbers').value = numbers.join(' ');
  takeOver({ numbers });
  forget();
  later = setTimeout(() => { numberEdited.open = false; document.querySelector('[name=shown][value=warm]').checked = true; solve(); }, 220);
}

/** Points were moved: the same as moving bars. */
function inputsEdited(inputs) {
  if (answer) previous = { inputs: answer.instance.inputs };
  writeFields(inputs);
  takeOver({ inputs });
  forget();
  later = setTimeout(() => { document.querySelector('[name=shown][value=warm]').checked = true; solve(); }, 140);
}

function chooseEdge(edge) {
  presentEditor(edge);
  $('edge-editor').querySelector('input')?.focus();
}

function presentEditor(edge) {
  const view = views[0];
  const chosen = view instanceof GraphView ? view.graph.edges[edge] : null;
  $('edit-panel').hidden = !chosen;
  if (!chosen) return;
  const [a, b, w] = chosen;
  const box = document.createElement('div');
  box.className = 'editor';
  box.innerHTML = '<p></p><label>Weight<span class="inline"><input type="number" id="weight" min="0.01" max="1000" step="0.01"><input type="range" id="weight-range" min="0.01" max="1" step="0.01" aria-label="Weight"></span></label><button type="button" id="remove-edge">Remove the edge</button>';
  box.querySelector('p').textContent = `Edge ${a} ${algorithm.directed ? '→' : '–'} ${b}`;
  box.querySelector('label').hidden = !algorithm.weighted;
  for (const input of box.querySelectorAll('input')) {
    input.value = Number(w.toPrecision(4));
    input.addEventListener(input.type === 'range' ? 'input' : 'change', () => {
      const value = Number(input.value);
      if (!(value > 0)) return;
      box.querySelectorAll('input').forEach((other) => { other.value = value; });
      editing = true;
      view.weigh(view.chosen, value);
      editing = false;
    });
  }
  box.querySelector('#remove-edge').addEventListener('click', () => view.removeEdge(view.chosen));
  if (!editing) $('edge-editor').replaceChildren(box);
}
let editing = false;

/** The same as a table, for those who cannot draw. */
function presentEdges() {
  const details = $('edges-details'), view = views[0];
  details.hidden = !(view instanceof GraphView);
  if (details.hidden || !details.open) return;
  const table = document.createElement('table');
  table.innerHTML = '<thead><tr><th scope="col">edge</th><th scope="col">weight</th></tr></thead>';
  const body = table.createTBody();
  view.graph.edges.forEach(([a, b, w], i) => {
    if (a === b) return;
    const row = body.insertRow(), input = document.createElement('input');
    row.insertCell().textContent = `${a} ${algorithm.directed ? '→' : '–'} ${b}`;
    input.type = 'number';
    input.step = '0.01';
    input.min = '0.01';
    input.value = Number(w.toPrecision(4));
    input.disabled = !algorithm.weighted;
    input.setAttribute('aria-label', `weight of edge ${a} to ${b}`);
    input.addEventListener('change', () => Number(input.value) > 0 && view.weigh(i, Number(input.value)));
    row.insertCell().append(input);
  });
  $('edge-table').replaceChildren(table);
}

// ---- playing ----

function start() {
  const slider = $('evaluation');
  if (slider.value === slider.max) slider.value = 1;
  const pace = Math.max(90, Math.min(420, 5200 / Number(slider.max)));
  playing = setInterval(() => {
    slider.value = Number(slider.value) + 1;
    showEvaluation();
    if (slider.value === slider.max) stop();
  }, pace);
  $('player').setAttribute('aria-label', 'Pause');
  $('player-icon').setAttribute('d', PAUSE);
  showEvaluation();
}

function stop() {
  clearInterval(playing);
  playing = 0;
  $('player').setAttribute('aria-label', 'Play');
  $('player-icon').setAttribute('d', PLAY);
}

// ---- the form ----

function showBoxes() {
  const sample = origin() === 'sample', numbers = algorithm.kind === 'numbers';
  $('sample-box').hidden = !sample;
  $('numbers-box').hidden = sample || !numbers;
  $('draw-box').hidden = sample || algorithm.kind !== 'graph';
  $('typed-box').hidden = sample || algorithm.kind !== 'inputs';
  $('own-words').textContent = algorithm.kind === 'graph' ? 'Draw' : 'Type';
  $('density-row').hidden = !algorithm.density;
  $('tool-source').hidden = !algorithm.source;
  $('tool-hint').textContent = HINTS[document.querySelector('[name=tool]:checked').value];
}

function chooseAlgorithm(name) {
  const playable = algorithms.filter((a) => a.models.length);
  algorithm = playable.find((a) => a.name === name) ?? playable.find((a) => a.weighted && a.source) ?? playable[0];
  $('algorithm').value = algorithm.name;
  $('model').replaceChildren(...algorithm.models.map((m) => new Option(m, m)));
  $('model-row').hidden = algorithm.models.length < 2;
  if (!isFixed()) { // the slider keeps its value for the next algorithm
    $('nodes').min = algorithm.least_nodes;
    $('nodes').max = algorithm.most_nodes;
  }
  $('nodes-out').textContent = $('nodes').value;
  $('nodes-row').hidden = isFixed();
  const { unit } = formOf(algorithm);
  $('size-words').textContent = unit[0].toUpperCase() + unit.slice(1);
  buildFields();
  previous = null;
  places = null;
  answer = null;
  closeViews();
  views = [];
  $('edit-panel').hidden = true;
  $('legend').innerHTML = '<li class="right"><i></i>matches the algorithm</li><li class="wrong"><i></i>differs</li><li class="state"><i></i>state, two principal directions</li>';
  showBoxes();
}

function drawOwn() {
  forget();
  previous = null;
  closeViews();
  frame(600, false);
  views = [makeView($('picture'), 'graph', true)];
  views.kind = 'graph false false';
  $('figure-rollout').hidden = true;
  $('figure-pairs').hidden = true;
  $('stage').classList.remove('two', 'square');
  own[algorithm.name] ??= { nodes: 0, edges: [], ...(algorithm.source ? { source: 0 } : {}) };
  views[0].set(own[algorithm.name], algorithm, {}, algorithm.outputs, places ?? []);
  places = views[0].places;
  unsolved(`${algorithm.title} · your own graph`);
  keepLink();
}

function keepLink() {
  if (!$('runs').hidden) return link({ v: 'runs', r: runs.name });
  const parts = { a: algorithm.name, m: algorithm.models.length > 1 ? $('model').value : '', t: $('tolerance').value, c: $('compare').checked ? '' : 0 };
  if (origin() === 'sample') Object.assign(parts, { n: $('nodes').value, d: algorithm.density ? $('density').value : '', s: $('seed').value });
  else {
    const mine = algorithm.kind === 'numbers' ? { numbers: answer?.instance.numbers ?? [] } : algorithm.kind === 'inputs' && answer ? { inputs: answer.instance.inputs } : own[algorithm.name];
    if (mine) parts.i = writeInstance(mine);
    if (previous) parts.p = writeInstance(previous);
    if (answer?.warm) parts.w = shown() === answer.warm ? 1 : 0;
  }
  if (places && algorithm.kind === 'graph') parts.xy = writePlaces(places);
  if (answer && !playing) parts.e = $('evaluation').value;
  return link(parts);
}

function followLink() {
  const wanted = link();
  if (wanted.v === 'runs' && engine.runs) return openRuns(wanted.r);
  openPlay();
  chooseAlgorithm(wanted.a);
  if (wanted.m) $('model').value = wanted.m;
  $('tolerance').value = wanted.t ?? '';
  $('compare').checked = wanted.c !== '0';
  $('nodes').value = wanted.n ?? 16;
  $('density').value = wanted.d ?? 0.5;
  $('seed').value = wanted.s ?? 1;
  $('nodes-out').textContent = $('nodes').value;
  $('density-out').textContent = $('density').value;
  if (wanted.xy) places = readPlaces(wanted.xy);
  document.querySelector(`[name=origin][value=${wanted.i ? 'own' : 'sample'}]`).checked = true;
  if (wanted.i) {
    const instance = readInstance(wanted.i);
    own[algorithm.name] = instance;
    if (instance.numbers) $('numbers').value = instance.numbers.join(' ');
    if (instance.inputs) writeFields(instance.inputs);
    if (wanted.p) previous = readInstance(wanted.p);
    document.querySelector(`[name=shown][value=${wanted.w === '0' ? 'run' : 'warm'}]`).checked = true;
  }
  showBoxes();
  if (wanted.i && own[algorithm.name].nodes === 0) return drawOwn();
  return solve({ evaluation: wanted.e ? Number(wanted.e) : undefined });
}

function openPlay() {
  runs.close();
  $('runs').hidden = true;
  $('play').hidden = false;
  $('tab-play').setAttribute('aria-current', 'page');
  $('tab-runs').removeAttribute('aria-current');
}

function openRuns(name) {
  stop();
  $('play').hidden = true;
  $('runs').hidden = false;
  $('tab-runs').setAttribute('aria-current', 'page');
  $('tab-play').removeAttribute('aria-current');
  runs.onChoose = keepLink;
  return runs.open(name).then(keepLink).catch(fail);
}

// ---- the start ----

function wire() {
  $('ask').addEventListener('submit', (event) => {
    event.preventDefault();
    previous = null;
    if (origin() === 'sample') places = null;
    solve();
  });
  $('algorithm').addEventListener('change', () => {
    document.querySelector('[name=origin][value=sample]').checked = true;
    chooseAlgorithm($('algorithm').value);
    solve();
  });
  $('model').addEventListener('change', () => solve());
  $('tolerance').addEventListener('change', () => solve());
  $('compare').addEventListener('change', () => { views.kind = ''; solve({ play: false }); });
  for (const radio of document.querySelectorAll('[name=origin]')) {
    radio.addEventListener('change', () => {
      previous = null;
      showBoxes();
      if (origin() === 'sample') { places = null; solve(); } else if (algorithm.kind === 'graph') {
        if (answer) own[algorithm.name] = pick(answer.instance);
        drawOwn();
        if (own[algorithm.name].nodes) solve({ play: false });
      } else if (algorithm.kind === 'inputs') {
        if (answer) writeFields(answer.instance.inputs);
        solve();
      } else {
        if (answer) $('numbers').value = answer.instance.numbers.map((x) => Number(x.toPrecision(3))).join(' ');
        solve();
      }
    });
  }
  for (const radio of document.querySelectorAll('[name=tool]')) radio.addEventListener('change', showBoxes);
  for (const radio of document.querySelectorAll('[name=shown]')) radio.addEventListener('change', () => presentRun(undefined, true));
  for (const id of ['nodes', 'density']) {
    $(id).addEventListener('input', () => { $(`${id}-out`).textContent = $(id).value; });
    $(id).addEventListener('change', () => { places = null; solve(); });
  }
  $('seed').addEventListener('change', () => { places = null; solve(); });
  $('dice').addEventListener('click', () => { $('seed').value = Number($('seed').value) + 1; places = null; solve(); });
  $('clear').addEventListener('click', () => { delete own[algorithm.name]; places = []; document.querySelector('[name=tool][value=node]').checked = true; showBoxes(); drawOwn(); });
  $('numbers').addEventListener('change', () => { previous = null; solve(); });
  $('evaluation').addEventListener('input', () => { stop(); showEvaluation(); });
  $('player').addEventListener('click', () => playing ? stop() : answer && start());
  $('residuals').addEventListener('click', (event) => {
    if (!answer) return;
    stop();
    $('evaluation').value = $('residuals').valueAt(event.clientX);
    showEvaluation();
  });
  for (const type of ['pointerover', 'pointerleave', 'focusin', 'focusout']) {
    $('picture').addEventListener(type, (event) => {
      const over = type === 'pointerover' || type === 'focusin' ? event.target.closest?.('[data-node], [data-bar]')?.dataset : undefined;
      pairs?.light(over ? Number(over.node ?? over.bar) : -1);
    });
  }
  $('edges-details').addEventListener('toggle', presentEdges);
  $('tab-play').addEventListener('click', () => { openPlay(); answer ? showEvaluation() : followLinkTo(''); });
  $('tab-runs').addEventListener('click', () => openRuns());
  $('copy-link').addEventListener('click', async () => {
    keepLink();
    await navigator.clipboard?.writeText(location.href).catch(() => {});
    $('copy-link').textContent = 'Copied';
    $('status').textContent = 'Link copied.';
    setTimeout(() => { $('copy-link').textContent = 'Copy link'; }, 1600);
  });
  $('theme').addEventListener('click', () => setTheme(isDark() ? 'light' : 'dark'));
  const name = () => `dear-${algorithm.name}`;
  const picture = () => standalone($('picture'));
  $('save-svg').addEventListener('click', () => save(`${name()}.svg`, new Blob([picture()], { type: 'image/svg+xml' })));
  $('save-png').addEventListener('click', async () => save(`${name()}.png`, await raster(picture(), 1000, $('picture').viewBox.baseVal.height)));
  $('save-json').addEventListener('click', () => answer && save(`${name()}.json`, new Blob([JSON.stringify(answer, null, 1)], { type: 'application/json' })));
  addEventListener('hashchange', () => { if (algorithms.length) followLink(); }); // before that, start() does it
  addEventListener('keydown', (event) => {
    if (event.target.matches('input:not([type=range]):not([type=radio]):not([type=checkbox]), textarea, select, button, [role=button], [role=slider], summary') || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === ' ' && !event.target.matches('input')) { event.preventDefault(); $('player').click(); }
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step && !event.target.matches('input') && answer) {
      stop();
      $('evaluation').value = Number($('evaluation').value) + step;
      showEvaluation();
    }
  });
}

function followLinkTo(hash) {
  history.replaceState(null, '', '#' + hash);
  return followLink();
}

const isDark = () => (document.documentElement.dataset.theme || (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')) === 'dark';

function setTheme(theme) {
  if (theme) {
    document.documentElement.dataset.theme = theme;
    try { localStorage.setItem('theme', theme); } catch { /* private windows have none */ }
  }
  $('theme').setAttribute('aria-pressed', String(isDark()));
}

async function begin() {
  let stored = null;
  try { stored = localStorage.getItem('theme'); } catch { /* private windows have none */ }
  setTheme(stored);
  wire();
  engine = await openEngine();
  runs.engine = engine.runs;
  document.querySelector('.top nav').hidden = !engine.runs;
  [algorithms, models] = await Promise.all([engine.algorithms(), engine.models()]);
  const playable = algorithms.filter((a) => a.models.length);
  $('algorithm').replaceChildren(...[...new Set(playable.map((a) => a.category))].map((category) => {
    const group = document.createElement('optgroup');
    group.label = category[0].toUpperCase() + category.slice(1);
    group.append(...playable.filter((a) => a.category === category).map((a) => new Option(a.title, a.name)));
    return group;
  }));
  if (!playable.length) {
    if (link().v === 'runs' && engine.runs) return followLink();
    $('headline').textContent = 'No models yet';
    throw new Problem({ title: 'No model', detail: 'train one, then start with dear serve --models DIR' });
  }
  await followLink();
}

begin().catch(fail);
