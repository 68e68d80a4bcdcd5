// Numbers as bars that slide into the decoded order, and strips for answers of any other form.
import { element, isSmall, stateColour } from './svg.js';

const WIDTH = 1000, HEIGHT = 600, TOP = 30, BASE = 520;

export class BarsView {
  /** hooks: edit(numbers) after a number was changed. */
  constructor(svg, hooks = {}) {
    this.svg = svg;
    this.hooks = hooks;
    this.bars = [];
    this.detach = new AbortController();
  }

  close() {
    this.detach.abort();
    this.svg.replaceChildren();
  }

  /** wanted: a number that is looked up among the others. */
  set(numbers, target, outputs, wanted) {
    this.numbers = numbers;
    this.small = isSmall(this.svg);
    this.target = target;
    this.wanted = wanted;
    this.chain = outputs.find((o) => o.type === 'should_be_permutation');
    this.outputs = outputs;
    const n = numbers.length, slot = (WIDTH - 40) / n;
    this.slot = slot;
    const others = wanted === undefined ? [] : [wanted];
    const least = Math.min(0, ...numbers, ...others), most = Math.max(0, ...numbers, ...others, least + 1e-9);
    this.range = [least, most];
    if (this.bars.length !== n) {
      this.base = element('line', { class: 'base', x1: 20, x2: WIDTH - 20 });
      this.line = element('g', { class: 'wanted' });
      this.svg.replaceChildren(this.base);
      this.bars = numbers.map((_, i) => this.bar(i, slot));
      this.svg.append(...this.bars);
      this.bars.forEach((_, i) => this.moveTo(i, i));
      this.svg.append(this.line);
    }
    this.base.setAttribute('y1', this.y(0));
    this.base.setAttribute('y2', this.y(0));
    this.line.replaceChildren();
    if (wanted !== undefined) {
      this.line.append(element('line', { x1: 20, x2: WIDTH - 20, y1: this.y(wanted), y2: this.y(wanted) }),
        element('text', { class: 'words', x: 24, y: this.y(wanted) - 8 }, `look up ${brief(wanted)}`));
    }
    numbers.forEach((value, i) => this.size(i, value));
  }

  bar(i, slot) {
    const wide = slot * 0.74;
    const group = element('g', { class: 'bar', 'data-bar': i });
    group.append(element('rect', { class: 'body', x: -wide / 2, width: wide, rx: Math.min(7, wide / 4) }),
      element('path', { class: 'edge-line', d: `M${-wide / 2} ${BASE + 9}h${wide}` }),
      element('text', { y: BASE + 36, 'font-size': this.small ? Math.min(30, slot * 0.46) : Math.max(11, Math.min(19, slot * 0.34)) }));
    // Values that are wider than their bars would run into each other: they stand upright, or are left to the tooltip.
    const upright = slot < 34, text = group.lastChild;
    if (upright) text.setAttribute('transform', `rotate(-90 0 ${BASE + 18})`);
    text.classList.toggle('upright', upright);
    if (slot < (this.small ? 30 : 13)) text.remove();
    group.append(element('title'));
    if (this.hooks.edit) {
      // A finger holds a bar by its top; elsewhere a swipe scrolls the page.
      group.insertBefore(element('rect', { class: 'handle', x: -slot / 2, width: slot, height: 58 }), group.children[1]);
      group.setAttribute('tabindex', i === 0 ? 0 : -1);
      group.setAttribute('role', 'slider');
      this.hands(group, i);
    }
    return group;
  }

  y(value) {
    const [least, most] = this.range;
    return BASE - (BASE - TOP) * (value - least) / (most - least);
  }

  /** From zero up or down; a bar of zero can be seen, too. */
  size(i, value) {
    const [least, most] = this.range;
    const group = this.bars[i], body = group.querySelector('.body'), text = group.querySelector('text');
    const height = Math.max(8, Math.abs(this.y(value) - this.y(0)));
    body.setAttribute('y', value < 0 ? this.y(0) : this.y(0) - height);
    body.setAttribute('height', height);
    if (text) text.textContent = brief(value);
    group.querySelector('title').textContent = brief(value);
    const [, handle] = group.querySelectorAll('rect');
    if (handle) handle.setAttribute('y', Number(body.getAttribute('y')) - 24);
    if (this.hooks.edit) {
      group.setAttribute('aria-valuenow', Number(value.toPrecision(4)));
      group.setAttribute('aria-valuemin', least);
      group.setAttribute('aria-valuemax', Number(most.toPrecision(4)));
      group.setAttribute('aria-label', `number ${i + 1}`);
    }
  }

  /** Marks bars that are pointed at elsewhere. */
  light(nodes) {
    this.bars.forEach((group, i) => group.classList.toggle('lit', nodes.includes(i)));
  }

  moveTo(i, slotIndex) {
    this.bars[i].style.transform = `translate(${20 + this.slot * (slotIndex + 0.5)}px, 0px)`;
  }

  /** Without an answer, the numbers as they were given. */
  show(answer, colours, differs = 'wrong') {
    this.differs = differs;
    const order = this.chain && answer ? rank(answer[this.chain.name]) : this.numbers.map((_, i) => i);
    this.order = order;
    order.forEach((i, slotIndex) => this.moveTo(i, slotIndex));
    this.bars.forEach((group, i) => {
      const body = group.querySelector('.body'), line = group.querySelector('.edge-line');
      const verdict = answer ? this.verdict(answer, i) : '';
      body.style.fill = stateColour(colours?.[i]);
      body.setAttribute('class', `body ${!this.chain && verdict ? `chosen ${verdict}` : ''}`);
      line.setAttribute('class', `edge-line ${verdict}`);
    });
  }

