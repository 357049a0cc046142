//! `sudoku-lab solve`: solutions.

use std::ffi::OsString;
use std::mem;

use clap::{Args, ValueEnum};
use serde::Serialize;
use sudoku_core::{Conflict, Ending, Goal, Grid, Puzzle};
use sudoku_puzzles::{Printable, ReadError, Record, SolutionCount, solutions};
use sudoku_registry::{Entry, Limits, Load, Outcome, Session};

use crate::batch::{self, Batch};
use crate::budget::{Budget, Stopped};
use crate::choice::Choice;
use crate::in_order;
use crate::input::{Input, Reading, as_puzzle, no_puzzle};
use crate::output::{LINE, Output, json, line_of};
use crate::ruling::{self, Referee, Ruling};
use crate::text::{glossary, help_columns};
use crate::trouble::Trouble;
use crate::workers::{self, Report, Threads, work_through};

/// Solve one puzzle or a stream of them
///
/// A puzzle is 81 cells on one line, or nine lines of nine cells, drawn in any way; a blank is one of
/// . 0 _ * - x ? or an empty field, and a line that begins with # is a comment. Text beside the cells
/// is passed over. JSON, XML, Parquet files and tables such as CSV are read by the names of their keys
/// and columns: puzzle, quiz, question, givens, prompt and their like come first, then grid, board and
/// sudoku; solution, answer and rating belong to the puzzle beside them. Two grids that could be the
/// puzzle, variants of Sudoku and files without puzzles are refused by name; --puzzle, --solution and
/// --blank decide. HoDoKu's library, the files of OpenSudoku and KSudoku, .sdk, .sdm, .ss, and
/// addresses of SudokuWiki and Sudoku Exchange are read too. Any file may be compressed with gzip,
/// zstd, xz or zip.
/// Standard error names the columns and keys that were read, and what else was not.
#[derive(Debug, Args)]
#[command(after_long_help = words())]
pub(crate) struct Solve {
    #[command(flatten)]
    choice: Choice,

    /// Output format [default: grid for a puzzle on the command line, line for a stream]
    #[arg(long, value_enum)]
    format: Option<Format>,

    /// Report whether the solution is unique: the search goes on to a second one, or to the end
    #[arg(long, group = "question")]
    unique: bool,

    /// Find up to N solutions of each puzzle, one per line
    #[arg(long, value_name = "N", group = "question", value_parser = clap::value_parser!(u64).range(1..))]
    limit: Option<u64>,

    /// Find all solutions of each puzzle, one per line, printed as they are found (in JSON, when the
    /// search has ended)
    #[arg(long, group = "question")]
    all: bool,

    #[command(flatten)]
    budget: Budget,

    #[command(flatten)]
    reading: Reading,

    #[command(flatten)]
    threads: Threads,

    /// A puzzle, a file of puzzles, or - for standard input (the default)
    #[arg(value_name = "PUZZLE|FILE")]
    input: Option<OsString>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
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

fn words() -> String {
    let words = glossary(&WORDS, help_columns());
    format!(
        "Words printed in place of a solution:\n{words}With --limit and --all, `stopped` after some \
         solutions means that there may be more. JSON then has `count`, the number of solutions \
         found; `complete`, whether there are no others; and `solutions`."
    )
}

/// A line of `--format json`.
#[derive(Serialize)]
struct Answer<'a> {
    index: u64,
    line: u64,
    puzzle: Option<Grid>,
    solver: &'a str,
    outcome: &'a str,
    solution: Option<Grid>,
    #[serde(flatten)]
    found: Option<Found>,
    error: Option<String>,
}

/// The solutions of a puzzle, if several were asked for.
#[derive(Debug, Serialize)]
struct Found {
    count: usize,
    complete: bool,
    solutions: Vec<Grid>,
}

