//! `sudoku-lab solve`: solutions.

use std::mem;

use anyhow::Result;
use clap::{Args, ValueEnum};
use serde::Serialize;
use sudoku_core::{Ending, Goal, Grid, Puzzle};
use sudoku_puzzles::{Printable, ReadError, Record, SolutionCount, solutions};
use sudoku_registry::{Entry, Limits, Load, Outcome, Session};

use crate::batch::{self, Batch};
use crate::budget::{Budget, Choice};
use crate::console::Console;
use crate::in_order::Outlet;
use crate::input::Source;
use crate::output::{LINE, json, line_of};
use crate::ruling::{self, Referee, Ruling};
use crate::trouble::Fault;
use crate::workers::{Done, Notice, Share, one_by_one};
use crate::wrap::{glossary, help_columns};

/// Solve one puzzle or a stream of them
///
/// A puzzle is 81 cells on one line, or nine lines of nine cells, drawn in any way; a blank is one of
/// . 0 _ * - x ? or an empty field, and a line that begins with # is a comment. Text beside the cells
/// is passed over. JSON, XML, Parquet, Arrow and tables such as CSV are read by the names of their keys
/// and columns: puzzle, quiz, question, givens, prompt and their like come first, then grid, board and
/// sudoku; solution, answer and rating belong to the puzzle beside them. Two grids that could be the
/// puzzle, variants of Sudoku and files without puzzles are refused by name; --puzzle, --solution,
/// --blank and --encoding decide. Parquet, Arrow, arrays of numpy (.npy, .npz), folders in the layout of
/// HRM, HoDoKu's library, the files of OpenSudoku and KSudoku, .sdk, .sdm, .ss, and addresses of
/// SudokuWiki and Sudoku Exchange are read too. Text may be compressed with gzip, zstd, xz or zip.
/// Standard error names the columns and keys that were read, and what else was not.
#[derive(Debug, Args)]
#[command(after_long_help = solve_words())]
pub(crate) struct Solve {
    #[command(flatten)]
    choice: Choice,

    /// Output format [default: grid or line]
    ///
    /// A grid for a puzzle on the command line, lines for a stream.
    #[arg(long, value_enum)]
    format: Option<SolveFormat>,

    /// Report whether the solution is unique
    ///
    /// The search goes on to a second one, or to the end.
    #[arg(long, group = "question")]
    unique: bool,

    /// Find up to N solutions of each puzzle, one per line
    #[arg(long, value_name = "N", group = "question", value_parser = clap::value_parser!(u64).range(1..))]
    limit: Option<u64>,

    /// Find all solutions of each puzzle, one per line
    ///
    /// They are printed as they are found; in JSON, when the search has ended.
    #[arg(long, group = "question")]
    all: bool,

    #[command(flatten)]
    budget: Budget,

