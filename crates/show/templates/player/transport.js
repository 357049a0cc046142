// @ts-check
// Where the two searches are. The time runs over the steps of the longer one.

/** @typedef {ReturnType<typeof playerTransport>} Transport */

/**
 * @param {HTMLElement} player
 * @param {View} view
 * @param {Engine} engine
 * @param {(step: number) => string} address the link to what is shown
 */
function playerTransport(player, view, engine, address) {
  const { find, stage, sides, count, paint, paintCounters } = view;
  const play = find("[data-go=play]", HTMLButtonElement);
  const time = find("[name=time]", HTMLInputElement);
  const speed = find("[name=speed]", HTMLSelectElement);
  const by = find("[name=by]", HTMLSelectElement);
  const closer = find("[name=closer]", HTMLInputElement);
  const link = find(".link", HTMLAnchorElement);
  const [candidates, listing] = [playerCandidates(view), playerListing(view)];
  const still = matchMedia("(prefers-reduced-motion: reduce)");

  /** @type {Opened[]} */
  let opened = [];
  let [now, end, playing, ticking] = [0, 0, false, 0];

  const stepsAt = (/** @type {number} */ moment) => opened.map(({ steps }) =>
    by.value === "share" ? Math.round(moment / Math.max(1, end) * steps)
      : Math.min(Math.floor(moment), steps));

  /**
   * The first moment at which a side is at this step.
   * @param {number} i
   * @param {number} step
   */
  function momentOf(i, step) {
    if (by.value !== "share") return step;
    let moment = Math.max(0, Math.floor((step - 0.5) / Math.max(1, opened[i].steps) * end));
    while (moment < end && stepsAt(moment)[i] < step) moment++;
    return moment;
  }

  let [drawing, again] = [false, false];
  async function draw() {
    again = true;
    if (drawing) return;
    drawing = true;
    try {
      while (again) {
        again = false;
        const shown = opened;
        if (shown.length === 0) return;
        const frames = await Promise.all(stepsAt(now).map((step, i) =>
          engine.ask[i]({ do: "at", slot: 0, step, closer: closer.checked })));
        const stopped = frames.find(({ error }) => error);
        if (stopped) return refuse(stopped.error);
        if (shown !== opened) continue;
        sides.forEach((side, i) => {
          const { steps } = shown[i];
          paint(side, frames[i], shown[i]);
          candidates.paint(side.cells, frames[i]);
          const wide = by.value === "share" ? 1 : steps / Math.max(1, end);
          side.strip.move(frames[i].step / Math.max(1, steps), wide);
        });
        listing.light(frames[0]);
        paintCounters(frames);
        time.value = String(Math.floor(now));
        time.setAttribute("aria-valuetext",
          frames.map(({ step }, i) => `${["left", "right"][i]}: step ${count(step)}`).join(", "));
        link.hash = address(Math.floor(now));
      }
    } catch (error) {
      fail(`The search failed: ${error}`);
    } finally {
      drawing = false;
    }
  }

  /** @param {number} moment */
  function seek(moment) {
    now = Math.min(Math.max(moment, 0), end);
    return draw();
  }

  /** @param {boolean} on */
  function setPlaying(on) {
    playing = on && opened.length > 0;
    if (playing && now >= end) now = 0;
    play.textContent = playing ? "Pause" : "Play";
    for (const { event } of sides) event.setAttribute("aria-live", playing ? "off" : "polite");
    cancelAnimationFrame(ticking);
    if (!playing) return draw();
    let last = performance.now();
    let shown = last;
    const tick = (/** @type {number} */ moment) => {
      if (!playing) return;
      now = Math.min(now + Math.max(0, moment - last) / 1000 * Number(speed.value), end);
      last = moment;
      // Who wants less motion gets four pictures a second.
      if (!still.matches || moment - shown >= 250 || now >= end) {
        shown = moment;
        draw();
      }
      if (now >= end) setPlaying(false);
      else ticking = requestAnimationFrame(tick);
    };
    ticking = requestAnimationFrame(tick);
  }

  /**
   * To the next or the last backtrack of either side.
   * @param {boolean} forward
   */
  async function toBacktrack(forward) {
    const here = stepsAt(now);
    const found = await Promise.all(here.map((step, i) =>
      engine.ask[i]({ do: "find", slot: 0, step, what: "back", forward })));
    const moments = found.flatMap(({ step }, i) => step === null ? [] : [momentOf(i, step)]);
    if (moments.length > 0) await seek(forward ? Math.min(...moments) : Math.max(...moments));
  }

  const COMPARED = 100; // steps

  /**
   * The first step at which the two do different things; null if there is none among these first steps.
   * @param {number} limit
   */
  async function difference(limit) {
    const steps = opened.map(({ steps }) => steps);
    const shared = Math.min(limit, ...steps);
    for (let step = 1; step <= shared; step++) {
      const [left, right] = await Promise.all(engine.ask.map(ask => ask({ do: "at", slot: 0, step })));
      if (JSON.stringify(left.event) !== JSON.stringify(right.event)) return step;
    }
    return shared < limit && steps[0] !== steps[1] ? shared + 1 : null;
  }

  /** Where the two part early on; else their first backtrack, closer. */
  async function parting() {
    const step = await difference(COMPARED);
    return step === null ? firstBacktrack() : { step, close: false };
  }

  async function firstBacktrack() {
    const first = { do: "find", slot: 0, step: 0, what: "back", forward: true };
    const { step } = await engine.ask[0](first);
    return { step: step ?? 1, close: true };
  }

  /** @type {Record<string, () => unknown>} */
  const go = {
    play: () => setPlaying(!playing),
    first: () => seek(0),
    last: () => seek(end),
    back: () => seek(Math.ceil(now) - 1),
    on: () => seek(Math.floor(now) + 1),
    toback: () => toBacktrack(true),
    unback: () => toBacktrack(false),
    topart: async () => {
      const shown = opened;
      const step = await difference(Infinity);
      if (shown !== opened) return;
      const moments = opened.map(({ steps }, i) => momentOf(i, Math.min(step ?? end, steps)));
      await seek(step === null ? end : Math.max(...moments));
    },
  };
  /** @param {string} what */
  const act = what => {
    if (opened.length === 0) return;
    if (what !== "play" && playing) setPlaying(false);
    go[what]();
  };

  /** @param {Refusal} refusal */
  function refuse(refusal) {
    playing = false;
    opened = [];
    view.refuse(refusal);
  }

  /** @param {string} message */
  const fail = message => refuse({ message, line: null, column: null });

  /**
   * Two other searches, at their beginning.
   * @param {Opened[]} searches
   */
  function open(searches) {
    opened = searches;
    end = Math.max(...opened.map(({ steps }) => steps));
    time.max = String(end);
    const depths = opened.map(({ depths = [] }) => depths);
    const deepest = Math.max(1, ...depths.flat());
    sides.forEach(({ strip }, i) => strip.lay(depths[i], deepest));
    listing.lay(sides[0].solver.value);
  }

  closer.addEventListener("change", draw);
  candidates.asked.addEventListener("change", draw);
  by.addEventListener("change", draw);
  time.addEventListener("input", () => {
    if (playing) setPlaying(false);
    seek(Number(time.value));
  });
  stage.addEventListener("click", event => {
    const button = event.target instanceof Element && event.target.closest("button[data-go]");
    if (button instanceof HTMLElement) act(button.dataset.go ?? "");
  });
  const keys = new Map(Object.entries({
    " ": "play", ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last",
    b: "toback", B: "unback", p: "topart",
  }));
  player.addEventListener("keydown", event => {
    const what = keys.get(event.key);
    const here = event.target;
    if (!what || event.ctrlKey || event.metaKey || event.altKey) return;
    if (!(here instanceof Element)) return;
    if (opened.length === 0 || here.matches("summary, textarea, select, .scroll")) return;
    if (event.key === " " && here.matches("button, a, input[type=checkbox]")) return;
    event.preventDefault();
    act(what);
  });

  return { by, closer, opened: () => opened, open, seek, setPlaying, parting, refuse, fail };
}
