// @ts-check
// The package of this module as its users have it: types are checked by `tsc`, and Node runs it.
import { count, solve, solvers, watch } from "sudoku-lab";

const PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

/** @type {(what: string, found: unknown, expected: unknown) => void} */
function same(what, found, expected) {
  if (found !== expected) throw new Error(`${what} is ${found}, expected ${expected}`);
}

same("the solution", solve(PUZZLE), SOLUTION);
same("the number of solutions", count(PUZZLE), 1);
same("the number up to a limit", count(".".repeat(81), 9), 9);
same("the solution where there is none", solve(PUZZLE.replace("53.", "531")), null);
for (const { id } of solvers()) {
  same(`the solution of ${id}`, solve(PUZZLE, { solver: id }), SOLUTION);
}
const [one, other] = ["bitmask/cursor", "bands/bivalue"].map((solver) => watch(PUZZLE, solver, { goal: "unique" }));
for (const search of [one, other]) {
  same("the outcome", search.outcome, "solved");
  const steps = Array.from({ length: search.steps + 1 }, (_, step) => search.at(step));
  const solved = steps.find(({ event }) => event?.step === "solved");
  same("the solved board", solved?.board.join(""), SOLUTION);
}
let refused = null;
try {
  solve(PUZZLE.slice(1));
} catch (error) {
  refused = /** @type {import("sudoku-lab").Refusal} */ (error);
}
same("the column of a mistake", refused?.column, 81);
console.log(`solved in Node by ${solvers().length} solvers`);
