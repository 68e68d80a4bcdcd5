// What the parts of the page share: what was asked, what was answered, and what is drawn.
export const $ = (id) => document.getElementById(id);

export const state = {
  engine: null,      // answers questions
  algorithms: [],
  models: [],
  algorithm: null,   // the selected one, from the catalogue
  own: {},           // the user's own instances, by algorithm
  answer: null,      // the last answer
  previous: null,    // the instance before the last change
  places: null,      // where nodes are drawn
  names: null,       // what nodes are called
  views: [],         // one or two figures
  pairs: null,       // the figure of the pairs of nodes
  space: null,       // the figure of the states
};

const checked = (name) => document.querySelector(`[name=${name}]:checked`).value;

export const origin = () => checked('origin');
export const tool = () => origin() === 'own' ? checked('tool') : 'move';
export const check = (name, value) => { document.querySelector(`[name=${name}][value=${value}]`).checked = true; };

/** The run that is shown: the warm one, if there is one and nobody asked for the cold one. */
export const shown = () => state.answer.warm && checked('shown') === 'warm' ? state.answer.warm : state.answer.run;
export const modelOf = (run) => state.models.find((model) => model.name === run.model);
export const number = (x) => x === null || x === undefined ? 'none' : Math.abs(x) >= 0.01 ? String(Number(x.toPrecision(3))) : x.toExponential(1);

/** An instance as a question has it. */
export const pick = ({ nodes, edges, source }) => source === undefined ? { nodes, edges } : { nodes, edges, source };
