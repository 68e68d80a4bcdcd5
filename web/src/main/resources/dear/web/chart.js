// Curves over steps, on a linear or a logarithmic scale.
import { element } from './api.js';

const label = (v) => v === 0 ? '0' : Math.abs(v) >= 1e4 || Math.abs(v) < 1e-3 ? v.toExponential(0) : String(Number(v.toPrecision(3)));

/**
 * Draws curves.
 * series: [{ points: [[x, y]], kind: '' | 'second' | 'ghost', dots }], options: log, tolerance, stop, now, unit, words.
 */
export function draw(svg, series, options) {
  const [, , width, height] = svg.getAttribute('viewBox').split(' ').map(Number);
  const small = matchMedia('(max-width: 760px)').matches;
  const left = options.left ?? (small ? 92 : 66), right = width - 14, top = small && !options.left ? 38 : 24, bottom = height - (small && !options.left ? 40 : 30);
  const shown = (y) => Number.isFinite(y) && (!options.log || y > 0);
  const all = series.flatMap((s) => s.points).filter(([, y]) => shown(y));
  svg.replaceChildren();
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
  svg.append(element('text', { x: left, y: height - 4 }, label(first)),
    element('text', { x: right, y: height - 4, 'text-anchor': 'end' }, `${options.unit ?? 'step'} ${last}`));
  if (options.tolerance) {
    const y = py(options.tolerance), words = `tolerance ${label(options.tolerance)}`;
    const early = options.stop && options.stop[0] < (first + last) / 2; // the curve is where the label would be
    svg.append(element('line', { class: 'tolerance', x1: left, x2: right, y1: y, y2: y }),
      early ? element('text', { class: 'tolerance-words', x: right - 6, y: y + 20, 'text-anchor': 'end' }, words)
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
    const near = px(x) > (left + right) * 0.75;
    svg.append(element('line', { class: 'stop', x1: px(x), x2: px(x), y1: py(y), y2: top - 4 }),
      element('text', { class: 'stop-words', x: px(x) + (near ? -8 : 8), y: top + 6, 'text-anchor': near ? 'end' : 'start' }, words));
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
