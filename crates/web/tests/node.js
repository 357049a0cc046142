// Sends requests to the module, whose path is the first argument, as the script of a page does.
"use strict";
const assert = require("node:assert");
const { readFileSync } = require("node:fs");

const module_ = new WebAssembly.Module(readFileSync(process.argv[2]));
assert.deepStrictEqual(WebAssembly.Module.imports(module_), [], "it needs nothing from its host");
const { memory, input, call, output } = new WebAssembly.Instance(module_, {}).exports;

function asked(text) {
  const bytes = new TextEncoder().encode(text);
  const at = input(bytes.length);
  new Uint8Array(memory.buffer, at, bytes.length).set(bytes);
  const length = call(bytes.length);
  return JSON.parse(new TextDecoder().decode(new Uint8Array(memory.buffer, output(), length)));
}
const ask = (request) => asked(JSON.stringify(request));

const PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
const open = (solver, goal, puzzle = PUZZLE) => ask({ do: "open", slot: 0, puzzle, solver, goal });
const at = (step, closer = false) => ask({ do: "at", slot: 0, step, closer });

const { solvers } = ask({ do: "solvers" });
assert(solvers.length >= 24);
for (const { id, idea, counters } of solvers) {
  assert(idea.length > 0 && counters.length > 0, id);
  for (const goal of ["first", "unique"]) {
    const search = open(id, goal);
    assert.strictEqual(search.outcome, "solved", id);
    assert.strictEqual(search.bounded, false, id);
    assert.strictEqual(search.givens.map((digit) => digit || ".").join(""), PUZZLE);

    // To the end and back, and every step is the same again.
    const frames = [];
    for (let step = 0; step <= search.steps; step += 1) {
      const frame = at(step);
      frames.push(JSON.stringify(frame));
      assert(frame.words.includes(" "), `${id}, step ${step}: ${frame.words}`);
    }
    for (let step = search.steps; step >= 0; step -= 1) {
      assert.strictEqual(JSON.stringify(at(step)), frames[step], `${id}: ${step}`);
    }
    const first = JSON.parse(frames[0]);
    assert.deepStrictEqual(first.board, search.givens);
    assert.strictEqual(first.event, null);
    assert.deepStrictEqual(JSON.parse(frames[search.steps]).counts, search.counts, id);
    const part = Math.ceil(search.steps / 512);
    const depths = frames.slice(1).map((frame) => JSON.parse(frame).depth);
    const deepest = (from) => Math.max(...depths.slice(from, from + part));
    assert.deepStrictEqual(search.depths, search.depths.map((_, i) => deepest(i * part)), id);
    assert.strictEqual(search.depths.length, Math.ceil(search.steps / part), id);

    const { step } = ask({ do: "find", slot: 0, step: 0, what: "solved", forward: true });
    const solved = at(step, true);
    assert.deepStrictEqual(solved.event, { step: "solved" });
    assert.strictEqual(solved.board.join(""), SOLUTION, id);
    assert.deepStrictEqual(solved.kinds.map((kind) => kind === 1), search.givens.map(Boolean));
    assert(solved.kinds.every((kind) => kind > 0), id);
  }
  const { counts } = open(id, "first");
  const twice = Object.fromEntries(Object.entries(counts).map(([name, value]) =>
    [name, name === "max_depth" ? value : 2 * value]));
  const counted = { do: "count", solver: id, puzzles: [PUZZLE, PUZZLE], calls: 1_000_000 };
  assert.deepStrictEqual(ask(counted), { counts: twice, solved: 2 });
  assert.deepStrictEqual(ask({ do: "race", solver: id, puzzles: [PUZZLE, PUZZLE], passes: 3 }), { solved: 2 });
}

// Solutions are counted up to a limit, by default with the fastest solver.
const solutions = (puzzle, limit, solver) => ask({ do: "solutions", puzzle, solver, limit });
assert.deepStrictEqual(solutions(PUZZLE, 2), { count: 1, first: SOLUTION });
assert.deepStrictEqual(solutions(PUZZLE.replace("53.", "531"), 2), { count: 0, first: null });
assert.strictEqual(solutions(".".repeat(81), 9, "bitmask/cursor").count, 9);

