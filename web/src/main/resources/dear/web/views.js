// Which picture an instance has: its form decides, never the name of its algorithm.
import { BarsView, StripsView } from './bars.js';
import { answered } from './forms.js';
import { GraphView } from './graph.js';
import { PlaneView } from './plane.js';
import { $, modelOf, shown, state, tool } from './state.js';
import { TableView } from './table.js';
import { CommonView, TextView } from './text.js';
import { TimeView } from './time.js';
import { notes } from './words.js';

/** hooks: graph, numbers and inputs after a change of each; choose, moved and start as a graph has them. */
export function makeView(svg, kind, hooks) {
  const { algorithm } = state;
  if (kind === 'graph') return new GraphView(svg, hooks ? { edit: hooks.graph, choose: hooks.choose, moved: hooks.moved, start: hooks.start, tool } : {});
  if (['parentheses', 'search_tree'].includes(algorithm.answer)) return new TableView(svg);
  switch (algorithm.input) {
    case 'keys': return new BarsView(svg, hooks ? { edit: hooks.numbers } : {});
    case 'sorted_keys': return new BarsView(svg);
    case 'points': case 'two_segments': return new PlaneView(svg, hooks ? { edit: hooks.inputs } : {});
    case 'two_strings': return algorithm.answer === 'subsequence' ? new CommonView(svg) : new TextView(svg);
    case 'intervals': case 'tasks': return new TimeView(svg);
    default: return new StripsView(svg);
  }
}

/** How a graph looks: its algorithm, with the words on it. */
export const look = (nodes, counts) => ({ ...state.algorithm, counts, notes: notes(state.algorithm), names: state.names?.length === nodes ? state.names : undefined });

/** Which pairs of an answer on pairs count, with this run's model. */
export const counted = (run = shown()) => answered(state.algorithm, state.answer.instance, modelOf(run)?.settings.targets === 'edges');

export function setView(view, instance) {
  const { algorithm, answer } = state;
  if (view instanceof GraphView) {
    view.notes = $('notes').checked;
    view.set({ nodes: instance.nodes, edges: instance.edges, source: instance.source }, look(instance.nodes, counted()), answer.target, algorithm.outputs, state.places);
  } else if (view instanceof BarsView) {
    const [keys, [wanted]] = instance.numbers ? [instance.numbers, []] : algorithm.inputs.map(({ name }) => instance.inputs[name]);
    view.set(keys, answer.target, algorithm.outputs, wanted);
  } else view.set(instance, answer.target, algorithm, state.names);
}
