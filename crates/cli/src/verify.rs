//! `sudoku-lab verify`: what is wrong with a file of puzzles.

mod seen;

use std::ffi::{OsStr, OsString};
use std::{fmt, mem};

use clap::{Args, ValueEnum};
use serde::Serialize;
use sudoku_audit::objection;
use sudoku_core::{Goal, Grid, Puzzle};
use sudoku_puzzles::{Printable, ReadError, Record, SolutionCount, solutions};
use sudoku_registry::{Entry, Limits, Load, Outcome, Session};

use self::seen::{Again, Hashes, Seen};
use crate::batch::{self, Batch};
use crate::choice::Choice;
use crate::in_order;
use crate::input::{Input, Reading, no_puzzle};
use crate::output::Output;
use crate::ruling::Referee;
use crate::text::{glossary, help_columns};
use crate::trouble::Trouble;
use crate::workers::{self, Threads, work_through};

/// The number of calls after which the search for a second solution is given up: some seconds. No
/// puzzle that people publish or generate needs a thousandth of them.
const STEPS: u64 = 10_000_000;

/// Check puzzles
///
/// Each puzzle should have exactly one solution, and differ from all puzzles before it, in other
/// files too. A solution that the file gives should be right. Prints one line per finding, and a
/// summary on standard error. Puzzles are read as by `sudoku-lab solve`.
#[derive(Debug, Args)]
#[command(after_long_help = findings())]
pub(crate) struct Verify {
    #[command(flatten)]
    choice: Choice,

    /// Look only for identical puzzles, not for equivalent ones, which takes less time and memory
    #[arg(long)]
    exact: bool,

    /// Output format
    #[arg(long, value_enum, default_value_t)]
    format: Format,

    #[command(flatten)]
    reading: Reading,

    #[command(flatten)]
    threads: Threads,

    /// Puzzles, files of puzzles, or - for standard input (the default)
    #[arg(value_name = "PUZZLE|FILE")]
    inputs: Vec<OsString>,
}

#[derive(Debug, Clone, Copy, Default, ValueEnum)]
enum Format {
    /// NAME:LINE: followed by what was found there
    #[default]
    Line,
    /// One JSON object per finding, each on a line of its own
    Json,
}

fn findings() -> String {
    format!(
        "Findings, as --format json calls them:\n{}\nExit codes: 0 no findings; 1 findings; 2 bad \
         usage, a file that cannot be read to its end or holds no puzzle, no findings except \
         unreadable text, or findings that cannot be written. Memory: about 200 bytes per puzzle, \
         100 bytes with --exact.",
        glossary(&Finding::KINDS, help_columns())
    )
}

/// The place of a puzzle: the number of the file, and the line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Place {
    input: usize,
    line: u64,
}

/// Something wrong with a puzzle.
#[derive(Debug)]
enum Finding {
    Unreadable(ReadError),
    Contradictory(sudoku_core::Conflict),
    NoSolution,
    Several,
    Undecided,
    WrongSolution(String),
    Duplicate(Place),
    Equivalent(Place),
}

impl Finding {
    /// The name and the meaning of each kind.
    const KINDS: [(&str, &str); 8] = [
        ("unreadable", "the text is not a puzzle"),
        ("contradictory", "two equal clues in a row, a column or a box"),
        ("no-solution", "the puzzle has no solution, although no two clues contradict each other"),
        ("several", "the puzzle has at least two solutions"),
        ("undecided", "the search for a second solution was given up"),
        ("wrong-solution", "the solution in the file does not solve the puzzle, or changes a clue"),
        ("duplicate", "an earlier puzzle is the same"),
        (
            "equivalent",
            "an earlier puzzle becomes this one when digits are relabelled, bands, stacks, rows and \
             columns reordered, or the grid transposed",
        ),
    ];

    /// The index of its kind in [`KINDS`](Self::KINDS).
    const fn kind(&self) -> usize {
        match self {
            Self::Unreadable(_) => 0,
            Self::Contradictory(_) => 1,
            Self::NoSolution => 2,
            Self::Several => 3,
            Self::Undecided => 4,
            Self::WrongSolution(_) => 5,
            Self::Duplicate(_) => 6,
            Self::Equivalent(_) => 7,
        }
    }

    const fn earlier(&self) -> Option<Place> {
        match self {
            Self::Duplicate(place) | Self::Equivalent(place) => Some(*place),
            _ => None,
        }
    }

    fn message(&self, names: &[String]) -> String {
        let place = |place: &Place| format!("{}:{}", Printable(&names[place.input]), place.line);
        match self {
            Self::Unreadable(ReadError::Text { fault, .. }) => fault.to_string(),
            Self::Unreadable(error) => error.to_string(),
            Self::Contradictory(conflict) => conflict.to_string(),
            Self::NoSolution => "no solution".to_owned(),
            Self::Several => "at least 2 solutions".to_owned(),
            Self::Undecided => format!("undecided: the search was given up after {STEPS} steps"),
            Self::WrongSolution(what) => format!("the given solution {what}"),
            Self::Duplicate(earlier) => format!("the same puzzle as {}", place(earlier)),
            Self::Equivalent(earlier) => format!("equivalent to {}", place(earlier)),
        }
    }
}