// A round of all rules says which candidates it leaves, and a step why the code makes it.
const { steps } = open("whole-grid/words", "first");
const rounds = Array.from({ length: steps }, (_, i) => at(i + 1)).filter(({ event }) => event.step === "look");
const number = (cells) => cells.reduce((sum, cell) => sum + cell.toString(2).replaceAll("0", "").length, 0);
assert.strictEqual(number(rounds[0].candidates[0]), 30 + 51 * 9, "30 givens, and 51 cells of nine");
for (const [i, { candidates: [before, after] }] of rounds.entries()) {
  assert(before.every((cell, at) => (cell & after[at]) === after[at]), "no candidate comes back");
  if (i > 0) assert.deepStrictEqual(before, rounds[i - 1].candidates[1]);
}
assert.strictEqual(number(rounds.at(-1).candidates[1]), 81);
open("propagation/hidden-singles", "first");
assert.deepStrictEqual(at(1).reasons, ["NakedSingle"]);

// What each family keeps is there for a drawing, of the kind that the page knows.
const kept = (solver, step) => (open(solver, "first"), at(step).structures);
const { drawing: { item, options } } = kept("exact-cover/dancing-links", 1);
assert.deepStrictEqual([item, options], [40, [{ at: 40, digit: 5, left: [1, 5, 2, 3] }]]);
for (const [solver, step, kind] of [
  ["fewest-candidates/scan", 1, "numbers"],
  ["fewest-candidates/static", 1, "numbers"],
  ["fewest-candidates/buckets", 1, "buckets"],
  ["propagation/naked-singles-trail", 1, "trail"],
  ["exact-cover/bitset", 1, "options"],
  ["bands/bivalue", 1, "places"],
  ["whole-grid/words", 1, "layouts"],
]) {
  const { caption, drawing } = kept(solver, step);
  assert.match(caption, /^\S.*\.$/, solver);
  assert.strictEqual(drawing.kind, kind, solver);
}
const { drawing: { buckets, chosen } } = kept("fewest-candidates/buckets", 1);
assert.deepStrictEqual(buckets.map(({ length }) => length), [0, 4, 13, 17, 14, 2, 1, 0, 0, 0]);
assert.strictEqual(chosen, buckets[1][0]);
assert.strictEqual(kept("bitmask/cursor", 1), null, "the masks of its units are drawn already");

// The looks before the first placement of the scan: the digit 1 is checked, and found legal.
open("brute-scan/three-loops", "first");
const placed = at(1, true);
assert.deepStrictEqual(placed.event, { step: "place", at: 2, digit: 1 });
assert.deepStrictEqual(placed.looks[3], { what: "checks", spot: { candidate: [2, 1] } });
assert.strictEqual(placed.more, 0);

// Mistakes are answered with an error, and nothing breaks.
const refused = (answer) => answer.error ?? assert.fail(JSON.stringify(answer));
assert.deepStrictEqual(refused(open("bitmask/cursor", "first", PUZZLE.slice(1))), {
  message: "found 80 cells, expected 81, or 9 on each of nine lines",
  line: 1,
  column: 81,
});
assert.match(refused(open("bitmask/cursor", "first", "55" + PUZZLE.slice(2))).message, /^the digit 5 stands twice/);
assert.match(refused(open("bitmask/cursr", "first")).message, /nearest is `bitmask\/cursor`/);
assert.match(refused(ask({ do: "at", slot: 1, step: 0 })).message, /no search is open in slot 1/);
for (const nonsense of ["", "{", "[]", '{"do":"dance"}', '{"do":"at","slot":9,"step":0}', '{"do":"at","slot":0,"step":-1}']) {
  assert(refused(asked(nonsense)).message.length > 0, nonsense);
}

// A request that is too long is refused, and the next one is answered.
for (const absurd of [2 ** 24 + 1, 2 ** 31 - 1, 2 ** 31, 2 ** 32 - 1]) {
  assert.strictEqual(input(absurd), 0, `${absurd} bytes`);
  const length = call(absurd);
  const answer = new Uint8Array(memory.buffer, output(), length);
  assert(refused(JSON.parse(new TextDecoder().decode(answer))).message.length > 0);
}
assert.deepStrictEqual(at(1, true), placed, "the search before is still open");

console.log(`${solvers.length} solvers asked`);
