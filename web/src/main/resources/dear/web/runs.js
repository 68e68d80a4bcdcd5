// Training runs: a list, curves, and live updates.
import { draw } from './chart.js';
import { jointed } from './words.js';

const CHARTS = [
  ['Loss', true, 'loss', 'validation_loss'],
  ['Accuracy', false, 'accuracy', 'validation_accuracy'],
  ['Evaluations per graph', false, 'evaluations', 'validation_evaluations'],
  ['Residual where the solver stopped', true, 'residual', 'validation_residual'],
];

export class RunsPage {
  constructor(report) {
    this.report = report;
    this.list = document.getElementById('run-list');
    this.charts = document.getElementById('run-charts');
  }

  async open(name) {
    const runs = await this.engine.list();
    this.list.replaceChildren(...runs.map((run) => this.item(run)));
    if (!runs.length) {
      document.getElementById('run-title').textContent = 'No training runs yet';
      document.getElementById('run-facts').textContent = 'dear train bellman_ford --out runs/bf starts one; dear serve --runs DIR shows another folder.';
      return;
    }
    const wanted = runs.find((run) => run.name === name) ?? runs.find((run) => run.live && !run.error) ?? runs.find((run) => !run.error) ?? runs[0];
    await this.choose(wanted.name);
  }

  close() {
    this.asked?.abort();
    this.unfollow?.();
    this.unfollow = null;
  }

  item(run) {
    const button = document.createElement('button');
    button.type = 'button';
    button.dataset.run = run.name;
    const title = document.createElement('strong');
    title.append(...jointed(run.name));
    const state = document.createElement('span');
    state.className = run.live ? 'live' : 'hint';
    state.textContent = run.live ? 'training' : '';
    const facts = document.createElement('small');
    facts.append(...jointed(run.error ?? `${run.algorithm}, ${run.mode}, ${run.step} of ${run.steps}`));
    button.append(title, state, facts);
    button.addEventListener('click', () => this.choose(run.name).catch(this.report));
    const item = document.createElement('li');
    item.append(button);
    return item;
  }

  async choose(name) {
    this.close();
    const mine = new AbortController();
    this.asked = mine;
    const run = await this.engine.one(name, mine.signal).catch((error) => { if (!mine.signal.aborted) throw error; });
    if (mine.signal.aborted) return; // another run was chosen meanwhile
    this.name = name;
    this.run = run;
    for (const button of this.list.querySelectorAll('button')) {
      button.dataset.run === name ? button.setAttribute('aria-current', 'true') : button.removeAttribute('aria-current');
    }
    this.onChoose?.(name);
    this.render();
    this.unfollow = this.engine.follow(name, (lines) => {
      const last = this.run.metrics.at(-1)?.step ?? -1;
      const fresh = lines.filter((line) => line.step > last);
      if (fresh.length > 0) {
        this.run.metrics.push(...fresh);
        this.run.live = !(fresh.at(-1).step >= this.run.steps);
        this.render();
      }
    });
  }

  render() {
    const { run } = this;
    const last = run.metrics.at(-1);
    document.getElementById('run-title').textContent = run.name;
    document.getElementById('run-facts').textContent = [run.algorithm, run.mode, last ? `step ${last.step} of ${run.steps ?? '?'}` : 'no steps yet', run.live ? 'training' : 'stopped'].filter(Boolean).join(' · ');
    CHARTS.forEach(([title, log, first, second], k) => {
      let box = this.charts.children[k];
      if (!box) {
        box = document.createElement('div');
        box.innerHTML = '<h2></h2><p><span class="key">training</span><span class="key second">validation</span></p>';
        box.append(document.createElementNS('http://www.w3.org/2000/svg', 'svg'));
        box.lastChild.setAttribute('class', 'chart');
        box.lastChild.setAttribute('viewBox', '0 0 520 230');
        box.lastChild.setAttribute('role', 'img');
        box.querySelector('h2').textContent = title;
        this.charts.append(box);
      }
      const series = [[first, ''], [second, 'second']].map(([key, kind]) => ({ kind, points: run.metrics.filter((line) => line[key] !== undefined).map((line) => [line.step, line[key]]) }));
      box.hidden = series.every((s) => !s.points.length);
      box.querySelector('.key').hidden = !series[0].points.length;
      box.querySelector('.second').hidden = !series[1].points.length;
      draw(box.lastChild, series, { log, from: 0, to: last?.step, x: 'training step', y: log ? `${title.toLowerCase().split(' ')[0]}, logarithmic` : title.toLowerCase() });
      const value = (s) => s.points.length ? Number(s.points.at(-1)[1].toPrecision(3)) : 'none';
      box.lastChild.setAttribute('aria-label', `${title}: training ${value(series[0])}, validation ${value(series[1])}`);
    });
  }
}