impl Solve {
    pub(crate) fn run(
        self,
        solvers: &[&'static Entry],
        out: &Output,
        trouble: &Trouble,
    ) -> anyhow::Result<()> {
        let question = match (self.unique, self.limit, self.all) {
            (true, ..) => Question::Unique,
            (_, Some(limit), _) => Question::UpTo(usize::try_from(limit).unwrap_or(usize::MAX)),
            (.., true) => Question::UpTo(usize::MAX),
            _ => Question::First,
        };
        let argument = as_puzzle(self.input.as_deref(), &self.reading)?;
        let load = match question {
            _ if argument.is_some() => Load::One,
            Question::First | Question::Unique => Load::Many,
            Question::UpTo(_) => Load::One,
        };
        let solver = self.choice.among(solvers, load)?;
        let input = match &argument {
            Some(grid) => Input::puzzle(grid),
            None => Input::open(self.input.as_deref(), &self.reading, trouble)?,
        };
        let name = input.name.clone();
        let format = if argument.is_some() { Format::Grid } else { Format::Line };
        let worker = || Worker {
            name: &name,
            solver,
            session: solver.start(),
            question,
            budget: self.budget,
            format: self.format.unwrap_or(format),
            batch: Batch::default(),
        };
        let (progress, mut stopped) = (input.progress(out), Stopped::default());
        let threads = (self.threads.number(), batch::least(solver));
        let (puzzles, answered) = work_through(input, threads, &progress, out, worker, |report| {
            report.say(trouble, &mut stopped, &progress);
            Ok(())
        });
        out.flush()?;
        progress.end();
        if argument.is_none() {
            trouble.sum_up(puzzles);
        }
        let s = if puzzles == 1 { "" } else { "s" };
        let all = format_args!("{puzzles} puzzle{s}");
        if let Some(advice) = stopped.advice(all, self.budget, solvers) {
            trouble.say(advice);
        } else if let (Some(grid), Question::First) = (argument, question)
            && solutions(&grid, ruling::STEPS) == Some(SolutionCount::Several)
        {
            trouble.say(
                "the puzzle has other solutions: --limit 2 prints two of them, --all every one",
            );
        }
        if puzzles == 0 { answered.and_then(|()| Err(no_puzzle(&name))) } else { answered }
    }
}

/// The question that is asked of each puzzle.
#[derive(Debug, Clone, Copy)]
enum Question {
    First,
    Unique,
    UpTo(usize),
}

/// Solves and prints, in the order of the puzzles.
struct Worker<'a> {
    /// The name of the input in errors.
    name: &'a str,
    solver: &'static Entry,
    session: Session,
    question: Question,
    budget: Budget,
    format: Format,
    /// The puzzles, with their places in the input.
    batch: Batch<Place>,
}

/// The position and the line of a puzzle in the input.
#[derive(Clone, Copy)]
struct Place {
    index: u64,
    line: u64,
}

type Outlet<'a> = &'a dyn in_order::Outlet<Report>;

impl workers::Worker for Worker<'_> {
    type Event = Report;

    fn take(
        &mut self,
        index: u64,
        item: Result<Record, ReadError>,
        outlet: Outlet<'_>,
    ) -> anyhow::Result<()> {
        let Record { line, grid, .. } = match item {
            Ok(record) => record,
            Err(error) => {
                self.settle(outlet)?;
                let ReadError::Text { line, .. } = error else { return Err(error.into()) };
                let (place, error) = (Place { index, line }, error.to_string());
                outlet.event(Report::Unreadable(error.clone()))?;
                return self.print(place, None, &Ruling::INVALID, None, Some(error), outlet);
            }
        };
        let place = Place { index, line };
        // Others would return a wrong grid or search for long.
        let looked_at = if self.solver.info.contradictions.end_the_search() {
            Ok(Puzzle::unchecked(grid))
        } else {
            Puzzle::try_from(grid)
        };
        let puzzle = match looked_at {
            Ok(puzzle) => puzzle,
            Err(conflict) => {
                self.settle(outlet)?;
                return self.contradictory(place, grid, conflict, outlet);
            }
        };
        if self.goal().is_none() {
            let mut found = None;
            let outcome = self.ask(place, &puzzle, &mut found, outlet)?;
            return self.tell(place, &puzzle, outcome, found, outlet);
        }
        self.batch.push(puzzle, place);
        if self.batch.is_full(self.solver) { self.settle(outlet) } else { Ok(()) }
    }

    fn settle(&mut self, outlet: Outlet<'_>) -> anyhow::Result<()> {
        let Some(goal) = self.goal() else { return Ok(()) };
        let mut batch = mem::take(&mut self.batch);
        batch.ask(&mut self.session, goal);
        let mut lines = Vec::with_capacity(batch.len() * LINE);
        for (puzzle, place, outcome) in batch.judged(goal) {
            // Nearly all answers of large files are solutions, so they are written together.
            if let (Outcome::Solved(solution), Format::Line) = (&outcome, self.format) {
                lines.extend_from_slice(&line_of(solution));
                continue;
            }
            if !lines.is_empty() {
                outlet.text(&mem::take(&mut lines))?;
            }
            self.tell(*place, puzzle, outcome, None, outlet)?;
        }
        if !lines.is_empty() {
            outlet.text(&lines)?;
        }
        batch.clear();
        self.batch = batch;
        Ok(())
    }
}

