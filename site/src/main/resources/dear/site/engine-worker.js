// Answers questions with the engine, which is Java compiled to WebAssembly. A model is loaded when a question needs it.
import { load } from './engine-runtime.js';

// Where WebAssembly has no vectors, the engine computes one number at a time.
const NO_LANES = new Proxy({}, { get: () => () => 0 });

const opened = open();
opened.catch(() => {}); // whoever asks first is told

async function open() {
  let compiled;
  const files = ['engine.wasm', 'models.json', 'lanes.wasm'];
  const [bytes, models, vectors] = await Promise.all(files.map(read)); // not streamed: not every host knows the type of the file
  const catalogue = new TextDecoder().decode(models);
  const lanes = await WebAssembly.compile(vectors).catch(() => null);
  try {
    compiled = await load(new Uint8Array(bytes), { installImports(imports) {
      imports.lanes = lanes ? new WebAssembly.Instance(lanes, { env: imports.env }).exports : NO_LANES;
    } });
  } catch (error) {
    throw { title: 'Browser too old',
      detail: `the engine needs WebAssembly with garbage collection: Chrome or Edge 119, Firefox 120, Safari 18.2 or later (${error.message})` };
  }
  compiled.exports.open(catalogue);
  return compiled.exports;
}

async function read(name) {
  const response = await fetch(new URL(name, import.meta.url)).catch(() => null);
  if (!response?.ok) throw { title: 'Incomplete site', detail: `${name} cannot be read from this host` };
  return response.arrayBuffer();
}

async function answer(question) {
  const engine = await opened;
  for (let name = engine.absent(question); name; name = engine.absent(question)) {
    engine.add(name, new Int8Array(await read(`models/${name}.safetensors`)));
  }
  const answered = JSON.parse(engine.solve(question));
  return answered.type === 'about:blank' ? { problem: answered } : { answer: answered };
}

self.addEventListener('message', async ({ data }) => {
  try {
    self.postMessage(await answer(data));
  } catch (error) {
    self.postMessage({ problem: error.title ? error : { title: 'Internal error', status: 500, detail: error.message } });
  }
});
