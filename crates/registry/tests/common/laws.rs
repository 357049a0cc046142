//! The laws that every solver obeys on every puzzle. A law can be checked for any solver, also a
//! faulty one.

use std::fmt::Debug;

use proptest::test_runner::TestCaseError;
use sudoku_core::{
    Counts, Event, Frame, Goal, Grid, Look, Proof, Puzzle, Spot, Stop, Tree, UNITS, Work,
};
use sudoku_registry::{Entry, Limits, Outcome, Tally, available, referee};

use super::{ENOUGH, Sample};

/// A law, which is checked for one solver on one puzzle.
pub(crate) struct Law {
    name: &'static str,
    holds: fn(&Entry, &Sample) -> Result<(), String>,
}

impl Law {
    /// Checks one solver. The error names the solver, the puzzle and the law.
    pub(crate) fn of(&self, solver: &Entry, sample: &Sample) -> Result<(), String> {
        let about = || format!("{} on {}: {}", solver.info.id, sample.puzzle.grid(), self.name);
        (self.holds)(solver, sample).map_err(|wrong| format!("{}: {wrong}", about()))
    }

    /// Checks every solver of the list that can run here.
    pub(crate) fn of_all(&self, sample: &Sample) -> Result<(), TestCaseError> {
        available().try_for_each(|solver| self.of(solver, sample)).map_err(TestCaseError::fail)
    }
}

fn demand(holds: bool, wrong: impl Into<String>) -> Result<(), String> {
    if holds { Ok(()) } else { Err(wrong.into()) }
}

#[expect(clippy::needless_pass_by_value, reason = "so that the laws read without `&`")]
fn same<T: PartialEq + Debug>(what: &str, found: T, expected: T) -> Result<(), String> {
    demand(found == expected, format!("{what}: found {found:?}, expected {expected:?}"))
}

/// The answer must be one of the solutions that the oracle finds.
pub(crate) const ANSWER: Law = Law {
    name: "the answer is right",
    holds: |solver, Sample { puzzle, solutions }| match solver
        .start()
        .tally(puzzle, Goal::First, ENOUGH)
        .outcome
    {
        Outcome::Solved(grid) => {
            demand(is_solution(&grid, puzzle), format!("{grid} passed for a solution"))?;
            demand(!solutions.is_empty(), format!("{grid}, and the oracle finds none"))?;
            let known = solutions.len() == Sample::LIMIT || solutions.contains(&grid);
            demand(known, format!("{grid}, and the oracle does not find it"))
        }
        Outcome::NoSolution => same("solutions", 0, solutions.len()),
        other => Err(format!("it ends with {other:?}")),
    },
};

/// A search for a proof goes on to a second solution or to its end.
pub(crate) const PROOF: Law = Law {
    name: "one solution, several or none is what the oracle says",
    holds: |solver, Sample { puzzle, solutions }| match solver
        .start()
        .tally(puzzle, Goal::Unique, ENOUGH)
        .outcome
    {
        Outcome::NoSolution => same("solutions", 0, solutions.len()),
        Outcome::Solved(grid) => same("solutions", &vec![grid], solutions),
        Outcome::Several(both) => {
            demand(solutions.len() > 1, "the oracle does not find a second one")?;
            let true_ones = both.iter().all(|grid| is_solution(grid, puzzle));
            demand(true_ones && both[0] != both[1], format!("{both:?} are not two solutions"))
        }
        other => Err(format!("it ends with {other:?}")),
    },
};

/// A timed run has no probe; its answer must be that of a counted run.
pub(crate) const TIMED: Law = Law {
    name: "the timed answer is the counted one, however often",
    holds: |solver, Sample { puzzle, .. }| {
        let mut session = solver.start();
        [Goal::First, Goal::Unique].into_iter().try_for_each(|goal| {
            let counted = session.tally(puzzle, goal, ENOUGH).outcome;
            (0..3).try_for_each(|_| same("answer", session.solve(puzzle, goal), counted))?;
            [Limits::NONE, ENOUGH].into_iter().try_for_each(|limits| {
                same("answer within limits", session.solve_one(puzzle, goal, limits), counted)
            })
        })
    },
};

