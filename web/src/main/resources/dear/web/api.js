// Keeps the view in the address, so that a link restores it; saves files; draws elements.

// ---- links ----

const round = (x) => String(Number(x.toPrecision(7)));

export function writeInstance(instance) {
  if (instance.numbers) return 'n' + instance.numbers.map(round).join('_');
  if (instance.inputs) return 'i' + Object.entries(instance.inputs).map(([name, values]) => `${name}:${values.map(round).join('_')}`).join('~');
  const edges = instance.edges.map(([a, b, w]) => `${a}-${b}-${round(w)}`).join('_');
  return `g${instance.nodes}.${instance.source ?? ''}~${edges}`;
}

export function readInstance(text) {
  if (text.startsWith('n')) return { numbers: text.slice(1).split('_').map(Number) };
  if (text.startsWith('i')) {
    return { inputs: Object.fromEntries(text.slice(1).split('~').map((part) => {
      const [name, values] = part.split(':');
      return [name, values.split('_').map(Number)];
    })) };
  }
  const [head, edges] = text.slice(1).split('~');
  const [nodes, source] = head.split('.');
  const graph = { nodes: Number(nodes), edges: edges ? edges.split('_').map((e) => e.match(/^(\d+)-(\d+)-(.+)$/).slice(1).map(Number)) : [] };
  if (source !== '') graph.source = Number(source);
  return graph;
}

export const writePlaces = (places) => places.map(([x, y]) => `${Math.round(x)}.${Math.round(y)}`).join('_');
export const readPlaces = (text) => text.split('_').map((p) => p.split('.').map(Number));

/** The parameters after the #; sets them if given. */
export function link(parameters) {
  if (!parameters) return Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
  const kept = Object.entries(parameters).filter(([, value]) => value !== undefined && value !== '');
  history.replaceState(null, '', '#' + new URLSearchParams(kept));
  return parameters;
}

// ---- files ----

export function save(name, blob) {
  const anchor = document.createElement('a');
  anchor.href = URL.createObjectURL(blob);
  anchor.download = name;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(anchor.href), 2000);
}

const KEPT = ['fill', 'stroke', 'stroke-width', 'stroke-dasharray', 'stroke-linecap', 'stroke-linejoin', 'font-size',
  'font-weight', 'font-family', 'text-anchor', 'dominant-baseline', 'paint-order', 'transform'];

/** The figure as a standalone file, with the styles inlined. */
export function standalone(svg) {
  const copy = svg.cloneNode(true);
  const from = [svg, ...svg.querySelectorAll('*')];
  [copy, ...copy.querySelectorAll('*')].forEach((element, i) => {
    const style = getComputedStyle(from[i]);
    for (const name of KEPT) {
      const value = style.getPropertyValue(name);
      if (value && value !== 'none' || name === 'fill') element.style.setProperty(name, value);
    }
  });
  const [, , width, height] = svg.getAttribute('viewBox').split(' ');
  copy.setAttribute('width', width);
  copy.setAttribute('height', height);
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  const ground = document.createElementNS('http://www.w3.org/2000/svg', 'rect');
  ground.setAttribute('width', '100%');
  ground.setAttribute('height', '100%');
  ground.setAttribute('fill', getComputedStyle(svg.closest('.panel')).backgroundColor);
  copy.prepend(ground);
  return new XMLSerializer().serializeToString(copy);
}

export async function raster(text, width, height) {
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

// ---- SVG ----

export function element(name, attributes = {}, ...children) {
  const made = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) if (value !== undefined) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/** In a narrow figure, as on a phone or beside another, letters must be larger; style.css knows it by the class. */
export function isSmall(svg) {
  const small = svg.clientWidth > 0 && svg.clientWidth < 560;
  svg.classList.toggle('small', small);
  return small;
}

/** A colour of the plane that two principal coordinates span: OKLab at constant lightness, so that no colour stands out. */
export function stateColour(pair) {
  if (!pair) return 'var(--shade)';
  const a = 0.15 * pair[0], b = 0.15 * pair[1], lightness = 0.76;
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const linear = [4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s];
  const byte = (x) => Math.round(255 * Math.min(1, Math.max(0, x <= 0.0031308 ? 12.92 * x : 1.055 * x ** (1 / 2.4) - 0.055)));
  return `rgb(${linear.map(byte).join(',')})`;
}
