//! `sudoku-lab solve`: solutions.

use std::ffi::OsString;

use clap::{Args, ValueEnum};
use serde::Serialize;
use sudoku_core::{Grid, Puzzle};
use sudoku_corpus::{ReadError, Record};
use sudoku_registry::{Entry, Outcome, Session, find_among};

use crate::budget::{Budget, Stopped};
use crate::input::{Input, as_puzzle, no_puzzle};
use crate::output::Output;
use crate::progress::Progress;
use crate::trouble::Trouble;
use crate::verdict::{Judge, Verdict};

/// Solve one puzzle or a stream of them
///
/// A puzzle is 81 cells on a line (remarks after them are passed over), or nine lines of nine, with
/// or without box borders. A blank is one of . 0 _ * - x ? and a line that begins with # a comment.
/// Several puzzles may share a line, as in a JSON array of boards. Of a table (CSV), the columns
/// called puzzle, quiz, question, sudoku, grid or board are read; .sdk, .sdm and .ss files are read
/// too, and all of them packed with gzip or zstd.
#[derive(Debug, Args)]
#[command(verbatim_doc_comment, after_long_help = WORDS)]
pub(crate) struct Solve {
    /// Who solves: an id from `sudoku-lab list` [default: the last that this machine can run]
    #[arg(long, value_name = "ID")]
    solver: Option<String>,

    /// How to print [default: grid for a puzzle given here, line for a stream]
    #[arg(long, value_enum)]
    format: Option<Format>,

    #[command(flatten)]
    budget: Budget,

    /// A puzzle, a file of puzzles, or - for standard input
    #[arg(value_name = "PUZZLE|FILE")]
    input: Option<OsString>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// One line per puzzle, in order: 81 digits or a word
    Line,
    /// A drawing with boxes, or a word
    Grid,
    /// One object per puzzle and line
    Json,
}

const WORDS: &str = "\
Words that stand for a solution:
  no-solution  there is none
  stopped      the search came to --max-calls or --max-time; standard error says what to try
  invalid      clues contradict each other, or the text is not a puzzle; standard error says why
  wrong        the solver is faulty: its answer was checked and refused";

/// A line of `--format json`.
#[derive(Serialize)]
struct Answer<'a> {
    index: u64,
    line: u64,
    puzzle: Option<Grid>,
    solver: &'a str,
    outcome: &'a str,
    solution: Option<Grid>,
    error: Option<String>,
}

impl Solve {
    pub(crate) fn run(
        self,
        solvers: &[&'static Entry],
        out: &Output,
        trouble: &Trouble,
    ) -> anyhow::Result<()> {
        let solver = match &self.solver {
            Some(id) => find_among(solvers.iter().copied(), id)?,
            None => default(solvers),
        };
        solver.demand()?;
        let desk = |format| Desk {
            solver,
            session: solver.start(),
            budget: self.budget,
            format: self.format.unwrap_or(format),
            puzzles: 0,
            stopped: Stopped::default(),
            out,
            trouble,
        };
        if let Some(grid) = as_puzzle(self.input.as_deref())? {
            let record = Record::bare(1, grid);
            let (mut desk, progress) = (desk(Format::Grid), Progress::new(None, out));
            desk.answer("argument", Ok(record), &progress)?;
            out.flush()?;
            drop(progress);
            desk.advise(solvers);
            return Ok(());
        }
        let input = Input::open(self.input.as_deref(), trouble)?;
        let (name, progress) = (input.name.clone(), input.progress(out));
        let mut desk = desk(Format::Line);
        let mut puzzles = input.puzzles(out);
        let mut answered = Ok(());
        while answered.is_ok()
            && let Some(item) = puzzles.next()
        {
            answered = desk.answer(&name, item, &progress);
            progress.tell(puzzles.bytes(), format_args!("{} puzzles", desk.puzzles));
        }
        out.flush()?;
        drop(progress);
        trouble.sum_up(desk.puzzles);
        desk.advise(solvers);
        if desk.puzzles == 0 { answered.and_then(|()| Err(no_puzzle(&name))) } else { answered }
    }
}

/// The last of these solvers that this processor can run, or else the last one.
fn default(solvers: &[&'static Entry]) -> &'static Entry {
    let last = solvers.iter().rfind(|solver| solver.available());
    last.unwrap_or(&solvers[solvers.len() - 1])
}

/// Solves and prints, one puzzle after the other.
struct Desk<'a> {
    solver: &'static Entry,
    session: Session,
    budget: Budget,
    format: Format,
    puzzles: u64,
    stopped: Stopped,
    out: &'a Output,
    trouble: &'a Trouble,
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

    fn answer(
        &mut self,
        name: &str,
        item: Result<Record, ReadError>,
        progress: &Progress<'_>,
    ) -> anyhow::Result<()> {
        let (line, puzzle, verdict, error) = match item {
            Err(error @ ReadError::Io { .. }) => return Err(error.into()),
            Err(error @ ReadError::Text { line, .. }) => {
                progress.aside(|| self.trouble.unreadable(&error));
                (line, None, Verdict::INVALID, Some(error.to_string()))
            }
            Ok(Record { line, grid, .. }) => match Puzzle::try_from(grid) {
                Err(conflict) => {
                    let error = format!("{name}:{line}: {conflict}");
                    progress.aside(|| self.trouble.contradictory(&error));
                    (line, Some(grid), Verdict::INVALID, Some(error))
                }
                Ok(puzzle) => {
                    let run = self.session.run(&puzzle, self.budget.limits());
                    if let Outcome::Stopped(_) = run.outcome {
                        self.stopped.add(self.solver.info.id);
                    }
                    let verdict = Judge::new(grid).verdict(run.outcome, self.solver.info.id);
                    if let Some(complaint) = &verdict.complaint {
                        progress.aside(|| self.trouble.wrong(complaint));
                    }
                    let error = verdict.complaint.clone();
                    (line, Some(grid), verdict, error)
                }
            },
        };
        let index = self.puzzles;
        self.puzzles += 1;
        let solver = self.solver.info.id;
        let Verdict { outcome, solution, .. } = verdict;
        let text = match (self.format, solution) {
            (Format::Json, _) => {
                let answer = Answer { index, line, puzzle, solver, outcome, solution, error };
                return self.out.json(&answer);
            }
            (_, None) => outcome.to_owned(),
            (Format::Line, Some(solution)) => solution.to_string(),
            (Format::Grid, Some(solution)) => format!("{solution:#}"),
        };
        if self.format == Format::Grid && index > 0 {
            self.out.line("")?;
        }
        self.out.line(text)
    }
}