/// A line of `--format json`.
#[derive(Serialize)]
struct Row<'a> {
    name: &'a str,
    line: u64,
    column: Option<usize>,
    finding: &'a str,
    message: &'a str,
    puzzle: Option<Grid>,
    earlier: Option<Earlier<'a>>,
}

#[derive(Serialize)]
struct Earlier<'a> {
    name: &'a str,
    line: u64,
}

impl Verify {
    pub(crate) fn run(
        self,
        solvers: &[&'static Entry],
        out: &Output,
        trouble: &Trouble,
    ) -> anyhow::Result<()> {
        let solver = self.choice.among(solvers, Load::Many)?;
        let mut report = Summary {
            solver,
            format: self.format,
            names: Vec::new(),
            puzzles: 0,
            found: [0; Finding::KINDS.len()],
            seen: Seen::default(),
            out,
            trouble,
        };
        let mut inputs = self.inputs;
        if inputs.is_empty() {
            inputs.push("-".into());
        }
        for input in inputs {
            report.file(&input, &self.reading, self.threads, self.exact)?;
        }
        out.flush()?;
        trouble.say(&report);
        Ok(())
    }
}

/// Searches puzzles, each for two solutions.
struct Worker {
    solver: &'static Entry,
    session: Session,
    batch: Batch<Record>,
    /// True if only identical puzzles are looked for.
    exact: bool,
}

/// A result of a worker.
enum Event {
    Unreadable(u64, ReadError),
    Checked(Box<Checked>),
    /// A solver gave a wrong answer.
    Wrong(String),
}

/// A puzzle, and everything that is wrong with it apart from repetition.
struct Checked {
    line: u64,
    grid: Grid,
    hashes: Hashes,
    findings: Vec<Finding>,
}

type Outlet<'a> = &'a dyn in_order::Outlet<Event>;

impl workers::Worker for Worker {
    type Event = Event;

    fn take(
        &mut self,
        _: u64,
        item: Result<Record, ReadError>,
        outlet: Outlet<'_>,
    ) -> anyhow::Result<()> {
        let record = match item {
            Ok(record) => record,
            Err(error) => {
                self.settle(outlet)?;
                let ReadError::Text { line, .. } = error else { return Err(error.into()) };
                return outlet.event(Event::Unreadable(line, error));
            }
        };
        match Puzzle::try_from(record.grid) {
            Ok(puzzle) => {
                self.batch.push(puzzle, record);
                if self.batch.is_full(self.solver) { self.settle(outlet) } else { Ok(()) }
            }
            Err(conflict) => {
                self.settle(outlet)?;
                self.check(&record, Some(Finding::Contradictory(conflict)), outlet)
            }
        }
    }

    fn settle(&mut self, outlet: Outlet<'_>) -> anyhow::Result<()> {
        let mut batch = mem::take(&mut self.batch);
        let asked = batch.ask_within(&mut self.session, STEPS);
        for (puzzle, record, answer) in batch.judged(Goal::Unique) {
            // The batch reached its limit: search its puzzles one by one.
            let answer = match asked {
                Ok(()) => answer,
                Err(_) => self.session.tally(puzzle, Goal::Unique, Limits::calls(STEPS)).outcome,
            };
            let found = self.count(puzzle, answer, outlet)?;
            self.check(record, found, outlet)?;
        }
        batch.clear();
        self.batch = batch;
        Ok(())
    }
}

impl Worker {
    /// The finding that follows from this answer about the number of solutions.
    fn count(
        &self,
        puzzle: &Puzzle,
        answer: Outcome,
        outlet: Outlet<'_>,
    ) -> anyhow::Result<Option<Finding>> {
        if let Outcome::Solved(_) = answer {
            return Ok(None);
        }
        let ruling = Referee::new(*puzzle.grid()).ruling(answer, self.solver.info.id);
        Ok(match (ruling.complaint, answer) {
            (None, Outcome::Solved(_)) => None,
            (None, Outcome::NoSolution) => Some(Finding::NoSolution),
            (None, Outcome::Several(_)) => Some(Finding::Several),
            (None, Outcome::Stopped(_) | Outcome::Wrong(_)) => Some(Finding::Undecided),
            (Some(complaint), _) => {
                outlet.event(Event::Wrong(complaint))?;
                match solutions(puzzle.grid(), STEPS) {
                    Some(SolutionCount::One(_)) => None,
                    Some(SolutionCount::None) => Some(Finding::NoSolution),
                    Some(SolutionCount::Several) => Some(Finding::Several),
                    None => Some(Finding::Undecided),
                }
            }
        })
    }

