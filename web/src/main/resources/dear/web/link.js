// The view in the address, so that a link restores it on any host. A link is untrusted: what it says is checked.
import { Problem } from './engine.js';

const MOST_NODES = 256;
const round = (x) => String(Number(x.toPrecision(7)));

export function writeInstance(instance) {
  if (instance.numbers) return 'n' + instance.numbers.map(round).join('_');
  if (instance.inputs) return 'i' + Object.entries(instance.inputs).map(([name, values]) => `${name}:${values.map(round).join('_')}`).join('~');
  const edges = instance.edges.map(([a, b, w]) => `${a}-${b}-${round(w)}`).join('_');
  return `g${instance.nodes}.${instance.source ?? ''}~${edges}`;
}

const broken = (what) => new Problem({ title: 'The link is broken', detail: `${what}; part of it may be missing. This is the first view instead` });

function numbers(text, what) {
  const found = text.split('_').map(Number);
  if (text === '' || !found.every(Number.isFinite)) throw broken(`${what} are not numbers`);
  return found;
}

/** An instance as a link has it. */
export function readInstance(text, kind) {
  const letter = { numbers: 'n', inputs: 'i', graph: 'g' }[kind];
  if (text[0] !== letter) throw broken('its instance is of another algorithm');
  if (letter === 'n') return { numbers: numbers(text.slice(1), 'its numbers') };
  if (letter === 'i') {
    return { inputs: Object.fromEntries(text.slice(1).split('~').map((part) => {
      const [name, values] = part.split(':');
      return [name, numbers(values ?? '', `its values of ${name}`)];
    })) };
  }
  const [head, edges] = text.slice(1).split('~');
  const [count, source] = head.split('.');
  const nodes = whole(count, MOST_NODES, 'its number of nodes');
  const graph = { nodes, edges: edges ? edges.split('_').map((edge) => readEdge(edge, nodes)) : [] };
  if (source) graph.source = whole(source, nodes - 1, 'its source');
  return graph;
}

function readEdge(text, nodes) {
  const [, a, b, w] = text.match(/^(\d+)-(\d+)-(.+)$/) ?? [];
  if (a === undefined || !Number.isFinite(Number(w))) throw broken(`“${text}” is not an edge`);
  return [whole(a, nodes - 1, 'a node of an edge'), whole(b, nodes - 1, 'a node of an edge'), Number(w)];
}

function whole(text, most, what) {
  if (!/^\d+$/.test(text ?? '') || Number(text) > most) throw broken(`${what} is not a number from 0 to ${most}`);
  return Number(text);
}

export const writePlaces = (places) => places.map(([x, y]) => `${Math.round(x)}.${Math.round(y)}`).join('_');

export function readPlaces(text) {
  const places = text.split('_').map((place) => place.split('.').map(Number));
  if (!places.every((place) => place.length === 2 && place.every(Number.isFinite))) throw broken('its places are not numbers');
  return places;
}

/** The parameters after the #. */
export const readLink = () => Object.fromEntries(new URLSearchParams(location.hash.slice(1)));

/** Puts parameters into the address; those without a value are left out. */
export function writeLink(parameters) {
  const kept = Object.entries(parameters).filter(([, value]) => value !== undefined && value !== '');
  history.replaceState(null, '', '#' + new URLSearchParams(kept));
}

/** Copies the address; false where the browser has no clipboard or does not allow it. */
export async function copyLink() {
  try {
    await navigator.clipboard.writeText(location.href);
    return true;
  } catch {
    return false;
  }
}