/// Checks one solver on a list of puzzles: in a batch, each puzzle gets the answer that it gets
/// alone.
pub(crate) fn batches(solver: &Entry, puzzles: &[Puzzle]) -> Result<(), String> {
    let mut session = solver.start();
    // Every batch must overwrite these.
    let mut answers = vec![Some(Grid::BLANK); puzzles.len()];
    session.solve_all(puzzles, Goal::First, &mut answers, &mut []);
    let mut proofs = vec![Proof::default(); puzzles.len()];
    session.solve_all(puzzles, Goal::Unique, &mut vec![None; puzzles.len()], &mut proofs);
    for (at, puzzle) in puzzles.iter().enumerate() {
        let about = |what| {
            let (id, grid, all) = (solver.info.id, puzzle.grid(), puzzles.len());
            format!("{id} on {grid}: {what} in a batch are those alone: place {at} of {all}")
        };
        let answer = referee(Goal::First, puzzle, answers[at].as_ref(), &Proof::default());
        same(&about("answers"), answer, session.solve(puzzle, Goal::First))?;
        let mut alone = [Proof::default()];
        session.solve_all(std::slice::from_ref(puzzle), Goal::Unique, &mut [None], &mut alone);
        let solutions = |proof: &Proof| proof.solutions().collect::<Vec<_>>();
        same(&about("proofs"), solutions(&proofs[at]), solutions(&alone[0]))?;
    }
    Ok(())
}

pub(crate) const SOLUTIONS: Law = Law {
    name: "all solutions are found, and each once",
    holds: |solver, Sample { puzzle, solutions }| {
        let found = solver.start().solutions(puzzle, Sample::LIMIT, ENOUGH, usize::MAX);
        same("stopped", found.stopped, None)?;
        same("grids that are no solution or come again", found.refused, vec![])?;
        same("solutions", found.count, solutions.len())?;
        let (mut first, mut solutions) = (found.first, solutions.clone());
        first.sort_unstable();
        solutions.sort_unstable();
        if solutions.len() < Sample::LIMIT {
            return same("solutions", first, solutions);
        }
        first.dedup();
        same("different solutions", first.len(), Sample::LIMIT)?;
        demand(first.iter().all(|grid| is_solution(grid, puzzle)), "no solution among them")
    },
};

/// The outcome and the first steps of a search, without the rounds of its rules.
fn steps(solver: &Entry, puzzle: &Puzzle, last: u64) -> (Outcome, Vec<Event>) {
    let trace = solver.start().trace(puzzle, Goal::First, last, 1..last + 1, false);
    let events = trace.frames.iter().filter_map(|frame| frame.event);
    (trace.outcome, events.filter(|event| !matches!(event, Event::Look { .. })).collect())
}

pub(crate) const REPLAY: Law = Law {
    name: "the steps lead to the answer",
    holds: |solver, Sample { puzzle, .. }| {
        let (outcome, events) = steps(solver, puzzle, u64::MAX - 1);
        let run = solver.start().tally(puzzle, Goal::First, ENOUGH);
        same("outcome", outcome, run.outcome)?;

        let reports = REPORTS.iter().any(|&what| run.counts.get(what).is_some());
        let end = make(puzzle, &events, reports)?;
        let number = |sort: fn(&&Event) -> bool| events.iter().filter(sort).count() as u64;
        let solved = number(|event| matches!(event, Event::Solved));
        if let Outcome::Solved(solution) = outcome {
            same("the board at the end", end, if reports { solution } else { *puzzle.grid() })?;
            same("the last step", events.last(), Some(&Event::Solved))?;
            same("steps that call it solved", solved, 1)?;
        } else {
            same("steps that call it solved", solved, 0)?;
        }
        let counted_as = |what: Work, found: u64| match run.counts.get(what) {
            Some(counted) => same(what.name(), counted, found),
            None => Ok(()),
        };
        counted_as(Work::Placements, number(|event| matches!(event, Event::Place { .. })))?;
        counted_as(Work::Undos, number(|event| matches!(event, Event::Undo { .. })))?;
        counted_as(Work::Deductions, number(|event| matches!(event, Event::Deduce { .. })))?;
        let copies = number(|event| matches!(event, Event::Guess { .. }));
        if copies == 0 {
            return Ok(());
        }
        counted_as(Work::Guesses, copies)
    },
};