    /// Sends the finding on, and a finding about the solution that the file gives.
    fn check(
        &self,
        record: &Record,
        found: Option<Finding>,
        outlet: Outlet<'_>,
    ) -> anyhow::Result<()> {
        let &Record { line, grid, .. } = record;
        // With contradictory clues, every solution is wrong, so it is not checked.
        let given = match found {
            Some(Finding::Contradictory(_)) => None,
            _ => record.solution.as_ref(),
        };
        let objection = given.and_then(|given| objection(&grid, given));
        let findings = found.into_iter().chain(objection.map(Finding::WrongSolution)).collect();
        let hashes = Hashes::of(&grid, self.exact);
        outlet.event(Event::Checked(Box::new(Checked { line, grid, hashes, findings })))
    }
}

/// The findings so far.
struct Summary<'a> {
    solver: &'static Entry,
    format: Format,
    names: Vec<String>,
    puzzles: u64,
    found: [u64; Finding::KINDS.len()],
    seen: Seen,
    out: &'a Output,
    trouble: &'a Trouble,
}

impl Summary<'_> {
    /// Checks a file. An error of reading is reported, and the next file can follow.
    fn file(
        &mut self,
        input: &OsStr,
        reading: &Reading,
        threads: Threads,
        exact: bool,
    ) -> anyhow::Result<()> {
        let (solver, out, trouble) = (self.solver, self.out, self.trouble);
        let input = match Input::of(Some(input), reading, trouble) {
            Ok(input) => input,
            Err(error) => {
                trouble.fatal(&error);
                return Ok(());
            }
        };
        let name = input.name.clone();
        self.names.push(name.clone());
        let progress = input.progress(out);
        let worker = || Worker { solver, session: solver.start(), batch: Batch::default(), exact };
        let threads = (threads.number(), batch::least(solver));
        let (puzzles, read) =
            work_through(input, threads, &progress, out, worker, |event| match event {
                Event::Unreadable(line, error) => {
                    self.print(line, None, &Finding::Unreadable(error))
                }
                Event::Checked(checked) => self.take(&checked),
                Event::Wrong(complaint) => {
                    progress.aside(|| trouble.wrong(complaint));
                    Ok(())
                }
            });
        self.puzzles += puzzles;
        match read {
            Err(error) if error.is::<ReadError>() => progress.aside(|| trouble.fatal(&error)),
            Ok(()) if puzzles == 0 => progress.aside(|| trouble.fatal(&no_puzzle(&name))),
            read => return read,
        }
        Ok(())
    }

    /// Prints the findings about a puzzle, and whether it came before.
    fn take(&mut self, checked: &Checked) -> anyhow::Result<()> {
        let &Checked { line, grid, hashes, ref findings } = checked;
        let place = Place { input: self.names.len() - 1, line };
        let again = self.seen.again(hashes, place).map(|again| match again {
            Again::Duplicate(earlier) => Finding::Duplicate(earlier),
            Again::Equivalent(earlier) => Finding::Equivalent(earlier),
        });
        findings.iter().chain(&again).try_for_each(|finding| self.print(line, Some(grid), finding))
    }

    fn print(&mut self, line: u64, puzzle: Option<Grid>, finding: &Finding) -> anyhow::Result<()> {
        self.found[finding.kind()] += 1;
        let column = if let Finding::Unreadable(ReadError::Text { column, .. }) = finding {
            self.trouble.note_unreadable();
            Some(*column)
        } else {
            self.trouble.note_failed();
            None
        };
        let name = self.names.last().map_or("", String::as_str);
        let message = finding.message(&self.names);
        let printable = Printable(name);
        match (self.format, column) {
            (Format::Line, None) => self.out.line(format_args!("{printable}:{line}: {message}")),
            (Format::Line, Some(column)) => {
                self.out.line(format_args!("{printable}:{line}:{column}: {message}"))
            }
            (Format::Json, _) => {
                let (kind, _) = Finding::KINDS[finding.kind()];
                let place = |Place { input, line }| Earlier { name: &self.names[input], line };
                let earlier = finding.earlier().map(place);
                let row =
                    Row { name, line, column, finding: kind, message: &message, puzzle, earlier };
                self.out.json(&row)
            }
        }
    }
}

/// The summary line.
impl fmt::Display for Summary<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let s = if self.puzzles == 1 { "" } else { "s" };
        write!(f, "{} puzzle{s} checked", self.puzzles)?;
        if self.puzzles == 0 {
            return Ok(());
        }
        write!(f, " with {}", self.solver.info.id)?;
        let found = self.found.iter().zip(Finding::KINDS).filter(|(count, _)| **count > 0);
        let found: Vec<String> =
            found.map(|(count, (kind, _))| format!("{count} {kind}")).collect();
        f.write_str(if found.is_empty() { ": no findings" } else { ": " })?;
        f.write_str(&found.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_has_a_name() {
        let place = Place { input: 0, line: 7 };
        let names = ["f".to_owned()];
        for (finding, name, message) in [
            (Finding::NoSolution, "no-solution", "no solution"),
            (Finding::Several, "several", "at least 2 solutions"),
            (Finding::WrongSolution("x".into()), "wrong-solution", "the given solution x"),
            (Finding::Duplicate(place), "duplicate", "the same puzzle as f:7"),
            (Finding::Equivalent(place), "equivalent", "equivalent to f:7"),
        ] {
            assert_eq!(Finding::KINDS[finding.kind()].0, name);
            assert_eq!(finding.message(&names), message);
        }
        assert!(Finding::Undecided.message(&names).starts_with("undecided: "));
    }
}
