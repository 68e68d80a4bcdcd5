// Points in the plane with the decoded hull, or two segments with the decoded decision; points can be dragged.
import { element, isSmall, stateColour } from './svg.js';

const WIDTH = 1000, MARGIN = 50;

export class PlaneView {
  /** hooks: edit(inputs) after a point was moved. */
  constructor(svg, hooks = {}) {
    this.svg = svg;
    this.hooks = hooks;
    this.lit = [];
    this.detach = new AbortController();
    if (hooks.edit) this.listen();
  }

  close() {
    this.detach.abort();
    this.svg.replaceChildren();
  }

  set(instance, target, algorithm) {
    [this.x, this.y] = algorithm.inputs.map(({ name }) => instance.inputs[name].slice());
    this.names = algorithm.inputs.map(({ name }) => name);
    this.target = target;
    this.output = algorithm.reads[0];
    this.segments = algorithm.answer === 'decision';
    this.answer = null;
    if (!this.grip) this.fit();
    this.render();
  }

  /** One scale for both axes, or a hull would be bent. */
  fit() {
    const height = this.svg.viewBox.baseVal.height;
    const [x0, x1, y0, y1] = [Math.min(...this.x), Math.max(...this.x), Math.min(...this.y), Math.max(...this.y)];
    const scale = Math.min((WIDTH - 2 * MARGIN) / (x1 - x0 || 1), (height - 2 * MARGIN) / (y1 - y0 || 1));
    const [cx, cy] = [(x0 + x1) / 2, (y0 + y1) / 2];
    this.scale = scale;
    this.toPlace = (i) => [WIDTH / 2 + (this.x[i] - cx) * scale, height / 2 - (this.y[i] - cy) * scale];
    this.toPoint = (px, py) => [cx + (px - WIDTH / 2) / scale, cy - (py - height / 2) / scale];
  }

  show(answer, colours, differs = 'wrong') {
    this.differs = differs;
    this.answer = answer;
    this.colours = colours;
    this.render();
  }

  light(nodes) {
    this.lit = nodes;
    for (const group of this.svg.querySelectorAll('.spot')) group.classList.toggle('lit', nodes.includes(Number(group.dataset.node)));
  }

  render() {
    const focus = this.svg.contains(document.activeElement) ? document.activeElement.dataset.key : undefined, small = isSmall(this.svg);
    const said = this.answer?.[this.output], truth = this.target[this.output];
    this.svg.replaceChildren();
    if (this.segments) this.drawSegments(said, truth);
    else if (said) this.drawHull(said, truth);
    const r = (small ? 1.45 : 1) * (this.x.length <= 20 ? 17 : this.x.length <= 40 ? 13 : 10);
    this.x.forEach((_, i) => this.svg.append(this.spot(i, r, said, truth)));
    if (focus) this.svg.querySelector(`[data-key="${focus}"]`)?.focus({ preventScroll: true });
  }

  spot(i, r, said, truth) {
    const [px, py] = this.toPlace(i);
    const group = element('g', { class: this.lit.includes(i) ? 'node spot lit' : 'node spot', transform: `translate(${px} ${py})`, 'data-node': i, 'data-key': `p${i}` });
    const marked = !this.segments && said && (said[i] === 1 || truth[i] === 1);
    if (marked) group.append(element('circle', { class: `ring ${said[i] === truth[i] ? 'right' : this.differs}`, r: r + 4 }));
    const disc = element('circle', { class: 'disc', r });
    disc.style.fill = stateColour(this.colours?.[i]);
    group.append(disc, element('text', { 'font-size': Math.round(r * 0.85) }, String(i)));
    if (this.hooks.edit) {
      group.setAttribute('tabindex', '0');
      group.setAttribute('role', 'button');
      const words = !said || this.segments ? '' : (said[i] ? ', on the hull' : ', inside') + (said[i] === truth[i] ? ', as the algorithm says' : this.differs === 'equal' ? ', different, equally right' : ', differs from the algorithm');
      group.setAttribute('aria-label', `point ${i} at ${Number(this.x[i].toPrecision(3))}, ${Number(this.y[i].toPrecision(3))}${words}`);
    }
    return group;
  }

  /** The marked corners, joined around their middle. */
  drawHull(said, truth) {
    const corners = said.flatMap((mark, i) => mark === 1 ? [this.toPlace(i)] : []);
    if (corners.length < 2) return;
    const [cx, cy] = [0, 1].map((k) => corners.reduce((sum, p) => sum + p[k], 0) / corners.length);
    corners.sort((p, q) => Math.atan2(p[1] - cy, p[0] - cx) - Math.atan2(q[1] - cy, q[0] - cx));
    const right = said.every((mark, i) => mark === truth[i]);
    this.svg.append(element('polygon', { class: `hull ${right ? 'right' : this.differs}`, points: corners.map((p) => p.map((v) => v.toFixed(1)).join(',')).join(' ') }));
  }

  drawSegments(said, truth) {
    const verdict = !said ? '' : said[0] === truth[0] ? 'right' : this.differs;
    for (const a of [0, 2]) {
      const [[x1, y1], [x2, y2]] = [this.toPlace(a), this.toPlace(a + 1)];
      this.svg.append(element('line', { class: `segment ${verdict}`, x1, y1, x2, y2 }));
    }
    if (said) this.svg.append(element('text', { class: `decision ${verdict}`, x: WIDTH / 2, y: 40 }, (said[0] ? 'they intersect' : 'they do not intersect') + (verdict === 'wrong' ? ', says the model' : '')));
  }

  listen() {
    const on = (type, handler) => this.svg.addEventListener(type, handler, { signal: this.detach.signal });
    const place = (event) => new DOMPoint(event.clientX, event.clientY).matrixTransform(this.svg.getScreenCTM().inverse());
    on('pointerdown', (event) => {
      const node = event.target.closest?.('[data-node]')?.dataset.node;
      if (node === undefined) return;
      this.grip = { node: Number(node), moved: false };
      this.svg.setPointerCapture(event.pointerId);
    });
    on('pointermove', (event) => {
      if (!this.grip) return;
      const { x, y } = place(event);
      this.grip.moved = true;
      this.moveTo(this.grip.node, ...this.toPoint(x, y));
    });
    on('pointerup', () => {
      const grip = this.grip;
      this.grip = null;
      if (grip?.moved) this.hooks.edit(this.inputs());
    });
    on('pointercancel', () => { this.grip = null; });
    on('keydown', (event) => {
      const node = event.target.dataset?.node;
      const step = { ArrowLeft: [-14, 0], ArrowRight: [14, 0], ArrowUp: [0, 14], ArrowDown: [0, -14] }[event.key];
      if (node === undefined || !step) return;
      event.preventDefault();
      this.moveTo(Number(node), this.x[node] + step[0] / this.scale, this.y[node] + step[1] / this.scale);
      this.hooks.edit(this.inputs());
    });
  }

  moveTo(i, x, y) {
    this.x[i] = Number(x.toPrecision(4));
    this.y[i] = Number(y.toPrecision(4));
    this.answer = null; // it belongs to the points before
    this.render();
  }

  inputs() {
    return { [this.names[0]]: this.x.slice(), [this.names[1]]: this.y.slice() };
  }
}