/// A search that reports neither of these counters works on all cells at once, and reports no digit
/// before the solution.
const REPORTS: [Work; 2] = [Work::Placements, Work::Deductions];

/// Makes the steps on a board and returns the board.
fn make(puzzle: &Puzzle, events: &[Event], reports: bool) -> Result<Grid, String> {
    let (mut board, mut guesses) = (*puzzle.grid(), Vec::new());
    for (step, &event) in events.iter().enumerate() {
        match event {
            Event::Place { at, digit } | Event::Deduce { at, digit } => {
                let at = at as usize;
                demand(board.cells()[at] == 0, format!("step {step} writes on a filled cell"))?;
                demand((1..=9).contains(&digit), format!("step {step} writes no digit"))?;
                board = board.with(at, digit);
                // A deduced digit may clash, because the search is about to find a contradiction.
                let clash = matches!(event, Event::Place { .. }) && board.conflict().is_some();
                demand(!clash, format!("step {step} writes a digit that clashes"))?;
            }
            Event::Undo { at, .. } => {
                let at = at as usize;
                demand(board.cells()[at] != 0, format!("step {step} clears a blank cell"))?;
                demand(puzzle.grid().cells()[at] == 0, format!("step {step} clears a clue"))?;
                board = board.with(at, 0);
            }
            Event::Guess { alternatives } => {
                demand(alternatives > 1, format!("step {step} has no choice"))?;
                guesses.push((board, alternatives));
            }
            Event::Back => {
                let guess =
                    guesses.last_mut().ok_or(format!("step {step} goes back to no guess"))?;
                board = guess.0;
                guess.1 -= 1;
                guesses.retain(|(_, left)| *left > 1);
            }
            Event::Look { .. } => {}
            Event::Solved => {
                demand(board.is_solved() || !reports, format!("step {step} calls this solved"))?;
            }
        }
    }
    Ok(board)
}

/// The looks between two steps are at the cell or digit of the next step.
pub(crate) const LOOKS: Law = Law {
    name: "every look is where the counter says",
    holds: |solver, Sample { puzzle, .. }| {
        const LAST: u64 = 5_000;
        let frames = solver.start().trace(puzzle, Goal::First, LAST, 0..LAST + 1, true).frames;
        let mut tested = None;
        let mut seen = [0; Work::ALL.len()];
        for pair in frames.windows(2) {
            let [before, Frame { step, event, looks, .. }] = pair else { continue };
            let sees = |at: usize, unit: &usize| UNITS[*unit].contains(&at);
            for &Look { what, spot } in looks {
                seen[what as usize] += 1;
                let fits = match spot {
                    Spot::Candidate(at, digit) => {
                        if what == Work::Checks {
                            tested = Some((at, digit));
                        }
                        before.board[at] == 0 && (1..=9).contains(&digit)
                    }
                    Spot::Cell(at) if what == Work::CellReads => tested.is_some_and(|(here, _)| {
                        (0..27).any(|unit| sees(at, &unit) && sees(here, &unit))
                    }),
                    Spot::Cell(at) if what == Work::MaskComputations => before.board[at] == 0,
                    Spot::Cell(at) => at < 81,
                    Spot::Unit(unit) => tested.is_some_and(|(at, _)| sees(at, &unit)),
                    Spot::Board => true,
                };
                demand(fits, format!("before step {step} a look at {spot:?} for {what:?}"))?;
            }
            match *event {
                Some(Event::Place { at, digit }) => {
                    let place = (at as usize, digit);
                    demand(tested.is_none_or(|tested| tested == place), format!("step {step}"))?;
                }
                Some(Event::Look { what, .. }) => {
                    seen[Work::named(what).ok_or("no counter has this name")? as usize] += 1;
                }
                _ => {}
            }
        }
        let Some(last) = frames.last().filter(|_| frames.iter().all(|frame| frame.more == 0))
        else {
            return Ok(());
        };
        Work::ALL.into_iter().filter(|what| seen[*what as usize] > 0).try_for_each(|what| {
            same(what.name(), Some(seen[what as usize]), last.counts.get(what))
        })
    },
};