impl Worker<'_> {
    /// The question as a [`Goal`] for a whole batch, whose searches have no limit; `None` if they
    /// cannot answer it.
    fn goal(&self) -> Option<Goal> {
        match self.question {
            _ if self.budget.limits() != Limits::NONE => None,
            Question::First => Some(Goal::First),
            Question::Unique => Some(Goal::Unique),
            Question::UpTo(_) => None,
        }
    }

    fn contradictory(
        &self,
        place: Place,
        grid: Grid,
        conflict: Conflict,
        outlet: Outlet<'_>,
    ) -> anyhow::Result<()> {
        let error = format!("{}:{}: {conflict}", Printable(self.name), place.line);
        outlet.event(Report::Contradictory(error.clone()))?;
        self.print(place, Some(grid), &Ruling::INVALID, None, Some(error), outlet)
    }

    /// Judges an answer and prints it.
    fn tell(
        &mut self,
        place: Place,
        puzzle: &Puzzle,
        outcome: Outcome,
        found: Option<Found>,
        outlet: Outlet<'_>,
    ) -> anyhow::Result<()> {
        // Only here: clues of a puzzle with a solution do not contradict each other.
        if let Some(conflict) = puzzle.grid().conflict() {
            return self.contradictory(place, *puzzle.grid(), conflict, outlet);
        }
        if let Outcome::Stopped(_) = outcome {
            outlet.event(Report::Stopped(self.solver.info.id))?;
        }
        let mut ruling = Referee::new(*puzzle.grid()).ruling(outcome, self.solver.info.id);
        let complaint = ruling.complaint.take();
        if let Some(complaint) = &complaint {
            outlet.event(Report::Wrong(complaint.clone()))?;
        }
        self.print(place, Some(*puzzle.grid()), &ruling, found, complaint, outlet)
    }

    fn print(
        &self,
        place: Place,
        puzzle: Option<Grid>,
        ruling: &Ruling,
        found: Option<Found>,
        error: Option<String>,
        outlet: Outlet<'_>,
    ) -> anyhow::Result<()> {
        let &Ruling { outcome, solution, .. } = ruling;
        if self.format == Format::Json {
            let Place { index, line } = place;
            let solver = self.solver.info.id;
            let answer = Answer { index, line, puzzle, solver, outcome, solution, found, error };
            return outlet.text(json(&answer)?.as_bytes());
        }
        // If several solutions were asked for, each was printed when it was found.
        let text = match (&found, solution) {
            (Some(_), Some(_)) => return Ok(()),
            (None, Some(solution)) => self.format.solution(place.index, &solution),
            (_, None) => {
                let printed = found.as_ref().map_or(0, |found| found.count as u64);
                format!("{}{outcome}\n", self.format.gap(place.index + printed)).into_bytes()
            }
        };
        outlet.text(&text)
    }

    /// The answer to one puzzle. If several solutions are asked for, `found` describes them; they
    /// are printed or, in JSON, kept in `found`.
    fn ask(
        &mut self,
        place: Place,
        puzzle: &Puzzle,
        found: &mut Option<Found>,
        outlet: Outlet<'_>,
    ) -> anyhow::Result<Outcome> {
        let limits = self.budget.limits();
        let limit = match self.question {
            Question::First => return Ok(self.session.tally(puzzle, Goal::First, limits).outcome),
            Question::Unique => {
                return Ok(self.session.tally(puzzle, Goal::Unique, limits).outcome);
            }
            Question::UpTo(limit) => limit,
        };
        let (format, mut kept, mut one) = (self.format, Vec::new(), None);
        let (mut before, mut printed) = (0, Ok(()));
        let found_now = self.session.each_solution(puzzle, limit, limits, &mut |solution| {
            one.get_or_insert(*solution);
            match format {
                Format::Json => kept.push(*solution),
                _ => printed = outlet.text(&format.solution(place.index + before, solution)),
            }
            before += 1;
            printed.is_err()
        });
        printed?;
        let count = found_now.count;
        let outcome = match (found_now.refused.first(), found_now.stopped, one) {
            (Some(wrong), ..) => Outcome::Wrong(*wrong),
            (_, Some(stop), _) => Outcome::Stopped(stop),
            (.., Some(solution)) => Outcome::Solved(solution),
            (.., None) => Outcome::NoSolution,
        };
        let complete = found_now.stopped.is_none() && count < limit;
        *found = Some(Found { count, complete, solutions: kept });
        Ok(outcome)
    }
}

impl Format {
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
