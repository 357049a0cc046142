// @ts-check
// The searches: a WebAssembly module in the page (crates/web), asked by JSON.

/**
 * @typedef { { message: string, line: number | null, column: number | null } } Refusal
 * @typedef { { id: string, idea: string, counters: string[] } } Solver
 * @typedef {(request: object) => Promise<any>} Ask
 * @typedef {ReturnType<typeof playerEngine>} Engine
 */

/** The engine of the page; none without the module. */
const pageEngine = (() => {
  const packed = document.getElementById("watch-module");
  return packed ? playerEngine(packed) : undefined;
})();

/**
 * Two instances, in a worker each, so that two searches run at once and the page never waits.
 * @param {Element} packed the module
 */
function playerEngine(packed) {
  /**
   * Also the source of the worker, so it uses nothing from outside. An answer says how many
   * milliseconds it took. A trap leaves an instance unusable: the next request gets a new one.
   * @param {BufferSource} bytes
   * @returns {Promise<Ask>}
   */
  async function engine(bytes) {
    const module = await WebAssembly.compile(bytes);
    /** @type {Promise<WebAssembly.Instance> | undefined} */
    let instance;
    return async request => {
      const { exports } = await (instance ??= WebAssembly.instantiate(module));
      const { memory, input, call, output } = /** @type {any} */ (exports);
      const text = new TextEncoder().encode(JSON.stringify(request));
      const room = input(text.length); // before the buffer is asked for: the memory may grow
      if (room === 0) throw new Error("the request is too long");
      new Uint8Array(memory.buffer, room, text.length).set(text);
      try {
        const start = performance.now();
        const length = call(text.length);
        const ms = performance.now() - start;
        const answer = new Uint8Array(memory.buffer, output(), length);
        return { ...JSON.parse(new TextDecoder().decode(answer)), ms };
      } catch (error) {
        instance = undefined;
        throw error;
      }
    };
  }

  const served = `${engine}
    let answer;
    onmessage = async ({ data: [id, request] }) => {
      try {
        if (id === 0) answer = await engine(request);
        postMessage([id, id === 0 ? null : await answer(request)]);
      } catch (error) {
        postMessage([id, null, String(error)]);
      }
    };`;

  /**
   * @param {Uint8Array<ArrayBuffer>} bytes
   * @returns {Promise<Ask>}
   */
  async function inWorker(bytes) {
    const address = URL.createObjectURL(new Blob([served], { type: "text/javascript" }));
    const worker = new Worker(address);
    /** @type {Map<number, { resolve: (answer: any) => void, reject: (error: Error) => void }>} */
    const open = new Map();
    let last = -1;
    /** @param {unknown} request */
    const ask = request => new Promise((resolve, reject) => {
      open.set(++last, { resolve, reject });
      worker.postMessage([last, request]);
    });
    worker.onmessage = ({ data: [id, answer, error] }) => {
      if (error) open.get(id)?.reject(new Error(error));
      else open.get(id)?.resolve(answer);
      open.delete(id);
    };
    worker.onerror = () => {
      for (const { reject } of open.values()) reject(new Error("the worker has failed"));
      open.clear();
    };
    try {
      await ask(bytes);
    } finally {
      URL.revokeObjectURL(address);
    }
    return ask;
  }

  /** @returns {Promise<Ask[]>} */
  async function instances() {
    const bytes = await unpacked(packed);
    return Promise.all([0, 1].map(async () => {
      try {
        return await inWorker(bytes);
      } catch {
        return engine(bytes);
      }
    }));
  }

  /** @type {Promise<void> | undefined} */
  let starting;
  const started = {
    /** @type {Ask[]} by side, once they are started */
    ask: [],
    /** @type {Solver[]} */
    solvers: [],
    start: () => starting ??= (async () => {
      started.ask = await instances();
      ({ solvers: started.solvers } = await started.ask[0]({ do: "solvers" }));
    })(),
  };
  return started;
}
