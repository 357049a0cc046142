/**
 * Every function takes a puzzle as text: 81 characters with any of the usual signs for a blank, or a
 * drawing of nine rows. A text that is no puzzle is thrown as a {@link Refusal}.
 */
export interface Refusal extends Error {
  /** Where the text is wrong, from 1; null if it is wrong as a whole. */
  line: number | null;
  column: number | null;
}

export interface Options {
  /** The id of a solver; by default that of the fastest. */
  solver?: string;
}

export interface Solver {
  id: string;
  idea: string;
  /** The names of what it counts. */
  counters: string[];
}

/** Numbers by counter; what the solver does not count is absent. */
export type Counts = Partial<Record<string, number>>;

export type Event =
  | { step: "place" | "undo" | "deduce"; at: number; digit: number }
  | { step: "guess"; alternatives: number }
  | { step: "look"; what: string; spot: Spot }
  | { step: "back" | "solved" };

/** A digit for a cell, a cell, a row, column or box from 0 to 26, or all of the board. */
export type Spot = { candidate: [at: number, digit: number] } | { cell: number } | { unit: number } | "board";

/** The search after a step. Cells are numbered from 0 to 80, row by row. */
export interface Frame {
  step: number;
  /** What the step does; null at step 0. */
  event: Event | null;
  /** What it does and why, in words. */
  words: string;
  /** The 81 digits, 0 for a blank. */
  board: number[];
  /** Of each cell: 0 blank, 1 given, 2 tried, 3 deduced. */
  kinds: number[];
  depth: number;
  counts: Counts;
}

export interface Search {
  /** The number of the last step. */
  steps: number;
  /** True if the search has more steps than are followed. */
  bounded: boolean;
  /** How it ended, in words. */
  outcome: string;
  counts: Counts;
  /** The search after a step, from 0 to `steps`, in any order. */
  at(step: number): Frame;
}

/** The solvers, from slow to fast. */
export function solvers(): Solver[];

/** A solution in 81 digits, the first that the solver finds; null if there is none. */
export function solve(puzzle: string, options?: Options): string | null;

/** The number of solutions up to a limit, by default 2. */
export function count(puzzle: string, limit?: number, options?: Options): number;

/** A search to be watched, for a first solution or for the proof that there is no other. */
export function watch(puzzle: string, solver: string, options?: { goal?: "first" | "unique" }): Search;
