// The page: asks, shows, plays, and keeps the link.
import { buildFields, isFixed, question, showBoxes, showSizes, writeFields } from './ask.js';
import { draw } from './chart.js';
import { showEdges, showEditor, tellingEdge } from './editor.js';
import { openEngine, Problem } from './engine.js';
import { raster, save, standalone } from './files.js';
import { count, formOf } from './forms.js';
import { wireGlossary } from './glossary.js';
import { GraphView } from './graph.js';
import { copyLink, readInstance, readLink, readPlaces, writeInstance, writeLink, writePlaces } from './link.js';
import { PairsView } from './pairs.js';
import { announce, judge, score, showComparison, showFacts, showVerdict, showWarm } from './report.js';
import { RunsPage } from './runs.js';
import { SpaceView } from './space.js';
import { $, check, number, origin, pick, shown, state } from './state.js';
import { wireTour } from './tour.js';
import { counted, look, makeView, setView } from './views.js';
import { KEY, lead, PRESETS } from './words.js';

const PLAY = 'M6 3.5v13l11-6.5z', PAUSE = 'M5 3.500h3.500v13H5zM11.500 3.500H15v13h-3.500z';
const still = () => matchMedia('(prefers-reduced-motion: reduce)').matches;
const runs = new RunsPage(fail);
let playing = 0, asking = null, later = 0, previewed = null;
let drag = null;   // while a weight is dragged: the instance before, and whether it has changed since it was last asked
let wantedEdge = ''; // the edge that a link has chosen

// ---- asking ----

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
    const got = await state.engine.solve(question(), mine.signal);
    if (mine !== asking) return;
    state.answer = got;
    $('problem').hidden = true;
    present(evaluation, play);
  } catch (error) {
    if (error.name === 'AbortError') return;
    if (!state.answer) unsolved(state.algorithm.title);
    fail(error);
  } finally {
    if (mine === asking) $('solve').removeAttribute('aria-busy');
  }
}

