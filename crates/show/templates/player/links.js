// @ts-check
// Two searches side by side: what is watched, by the form, by a link or by a lesson. Without the
// module the section says what is missing, and there is nothing to do here.

/**
 * @typedef {object} Wish
 * @property {string} puzzle
 * @property {(string | null)[]} solvers
 * @property {string | null} [goal]
 * @property {number | "parting" | null} [step]
 * @property {string | null} [by]
 * @property {Element} [place] what the player goes behind; without it, its own section
 */

(() => {
  const section = document.getElementById("watch");
  const home = section?.querySelector("details");
  const player = section?.querySelector(".player");
  const engine = pageEngine;
  if (!section || !home || !(player instanceof HTMLElement) || !engine) return;
  document.documentElement.dataset.replay = "";

  const view = playerView(player);
  const { find, puzzle, stage, sides } = view;
  const form = find("form", HTMLFormElement);
  const example = find("[name=example]", HTMLSelectElement);
  const goal = find("[name=goal]", HTMLSelectElement);
  const transport = playerTransport(player, view, engine, address);
  const { by } = transport;
  const endRace = playerRace(view, engine, transport);
  const narrow = matchMedia("(max-width: 40rem)");
  player.hidden = false;

  /** @type {Promise<void> | undefined} */
  let starting;
  const start = () => starting ??= (async () => {
    await engine.start();
    const { solvers } = engine;
    for (const side of sides) {
      side.solver.replaceChildren(...solvers.map(({ id }) => new Option(id, id)));
    }
    sides[0].solver.value = "propagation/hidden-singles";
    sides[1].solver.value = "propagation/locked-candidates";
  })();

  /** @param {number} step */
  function address(step) {
    const givens = transport.opened()[0].givens.map(digit => digit || ".").join("");
    return `#watch=${givens}&a=${sides[0].solver.value}&b=${sides[1].solver.value}&step=${step}`
      + `&by=${by.value}` + (goal.value === "unique" ? "&goal=unique" : "");
  }

  /**
   * @param {string} hash
   * @returns {Wish | null}
   */
  function wished(hash) {
    if (!hash.startsWith("#watch=")) return null;
    const said = new URLSearchParams(hash.slice(1));
    return {
      puzzle: said.get("watch") ?? "",
      solvers: [said.get("a"), said.get("b")],
      step: Number(said.get("step")) || 0,
      by: said.get("by"),
      goal: said.get("goal"),
    };
  }

  let [latest, watched] = [0, ""];
  /** @param {Wish} wish */
  const watch = async wish => {
    const mine = ++latest;
    transport.setPlaying(false);
    endRace();
    watched = puzzle.value = wish.puzzle;
    example.value = wish.puzzle;
    if (example.selectedIndex < 0) example.value = "";
    try {
      await start();
    } catch (error) {
      return transport.fail(`The searches cannot run in this browser: ${error}`);
    }
    if (mine !== latest) return;
    goal.value = wish.goal === "unique" ? "unique" : "first";
    for (const [i, id] of wish.solvers.entries()) {
      if (id === null) continue;
      if (!engine.solvers.some(solver => solver.id === id)) {
        return transport.fail(`No solver here is called ${id}.`);
      }
      sides[i].solver.value = id;
    }
    const asked = { do: "open", slot: 0, puzzle: wish.puzzle, goal: goal.value };
    let answers;
    try {
      answers = await Promise.all(sides.map(({ solver }, i) =>
        engine.ask[i]({ ...asked, solver: solver.value })));
    } catch (error) {
      if (mine !== latest) return;
      return transport.fail(`The search failed: ${error}`);
    }
    if (mine !== latest) return;
    const bad = answers.find(({ error }) => error);
    if (bad) return transport.refuse(bad.error);
    transport.open(answers);
    view.accept();
    by.value = wish.by === "share" ? "share" : "step";
    view.layCounters(engine.solvers, answers);
    const { step, close } = wish.step === "parting" ? await transport.parting()
      : { step: wish.step ?? 0, close: false };
    if (mine !== latest) return;
    if (close) transport.closer.checked = true;
    await transport.seek(step);
    stage.hidden = transport.opened().length === 0;
  };

  /** Starts what the form and the two choices say. */
  const chosen = () => watch({
    puzzle: puzzle.value,
    solvers: sides.map(({ solver }) => solver.value || null),
    goal: goal.value,
    by: by.value,
  });

  /**
   * The player goes to where it is asked for; a link is followed where the reader sees it already.
   * Beside the form, a phone has no room for the boards and the buttons: they come into view.
   * @param {Wish} wish
   */
  const show = async wish => {
    const isHome = home.contains(player);
    const isSeen = player.getClientRects().length > 0;
    if (wish.place) {
      wish.place.after(player);
      home.open = false;
      wish.place.scrollIntoView();
    } else if (isHome || !isSeen) {
      home.append(player);
      home.open = true;
      section.scrollIntoView();
    }
    await watch(wish);
    if (narrow.matches) stage.scrollIntoView();
  };
  home.addEventListener("toggle", () => {
    if (home.open && !home.contains(player)) home.append(player);
  });

  form.addEventListener("submit", event => {
    event.preventDefault();
    chosen();
  });
  example.addEventListener("change", () => {
    if (!example.value) return puzzle.focus();
    puzzle.value = example.value;
    chosen();
  });
  puzzle.addEventListener("paste", () => setTimeout(chosen));
  puzzle.addEventListener("change", () => {
    if (puzzle.value !== watched) chosen();
  });
  goal.addEventListener("change", chosen);
  for (const { solver } of sides) solver.addEventListener("change", chosen);
  document.addEventListener("watch", event => {
    if (event instanceof CustomEvent) show(event.detail);
  });
  const follow = () => {
    const wish = wished(location.hash);
    if (wish) show(wish);
    return wish;
  };
  addEventListener("hashchange", follow);

  if (!follow()) {
    // Nothing is unpacked before somebody comes near.
    const near = new IntersectionObserver(entries => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      near.disconnect();
      if (starting) return;
      const offered = [...example.options].filter(({ value }) => value);
      const first = offered.find(({ text }) => text.includes("hard example")) ?? offered[0];
      watch({ puzzle: first?.value ?? "", solvers: [null, null] });
    }, { rootMargin: "400px" });
    near.observe(section);
  }
})();