/// Every digit that is placed is undone, except those of the solution.
pub(crate) const UNDOS: Law = Law {
    name: "undos are the placements that the solution does not keep",
    holds: |solver, Sample { puzzle, .. }| {
        let Tally { outcome, counts } = solver.start().tally(puzzle, Goal::First, ENOUGH);
        // A search that copies its state undoes nothing.
        let Some(undos) = counts.get(Work::Undos) else { return Ok(()) };
        let searched = puzzle.grid().blanks() as u64 - counts.deductions;
        let kept = if matches!(outcome, Outcome::Solved(_)) { searched } else { 0 };
        same("undos and digits kept", undos + kept, counts.placements)
    },
};

pub(crate) const BUDGET: Law = Law {
    name: "a search gets the calls it needs and not one less",
    holds: |solver, Sample { puzzle, .. }| {
        let mut session = solver.start();
        let free = session.tally(puzzle, Goal::First, ENOUGH);
        let needed = nodes(&free.counts)?;
        same("run", session.tally(puzzle, Goal::First, Limits::calls(needed)), free)?;
        let Some(less) = needed.checked_sub(1) else { return Ok(()) };
        let short = session.tally(puzzle, Goal::First, Limits::calls(less));
        same("outcome", short.outcome, Outcome::Stopped(Stop::Calls(less)))?;
        same("nodes", nodes(&short.counts)?, less)
    },
};

/// The nodes that budgets count; every solver reports them as nodes or as calls.
fn nodes(counts: &Counts) -> Result<u64, String> {
    counts.entered().ok_or_else(|| "neither nodes nor calls are reported".to_owned())
}

/// The first solver in the list that claims the same tree; the others are compared with it.
fn model(solver: &Entry) -> Option<&'static Entry> {
    available().find(|entry| entry.info.tree == solver.info.tree)
}

pub(crate) const TREE: Law = Law {
    name: "placements and undos are those of the tree it claims",
    holds: |solver, Sample { puzzle, .. }| {
        let Some(model) = model(solver) else { return Ok(()) };
        let work = |solver: &Entry| {
            let run = solver.start().tally(puzzle, Goal::First, ENOUGH);
            (run.outcome, run.counts.placements, run.counts.undos)
        };
        same("outcome, placements, undos", work(solver), work(model))
    },
};

pub(crate) const STEPS: Law = Law {
    name: "steps are those of the tree it claims, in the same order",
    holds: |solver, Sample { puzzle, .. }| {
        let Some(model) = model(solver) else { return Ok(()) };
        let [ours, models] = [solver, model].map(|solver| steps(solver, puzzle, 20_000));
        let apart = ours.1.iter().zip(&models.1).position(|(our, model)| our != model);
        demand(ours == models, format!("the steps part at step {apart:?}"))
    },
};

pub(crate) const ORDER: Law = Law {
    name: "solutions come in the order of the tree it claims",
    holds: |solver, Sample { puzzle, .. }| {
        let Some(model) = model(solver) else { return Ok(()) };
        let solutions = |solver: &Entry| solver.start().solutions(puzzle, 8, ENOUGH, 8);
        let ours = solutions(solver);
        let sorted = solver.info.tree != Tree::ROW_MAJOR || ours.first.is_sorted();
        demand(sorted, "row-major order is the order of the digits")?;
        same("solutions", ours, solutions(model))
    },
};

fn is_solution(grid: &Grid, puzzle: &Puzzle) -> bool {
    grid.is_solved() && grid.extends(puzzle.grid())
}
