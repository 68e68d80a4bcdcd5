// Elements of figures, and the colour of a state.

export function element(name, attributes = {}, ...children) {
  const made = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) if (value !== undefined) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

const widths = new WeakMap();
const watch = new ResizeObserver((entries) => {
  for (const { target, contentRect } of entries) widths.set(target, contentRect.width);
});

/**
 * In a narrow figure, as on a phone or beside another, letters must be larger; style.css knows it by the class. The width
 * is measured once and then watched: to ask for it in the middle of drawing would lay out the page each time.
 */
export function isSmall(svg) {
  if (!widths.has(svg)) {
    widths.set(svg, svg.clientWidth);
    watch.observe(svg);
  }
  const width = widths.get(svg), small = width > 0 && width < 560;
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
