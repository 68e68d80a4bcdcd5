// Mouse, fingers and keys on a graph.
import { element } from './svg.js';

const STEP = 12;
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** Gives a view of a graph its input. A swipe on the ground scrolls the page; only nodes hold it. */
export class Hands {
  constructor(view) {
    this.view = view;
    this.detach = new AbortController();
    const on = (type, handler) => view.svg.addEventListener(type, handler, { signal: this.detach.signal });
    on('pointerdown', (event) => this.down(event));
    on('pointermove', (event) => this.move(event));
    on('pointerup', (event) => this.up(event));
    on('pointercancel', () => { this.grip = null; view.svg.querySelector('.rubber')?.remove(); });
    on('keydown', (event) => this.key(event));
    on('focusin', ({ target }) => {
      if (target.dataset.node !== undefined) this.stop('node', Number(target.dataset.node));
      if (target.dataset.edge !== undefined) this.stop('edge', Number(target.dataset.edge));
    });
  }

  close() {
    this.detach.abort();
  }

  /** Tab comes back to the node or edge that was left. */
  stop(kind, index) {
    const { svg, stops } = this.view;
    svg.querySelector(`[data-${kind}="${stops[kind]}"]`)?.setAttribute('tabindex', -1);
    stops[kind] = index;
    svg.querySelector(`[data-${kind}="${index}"]`)?.setAttribute('tabindex', 0);
  }

  place(event) {
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.view.svg.getScreenCTM().inverse());
    return this.view.within([point.x, point.y]);
  }

  touched(event) {
    const at = document.elementFromPoint(event.clientX, event.clientY), { svg } = this.view;
    const index = (name) => svg.contains(at) ? Number(at.closest(`[data-${name}]`)?.dataset[name] ?? -1) : -1;
    return { node: index('node'), edge: index('edge') };
  }

  down(event) {
    const { node, edge } = this.touched(event);
    this.grip = { node, edge, tool: this.view.hooks.tool(), from: this.place(event), moved: false };
    if (node >= 0) this.view.svg.setPointerCapture(event.pointerId);
  }

  move(event) {
    const { grip, view } = this;
    if (!grip) return;
    const at = this.place(event);
    if (Math.hypot(at[0] - grip.from[0], at[1] - grip.from[1]) > 5) grip.moved = true;
    if (grip.node < 0 || !grip.moved) return;
    if (grip.tool === 'edge') {
      view.svg.querySelector('.rubber')?.remove();
      const [x1, y1] = view.places[grip.node];
      view.svg.prepend(element('line', { class: 'rubber', x1, y1, x2: at[0], y2: at[1] }));
    } else if (grip.tool === 'move' || grip.tool === 'node') {
      view.places[grip.node] = at;
      view.render();
    }
  }

  /** What was pressed is what counts: a node that was drawn over meanwhile is another one. */
  up(event) {
    const { grip, view } = this;
    this.grip = null;
    if (!grip) return;
    view.svg.querySelector('.rubber')?.remove();
    if (grip.tool === 'edge' && grip.node >= 0 && grip.moved) view.connect(grip.node, this.touched(event).node);
    else if (grip.moved) { if (grip.node >= 0) view.hooks.moved?.(view.places); } else if (grip.node >= 0) this.act(grip.node);
    else if (grip.edge >= 0 && grip.tool !== 'node') this.actOnEdge(grip.edge);
    else if (grip.tool === 'node') view.addNode(grip.from);
  }

  act(node) {
    const { view } = this;
    switch (view.hooks.tool()) {
      case 'source': return view.change({ source: node });
      case 'remove': return view.removeNode(node);
      case 'edge':
        if (this.pending === undefined || this.pending === node) this.pending = node;
        else {
          view.connect(this.pending, node);
          this.pending = undefined;
        }
        return undefined;
      default: return view.hooks.start?.(node);
    }
  }

  actOnEdge(edge) {
    this.view.hooks.tool() === 'remove' ? this.view.removeEdge(edge) : this.view.choose(edge);
  }

  /** Arrow keys go from node to node and from edge to edge; with Shift they move the node. */
  key(event) {
    const { view } = this, { node, edge } = event.target.dataset ?? {}, arrow = ARROWS[event.key];
    if (node === undefined && edge === undefined) return;
    if (event.key === 'Enter' || event.key === ' ') edge === undefined ? this.act(Number(node)) : this.actOnEdge(Number(edge));
    else if (arrow && node !== undefined && event.shiftKey) {
      const [x, y] = view.places[node];
      view.places[node] = view.within([x + STEP * arrow[0], y + STEP * arrow[1]]);
      view.render();
      view.hooks.moved?.(view.places);
    } else if (arrow && node !== undefined) this.focus('node', this.next(Number(node), arrow));
    else if (arrow) this.focus('edge', this.nextEdge(Number(edge), arrow[0] + arrow[1]));
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  focus(kind, index) {
    this.view.svg.querySelector(`[data-${kind}="${index}"]`)?.focus();
  }

  /** The nearest node in a direction; what lies to the side counts as farther away. */
  next(from, [dx, dy]) {
    const { places } = this.view, [x, y] = places[from];
    let best = from, least = Infinity;
    places.forEach(([px, py], i) => {
      const ahead = (px - x) * dx + (py - y) * dy, aside = Math.abs((px - x) * dy) + Math.abs((py - y) * dx);
      if (i !== from && ahead > 0 && ahead + 2 * aside < least) [least, best] = [ahead + 2 * aside, i];
    });
    return best;
  }

  nextEdge(from, step) {
    const { edges } = this.view.graph;
    let at = from;
    do at = (at + step + edges.length) % edges.length; while (edges[at][0] === edges[at][1] && at !== from);
    return at;
  }
}
