// Files to keep: pictures that explain themselves, and the answer as it came.
import { element } from './svg.js';

export function save(name, blob) {
  const anchor = document.createElement('a');
  anchor.href = URL.createObjectURL(blob);
  anchor.download = name;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(anchor.href), 2000);
}

const KEPT = ['fill', 'stroke', 'stroke-width', 'stroke-dasharray', 'stroke-linecap', 'stroke-linejoin', 'font-size',
  'font-weight', 'font-family', 'text-anchor', 'dominant-baseline', 'paint-order', 'transform', 'opacity'];
const TITLE = 74, KEY = 60;

/**
 * The figure as a file of its own, with its styles.
 *
 * words: { title, line, key: [[class, words]] }; a title above the figure, a line below it, and what its colours mean.
 */
export function standalone(svg, words) {
  const picture = svg.cloneNode(true);
  const from = [svg, ...svg.querySelectorAll('*')];
  [picture, ...picture.querySelectorAll('*')].forEach((copy, i) => {
    const style = getComputedStyle(from[i]);
    for (const name of KEPT) {
      const value = style.getPropertyValue(name);
      if (value && value !== 'none' || name === 'fill') copy.style.setProperty(name, value);
    }
  });
  for (const hit of picture.querySelectorAll('.hit')) hit.remove();
  const { width, height } = svg.viewBox.baseVal, whole = height + TITLE + KEY;
  picture.setAttribute('x', 0);
  picture.setAttribute('y', TITLE);
  picture.setAttribute('width', width);
  picture.setAttribute('height', height);
  const page = getComputedStyle(svg.closest('.panel')), colour = (name) => page.getPropertyValue(name).trim();
  const font = getComputedStyle(document.body).fontFamily;
  const file = element('svg', { xmlns: 'http://www.w3.org/2000/svg', viewBox: `0 0 ${width} ${whole}`, width, height: whole, 'font-family': font });
  file.append(element('title', {}, words.title), element('rect', { width: '100%', height: '100%', fill: page.backgroundColor }),
    element('text', { x: 24, y: 34, 'font-size': 24, 'font-weight': 650, fill: colour('--ink') }, words.title),
    element('text', { x: 24, y: 60, 'font-size': 17, fill: colour('--soft') }, words.line), picture);
  let x = 24;
  for (const [kind, said] of words.key) {
    const paint = kind === 'state' ? '#84bf86' : colour(`--${kind}`), y = whole - 24;
    file.append(kind === 'state' ? element('circle', { cx: x + 15, cy: y - 5, r: 9, fill: paint })
      : element('line', { x1: x, x2: x + 30, y1: y - 5, y2: y - 5, stroke: paint, 'stroke-width': 4, ...(kind === 'wrong' ? { 'stroke-dasharray': '9 7' } : kind === 'equal' ? { 'stroke-dasharray': '2 6' } : {}) }),
      element('text', { x: x + 38, y, 'font-size': 16, fill: colour('--soft') }, said));
    x += 62 + 8.2 * said.length;
  }
  return { text: new XMLSerializer().serializeToString(file), width, height: whole };
}

export async function raster({ text, width, height }) {
  const image = new Image();
  const url = URL.createObjectURL(new Blob([text], { type: 'image/svg+xml' }));
  image.src = url;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = 2 * width;
  canvas.height = 2 * height;
  canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(url);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
}
