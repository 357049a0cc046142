//! `sudoku-lab solve`: solutions.

use std::ffi::OsString;
use std::mem;

use clap::{Args, ValueEnum};
use serde::Serialize;
use sudoku_core::{Goal, Grid, Puzzle};
use sudoku_corpus::{ReadError, Record};
use sudoku_registry::{Entry, Limits, Outcome, Session, Solutions};

use crate::batch::Batch;
use crate::budget::{Budget, Stopped};
use crate::choice::Choice;
use crate::input::{self, Desk as _, Input, as_puzzle, no_puzzle};
use crate::judge::{Judge, Ruling};
use crate::output::Output;
use crate::progress::Progress;
use crate::text::{glossary, help_columns};
use crate::trouble::Trouble;

/// Solve one puzzle or a stream of them
///
/// A puzzle is 81 cells on one line, or nine lines of nine cells, with or without box borders. A
/// blank is one of . 0 _ * - x ? and a line that begins with # is a comment. Text before and after a
/// puzzle is passed over. Rows may be joined by slashes. Grids of candidates, JSON, literals such as
/// board = [[...]], the files of OpenSudoku and KSudoku, HoDoKu's library, addresses of SudokuWiki and
/// Sudoku Exchange, .sdk, .sdm and .ss are read too. In a CSV file, puzzles are read from the column named puzzle, quiz, question, sudoku,
/// grid or board. Any file may be compressed with gzip or zstd. Standard error names the columns and
/// keys that were read, and what else was not.
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

    /// Find all solutions of each puzzle, one per line; those of one puzzle are kept in memory
    /// until its search ends
    #[arg(long, group = "question")]
    all: bool,

    #[command(flatten)]
    budget: Budget,

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

/// What is printed where there is no solution.
const WORDS: [(&str, &str); 5] = [
    ("no-solution", "the puzzle has no solution"),
    ("several", "the puzzle has at least two solutions (--unique)"),
    ("stopped", "the search reached --max-calls or --max-time; standard error says what to try"),
    (
        "invalid",
        "the clues contradict each other, or the text is not a puzzle; standard error says why",
    ),
    ("wrong", "the solver is faulty: its answer was checked and refused"),
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

/// Solutions, where several were asked for.
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
        let solver = self.choice.among(solvers)?;
        let question = match (self.unique, self.limit, self.all) {
            (true, ..) => Question::Unique,
            (_, Some(limit), _) => Question::UpTo(usize::try_from(limit).unwrap_or(usize::MAX)),
            (.., true) => Question::UpTo(usize::MAX),
            _ => Question::First,
        };
        let desk = |name: &str, format| Desk {
            name: name.to_owned(),
            solver,
            session: solver.start(),
            question,
            budget: self.budget,
            format: self.format.unwrap_or(format),
            puzzles: 0,
            stopped: Stopped::default(),
            batch: Batch::default(),
            out,
            trouble,
        };
        if let Some(grid) = as_puzzle(self.input.as_deref())? {
            let progress = Progress::new(None, out);
            let mut desk = desk("argument", Format::Grid);
            desk.take(Ok(Record::bare(1, grid)), &progress)?;
            desk.settle(&progress)?;
            out.flush()?;
            progress.end();
            desk.advise(solvers);
            return Ok(());
        }
        let input = Input::open(self.input.as_deref(), trouble)?;
        let progress = input.progress(out);
        let mut desk = desk(&input.name, Format::Line);
        let answered = input.hand_to(&mut desk, &progress, out);
        out.flush()?;
        progress.end();
        trouble.sum_up(desk.puzzles);
        desk.advise(solvers);
        if desk.puzzles == 0 {
            answered.and_then(|()| Err(no_puzzle(&desk.name)))
        } else {
            answered
        }
    }
}

/// What is asked of each puzzle.
#[derive(Debug, Clone, Copy)]
enum Question {
    First,
    Unique,
    UpTo(usize),
}

/// Solves and prints, in the order of the puzzles.
struct Desk<'a> {
    /// What errors call the input.
    name: String,
    solver: &'static Entry,
    session: Session,
    question: Question,
    budget: Budget,
    format: Format,
    /// How many have been answered.
    puzzles: u64,
    stopped: Stopped,
    /// With their lines.
    batch: Batch<u64>,
    out: &'a Output,
    trouble: &'a Trouble,
}

