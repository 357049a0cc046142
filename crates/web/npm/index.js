const file = new URL("./sudoku_web.wasm", import.meta.url);
const bytes = file.protocol === "file:"
  ? await (await import("node:fs/promises")).readFile(file)
  : await (await fetch(file)).arrayBuffer();
const compiled = await WebAssembly.compile(bytes);

/** Starts the module; returns a function that sends it a request. */
function start() {
  const { memory, input, call, output } = new WebAssembly.Instance(compiled).exports;
  return (request) => {
    const sent = new TextEncoder().encode(JSON.stringify(request));
    const at = input(sent.length);
    if (at === 0) throw new Error("the request is too long");
    new Uint8Array(memory.buffer, at, sent.length).set(sent);
    const length = call(sent.length);
    const answer = JSON.parse(new TextDecoder().decode(new Uint8Array(memory.buffer, output(), length)));
    if (answer.error) throw Object.assign(new Error(answer.error.message), answer.error);
    return answer;
  };
}

const ask = start();

export const solvers = () => ask({ do: "solvers" }).solvers;

export const solve = (puzzle, { solver = null } = {}) =>
  ask({ do: "solutions", puzzle, solver, limit: 1 }).first;

export const count = (puzzle, limit = 2, { solver = null } = {}) =>
  ask({ do: "solutions", puzzle, solver, limit }).count;

export function watch(puzzle, solver, { goal = "first" } = {}) {
  const search = start();
  const { steps, bounded, outcome, counts } = search({ do: "open", slot: 0, puzzle, solver, goal });
  return { steps, bounded, outcome, counts, at: (step) => search({ do: "at", slot: 0, step }) };
}