    #[command(flatten)]
    source: Source,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum SolveFormat {
    /// One line per puzzle, or per solution with --limit and --all: 81 digits, or a word
    Line,
    /// A drawing with box borders, or a word
    Grid,
    /// One JSON object per puzzle, each on a line of its own
    Json,
}

/// The words that are printed instead of a solution.
const WORDS: [(&str, &str); 5] = [
    (Ending::NoSolution.word(), "the puzzle has no solution"),
    (Ending::Several.word(), "the puzzle has at least two solutions (--unique)"),
    (
        Ending::Stopped.word(),
        "the search reached --max-calls or --max-time; standard error says what to try",
    ),
    (
        "invalid",
        "the clues contradict each other, or the text is not a puzzle; standard error says why",
    ),
    (Ending::Wrong.word(), "the solver is faulty: its answer was checked and refused"),
];

fn solve_words() -> String {
    let words = glossary(&WORDS, help_columns());
    format!(
        "Words printed in place of a solution:\n{words}With --limit and --all, `stopped` after some \
         solutions means that there may be more. JSON then has `count`, the number of solutions \
         found; `complete`, whether there are no others; and `solutions`."
    )
}

/// A line of `--format json`, and everything that the other formats print.
#[derive(Serialize)]
struct Answer {
    index: u64,
    line: u64,
    puzzle: Option<Grid>,
    solver: &'static str,
    outcome: &'static str,
    solution: Option<Grid>,
    #[serde(flatten)]
    found: Option<Found>,
    error: Option<String>,
    /// The kind of the error.
    #[serde(skip)]
    fault: Option<Fault>,
}

/// The solutions of a puzzle, if several were asked for. Only JSON keeps them.
#[derive(Serialize)]
struct Found {
    count: usize,
    complete: bool,
    solutions: Vec<Grid>,
}

/// The question that is asked of each puzzle.
#[derive(Debug, Clone, Copy)]
enum Question {
    Goal(Goal),
    UpTo(usize),
}

impl Solve {
    pub(crate) fn run(self, console: &Console<'_>) -> Result<()> {
        let question = match (self.unique, self.limit, self.all) {
            (true, ..) => Question::Goal(Goal::Unique),
            (_, Some(limit), _) => Question::UpTo(usize::try_from(limit).unwrap_or(usize::MAX)),
            (.., true) => Question::UpTo(usize::MAX),
            _ => Question::Goal(Goal::First),
        };
        let argument = self.source.argument()?;
        let (load, format) = match (&argument, question) {
            (Some(_), _) => (Load::One, SolveFormat::Grid),
            (None, Question::Goal(_)) => (Load::Many, SolveFormat::Line),
            (None, Question::UpTo(_)) => (Load::One, SolveFormat::Line),
        };
        let solver = self.choice.among(console.solvers, load)?;
        let input = self.source.open(console)?;
        let (name, format) = (input.name.clone(), self.format.unwrap_or(format));
        let worker = || {
            let printer = AnswerPrinter { solver, format, name: &name };
            let (session, batch) = (solver.start(), Batch::default());
            let mut asker = Asker { printer, session, question, budget: self.budget, batch };
            move |share: Share, outlet: &mut Outlet<'_, Notice>| asker.take(share, outlet)
        };
        let of_share = (self.source.reading.threads, batch::least(solver));
        let Done { puzzles, stopped, end } = one_by_one(console, input, of_share, worker)?;
        let s = if puzzles == 1 { "" } else { "s" };
        let advised = stopped.advise(format_args!("{puzzles} puzzle{s}"), self.budget, console);
        if let (false, Some(grid), Question::Goal(Goal::First)) = (advised, argument, question)
            && solutions(&grid, ruling::STEPS) == Some(SolutionCount::Several)
        {
            console.say(
                "the puzzle has other solutions: --limit 2 prints two of them, --all every one",
            );
        }
        end
    }
}

/// Asks one solver, and has the answers printed in the order of the puzzles.
struct Asker<'a> {
    printer: AnswerPrinter<'a>,
    session: Session,
    question: Question,
    budget: Budget,
    batch: Batch<Position>,
}

/// The position and the line of a puzzle in the input.
type Position = (u64, u64);

impl Asker<'_> {
    fn take(&mut self, share: Share, outlet: &mut Outlet<'_, Notice>) -> Result<()> {
        let solver = self.printer.solver;
        share.each(|index, item| {
            let answer = match item {
                Ok(Record { line, grid, .. }) => {
                    let position = (index, line);
                    // Other solvers would return a wrong grid or search for long.
                    let puzzle = if solver.info.contradictions.end_the_search() {
                        Some(Puzzle::unchecked(grid))
                    } else {
                        Puzzle::try_from(grid).ok()
                    };
                    match puzzle {
                        Some(puzzle) if self.goal().is_some() => {
                            self.batch.push(puzzle, position);
                            let full = self.batch.is_full(solver);
                            return if full { self.settle(outlet) } else { Ok(()) };
                        }
                        Some(puzzle) => {
                            let (outcome, found) = self.ask(index, &puzzle, outlet)?;
                            self.printer.judged(position, grid, outcome, found)
                        }
                        None => self.printer.judged(position, grid, Outcome::NoSolution, None),
                    }
                }
                Err(error) => {
                    let (ReadError::Text { line, .. } | ReadError::Io { line, .. }) = error;
                    self.printer.refused((index, line), None, Fault::Unreadable, error.to_string())
                }
            };
            self.settle(outlet)?;
            self.printer.print(&answer, outlet)
        })?;
        self.settle(outlet)
    }

    /// The question to a whole batch, whose searches have no limit; `None` if they cannot answer it.
    fn goal(&self) -> Option<Goal> {
        match self.question {
            Question::Goal(goal) if self.budget.limits() == Limits::NONE => Some(goal),
            _ => None,
        }
    }

    /// Asks for the puzzles of the batch.
    fn settle(&mut self, outlet: &mut Outlet<'_, Notice>) -> Result<()> {
        let Some(goal) = self.goal() else { return Ok(()) };
        self.batch.ask(&mut self.session, goal);
        let mut lines = Vec::with_capacity(self.batch.len() * LINE);
        for (puzzle, position, judge) in self.batch.judges(goal) {
            let outcome = judge();
            // Nearly all answers of large files are solutions, so they are written together.
            if let (Outcome::Solved(solution), SolveFormat::Line) = (&outcome, self.printer.format)
            {
                lines.extend_from_slice(&line_of(solution));
                continue;
            }
            outlet.text(mem::take(&mut lines))?;
            let answer = self.printer.judged(*position, *puzzle.grid(), outcome, None);
            self.printer.print(&answer, outlet)?;
        }
        self.batch.clear();
        outlet.text(lines)
    }

    /// The answer to the puzzle at this position. If several solutions are asked for, they are
    /// printed or, in JSON, returned.
    fn ask(
        &mut self,
        mut index: u64,
        puzzle: &Puzzle,
        outlet: &mut Outlet<'_, Notice>,
    ) -> Result<(Outcome, Option<Found>)> {
        let limits = self.budget.limits();
        let limit = match self.question {
            Question::Goal(goal) => {
                return Ok((self.session.tally(puzzle, goal, limits).outcome, None));
            }
            Question::UpTo(limit) => limit,
        };
        let (format, mut printed) = (self.printer.format, Ok(()));
        let (mut solutions, mut first) = (Vec::new(), None);
        let found = self.session.each_solution(puzzle, limit, limits, &mut |solution| {
            first.get_or_insert(*solution);
            match format {
                SolveFormat::Json => solutions.push(*solution),
                _ => printed = outlet.text(format.solution(index, solution)),
            }
            index += 1;
            printed.is_err()
        });
        printed?;
        let outcome = match (found.refused.first(), found.stopped, first) {
            (Some(wrong), ..) => Outcome::Wrong(*wrong),
            (_, Some(stop), _) => Outcome::Stopped(stop),
            (.., Some(solution)) => Outcome::Solved(solution),
            (.., None) => Outcome::NoSolution,
        };
        let complete = found.stopped.is_none() && found.count < limit;
        Ok((outcome, Some(Found { count: found.count, complete, solutions })))
    }
}