impl input::Desk for Desk<'_> {
    fn take(
        &mut self,
        item: Result<Record, ReadError>,
        progress: &Progress<'_>,
    ) -> anyhow::Result<()> {
        let Record { line, grid, .. } = match item {
            Ok(record) => record,
            Err(error) => {
                self.settle(progress)?;
                let ReadError::Text { line, .. } = error else { return Err(error.into()) };
                progress.aside(|| self.trouble.unreadable(&error));
                return self.print(line, None, &Ruling::INVALID, None, Some(error.to_string()));
            }
        };
        let puzzle = match Puzzle::try_from(grid) {
            Ok(puzzle) => puzzle,
            Err(conflict) => {
                self.settle(progress)?;
                let error = format!("{}:{line}: {conflict}", self.name);
                progress.aside(|| self.trouble.contradictory(&error));
                return self.print(line, Some(grid), &Ruling::INVALID, None, Some(error));
            }
        };
        if self.goal().is_none() {
            let mut found = None;
            let outcome = self.ask(&puzzle, &mut found);
            return self.tell(line, &puzzle, outcome, found, progress);
        }
        self.batch.push(puzzle, line);
        if self.batch.is_full(self.solver) { self.settle(progress) } else { Ok(()) }
    }

    fn settle(&mut self, progress: &Progress<'_>) -> anyhow::Result<()> {
        let Some(goal) = self.goal() else { return Ok(()) };
        let mut batch = mem::take(&mut self.batch);
        batch.ask(&mut self.session, goal);
        for (puzzle, line, outcome) in batch.drain(goal) {
            self.tell(line, &puzzle, outcome, None, progress)?;
        }
        self.batch = batch;
        Ok(())
    }
}

impl Desk<'_> {
    /// Says what to try when searches were stopped.
    fn advise(&self, solvers: &[&'static Entry]) {
        let s = if self.puzzles == 1 { "" } else { "s" };
        let all = format_args!("{} puzzle{s}", self.puzzles);
        if let Some(advice) = self.stopped.advice(all, self.budget, solvers) {
            self.trouble.say(advice);
        }
    }

    /// The question, if the timed searches answer it: they have no limit.
    fn goal(&self) -> Option<Goal> {
        match self.question {
            _ if self.budget.limits() != Limits::NONE => None,
            Question::First => Some(Goal::First),
            Question::Unique => Some(Goal::Unique),
            Question::UpTo(_) => None,
        }
    }

    /// Judges an answer and prints it.
    fn tell(
        &mut self,
        line: u64,
        puzzle: &Puzzle,
        outcome: Outcome,
        found: Option<Found>,
        progress: &Progress<'_>,
    ) -> anyhow::Result<()> {
        if let Outcome::Stopped(_) = outcome {
            self.stopped.add(self.solver.info.id);
        }
        let mut ruling = Judge::new(*puzzle.grid()).ruling(outcome, self.solver.info.id);
        let complaint = ruling.complaint.take();
        if let Some(complaint) = &complaint {
            progress.aside(|| self.trouble.wrong(complaint));
        }
        self.print(line, Some(*puzzle.grid()), &ruling, found, complaint)
    }

    fn print(
        &mut self,
        line: u64,
        puzzle: Option<Grid>,
        ruling: &Ruling,
        found: Option<Found>,
        error: Option<String>,
    ) -> anyhow::Result<()> {
        let index = self.puzzles;
        self.puzzles += 1;
        let &Ruling { outcome, solution, .. } = ruling;
        if self.format == Format::Json {
            let solver = self.solver.info.id;
            let answer = Answer { index, line, puzzle, solver, outcome, solution, found, error };
            return self.out.json(&answer);
        }
        let solutions = match &found {
            Some(found) => found.solutions.as_slice(),
            None => solution.as_slice(),
        };
        let gap = |before: usize| match self.format {
            Format::Grid if index + before as u64 > 0 => "\n",
            _ => "",
        };
        for (at, solution) in solutions.iter().enumerate() {
            match self.format {
                Format::Grid => self.out.line(format_args!("{}{solution:#}", gap(at)))?,
                _ => self.out.line(solution)?,
            }
        }
        let through = found.is_none() || outcome == "solved";
        if solutions.is_empty() || !through {
            self.out.line(format_args!("{}{outcome}", gap(solutions.len())))?;
        }
        Ok(())
    }

    /// The answer to one puzzle; where several solutions are asked for, they go into `found`.
    fn ask(&mut self, puzzle: &Puzzle, found: &mut Option<Found>) -> Outcome {
        let limits = self.budget.limits();
        let limit = match self.question {
            Question::First => return self.session.run(puzzle, limits).outcome,
            Question::Unique => return self.session.ask(puzzle, Goal::Unique, limits).outcome,
            Question::UpTo(limit) => limit,
        };
        let Solutions { count, first, refused, stopped } =
            self.session.solutions(puzzle, limit, limit, limits);
        let complete = stopped.is_none() && count < limit;
        let outcome = match (refused.first(), stopped, first.first()) {
            (Some(wrong), ..) => Outcome::Wrong(*wrong),
            (_, Some(stop), _) => Outcome::Stopped(stop),
            (.., Some(solution)) => Outcome::Solved(*solution),
            (.., None) => Outcome::NoSolution,
        };
        *found = Some(Found { count, complete, solutions: first });
        outcome
    }
}
