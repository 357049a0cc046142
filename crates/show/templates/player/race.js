// @ts-check
// The race: the left solver, the right one, and the left one again, which shows the noise.

/**
 * @param {View} view
 * @param {Engine} engine
 * @param {Transport} transport
 */
function playerRace({ find, sides }, engine, transport) {
  const example = find("[name=example]", HTMLSelectElement);
  const racing = find(".race button", HTMLButtonElement);
  const track = find("[name=track]", HTMLSelectElement);
  const BATCH = 8; // milliseconds: clocks here tick in steps of 0.1
  const ROUNDS = 40;
  const LONGEST = 8000; // milliseconds
  const TOLD_FROM = 0.15;
  const FEWEST = 8; // rounds
  const times = (/** @type {number} */ log) => `${Math.exp(log).toPrecision(3)} times`;
  /**
   * @param {number[]} values
   * @param {number} share
   */
  const quantile = (values, share) =>
    values.toSorted((a, b) => a - b)[Math.floor(share * (values.length - 1))];

  /**
   * The result of the rounds, in words. A difference counts if three quarters of the rounds show it,
   * beyond `TOLD_FROM` and beyond the difference of the left solver from itself.
   * @param {number[][]} rounds milliseconds a pass of left, right and left again
   * @param {string[]} names
   */
  function outcome(rounds, [left, right]) {
    const logs = rounds.map(([a, b]) => Math.log(b / a));
    const noise = rounds.map(([a, , again]) => Math.log(again / a));
    const [ratio, itself] = [quantile(logs, 0.5), quantile(noise, 0.5)];
    const shown = quantile(logs.map(log => log * Math.sign(ratio)), 0.25);
    const told = shown > Math.log(1 + TOLD_FROM) && shown > quantile(noise.map(Math.abs), 0.75);
    return `${told ? "" : "No difference that can be told here: "}${right} takes ${times(ratio)} `
      + `the time of ${left} (median of ${rounds.length} rounds; ${left} beside itself: `
      + `${times(itself)}).`;
  }

  let [running, halted] = [0, false];
  async function runRace() {
    const mine = ++running;
    const set = example.selectedOptions[0]?.parentElement;
    const puzzles = track.value === "set" && set instanceof HTMLOptGroupElement
      ? [...set.querySelectorAll("option")].map(({ value }) => value)
      : [transport.opened()[0].givens.join("")];
    const names = sides.map(({ solver }) => solver.value);
    const racers = [names[0], names[1], names[0]];
    const batch = async (/** @type {string} */ solver, /** @type {number} */ passes) => {
      const { error, ms } = await engine.ask[0]({ do: "race", solver, puzzles, passes });
      if (error) throw new Error(error.message);
      return ms;
    };
    transport.setPlaying(false);
    endRace("They run …");
    [halted, racing.textContent] = [false, "Stop"];
    const goesOn = () => mine === running && !halted;
    let said = `Stopped before there were ${FEWEST} rounds.`;
    try {
      const passes = [];
      for (const solver of names) {
        let enough = 1;
        while (goesOn() && await batch(solver, enough) < BATCH) enough *= 2;
        passes.push(enough);
      }
      passes.push(passes[0]);
      const rounds = [];
      const start = performance.now();
      const enough = () => rounds.length === ROUNDS
        || rounds.length >= FEWEST && performance.now() - start > LONGEST;
      while (goesOn() && !enough()) {
        const round = [0, 0, 0];
        const order = [0, 1, 2].map(racer => ({ racer, at: Math.random() }))
          .sort((one, other) => one.at - other.at);
        for (const { racer } of order) {
          round[racer] = await batch(racers[racer], passes[racer]) / passes[racer];
        }
        rounds.push(round);
      }
      if (rounds.length >= FEWEST) said = outcome(rounds, names);
    } catch (error) {
      said = `The race failed: ${error}`;
    }
    if (mine === running) endRace(said);
  }
  /** @param {string} said */
  function endRace(said) {
    racing.textContent = "Race";
    find(".race output", HTMLOutputElement).textContent = said;
  }
  racing.addEventListener("click", () => {
    if (racing.textContent === "Stop") halted = true;
    else runRace();
  });

  return () => {
    running++;
    endRace("");
  };
}
