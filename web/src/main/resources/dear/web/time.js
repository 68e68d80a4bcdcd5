// Intervals, or tasks of one unit with deadlines, on an axis of time; the decoded selection stands out.
import { element, isSmall, stateColour } from './svg.js';

const WIDTH = 1000, LEFT = 64, RIGHT = 130, TOP = 12, AXIS = 44;
const brief = (x) => String(Number(x.toPrecision(3)));

export class TimeView {
  constructor(svg) {
    this.svg = svg;
  }

  close() {
    this.svg.replaceChildren();
  }

  set(instance, target, algorithm) {
    [this.one, this.two] = algorithm.inputs.map(({ name }) => instance.inputs[name]);
    this.tasks = algorithm.input === 'tasks';
    this.target = target;
    this.output = algorithm.reads[0];
    // By the time at which each must be over, as one would plan a day.
    const ends = this.tasks ? this.one : this.two;
    this.order = ends.map((_, i) => i).sort((a, b) => ends[a] - ends[b] || a - b);
    this.svg.replaceChildren();
  }

  light(nodes) {
    for (const group of this.svg.querySelectorAll('.span')) group.classList.toggle('lit', nodes.includes(Number(group.dataset.node)));
  }

  /** Without an answer, nothing is taken yet. */
  show(answer, colours, differs = 'wrong') {
    const said = answer?.[this.output] ?? this.one.map(() => 0), truth = this.target[this.output];
    const height = this.svg.viewBox.baseVal.height, each = (height - TOP - AXIS) / this.order.length;
    const [low, high] = this.tasks ? [0, Math.max(...this.one)] : [Math.min(...this.one), Math.max(...this.two)];
    const right = this.tasks ? WIDTH - RIGHT : WIDTH - 20;
    const px = (t) => LEFT + (right - LEFT) * (t - low) / (high - low || 1);
    const small = isSmall(this.svg);
    this.svg.replaceChildren();
    for (const t of this.ticks(low, high)) {
      this.svg.append(element('line', { class: 'tick', x1: px(t), x2: px(t), y1: TOP, y2: height - AXIS + 6 }),
        element('text', { class: 'words', x: px(t), y: height - AXIS + (small ? 36 : 30), 'text-anchor': 'middle' }, brief(t)));
    }
    let slot = 0;
    this.order.forEach((i, row) => {
      const y = TOP + row * each, thick = Math.min(small ? 48 : 34, each * 0.72), middle = y + each / 2;
      const verdict = answer && (said[i] || truth[i]) ? said[i] === truth[i] ? 'right' : differs : '';
      const group = element('g', { class: `span ${said[i] ? 'taken' : 'left'} ${verdict}`, 'data-node': i });
      const [from, to] = this.tasks ? [said[i] ? Math.min(slot, high - 1) : this.one[i] - 1, said[i] ? Math.min(slot, high - 1) + 1 : this.one[i]] : [this.one[i], this.two[i]];
      if (this.tasks && said[i]) slot++;
      if (this.tasks) group.append(element('path', { class: 'track', d: `M${px(0)} ${middle}H${px(this.one[i])}` }), element('path', { class: 'deadline', d: `M${px(this.one[i])} ${middle - thick / 2}v${thick}` }));
      const bar = element('rect', { class: 'disc', x: px(from), y: middle - thick / 2, width: Math.max(4, px(to) - px(from)), height: thick, rx: Math.min(7, thick / 3) });
      if (said[i] || !this.tasks) bar.style.fill = stateColour(colours?.[i]);
      bar.append(element('title', {}, this.say(i, said, truth)));
      if (said[i] || !this.tasks) group.append(bar);
      const font = Math.max(9, Math.min(small ? 28 : 17, each * 0.8));
      group.append(element('text', { class: 'note', x: LEFT - 12, y: middle, 'text-anchor': 'end', 'font-size': font }, String(i)));
      if (this.tasks) group.append(element('text', { class: 'note', x: WIDTH - 12, y: middle, 'text-anchor': 'end', 'font-size': font }, brief(this.two[i])));
      this.svg.append(group);
    });
  }

  say(i, said, truth) {
    const what = this.tasks ? `task ${i}: deadline ${brief(this.one[i])}, penalty ${brief(this.two[i])}` : `interval ${i}: ${brief(this.one[i])} to ${brief(this.two[i])}`;
    return `${what}, ${said[i] ? 'chosen' : 'not chosen'}, ${said[i] === truth[i] ? 'as the algorithm says' : 'differs from the algorithm'}`;
  }

  ticks(low, high) {
    const raw = (high - low || 1) / 6, unit = 10 ** Math.floor(Math.log10(raw));
    const step = Math.max(this.tasks ? 1 : 0, [1, 2, 5, 10].map((m) => m * unit).find((s) => s >= raw * 0.999));
    const found = [];
    for (let t = Math.ceil(low / step - 1e-9) * step; t <= high + 1e-9; t += step) found.push(Number(t.toPrecision(9)));
    return found;
  }
}
