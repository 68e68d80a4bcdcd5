// How a person writes each form of input, and which places of an answer count. The forms are those of /api/algorithms.
import { Problem } from './engine.js';

const LETTERS = 'abcd';
const brief = (x) => String(Number(x.toPrecision(4)));

function numbers(text, label) {
  const gap = text.match(/^\s*[,;]|[,;]\s*[,;]/);
  if (gap) throw new Problem({ title: 'A number is missing', detail: `there is no number before a comma${gap.index ? `, after “${text.slice(0, gap.index).trim()}”` : ' at the start'}`, field: label });
  const words = text.trim().split(/[\s,;]+/).filter(Boolean);
  return words.map((word) => toNumber(word, label));
}

function toNumber(word, label) {
  if (word === '' || !Number.isFinite(Number(word))) throw new Problem({ title: 'Not a number', detail: `“${word}” is not a number`, field: label });
  return Number(word);
}

/** Groups such as 1-4 3-5 or 0,1 2,0.5; spaces, semicolons and lines separate them. */
function groups(text, label, pattern, example) {
  return text.trim().split(/[\s;]+/).filter(Boolean).map((word) => {
    const parts = word.match(pattern);
    if (!parts) throw new Problem({ title: 'Not understood', detail: `“${word}” is not of the form ${example}`, field: label });
    return parts.slice(1).map((part) => toNumber(part, label));
  });
}

const columns = (rows, names) => Object.fromEntries(names.map((name, k) => [name, rows.map((row) => row[k])]));
const NUMBER = '([+-]?[\\d.]+(?:e[+-]?\\d+)?)';
const grouped = (label, hint, between, example, unit, also = between) => ({
  unit, fields: () => [{ label, hint, rows: 4 }],
  read: ([text], { inputs }) => columns(groups(text, label, new RegExp(`^${NUMBER}[${between}${also}]${NUMBER}$`, 'i'), example), inputs.map((i) => i.name)),
  write: (given, { inputs }) => [given[inputs[0].name].map((first, i) => brief(first) + between + brief(given[inputs[1].name][i])).join(' ')],
});

const typedLetters = (text) => [...text]; // capitals and spaces are letters like any other, as in the command
const areCodes = (strings) => strings.flat().every((letter) => LETTERS.includes(letter));

/**
 * Codes for the letters of two strings. What counts is only which letter of one equals which of the other, so letters that
 * occur in one string alone share a code. The command maps them in the same way (Alphabet.java).
 */
function codesOf(strings, field) {
  if (areCodes(strings)) return strings.map((string) => string.map((letter) => LETTERS.indexOf(letter)));
  const [first, second] = strings.map((string) => new Set(string)), all = [...new Set(strings.flat())];
  if (all.length <= LETTERS.length) return strings.map((string) => string.map((letter) => all.indexOf(letter)));
  const shared = [...first].filter((letter) => second.has(letter));
  let free = shared.length;
  const found = [first, second].map((letters) => {
    const others = letters.size > shared.length ? free++ : -1;
    return (letter) => shared.includes(letter) ? shared.indexOf(letter) : others;
  });
  if (free > LETTERS.length) {
    throw new Problem({
      title: 'Too many letters', field,
      detail: `CLRS-30 has ${LETTERS.length} letters, but these strings need ${free}: ${shared.length} that both contain (${shared.join(' ')})`
        + `${free > shared.length ? ', and one for each string\'s others' : ''}; shorten the strings, or replace letters that need not be told apart`,
    });
  }
  return strings.map((string, k) => string.map(found[k]));
}

