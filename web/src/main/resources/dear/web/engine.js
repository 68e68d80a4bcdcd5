// Where answers come from: one function for each question, the same for a server and for an engine inside the page.
//
// An engine has algorithms(), models() and solve(question, signal), which return promises of the documents that the API
// of docs/playground.md describes, and reject with a problem document: { title, status, detail, field }. Only a server
// has runs; without them, the page hides their view.

/** A rejected request, with the invalid field. */
export class Problem extends Error {
  constructor(document) {
    super(document.detail || document.title || 'failed');
    this.title = document.title;
    this.status = document.status;
    this.field = document.field || '';
  }
}

const http = {
  algorithms: () => ask('api/algorithms'),
  models: () => ask('api/models'),
  solve: (question, signal) => ask('api/solve', {
    method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(question), signal }),
  runs: {
    list: () => ask('api/runs'),
    one: (name, signal) => ask('api/runs/' + encodeURIComponent(name), { signal }),
    /** Calls the listener with new lines of a run's metrics; returns a function that ends this. */
    follow(name, listener) {
      const events = new EventSource(`api/runs/${encodeURIComponent(name)}/events`);
      events.addEventListener('metrics', (event) => listener(JSON.parse(event.data)));
      return () => events.close();
    },
  },
};

/**
 * The engine of this page. A page with <meta name="dear-engine" content="local"> brings its own, engine-local.js, which
 * exports the functions above; window.dearEngine, an object or a promise of one, takes the place of both.
 */
export async function openEngine() {
  if (window.dearEngine) return guarded(await window.dearEngine);
  const wanted = document.querySelector('meta[name="dear-engine"]')?.content;
  return wanted === 'local' ? guarded(await import('./engine-local.js')) : http;
}

/** What an engine rejects with becomes a Problem, so that nobody else has to tell engines apart. */
function guarded(engine) {
  const guard = (name) => async (...given) => {
    try {
      return await engine[name](...given);
    } catch (error) {
      throw error.name === 'AbortError' || error instanceof Problem || !error.title ? error : new Problem(error);
    }
  };
  return { algorithms: guard('algorithms'), models: guard('models'), solve: guard('solve'), runs: engine.runs };
}

async function ask(path, options) {
  let response;
  try {
    response = await fetch(path, options); // relative: the page may live below any folder
  } catch (error) {
    if (error.name === 'AbortError') throw error;
    throw new Problem({ title: 'No answer', detail: 'the server cannot be reached; is it still running?' });
  }
  const document = await response.json().catch(() => ({ title: response.statusText, status: response.status }));
  if (!response.ok) throw new Problem(document);
  return document;
}