/** One question at a time while a weight is dragged; the next one asks for the latest weight. */
async function follow() {
  if (drag.busy) {
    drag.changed = true;
    return;
  }
  const mine = drag;
  mine.busy = true;
  do {
    mine.changed = false;
    await solve({ play: false });
  } while (mine.changed);
  mine.busy = false;
  if (mine.over && drag === mine) drag = null;
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

const HOOKS = { graph: graphEdited, numbers: numberEdited, inputs: inputsEdited, choose: chooseEdge, moved: nodesMoved, start: startFrom };

function present(evaluation, play) {
  const { answer, algorithm } = state, { instance } = answer, { kind } = instance;
  const both = Boolean(answer.rollout && $('compare').checked), square = onPairs();
  $('figure-rollout').hidden = !both;
  $('figure-pairs').hidden = !square;
  $('stage').classList.toggle('two', both);
  const wanted = `${kind} ${both} ${square}`;
  if (state.views.kind !== wanted) {
    const chosen = state.views[0]?.graph?.edges[state.views[0].chosen];
    closeViews();
    state.views = [makeView($('picture'), kind, HOOKS)];
    if (both) state.views.push(makeView($('picture-rollout'), kind));
    if (square) state.pairs = new PairsView($('pairs'), $('pair-words'), { light: (nodes) => light(nodes, 'pairs'), choose: (row) => startFrom(row) });
    state.views.kind = wanted;
    if (chosen) wantedEdge ||= chosen.slice(0, 2).join('-');
  }
  for (const view of state.views) setView(view, instance);
  state.pairs?.set(instance.nodes, (i) => instance.numbers ? `${i} (${number(instance.numbers[i])})` : String(i), answer.target, algorithm.outputs, counted());
  if (kind === 'graph') {
    state.places = state.views[0].places;
    chooseFirstEdge(state.views[0]);
  }
  presentRun(evaluation, play);
  showWarm();
  showEditor(EDITOR);
  showEdges();
  showComparison();
}

function chooseFirstEdge(view) {
  const wanted = view.graph.edges.findIndex(([a, b]) => `${a}-${b}` === wantedEdge);
  wantedEdge = '';
  if (wanted >= 0) view.chosen = wanted;
  else if (view.chosen < 0 && state.algorithm.weighted) view.chosen = tellingEdge(view);
  view.render();
}

/** Whether there is something to see on pairs of nodes: a state that lives there, or an answer. */
function onPairs() {
  const { instance, target } = state.answer;
  return instance.nodes > 1 && (shown().frames.some((f) => f.pair_colours) || Object.values(target).some((values) => values.length === instance.nodes ** 2));
}

function closeViews() {
  state.views.forEach((view) => view.close());
  state.pairs?.close();
  state.pairs = null;
}

/** Of paths between all nodes, the picture shows those from one. */
function startFrom(node) {
  for (const view of state.views) view.startFrom?.(node);
  if (state.answer) showEvaluation();
}

/** Nodes that are pointed at in one figure are marked in the others. */
function light(nodes, from) {
  if (from !== 'picture') state.views[0]?.light?.(nodes);
  if (from !== 'space') state.space.light(nodes);
  if (from !== 'pairs') state.pairs?.light(nodes[0] ?? -1);
}

function presentRun(evaluation, play) {
  const { answer } = state, run = shown();
  const most = Math.max(run.evaluations, answer.rollout && $('compare').checked ? answer.rollout.evaluations : 1);
  const slider = $('evaluation'), moves = play && evaluation === undefined && !still() && most > 1;
  slider.max = most;
  stop();
  slider.value = evaluation ?? (moves ? 0 : most);
  const warm = answer.warm && { name: 'warm', frames: answer.warm.frames, shown: run === answer.warm };
  const cold = { name: run.mode === 'nar' ? 'NAR' : 'cold', frames: answer.run.frames, shown: run === answer.run };
  if (warm) $('whole').checked = $('whole').dataset.chosen ? $('whole').checked : true;
  state.space.set($('whole').checked ? warm ? (cold.shown ? [cold, warm] : [cold, warm]) : [cold] : [warm?.shown ? warm : cold], $('whole').checked);
  showEvaluation();
  showFacts(run);
  announce(run, judge(run, run.frames.at(-1)));
  $('headline').textContent = `${state.algorithm.title} · ${count(state.algorithm, answer.instance.nodes)}`;
  if (moves) start();
}

const frameAt = (run, k) => k === 0 ? null : run.frames.findLast((frame) => frame.evaluation <= k) ?? run.frames[0];

function showEvaluation() {
  if (!state.answer) return;
  previewed = null;
  const k = Number($('evaluation').value);
  showAt(k);
  state.space.show(k);
  $('evaluation-out').textContent = `${k} / ${$('evaluation').max}`;
  keepLink();
}

/** Shows an evaluation that is pointed at; the slider stays where it is. */
function preview(k) {
  if (!state.answer || playing || k === previewed || k < 1 || k > Number($('evaluation').max)) return;
  previewed = k;
  showAt(k);
}

function showAt(k) {
  const { answer, views } = state, run = shown(), frame = frameAt(run, k), found = judge(run, frame);
  views[0].show(frame?.outputs ?? null, frame?.colours, found.differs);
  state.pairs?.show(frame?.outputs ?? null, frame?.pair_colours, k, found.differs);
  const words = (r) => r.mode === 'nar' ? `NAR, step ${Math.min(k, r.evaluations)} of ${r.evaluations}` : `DEAR, evaluation ${Math.min(k, r.evaluations)} of ${r.evaluations}`;
  $('caption-main').textContent = words(run);
  if (views[1]) {
    const other = frameAt(answer.rollout, k), judged = judge(answer.rollout, other);
    views[1].show(other?.outputs ?? null, other?.colours, judged.differs);
    $('caption-rollout').textContent = `${words(answer.rollout)}: ${score(judged)}`;
  }
  $('now').textContent = score(found);
  $('evaluation').setAttribute('aria-valuetext', frame ? `evaluation ${k} of ${$('evaluation').max}, residual ${number(frame.residual)}, ${score(found)}` : 'evaluation 0, the question');
  showVerdict(run, found, k >= run.evaluations);
  $('space').setAttribute('aria-label', `States ${$('whole').checked ? 'of all nodes as one point' : 'of nodes'} in their principal plane at evaluation ${k}; they end at H*, the equilibrium`);
  drawResiduals(run, k);
}

function drawResiduals(run, k) {
  const { answer } = state, points = (r) => r.residuals.map((y, i) => [i + 1, y]), series = [];
  if (answer.warm) series.push({ points: points(run === answer.warm ? answer.run : answer.warm), kind: 'ghost', name: run === answer.warm ? 'cold' : 'warm' });
  if (answer.rollout && $('compare').checked) series.push({ points: points(answer.rollout), kind: 'second', dots: true, name: 'NAR' });
  series.push({ points: points(run), dots: true, name: run.mode === 'nar' ? 'NAR' : answer.warm ? run === answer.warm ? 'warm' : 'cold' : 'DEAR' });
  const chart = $('residuals');
  draw(chart, series, { log: true, tolerance: run.tolerance, now: Math.min(k, run.evaluations), from: 1, to: Number($('evaluation').max), font: 17, x: 'evaluation', y: 'residual, logarithmic',
    stop: run.residual === null ? undefined : [run.answered_at, run.residual, `${run.stop_reason.replace('_', ' ')} at ${run.answered_at}`] });
  chart.setAttribute('aria-label', `Residual by evaluation on a logarithmic scale: from ${number(run.residuals[0])} to ${number(run.residual)}` + (run.tolerance ? `, tolerance ${run.tolerance}` : ''));
}

// ---- changing ----

function takeOver(instance) {
  state.own[state.algorithm.name] = instance;
  if (origin() === 'sample') check('origin', 'own');
  showBoxes();
}

function graphEdited(graph, before) {
  const { answer } = state;
  state.places = state.views[0].places;
  if (graph.nodes !== before.nodes) state.names = null;
  takeOver(pick(graph));
  if (drag) {
    state.previous = drag.base;
    return follow();
  }
  forget();
  const solved = answer && answer.algorithm === state.algorithm.name && answer.instance.nodes === graph.nodes && graph.nodes === before.nodes;
  state.previous = solved ? pick(answer.instance) : null;
  if (graph.nodes === 0) return drawOwn();
  check('shown', 'warm');
  later = setTimeout(() => solve({ play: false }), 140);
  return undefined;
}

const EDITOR = {
  dragging: () => Boolean(drag),
  start() {
    if (drag) return;
    forget();
    check('shown', 'warm');
    drag = { base: pick(state.answer.instance) };
  },
  end() {
    if (!drag) return;
    drag.over = true;
    if (!drag.busy) drag = null;
  },
};

function numberEdited(numbers) {
  const { answer } = state;
  if (!state.previous || state.previous.numbers?.length !== numbers.length || !numberEdited.open) state.previous = { numbers: answer.instance.numbers };
  numberEdited.open = true;
  $('numbers').value = numbers.join(' ');
  takeOver({ numbers });
  forget();
  later = setTimeout(() => { numberEdited.open = false; check('shown', 'warm'); solve({ play: false }); }, 220);
}

/** Points were moved: the same as moving bars. */
function inputsEdited(inputs) {
  if (state.answer) state.previous = { inputs: state.answer.instance.inputs };
  writeFields(inputs);
  takeOver({ inputs });
  forget();
  later = setTimeout(() => { check('shown', 'warm'); solve({ play: false }); }, 140);
}

function nodesMoved(at) {
  state.places = at;
  if (state.views[1]) setView(state.views[1], state.answer.instance);
  showEvaluation();
  keepLink();
}

function chooseEdge() {
  showEditor(EDITOR);
  $('edge-editor').querySelector('input[type=range]')?.focus({ preventScroll: true });
  keepLink();
}

// ---- playing ----

function start() {
  const slider = $('evaluation');
  if (slider.value === slider.max) slider.value = 0;
  const pace = Math.max(90, Math.min(420, 5200 / Number(slider.max)));
  playing = setInterval(() => {
    slider.value = Number(slider.value) + 1;
    showEvaluation();
    if (slider.value === slider.max) { stop(); keepLink(); }
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

function chooseAlgorithm(name) {
  const playable = state.algorithms.filter((a) => a.models.length);
  const algorithm = playable.find((a) => a.name === name) ?? playable.find((a) => a.weighted && a.source) ?? playable[0];
  Object.assign(state, { algorithm, previous: null, places: null, names: null, answer: null });
  $('algorithm').value = algorithm.name;
  $('model').replaceChildren(...algorithm.models.map((m) => new Option(m, m)));
  $('model-row').hidden = algorithm.models.length < 2;
  if (!isFixed()) { // the slider keeps its value for the next algorithm
    $('nodes').min = algorithm.least_nodes;
    $('nodes').max = algorithm.most_nodes;
  }
  $('nodes-row').hidden = isFixed();
  const { unit } = formOf(algorithm);
  $('size-words').textContent = unit[0].toUpperCase() + unit.slice(1);
  $('lead').textContent = lead(algorithm);
  buildFields(() => { state.previous = null; solve(); });
  drag = null;
  delete $('whole').dataset.chosen;
  $('whole').checked = false;
  closeViews();
  state.views = [];
  $('legend').replaceChildren(...Object.entries(KEY).map(([kind, words]) => {
    const item = document.createElement('li');
    item.className = kind;
    item.append(document.createElement('i'), words);
    return item;
  }));
  showBoxes();
}

/** Nothing is answered: what was said about the last answer is taken back. */
function unsolved(headline) {
  state.answer = null;
  stop();
  $('headline').textContent = headline;
  $('evaluation').max = 1;
  for (const id of ['evaluation-out', 'verdict']) $(id).textContent = '–';
  $('verdict').className = 'verdict';
  for (const id of ['now', 'right-count', 'basis', 'beside']) $(id).textContent = '';
  for (const id of ['facts', 'faults', 'caveats', 'residuals', 'space']) $(id).replaceChildren();
  for (const id of ['warm-panel', 'figure-rollout', 'figure-pairs', 'measured']) $(id).hidden = true;
  $('stage').classList.remove('two');
  showEditor(EDITOR);
}

function drawOwn() {
  forget();
  state.previous = null;
  closeViews();
  state.views = [makeView($('picture'), 'graph', HOOKS)];
  state.views.kind = 'graph false false';
  const own = state.own[state.algorithm.name] ??= { nodes: 0, edges: [], ...(state.algorithm.source ? { source: 0 } : {}) };
  state.views[0].set(own, look(own.nodes), {}, state.algorithm.outputs, state.places ?? []);
  state.places = state.views[0].places;
  unsolved(`${state.algorithm.title} · your own graph`);
  keepLink();
}

// ---- the link ----

function keepLink() {
  if (!$('runs').hidden) return writeLink({ v: 'runs', r: runs.name });
  const { algorithm, answer, previous } = state;
  const parts = { a: algorithm.name, m: algorithm.models.length > 1 ? $('model').value : '', t: $('tolerance').value, c: $('compare').checked ? 1 : '', h: $('notes').checked ? '' : 0 };
  if (origin() === 'sample') Object.assign(parts, { n: $('nodes').value, d: algorithm.density ? $('density').value : '', s: $('seed').value });
  else {
    const mine = algorithm.kind === 'numbers' ? { numbers: answer?.instance.numbers ?? [] } : algorithm.kind === 'inputs' && answer ? { inputs: answer.instance.inputs } : state.own[algorithm.name];
    if (mine) parts.i = writeInstance(mine);
    if (previous) parts.p = writeInstance(previous);
    if (answer?.warm) parts.w = shown() === answer.warm ? 1 : 0;
  }
  if (state.places && algorithm.kind === 'graph') parts.xy = writePlaces(state.places);
  if (state.names) parts.l = state.names.join('_');
  const edge = state.views[0] instanceof GraphView && state.views[0].graph.edges[state.views[0].chosen];
  if (edge && algorithm.weighted) parts.k = edge.slice(0, 2).join('-');
  if ($('whole').dataset.chosen) parts.o = $('whole').checked ? 1 : 0;
  if (answer && !playing) parts.e = $('evaluation').value;
  return writeLink(parts);
}

async function followLink() {
  const given = readLink();
  const wanted = Object.keys(given).length ? given : Object.fromEntries(new URLSearchParams(PRESETS[0][1]));
  if (wanted.v === 'runs' && state.engine.runs) return openRuns(wanted.r);
  openPlay();
  try {
    return await restore(wanted);
  } catch (error) {
    if (!(error instanceof Problem) || !given.a) throw error;
    writeLink({});
    await followLink();
    return fail(error);
  }
}

function restore(wanted) {
  forget();
  chooseAlgorithm(wanted.a);
  const { algorithm } = state;
  const instance = wanted.i ? readInstance(wanted.i, algorithm.kind) : null;
  const previous = wanted.i && wanted.p ? readInstance(wanted.p, algorithm.kind) : null;
  if (wanted.m) $('model').value = wanted.m;
  if (!$('model').value) $('model').selectedIndex = 0;
  $('tolerance').value = wanted.t ?? '';
  if ($('tolerance').selectedIndex < 0) $('tolerance').value = '';
  $('compare').checked = wanted.c === '1';
  $('notes').checked = wanted.h !== '0';
  $('nodes').value = wanted.n ?? 8;
  $('density').value = wanted.d ?? 0.5;
  $('seed').value = wanted.s ?? 1;
  if (wanted.o) {
    $('whole').dataset.chosen = 1;
    $('whole').checked = wanted.o === '1';
  }
  state.places = wanted.xy ? readPlaces(wanted.xy) : null;
  state.names = wanted.l?.split('_') ?? null;
  wantedEdge = wanted.k ?? '';
  check('origin', instance ? 'own' : 'sample');
  if (instance) {
    state.own[algorithm.name] = instance;
    if (instance.numbers) $('numbers').value = instance.numbers.join(' ');
    if (instance.inputs) writeFields(instance.inputs);
    state.previous = previous;
    check('shown', wanted.w === '0' ? 'run' : 'warm');
  }
  showBoxes();
  if (instance?.nodes === 0) return drawOwn();
  return solve({ evaluation: wanted.e ? Number(wanted.e) : undefined });
}

function openPlay() {
  runs.close();
  $('runs').hidden = true;
  $('play').hidden = false;
  $('lead').hidden = false;
  $('tab-play').setAttribute('aria-current', 'page');
  $('tab-runs').removeAttribute('aria-current');
}

function openRuns(name) {
  stop();
  $('play').hidden = true;
  $('lead').hidden = true;
  $('runs').hidden = false;
  $('tab-runs').setAttribute('aria-current', 'page');
  $('tab-play').removeAttribute('aria-current');
  runs.onChoose = keepLink;
  return runs.open(name).then(keepLink).catch(fail);
}

// ---- the start ----

function again() {
  state.places = null;
  state.names = null;
  solve();
}

function wireForm() {
  $('ask').addEventListener('submit', (event) => {
    event.preventDefault();
    state.previous = null;
    if (origin() === 'sample') state.places = null;
    solve();
  });
  $('algorithm').addEventListener('change', () => {
    check('origin', 'sample');
    chooseAlgorithm($('algorithm').value);
    solve();
  });
  $('model').addEventListener('change', () => solve());
  $('tolerance').addEventListener('change', () => solve());
  $('compare').addEventListener('change', () => solve({ play: false }));
  $('notes').addEventListener('change', () => { if (state.answer) { present(Number($('evaluation').value), false); } });
  for (const radio of document.querySelectorAll('[name=origin]')) radio.addEventListener('change', changeOrigin);
  for (const radio of document.querySelectorAll('[name=tool]')) radio.addEventListener('change', showBoxes);
  for (const radio of document.querySelectorAll('[name=shown]')) radio.addEventListener('change', () => presentRun(undefined, true));
  for (const id of ['nodes', 'density']) {
    $(id).addEventListener('input', showSizes);
    $(id).addEventListener('change', again);
  }
  $('seed').addEventListener('change', again);
  $('dice').addEventListener('click', () => { $('seed').value = Number($('seed').value) + 1; again(); });
  $('numbers').addEventListener('change', () => { state.previous = null; solve(); });
  $('add-node').addEventListener('click', () => {
    const view = state.views[0];
    view.addNode(view.emptiest());
    view.hands.focus('node', view.graph.nodes - 1);
  });
  $('clear').addEventListener('click', () => {
    delete state.own[state.algorithm.name];
    Object.assign(state, { places: [], names: null });
    check('tool', 'node');
    showBoxes();
    drawOwn();
  });
}

function changeOrigin() {
  const { algorithm, answer } = state;
  state.previous = null;
  showBoxes();
  if (origin() === 'sample') return again();
  if (algorithm.kind === 'graph') {
    if (answer) state.own[algorithm.name] = pick(answer.instance);
    drawOwn();
    return state.own[algorithm.name].nodes ? solve({ play: false }) : undefined;
  }
  if (answer && algorithm.kind === 'inputs') writeFields(answer.instance.inputs);
  else if (answer) $('numbers').value = answer.instance.numbers.map((x) => Number(x.toPrecision(3))).join(' ');
  return solve();
}

function wireFigures() {
  state.space = new SpaceView($('space'), { light: (node) => light(node < 0 ? [] : [node], 'space'), seek: (k, run) => run === (shown() === state.answer.warm ? 'warm' : 'cold') && preview(k), settle: seek });
  $('evaluation').addEventListener('input', () => { stop(); showEvaluation(); });
  $('player').addEventListener('click', () => playing ? (stop(), keepLink()) : state.answer && start());
  $('whole').addEventListener('change', () => { $('whole').dataset.chosen = 1; if (state.answer) presentRun(Number($('evaluation').value), false); });
  const chart = $('residuals');
  chart.addEventListener('pointermove', (event) => chart.valueAt && preview(chart.valueAt(event.clientX)));
  chart.addEventListener('click', (event) => chart.valueAt && seek(chart.valueAt(event.clientX)));
  for (const id of ['residuals', 'space']) $(id).addEventListener('pointerleave', () => { if (previewed !== null) showEvaluation(); });
  for (const type of ['pointerover', 'pointerleave', 'focusin', 'focusout']) {
    $('picture').addEventListener(type, (event) => {
      const over = type === 'pointerover' || type === 'focusin' ? event.target.closest?.('[data-node], [data-bar]')?.dataset : undefined;
      light(over ? [Number(over.node ?? over.bar)] : [], 'picture');
    });
  }
}

function seek(k) {
  if (!state.answer) return;
  stop();
  $('evaluation').value = k;
  showEvaluation();
}

/** The picture as a file says what it shows: title, all weights, and what its colours mean. */
function picture() {
  const view = state.views[0], work = () => standalone($('picture'), {
    title: $('headline').textContent, line: `DEAR, evaluation ${$('evaluation').value} of ${$('evaluation').max}: ${$('now').textContent}. ${$('verdict').textContent}.`, key: Object.entries(KEY) });
  return view instanceof GraphView ? view.withAllWeights(work) : work();
}

function wireTools() {
  $('edges-details').addEventListener('toggle', showEdges);
  $('skip').addEventListener('click', (event) => { event.preventDefault(); $('player').focus(); }); // its hash is no view
  $('tab-play').addEventListener('click', () => { openPlay(); state.answer ? showEvaluation() : (writeLink({}), followLink()); });
  $('tab-runs').addEventListener('click', () => openRuns());
  $('copy-link').addEventListener('click', async () => {
    keepLink();
    const copied = await copyLink();
    $('copy-link').textContent = copied ? 'Copied' : 'Not copied';
    $('status').textContent = copied ? 'Link copied.' : 'The browser does not let the page copy.';
    $('link-box').hidden = copied;
    $('link-text').value = location.href;
    if (!copied) $('link-text').select();
    setTimeout(() => { $('copy-link').textContent = 'Copy link'; }, 1600);
  });
  $('theme').addEventListener('click', () => setTheme(isDark() ? 'light' : 'dark'));
  const name = () => `dear-${state.algorithm.name}`;
  $('save-svg').addEventListener('click', () => save(`${name()}.svg`, new Blob([picture().text], { type: 'image/svg+xml' })));
  $('save-png').addEventListener('click', async () => save(`${name()}.png`, await raster(picture())));
  $('save-json').addEventListener('click', () => state.answer && save(`${name()}.json`, new Blob([JSON.stringify(state.answer, null, 1)], { type: 'application/json' })));
  addEventListener('hashchange', () => { if (state.algorithms.length) followLink().catch(fail); }); // before that, begin() does it
  addEventListener('keydown', (event) => {
    if (event.target.matches('input:not([type=range]):not([type=radio]):not([type=checkbox]), textarea, select, button, a, [role=button], [role=slider], summary') || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === ' ' && !event.target.matches('input')) { event.preventDefault(); $('player').click(); }
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step && !event.target.matches('input')) seek(Number($('evaluation').value) + step);
  });
}

const isDark = () => (document.documentElement.dataset.theme || (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')) === 'dark';

function setTheme(theme) {
  if (theme) {
    document.documentElement.dataset.theme = theme;
    try { localStorage.setItem('theme', theme); } catch { /* private windows have none */ }
  }
  $('theme').setAttribute('aria-pressed', String(isDark()));
}

function listLinks(list, links) {
  list.replaceChildren(...links.map(([words, hash]) => {
    const item = document.createElement('li'), anchor = document.createElement('a');
    anchor.href = '#' + hash;
    anchor.textContent = words;
    item.append(anchor);
    return item;
  }));
}

async function begin() {
  let stored = null;
  try { stored = localStorage.getItem('theme'); } catch { /* private windows have none */ }
  setTheme(stored);
  wireForm();
  wireFigures();
  wireTools();
  wireGlossary($('tip'));
  wireTour();
  state.engine = await openEngine();
  runs.engine = state.engine.runs;
  $('views').hidden = $('api-link').hidden = !state.engine.runs;
  [state.algorithms, state.models] = await Promise.all([state.engine.algorithms(), state.engine.models()]);
  const playable = state.algorithms.filter((a) => a.models.length);
  $('algorithm').replaceChildren(...[...new Set(playable.map((a) => a.category))].map((category) => {
    const group = document.createElement('optgroup');
    group.label = category[0].toUpperCase() + category.slice(1);
    group.append(...playable.filter((a) => a.category === category).map((a) => new Option(a.title, a.name)));
    return group;
  }));
  listLinks($('presets'), PRESETS.filter(([, hash]) => playable.some((a) => a.name === new URLSearchParams(hash).get('a'))));
  listLinks($('every'), playable.map((a) => [a.title, `a=${a.name}&n=10`]));
  if (!playable.length) {
    if (readLink().v === 'runs' && state.engine.runs) return followLink();
    $('headline').textContent = 'No models yet';
    throw new Problem({ title: 'No model', detail: 'train one, then start with dear serve --models DIR' });
  }
  return followLink();
}

begin().catch(fail);