/// Judges answers, and prints them.
struct AnswerPrinter<'a> {
    solver: &'static Entry,
    format: SolveFormat,
    /// The name of the input in errors.
    name: &'a str,
}

impl AnswerPrinter<'_> {
    /// The answer to a text that is not a puzzle, or to contradictory clues.
    fn refused(
        &self,
        (index, line): Position,
        puzzle: Option<Grid>,
        fault: Fault,
        error: String,
    ) -> Answer {
        let (solver, Ruling { outcome, solution, .. }) = (self.solver.info.id, Ruling::INVALID);
        let (error, fault) = (Some(error), Some(fault));
        Answer { index, line, puzzle, solver, outcome, solution, found: None, error, fault }
    }

    /// Judges an answer.
    fn judged(
        &self,
        (index, line): Position,
        grid: Grid,
        outcome: Outcome,
        found: Option<Found>,
    ) -> Answer {
        // Only here: clues of a puzzle with a solution do not contradict each other.
        if let Some(conflict) = grid.conflict() {
            let error = format!("{}:{line}: {conflict}", Printable(self.name));
            return self.refused((index, line), Some(grid), Fault::Contradictory, error);
        }
        let (puzzle, solver) = (Some(grid), self.solver.info.id);
        let ruling = Referee::new(grid).ruling(outcome, solver);
        let Ruling { outcome, solution, complaint: error } = ruling;
        let fault = error.as_ref().map(|_| Fault::Answer);
        Answer { index, line, puzzle, solver, outcome, solution, found, error, fault }
    }

    fn print(&self, answer: &Answer, outlet: &mut Outlet<'_, Notice>) -> Result<()> {
        let &Answer { index, solver, outcome, solution, .. } = answer;
        if outcome == Ending::Stopped.word() {
            outlet.event(Notice::Stopped(solver))?;
        }
        if let (Some(fault), Some(error)) = (answer.fault, &answer.error) {
            outlet.event(Notice::Trouble(fault, error.clone()))?;
        }
        let count = answer.found.as_ref().map(|found| found.count as u64);
        match (self.format, count, solution) {
            (SolveFormat::Json, ..) => outlet.text(json(answer)?),
            // If several solutions were asked for, each was printed when it was found.
            (_, Some(_), Some(_)) => Ok(()),
            (format, None, Some(solution)) => outlet.text(format.solution(index, &solution)),
            (format, printed, None) => {
                let gap = format.gap(index + printed.unwrap_or(0));
                outlet.text(format!("{gap}{outcome}\n"))
            }
        }
    }
}

impl SolveFormat {
    /// The text of a solution that is printed after `before` others.
    fn solution(self, before: u64, solution: &Grid) -> Vec<u8> {
        match self {
            Self::Grid => format!("{}{solution:#}\n", self.gap(before)).into_bytes(),
            _ => line_of(solution).to_vec(),
        }
    }

    /// The blank line between drawings.
    const fn gap(self, before: u64) -> &'static str {
        match self {
            Self::Grid if before > 0 => "\n",
            _ => "",
        }
    }
}
