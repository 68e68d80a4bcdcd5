// The table of a dynamic program over ranges i to j, and the tree that it describes: of a matrix product, or a search tree.
import { element, isSmall, stateColour } from './svg.js';

const WIDTH = 1000;

export class TableView {
  constructor(svg) {
    this.svg = svg;
  }

  close() {
    this.svg.replaceChildren();
  }

  set(instance, target, algorithm) {
    this.nodes = instance.nodes;
    this.target = target;
    this.output = algorithm.reads[0];
    this.search = algorithm.answer === 'search_tree';
    this.svg.replaceChildren();
  }

  light(nodes) {
    for (const group of this.svg.querySelectorAll('.leaf')) group.classList.toggle('lit', nodes.includes(Number(group.dataset.node)));
  }

  /** Without an answer there is no tree yet, and the table is empty. */
  show(answer, colours, differs = 'wrong') {
    this.differs = differs;
    const said = answer?.[this.output], truth = this.target[this.output];
    this.svg.replaceChildren();
    const height = this.svg.viewBox.baseVal.height, first = this.search ? 0 : 1, last = this.nodes - 1;
    const small = isSmall(this.svg), tall = height > 0.75 * WIDTH; // side by side, or one above the other
    const [tree, table] = tall ? [[0, 0, WIDTH, height * 0.48], [0, height * 0.5, WIDTH, height * 0.5]] : [[0, 0, WIDTH / 2, height], [WIDTH / 2, 0, WIDTH / 2, height]];
    if (said) this.drawTree(this.tree(first, last, said, 0), truth, colours, tree, small ? 120 : 100);
    this.drawTable(said, truth, first, last, table, small);
  }

  /** Entry (i, j) splits a product into i to k and k + 1 to j, or is the root of keys i to j - 1. */
  tree(i, j, said, depth) {
    if (i >= j) return this.search ? null : { leaf: i, depth };
    const k = said[i * this.nodes + j];
    const cell = i * this.nodes + j;
    if (k < i || k >= j) return { broken: true, cell, depth, i, j };
    return { cell, depth, key: k, children: [this.tree(i, k, said, depth + 1), this.tree(k + 1, j, said, depth + 1)] };
  }

  drawTree(root, truth, colours, [x0, y0, width, height], around) {
    if (!root) return;
    const all = [];
    let next = 0;
    const walk = (node) => {
      if (!node) return;
      walk(node.children?.[0]);
      const own = next;
      if (node.leaf !== undefined || this.search || node.broken) next++;
      walk(node.children?.[1]);
      const below = (node.children ?? []).filter(Boolean);
      node.x = node.leaf !== undefined || this.search || node.broken ? own : below.reduce((sum, child) => sum + child.x, 0) / below.length;
      all.push(node);
    };
    walk(root);
    const deepest = Math.max(1, ...all.map((node) => node.depth));
    const px = (node) => x0 + 20 + (width - 40) * (node.x + 0.5) / next, py = (node) => y0 + 36 + (height - around) * node.depth / deepest;
    const r = Math.max(5, Math.min(26, (width - 40) / next * 0.46, (height - around) / deepest * 0.44));
    for (const node of all) for (const child of (node.children ?? []).filter(Boolean)) {
      this.svg.append(element('line', { class: 'edge', x1: px(node), y1: py(node), x2: px(child), y2: py(child) }));
    }
    for (const node of all) {
      const named = node.leaf ?? (this.search ? node.key : undefined);
      const verdict = node.cell === undefined ? '' : !node.broken && truth[node.cell] === node.key ? 'right' : this.differs;
      const group = element('g', { class: 'node leaf', transform: `translate(${px(node)} ${py(node)})`, ...(named === undefined ? {} : { 'data-node': named }) });
      if (verdict) group.append(element('circle', { class: `ring ${verdict}`, r: (named === undefined ? r * 0.45 : r) + 3 }));
      const disc = element('circle', { class: 'disc', r: named === undefined ? r * 0.45 : r });
      disc.style.fill = stateColour(named === undefined ? undefined : colours?.[named]);
      group.append(disc);
      if (named !== undefined && r >= 8) group.append(element('text', { 'font-size': r * 0.95 }, String(named)));
      if (node.broken) group.append(element('text', { 'font-size': r }, '?'));
      this.svg.append(group);
    }
    this.svg.append(element('text', { class: 'words', x: x0 + 20, y: y0 + height - 12 }, this.search ? 'the search tree' : 'the order of multiplication'));
  }

  drawTable(said, truth, first, last, [x0, y0, width, height], small) {
    const count = last - first + 1;
    const size = Math.min(small ? 70 : 46, (width - 60) / count, (height - 50) / count), left = x0 + (width - size * count) / 2, top = y0 + 38;
    const every = Math.ceil(count / 20), font = Math.max(9, Math.min(small ? 27 : 16, size * 0.7));
    for (let i = first; i <= last; i++) {
      if ((i - first) % every === 0) {
        this.svg.append(element('text', { class: 'note', x: left + (i - first + 0.5) * size, y: top - 8, 'text-anchor': 'middle', 'font-size': font }, String(i)),
          element('text', { class: 'note', x: left + (i - first) * size - 6, y: top + (i - first + 0.7) * size, 'text-anchor': 'end', 'font-size': font }, String(i)));
      }
      for (let j = i + 1; j <= last; j++) {
        const k = i * this.nodes + j, x = left + (j - first) * size, y = top + (i - first) * size;
        const cell = element('rect', { class: `cell slot ${!said ? '' : said[k] === truth[k] ? 'right' : this.differs}`, x, y, width: size, height: size, rx: size / 8 });
        if (said) cell.append(element('title', {}, `${i} to ${j}: ${said[k]}, the algorithm says ${truth[k]}`));
        this.svg.append(cell);
        if (size >= 18 && said) this.svg.append(element('text', { class: 'arrow', x: x + size / 2, y: y + size / 2, 'font-size': size * 0.45 }, String(said[k])));
      }
    }
  }
}
