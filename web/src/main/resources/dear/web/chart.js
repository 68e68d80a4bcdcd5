// Curves over steps, on a linear or a logarithmic scale.
import { element } from './svg.js';

const label = (v) => v === 0 ? '0' : Math.abs(v) >= 1e4 || Math.abs(v) < 1e-3 ? v.toExponential(0) : String(Number(v.toPrecision(3)));

/**
 * Draws curves.
 * series: [{ points: [[x, y]], kind: '' | 'second' | 'ghost', dots, name }], options: log, tolerance, stop, now, x and y: the
 * titles of the axes. Series with a name are in the legend.
 */
export function draw(svg, series, options) {
  const [, , width, height] = svg.getAttribute('viewBox').split(' ').map(Number);
  const small = matchMedia('(max-width: 760px)').matches;
  const font = options.font ?? (small ? 15 : 13), named = series.filter((s) => s.name && s.points.length);
  const left = 4.6 * font, right = width - 12, top = (named.length ? 1.9 : 0.7) * font + 6, bottom = height - 2.9 * font;
  const shown = (y) => Number.isFinite(y) && (!options.log || y > 0);
  const all = series.flatMap((s) => s.points).filter(([, y]) => shown(y));
  svg.replaceChildren();
  svg.style.setProperty('--chart-font', `${options.font ?? (small ? 15 : 13)}px`);
  if (!all.length) return;
  const scale = options.log ? Math.log10 : (y) => y;
  let ys = all.map(([, y]) => scale(y));
  if (options.tolerance) ys.push(scale(options.tolerance));
  let low = Math.min(...ys), high = Math.max(...ys);
  if (options.log) { low = Math.min(low - 0.15, high - 0.5); high += 0.08; } else if (high - low < 1e-9) { low -= 0.5; high += 0.5; }
  const first = options.from ?? Math.min(...all.map(([x]) => x));
  const last = Math.max(options.to ?? first + 1, ...all.map(([x]) => x), first + 1);
  const px = (x) => left + (right - left) * (x - first) / (last - first);
  const py = (y) => bottom - (bottom - top) * (scale(y) - low) / (high - low);

  for (const y of ticks(low, high, options.log)) {
    svg.append(element('line', { class: 'grid', x1: left, x2: right, y1: py(y), y2: py(y) }),
      element('text', { x: left - 8, y: py(y) + 4, 'text-anchor': 'end' }, label(y)));
  }
  const below = bottom + 1.25 * font;
  svg.append(element('text', { x: left, y: below }, label(first)), element('text', { x: right, y: below, 'text-anchor': 'end' }, label(last)),
    element('text', { class: 'axis', x: (left + right) / 2, y: height - 0.35 * font, 'text-anchor': 'middle' }, options.x ?? 'step'),
    element('text', { class: 'axis', transform: `translate(${0.9 * font} ${(top + bottom) / 2}) rotate(-90)`, 'text-anchor': 'middle' }, options.y ?? ''));
  let at = left;
  for (const { name, kind } of named) {
    svg.append(element('line', { class: `curve ${kind ?? ''}`, x1: at, x2: at + 1.8 * font, y1: 0.8 * font, y2: 0.8 * font }),
      element('text', { class: 'legend-words', x: at + 2.2 * font, y: 1.15 * font }, name));
    at += (3.4 + 0.56 * name.length) * font;
  }
  if (options.tolerance) {
    const y = py(options.tolerance), words = `tolerance ${label(options.tolerance)}`;
    const early = options.stop && options.stop[0] < (first + last) / 2; // the curve is where the label would be
    svg.append(element('line', { class: 'tolerance', x1: left, x2: right, y1: y, y2: y }),
      early ? element('text', { class: 'tolerance-words', x: right - 6, y: y + 1.2 * font, 'text-anchor': 'end' }, words)
        : element('text', { class: 'tolerance-words', x: left + 6, y: y - 6 }, words));
  }
  for (const { points, kind, dots } of series) {
    const seen = points.filter(([, y]) => shown(y));
    if (!seen.length) continue;
    const line = seen.concat([seen.at(-1)]).map(([x, y]) => `${px(x).toFixed(1)},${py(y).toFixed(1)}`).join(' ');
    svg.append(element('polyline', { class: `curve ${kind ?? ''}`, points: line }));
    if (dots && seen.length <= 60) {
      for (const [x, y] of seen) {
        const now = x === options.now && kind !== 'second' && kind !== 'ghost';
        svg.append(element('circle', { class: `dot ${kind ?? ''} ${now ? 'now' : ''}`, cx: px(x), cy: py(y), r: now ? 6.5 : 3.6 }));
      }
    }
  }
  if (options.stop) {
    const [x, y, words] = options.stop;
    const near = px(x) > (left + right) * 0.55;
    svg.append(element('line', { class: 'stop', x1: px(x), x2: px(x), y1: py(y), y2: top }),
      element('text', { class: 'stop-words', x: px(x) + (near ? -8 : 8), y: top + font, 'text-anchor': near ? 'end' : 'start' }, words));
  }
  svg.valueAt = (clientX) => {
    const box = svg.getBoundingClientRect();
    const x = (clientX - box.left) / box.width * width;
    return Math.round(first + (last - first) * (x - left) / (right - left));
  };
}

function ticks(low, high, log) {
  if (log) {
    const found = [];
    const step = high - low > 5 ? 2 : 1;
    for (let e = Math.ceil(low); e <= high; e += step) found.push(10 ** e);
    if (found.length < 2) for (let e = Math.floor(low); e <= high; e++) for (const m of [2, 5]) {
      const y = m * 10 ** e;
      if (Math.log10(y) >= low && Math.log10(y) <= high) found.push(y);
    }
    return found;
  }
  const raw = (high - low) / 4, unit = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map((m) => m * unit).find((s) => s >= raw);
  const found = [];
  for (let y = Math.ceil(low / step) * step; y <= high + 1e-12; y += step) found.push(Number(y.toPrecision(12)));
  return found;
}