/** By form: unit, what an instance is counted in; fields, what is typed; read and write, from texts to inputs and back; names, what was typed where inputs do not tell. */
const FORMS = {
  keys: { unit: 'numbers' },
  matrix_sizes: { unit: 'sizes' },
  graph: { unit: 'nodes' },
  sorted_keys: {
    unit: 'numbers', fields: () => [{ label: 'Numbers, ascending', rows: 3 }, { label: 'Look up' }],
    read: ([keys, target], { inputs }) => ({ [inputs[0].name]: numbers(keys, 'numbers'), [inputs[1].name]: [toNumber(target.trim(), 'look up')] }),
    write: (given, { inputs }) => [given[inputs[0].name].map(brief).join(' '), brief(given[inputs[1].name][0])],
  },
  probabilities: {
    unit: 'keys', extra: 1, fields: () => [{ label: 'How often each key is looked up', rows: 3 }, { label: 'How often each gap is: one more', rows: 3 }],
    read: ([keys, gaps], { inputs }) => ({ [inputs[0].name]: [...numbers(keys, 'keys'), 0], [inputs[1].name]: numbers(gaps, 'gaps') }),
    write: (given, { inputs }) => [given[inputs[0].name].slice(0, -1).map(brief).join(' '), given[inputs[1].name].map(brief).join(' ')],
  },
  two_strings: {
    unit: 'letters',
    fields: ({ strings }) => strings.map((name, k) => ({ label: name[0].toUpperCase() + name.slice(1), hint: k ? '' : 'Any letters, as long as four are enough: those that one string has alone count as one. Capitals and spaces are letters of their own.' })),
    read: (texts, { inputs, strings }) => {
      const [first, second] = codesOf(texts.map(typedLetters), strings[0]);
      if (strings[1] === 'pattern' && second.length > first.length) {
        throw new Problem({ title: 'Too long', field: strings[1], detail: `the ${strings[1]} has ${second.length} letters, but the ${strings[0]} only ${first.length}, so it cannot occur there` });
      }
      return { [inputs[0].name]: [...first.map(() => 0), ...second.map(() => 1)], [inputs[1].name]: [...first, ...second] };
    },
    names: (texts) => areCodes(texts.map(typedLetters)) ? null : texts.flatMap(typedLetters),
    write: (given, { inputs }, names) => [0, 1].map((which) => lettersOf(given[inputs[1].name], names).filter((_, i) => given[inputs[0].name][i] === which).join('')),
  },
  intervals: grouped('Intervals', 'Start and finish, such as 1-4 3-5.', '-', '1-4', 'intervals'),
  tasks: grouped('Tasks', 'Deadline and penalty, such as 2:0.5 1:0.9 or 2,0.5 1,0.9.', ':', '2:0.5', 'tasks', ','),
  points: grouped('Points', 'Such as 0,1 2,0.5 1,1.', ',', '0,1', 'points'),
  two_segments: grouped('Ends of both segments', 'Four points, such as 0,0 1,1 0,1 1,0.', ',', '0,1', 'points'),
};

export const formOf = (algorithm) => FORMS[algorithm.input] ?? { unit: 'nodes' };

/** The letters of both strings, as they were typed if that is known. */
export const lettersOf = (codes, names) => names?.length === codes.length ? names : codes.map((code) => LETTERS[code] ?? '?');

/** How many units an instance has. */
export const count = (algorithm, nodes) => `${nodes - (formOf(algorithm).extra ?? 0)} ${formOf(algorithm).unit}`;

/** The number of letters in the first string. */
export const firstLength = (algorithm, instance) => instance.inputs[algorithm.inputs[0].name].filter((which) => which === 0).length;

/** Which pairs (row, column) of an answer on pairs are part of it; tables have cells that mean nothing. */
export function answered(algorithm, instance, alongEdges = false) {
  switch (algorithm.answer) {
    case 'all_paths': {
      if (!alongEdges) return () => true;
      const joined = new Set(instance.edges.flatMap(([a, b]) => algorithm.directed ? [`${a},${b}`] : [`${a},${b}`, `${b},${a}`]));
      return (i, j) => joined.has(`${i},${j}`);
    }
    case 'parentheses': return (i, j) => i >= 1 && i < j;
    case 'search_tree': return (i, j) => i < j;
    case 'subsequence': {
      const first = firstLength(algorithm, instance);
      return (i, j) => i < first && j >= first;
    }
    default: return () => true;
  }
}
