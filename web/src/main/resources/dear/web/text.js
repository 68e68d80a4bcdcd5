// Two strings: a text with the pattern where the answer aligns it, or the table of what two strings have in common.
import { element, isSmall, stateColour } from './svg.js';
import { firstLength, lettersOf } from './forms.js';

const WIDTH = 1000, LEFT = 20;

/** Boxes with letters; data-node lets the pairs be lit from here. */
function box(x, y, size, letter, node, colour, kind = '') {
  const group = element('g', { class: `letter ${kind}`, 'data-node': node });
  const rect = element('rect', { class: 'disc', x: x + 1, y: y + 1, width: size - 2, height: size - 2, rx: size / 7 });
  rect.style.fill = colour;
  group.append(rect, element('text', { x: x + size / 2, y: y + size / 2, 'font-size': size * 0.55 }, letter));
  return group;
}

class StringsView {
  constructor(svg) {
    this.svg = svg;
  }

  close() {
    this.svg.replaceChildren();
  }

  set(instance, target, algorithm, names) {
    this.codes = instance.inputs[algorithm.inputs[1].name];
    this.letters = lettersOf(this.codes, names);
    this.first = firstLength(algorithm, instance);
    this.nodes = instance.nodes;
    this.words = algorithm.strings;
    this.target = target;
    this.output = algorithm.reads[0];
    this.svg.replaceChildren();
  }

  light(nodes) {
    for (const group of this.svg.querySelectorAll('.letter')) group.classList.toggle('lit', nodes.includes(Number(group.dataset.node)));
  }
}

export class TextView extends StringsView {
  show(answer, colours, differs = 'wrong') {
    const said = answer?.[this.output][0] ?? Infinity, truth = this.target[this.output][0];
    const { first, codes, letters } = this, second = codes.length - first;
    const size = Math.min(100, (WIDTH - 2 * LEFT) / Math.max(first, second)), small = isSmall(this.svg);
    const top = (this.svg.viewBox.baseVal.height - 2 * size - 60) / 2, below = top + size + 26;
    this.svg.replaceChildren();
    this.svg.append(element('text', { class: 'words', x: LEFT, y: top - 16 }, this.words[0]));
    for (let i = 0; i < first; i++) this.svg.append(box(LEFT + i * size, top, size, letters[i], i, stateColour(colours?.[i])));
    const none = said >= first, verdict = said === truth ? 'right' : differs;
    const at = none ? 0 : Math.min(said, Math.max(0, Math.floor((WIDTH - 2 * LEFT) / size) - second));
    for (let j = 0; j < second; j++) {
      const fits = !none && codes[said + j] === codes[first + j] && said + j < first;
      this.svg.append(box(LEFT + (at + j) * size, below, size, letters[first + j], first + j, stateColour(colours?.[first + j]), none ? 'apart' : fits ? 'fits' : 'differs'));
    }
    if (!none) this.svg.append(element('rect', { class: `match ${verdict}`, x: LEFT + said * size - 3, y: top - 5, width: Math.min(second, first - said) * size + 6, height: size + 10, rx: 8 }));
    if (answer && said !== truth && truth < first) {
      this.svg.append(element('rect', { class: 'match missed', x: LEFT + truth * size - 3, y: top - 5, width: second * size + 6, height: size + 10, rx: 8 }));
    }
    const where = (place) => place >= first ? 'it does not occur' : `at ${place}`;
    if (answer) this.svg.append(element('text', { class: 'words', x: LEFT, y: below + size + (small ? 54 : 44) },
      `${this.words[1]}: ${where(said)}${verdict === 'right' ? '' : `, but the algorithm says ${where(truth)}`}`));
  }
}

const ARROWS = ['↖', '↑', '←'];

export class CommonView extends StringsView {
  /** A row for each letter of the first string, a column for each of the second; the path of the answer runs from the end. */
  show(answer, colours, differs = 'wrong') {
    const said = answer?.[this.output], truth = this.target[this.output];
    const { first, codes, letters, nodes } = this, second = codes.length - first;
    const height = this.svg.viewBox.baseVal.height;
    const line = isSmall(this.svg) ? 50 : 36; // the words below
    const size = Math.min(100, (height - line - 24) / (first + 1), (WIDTH - 2 * LEFT) / (second + 1));
    const left = (WIDTH - size * (second + 1)) / 2, top = (height - line - 14 - size * (first + 1)) / 2;
    const path = said ? this.path(said) : { cells: new Set(), common: [] };
    this.svg.replaceChildren();
    for (let j = 0; j < second; j++) this.svg.append(box(left + (j + 1) * size, top, size, letters[first + j], first + j, stateColour(colours?.[first + j])));
    for (let i = 0; i < first; i++) {
      this.svg.append(box(left, top + (i + 1) * size, size, letters[i], i, stateColour(colours?.[i])));
      for (let j = 0; j < second; j++) {
        const k = i * nodes + first + j, verdict = !said ? '' : said[k] === truth[k] ? 'right' : differs;
        const x = left + (j + 1) * size, y = top + (i + 1) * size;
        const cell = element('rect', { class: `cell ${verdict} ${path.cells.has(k) ? 'on-path' : ''}`, x, y, width: size, height: size });
        if (said) cell.append(element('title', {}, `${letters[i]}, ${letters[first + j]}: ${ARROWS[said[k]] ?? 'none'}, the algorithm says ${ARROWS[truth[k]] ?? 'none'}`));
        this.svg.append(cell);
        if (size >= 14 && said) this.svg.append(element('text', { class: 'arrow', x: x + size / 2, y: y + size / 2, 'font-size': size * 0.5 }, ARROWS[said[k]] ?? '·'));
      }
    }
    if (said) this.svg.append(element('text', { class: 'words', x: WIDTH / 2, y: top + size * (first + 1) + line, 'text-anchor': 'middle' }, path.common.length ? `in common: ${path.common.join('')}` : 'nothing in common'));
  }

  path(said) {
    const { first, codes, letters, nodes } = this, cells = new Set(), common = [];
    let i = first - 1, j = codes.length - first - 1;
    while (i >= 0 && j >= 0) {
      const k = i * nodes + first + j;
      cells.add(k);
      if (said[k] === 0) { common.unshift(letters[i]); i--; j--; } else if (said[k] === 1) i--; else if (said[k] === 2) j--; else break;
    }
    return { cells, common };
  }
}
