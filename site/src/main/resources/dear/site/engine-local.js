// The engine of a page without a server, as engine.js expects it: it works in a thread of its own, one question at a time.

const worker = new Worker(new URL('./engine-worker.js', import.meta.url), { type: 'module' });
let running = null; // what the worker is at
const waiting = [];

worker.addEventListener('message', ({ data }) => {
  const { resolve, reject } = running;
  running = null;
  if (data.answer) resolve(data.answer);
  else reject(data.problem);
  next();
});
worker.addEventListener('error', () => {
  const failed = [running, ...waiting.splice(0)].filter(Boolean);
  running = null;
  for (const { reject } of failed) {
    reject({ title: 'No engine', detail: 'this browser could not start the engine; reload the page, or try another browser' });
  }
});

function next() {
  if (running || !waiting.length) return;
  running = waiting.shift();
  worker.postMessage(running.question);
}

/** Questions that nobody waits for any more are not asked; one that is being answered cannot be stopped. */
export function solve(question, signal) {
  return new Promise((resolve, reject) => {
    const entry = { question: JSON.stringify(question), resolve, reject };
    signal?.addEventListener('abort', () => {
      const place = waiting.indexOf(entry);
      if (place >= 0) waiting.splice(place, 1);
      reject(signal.reason);
    });
    if (signal?.aborted) return reject(signal.reason);
    waiting.push(entry);
    next();
  });
}

export const algorithms = () => document('algorithms.json');
export const models = () => document('models.json');

async function document(name) {
  const response = await fetch(name).catch(() => null);
  if (!response?.ok) throw { title: 'Incomplete site', detail: `${name} cannot be read from this host` };
  return response.json();
}
