// What the page says: what it does, what its words mean, what to try. Nothing here decides anything.

/** By the form of an answer: what the network does, and what an arrow means. */
const DOES = {
  paths: ['finds shortest paths', 'arrow: the way back to the source'], all_paths: ['finds shortest paths between all nodes', 'arrow: the way back to the start'],
  order: ['sorts numbers'], element: ['picks one of many numbers'], range: ['finds the best stretch of numbers'],
  tree: ['finds the cheapest network', 'arrow: to its parent in the tree'], edge_selection: ['picks the edges that matter'],
  forest: ['explores a graph in depth', 'arrow: to the node it was reached from'], components: ['finds what belongs together', 'arrow: to the node that names its group'],
  node_sequence: ['puts tasks into an order', 'arrow: to the next one'], selection: ['selects what fits'], parentheses: ['plans a long product'],
  search_tree: ['builds a search tree'], subsequence: ['finds what two strings have in common'], occurrence: ['finds a word in a text'],
  hull: ['finds the outline of points'], decision: ['decides whether two lines meet'],
};

export const lead = (algorithm) => `A neural network that ${DOES[algorithm.answer]?.[0] ?? 'solves problems'} by settling down instead of stepping through an algorithm.`;

export const notes = (algorithm) => ({ source: algorithm.source ? 'source' : 'paths start here', arrow: DOES[algorithm.answer]?.[1], colour: 'colour: its state' });

/** What a mark means; the classes are those of style.css. */
export const KEY = { right: 'as the algorithm', equal: 'different, equally right', wrong: 'differs', state: 'colour: the state' };

export const GLOSSARY = {
  equilibrium: 'A state that one more evaluation of the network leaves as it is: H* = f(H*). The answer is read from it.',
  evaluation: 'One application of the network f to the state. The solver chooses where to apply it next.',
  residual: 'How far one more evaluation moves the state. At the equilibrium it is zero.',
  tolerance: 'The residual at which the search stops by itself.',
  state: 'The numbers the network keeps for each node, or for each pair of nodes. Similar colours are similar states.',
  plane: 'States have many numbers. The plane shows the two directions in which they differ most (principal components).',
  'warm start': 'A search that begins at the equilibrium of the problem before the change, not at zero.',
  NAR: 'Neural algorithmic reasoning by rollout: the network imitates the algorithm step by step, and must be told how many steps to take.',
  DEAR: 'Deep equilibrium algorithmic reasoner: the network is applied until its state no longer changes.',
  certificate: 'A proof that the answer solves the problem, by conditions it must meet; it does not run the algorithm.',
};

export const TOUR = [
  ['#stage-panel', 'A problem', 'The picture is the question: here a graph, its edges with their lengths, and a ringed source. Evaluation 0 shows nothing else.'],
  ['#player-bar', 'The network settles', 'Play it. At every evaluation the network changes the state of all nodes at once, and each node points where it believes its way leads.'],
  ['#figure-space', 'Into an equilibrium', 'Each point is the state of a node. They move until one more evaluation changes nothing: that is the equilibrium, and the answer is read there.'],
  ['#edit-panel', 'Change it, and it goes on', 'Drag the weight. The search goes on from the old equilibrium and needs fewer evaluations than one that starts from zero.'],
  ['#trust-panel', 'Trust it', 'The answer is checked: the certificate proves it right or names the places where it is wrong. The algorithm itself is only asked for comparison.'],
];

const TOWNS = 'Aachen_Köln_Bonn_Düsseldorf_Dortmund_Koblenz_Trier_Mainz_Frankfurt_Saarbrücken';

/** Views worth a click; all are links, as anyone could write them. Those whose algorithm has no model are left out. */
export const PRESETS = [
  ['Shortest paths', 'a=bellman_ford&n=8&d=0.6&s=12'],
  ['Roads', `a=bellman_ford&i=g10.0~0-1-71_1-2-30_1-3-43_3-4-70_1-4-95_2-5-63_5-6-126_2-6-144_5-7-93_7-8-44_2-8-179_6-9-95_7-9-150&xy=90.190_290.180_345.270_275.75_480.60_500.360_330.480_690.440_850.380_470.555&l=${encodeURIComponent(TOWNS)}`],
  ['A trap for the greedy', 'a=bellman_ford&i=g7.0~0-1-0.1_1-2-0.15_2-6-0.9_0-3-0.35_3-4-0.2_4-6-0.2_2-5-0.2_4-5-0.45&xy=90.300_300.150_540.120_290.450_560.470_760.240_920.330'],
  ['Sorting', 'a=insertion_sort&i=n31_4_15_9_26_5_35_8_97_12'],
  ['Ties', 'a=insertion_sort&i=n2_0_3_1_1_3_0_2_2_1_0_3'],
  ['All pairs', 'a=floyd_warshall&n=8&s=3'],
  ['An outline', 'a=graham_scan&n=14&s=2'],
  ['64 nodes', 'a=bellman_ford&m=bellman_ford_nodes&n=64&d=0.35&s=4'],
];

/** Share of right pointers on random graphs, in per cent; docs/playground.md has the command. */
export const MEASURED = { bellman_ford_nar: { 16: 97.9, 64: 91.8 }, bellman_ford_nodes: { 16: 99.2, 64: 98.3 }, bellman_ford: { 16: 99.8, 64: 99.3 } };

/** Long names break at their joints: the parts of a text, with the places between them. */
export const jointed = (name) => String(name).split(/(?<=_)/).flatMap((part, k) => k ? [document.createElement('wbr'), part] : [part]);
