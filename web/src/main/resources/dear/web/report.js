// What is said about an answer: whether it is right, at every evaluation; what it took; what others take.
import { $, modelOf, number, state } from './state.js';
import { counted } from './views.js';
import { KEY, MEASURED, jointed } from './words.js';

/** Judges the answer at one evaluation, or the question alone (no frame). */
export function judge(run, frame) {
  if (!frame) return { verdict: 'question', differs: 'wrong', same: 0, all: 0 };
  const final = frame.evaluation === run.answered_at ? run.certificate : null;
  const verdict = frame.verdict ?? final?.verdict ?? 'not_checkable';
  const { same, all } = agreement(run, frame.outputs);
  return { verdict, faults: frame.fault_count ?? final?.fault_count ?? 0, same, all, differs: verdict === 'right' ? 'equal' : 'wrong' };
}

/** How many places are as the algorithm has them; cells that mean nothing do not count. */
function agreement(run, outputs) {
  let same = 0, all = 0;
  const { nodes } = state.answer.instance, counts = counted(run);
  for (const [name, truth] of Object.entries(state.answer.target)) truth.forEach((value, i) => {
    if (truth.length === nodes ** 2 && !counts(Math.floor(i / nodes), i % nodes)) return;
    all++;
    same += outputs[name][i] === value;
  });
  return { same, all };
}

/** “7 of 8 right”, and what differs without being wrong. */
export function score({ verdict, same, all }) {
  if (verdict === 'question') return 'the question, before any evaluation';
  if (verdict !== 'right') return `${same} of ${all} as the algorithm`;
  return `${all} of ${all} right${same < all ? `, ${all - same} of them ${KEY.equal}` : ''}`;
}

const MOST_FAULTS = 6;
const VERDICTS = { question: 'Not answered yet', right: 'Certified right', not_checkable: 'No certificate' };
const places = (count) => `Wrong in ${count} ${count === 1 ? 'place' : 'places'}`;

export function showVerdict(run, found, last) {
  const verdict = $('verdict');
  verdict.className = `verdict ${['right', 'wrong'].includes(found.verdict) ? found.verdict : ''}`;
  verdict.textContent = VERDICTS[found.verdict] ?? places(found.faults);
  $('right-count').textContent = score(found);
  const { certificate } = run;
  $('basis').textContent = !last || certificate.verdict === 'wrong' ? '' : certificate.basis;
  const faults = last ? certificate.faults.slice(0, MOST_FAULTS) : [], more = last ? certificate.fault_count - faults.length : 0;
  $('faults').replaceChildren(...faults.map(({ reason }) => item(reason.replace(/\d+\.\d{5,}/g, (digits) => String(Number(Number(digits).toPrecision(4)))))), ...(more > 0 ? [item(`and ${more} more`)] : []));
}

function item(words) {
  const made = document.createElement('li');
  made.textContent = words;
  return made;
}

export function showFacts(run) {
  $('caveats').replaceChildren(...(run.caveats ?? []).map((words) => item(words[0].toUpperCase() + words.slice(1) + (/[.!]$/.test(words) ? '' : '.'))));
  facts($('facts'), [
    [run.mode === 'nar' ? 'steps' : 'evaluations', run.evaluations], ['stopped', run.stop_reason.replace('_', ' ')],
    ['residual', number(run.residual)], ['time', `${run.milliseconds < 10 ? run.milliseconds.toFixed(1) : Math.round(run.milliseconds)} ms`],
    ['model', run.model],
  ]);
  const model = modelOf(run);
  facts($('provenance'), [['mode', model.mode], ['numbers', String(model.numbers).replace(/\B(?=(\d{3})+$)/g, ',')], ['width', model.settings.width],
    ['trained for', `${model.settings.steps} steps`], ['seed', model.settings.seed], ...Object.entries(model.provenance)]);
}

function facts(list, pairs) {
  list.replaceChildren(...pairs.flatMap(([key, value]) => {
    const term = document.createElement('dt'), text = document.createElement('dd');
    term.textContent = key;
    text.append(...jointed(value));
    return [term, text];
  }));
}

/** The two searches for one point, in large type and as bars. */
export function showWarm() {
  const { answer } = state;
  $('warm-panel').hidden = !answer.warm;
  if (!answer.warm) return;
  $('warm-count').textContent = answer.warm.evaluations;
  $('warm-unit').textContent = answer.warm.evaluations === 1 ? 'evaluation' : 'evaluations';
  $('cold-count').textContent = answer.run.evaluations;
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

/** The point of the comparison: who has to be told when to stop, and what is left of it on larger graphs. */
export function showComparison() {
  const { algorithm, answer } = state, run = answer.run;
  const rollouts = algorithm.models.filter((name) => state.models.find((model) => model.name === name)?.mode === 'nar');
  const known = run.mode === 'dear' && rollouts.length > 0;
  const told = answer.rollout?.evaluations ?? Math.max(1, answer.target_steps - 1);
  $('compare').closest('label').hidden = !known;
  $('beside').textContent = run.mode === 'nar' ? `This is a NAR model: it must be told how many steps to take, here ${run.evaluations}, as many as the algorithm.`
    : known ? `NAR must be told how many steps to take: here ${told}, counted by running the algorithm. DEAR was told nothing: it stopped by itself after ${run.evaluations} evaluations.`
      : 'There is no NAR model of this algorithm to compare with.';
  const rows = [run.model, ...rollouts].filter((name) => MEASURED[name]);
  $('measured').hidden = !known || rows.length < 2;
  if ($('measured').hidden) return;
  const table = $('measured');
  table.innerHTML = '<caption>Right on random graphs, trained on up to 16 nodes</caption><thead><tr><th scope="col">model</th><th scope="col">16 nodes</th><th scope="col">64 nodes</th></tr></thead>';
  const body = table.createTBody();
  for (const name of rows) {
    const row = body.insertRow(), head = document.createElement('th');
    head.scope = 'row';
    head.textContent = rollouts.includes(name) ? 'NAR' : 'DEAR';
    row.append(head);
    for (const size of [16, 64]) row.insertCell().textContent = `${MEASURED[name][size]} %`;
  }
}

export const announce = (run, found) => {
  $('status').textContent = `Solved. ${VERDICTS[found.verdict] ?? places(found.faults)} after ${run.evaluations} ${run.mode === 'nar' ? 'steps' : 'evaluations'}.`;
};