  /** Of a chain, every bar; of a chosen bar or range, those in it, and those that are missing from it. */
  verdict(answer, i) {
    if (this.chain) return answer[this.chain.name][i] === this.target[this.chain.name][i] ? 'right' : this.differs;
    const chosen = this.outputs.filter((o) => o.type === 'mask_one').map((o) => o.name);
    const inside = (values) => chosen.length > 0 && values[chosen[0]][0] <= i && i <= values[chosen.at(-1)][0];
    const said = inside(answer), truth = inside(this.target);
    return said ? truth ? 'right' : this.differs : truth ? 'missed' : '';
  }

  hands(group, i) {
    let grip = null;
    const scale = () => (this.range[1] - this.range[0]) / (BASE - TOP);
    const set = (value, rest) => {
      const numbers = this.numbers.slice();
      numbers[i] = Number(Math.max(this.range[0], value).toPrecision(4));
      this.numbers = numbers;
      this.size(i, Math.min(numbers[i], this.range[1] * 1.02));
      this.hooks.edit(numbers, rest);
    };
    const on = (type, handler) => group.addEventListener(type, handler, { signal: this.detach.signal });
    on('pointerdown', (event) => {
      if (event.pointerType === 'touch' && !event.target.matches('.handle')) return;
      grip = { y: event.clientY, value: this.numbers[i], factor: 600 / this.svg.getBoundingClientRect().height };
      group.setPointerCapture(event.pointerId);
    });
    on('pointermove', (event) => {
      if (grip) set(grip.value + (grip.y - event.clientY) * grip.factor * scale(), false);
    });
    on('pointerup', () => {
      if (grip && this.numbers[i] !== grip.value) set(this.numbers[i], true);
      grip = null;
    });
    on('focus', () => this.bars.forEach((bar, j) => bar.setAttribute('tabindex', j === i ? 0 : -1)));
    on('pointercancel', () => { grip = null; });
    on('keydown', (event) => {
      const aside = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (aside) {
        event.preventDefault();
        event.stopPropagation();
        const place = this.order.indexOf(i) + aside;
        this.bars[this.order[Math.min(this.order.length - 1, Math.max(0, place))]].focus();
        return;
      }
      const steps = { ArrowUp: 1, ArrowDown: -1, PageUp: 5, PageDown: -5 }[event.key];
      if (!steps) return;
      event.preventDefault();
      set(this.numbers[i] + steps * (this.range[1] - this.range[0]) / 20, true);
    });
  }
}

const brief = (value) => Number.isInteger(value) ? String(value) : Math.abs(value) < 10 ? value.toFixed(2).replace(/^(-?)0\./, '$1.') : String(Number(value.toPrecision(3)));

/** The nodes in the order of their chain; if there is none, by the number of steps from a start. */
export function rank(before) {
  const depth = before.map((_, i) => {
    let at = i, steps = 0;
    while (before[at] !== at && steps <= before.length) { at = before[at]; steps++; }
    return steps;
  });
  return before.map((_, i) => i).sort((a, b) => depth[a] - depth[b] || a - b);
}

export class StripsView {
  constructor(svg) {
    this.svg = svg;
  }

  close() {
    this.svg.replaceChildren();
  }

  set(instance, target, algorithm) {
    this.nodes = instance.nodes;
    this.target = target;
    this.outputs = algorithm.outputs;
  }

  /** A square of cells for outputs with one value per pair, a row of cells for any other. */
  show(answer, colours, differs = 'wrong') {
    this.svg.replaceChildren();
    const shown = this.outputs.filter((o) => answer?.[o.name]);
    const each = (HEIGHT - 20) / (shown.length + 1);
    const cell = Math.min(52, (WIDTH - 40) / this.nodes);
    if (colours) colours.forEach((pair, i) => {
      const dot = element('circle', { cx: 20 + cell * (i + 0.5), cy: 30, r: Math.min(16, cell * 0.42) });
      dot.style.fill = stateColour(pair);
      this.svg.append(dot);
    });
    shown.forEach(({ name }, k) => {
      const said = answer[name], truth = this.target[name];
      const square = said.length === this.nodes ** 2 && this.nodes > 1;
      const columns = square ? this.nodes : Math.min(said.length, this.nodes);
      const rows = Math.ceil(said.length / columns);
      const top = 76 + k * each + 14;
      const size = Math.min(square ? (each + (shown.length === 1 ? each - 100 : 0)) / rows : 52, (WIDTH - 40) / columns, 52);
      this.svg.append(element('text', { class: 'words', x: 20, y: top - 8 }, name));
      said.forEach((value, i) => {
        const x = 20 + (i % columns) * size, y = top + Math.floor(i / columns) * size;
        const box = element('rect', { class: `cell ${value === truth[i] ? 'right' : differs}`, x, y, width: size, height: size, rx: size / 6 });
        box.append(element('title', {}, `${value}, the algorithm says ${truth[i]}`));
        this.svg.append(box);
        if (size >= 22) this.svg.append(element('text', { x: x + size / 2, y: y + size / 2 + 5, 'text-anchor': 'middle', 'font-size': Math.min(16, size * 0.45), fill: 'currentColor' }, String(value)));
      });
    });
  }
}
