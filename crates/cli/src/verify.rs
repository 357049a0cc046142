//! `sudoku-lab verify`: what is wrong with a file of puzzles.

use std::ffi::{OsStr, OsString};
use std::mem;

use anyhow::Result;
use clap::{Args, ValueEnum};
use serde::Serialize;
use sudoku_core::{Goal, Grid, Puzzle};
use sudoku_lab::audit::{Finding, Log, Repeats};
use sudoku_puzzles::{Printable, ReadError, Record, SolutionCount, canonical, solutions};
use sudoku_registry::{Entry, Limits, Load, Outcome, Session};

use crate::batch::{self, Batch};
use crate::budget::Choice;
use crate::console::Console;
use crate::in_order::Outlet;
use crate::input::{Input, Reading, no_puzzle};
use crate::output::json;
use crate::ruling::Referee;
use crate::trouble::Fault;
use crate::workers::{Share, work_through};
use crate::wrap::{glossary, help_columns};

/// The number of calls after which the search for a second solution is given up: some seconds. No
/// puzzle that people publish or generate needs a thousandth of them.
const STEPS: u64 = 10_000_000;

/// The number of puzzles in memory, 91 bytes each.
const KEPT: usize = 1 << 18;

/// Check puzzles
///
/// Each puzzle should have exactly one solution, and differ from all puzzles before it, in other
/// files too. It should not become one of them either when digits are relabelled, bands, stacks, rows
/// and columns reordered, or the grid transposed: such puzzles are equivalent. A solution that the file
/// gives should be right. Prints one line per finding, and a summary on standard error. Puzzles are
/// read as by `sudoku-lab solve`.
#[derive(Debug, Args)]
#[command(after_long_help = verify_findings())]
pub(crate) struct Verify {
    #[command(flatten)]
    choice: Choice,

    /// Look only for identical puzzles, not for equivalent ones, which takes less time
    #[arg(long)]
    exact: bool,

    /// Output format
    #[arg(long, value_enum, default_value_t)]
    format: VerifyFormat,

    #[command(flatten)]
    reading: Reading,

    /// Puzzles, files of puzzles, sets, or - for standard input (the default)
    #[arg(value_name = "PUZZLE|FILE")]
    inputs: Vec<OsString>,
}

#[derive(Debug, Clone, Copy, Default, ValueEnum)]
enum VerifyFormat {
    /// NAME:LINE: followed by what was found there
    #[default]
    Line,
    /// One JSON object per finding, each on a line of its own
    Json,
}

/// The findings that an audit has for a single file, too.
const FINDINGS: [(Finding, &str, &str); 8] = *Finding::ALL.first_chunk().unwrap();

fn verify_findings() -> String {
    let terms = FINDINGS.map(|(_, name, meaning)| (name, meaning));
    format!(
        "Findings, as --format json calls them:\n{}\nExit codes: 0 no findings; 1 findings; 2 bad \
         usage, a file that cannot be read to its end or holds no puzzle, no findings except \
         unreadable text, or findings that cannot be written. Findings are printed when all puzzles \
         have been read. The folder for temporary files needs 91 bytes for each puzzle, and room for \
         the findings; memory, 182 for each of the largest class of equivalent puzzles.",
        glossary(&terms, help_columns())
    )
}

/// A line of `--format json`.
#[derive(Serialize)]
struct FindingRow<'a> {
    name: &'a str,
    line: u64,
    column: Option<usize>,
    finding: Finding,
    message: String,
    puzzle: Option<Grid>,
    earlier: Option<Earlier<'a>>,
}

#[derive(Serialize)]
struct Earlier<'a> {
    name: &'a str,
    line: u64,
}

impl Verify {
    pub(crate) fn run(mut self, console: &Console<'_>) -> Result<()> {
        let solver = self.choice.among(console.solvers, Load::Many)?;
        if self.inputs.is_empty() {
            self.inputs.push("-".into());
        }
        let mut log = FindingLog {
            console,
            format: self.format,
            names: Vec::new(),
            found: [0; FINDINGS.len()],
            lines: Log::default(),
            repeats: Repeats::new(KEPT),
        };
        let mut puzzles = 0;
        for input in &self.inputs {
            puzzles += self.file(input, solver, &mut log)?;
        }
        let found = log.print()?;
        console.out.flush()?;
        let s = if puzzles == 1 { "" } else { "s" };
        let summary = match puzzles {
            0 => String::new(),
            _ => format!(" with {}: {}", solver.info.id, found),
        };
        console.say(format_args!("{puzzles} puzzle{s} checked{summary}"));
        Ok(())
    }

    /// Checks a file; returns the number of its puzzles. An error of reading is reported, and the
    /// next file can follow.
    fn file(&self, input: &OsStr, solver: &'static Entry, log: &mut FindingLog<'_>) -> Result<u64> {
        let console = log.console;
        let failed = |error| console.report(Fault::Fatal, format_args!("{error:#}"));
        let input = match Input::of(Some(input), &self.reading, console) {
            Ok(input) => input,
            Err(error) => {
                failed(error);
                return Ok(0);
            }
        };
        let name = input.name.clone();
        log.names.push(name.clone());
        let worker = || {
            let (session, batch) = (solver.start(), Batch::default());
            let mut checker = Checker { solver, session, batch, exact: self.exact };
            move |share: Share, outlet: &mut Outlet<'_, Checked>| checker.take(share, outlet)
        };
        let of_share = (self.reading.threads, batch::least(solver));
        let (puzzles, read) =
            work_through(console, input, of_share, worker, |checked| log.take(checked));
        match read {
            Err(error) if error.is::<ReadError>() => failed(error),
            Ok(()) if puzzles == 0 => failed(no_puzzle(&name)),
            read => read?,
        }
        Ok(puzzles)
    }
}

/// A place in a file, and everything that is wrong there apart from repetition.
#[derive(Default)]
struct Checked {
    line: u64,
    /// Where in the line, for a text that is not a puzzle.
    column: Option<usize>,
    /// The puzzle, and a grid that those share which count as the same.
    puzzle: Option<(Grid, Grid)>,
    findings: Vec<(Finding, String)>,
    /// The complaint about a wrong answer of the solver.
    complaint: Option<String>,
}

/// Searches puzzles, each for two solutions.
struct Checker {
    solver: &'static Entry,
    session: Session,
    batch: Batch<Record>,
    /// True if only identical puzzles are looked for.
    exact: bool,
}

impl Checker {
    fn take(&mut self, share: Share, outlet: &mut Outlet<'_, Checked>) -> Result<()> {
        share.each(|_, item| match item.map(|record| (Puzzle::try_from(record.grid), record)) {
            Ok((Ok(puzzle), record)) => {
                self.batch.push(puzzle, record);
                if self.batch.is_full(self.solver) { self.settle(outlet) } else { Ok(()) }
            }
            Ok((Err(conflict), record)) => {
                self.settle(outlet)?;
                let findings = vec![(Finding::Contradictory, conflict.to_string())];
                outlet.event(Checked { findings, ..self.checked(&record) })
            }
            Err(error) => {
                self.settle(outlet)?;
                let ReadError::Text { line, column, fault, .. } = error else {
                    return Err(error.into());
                };
                let findings = vec![(Finding::Unreadable, fault.to_string())];
                outlet.event(Checked { line, column: Some(column), findings, ..Checked::default() })
            }
        })?;
        self.settle(outlet)
    }

    /// Searches the puzzles of the batch.
    fn settle(&mut self, outlet: &mut Outlet<'_, Checked>) -> Result<()> {
        let asked = self.batch.ask_within(&mut self.session, STEPS);
        for (puzzle, record, judge) in self.batch.judges(Goal::Unique) {
            // The batch reached its limit: search its puzzles one by one.
            let answer = match asked {
                Ok(()) => judge(),
                Err(_) => self.session.tally(puzzle, Goal::Unique, Limits::calls(STEPS)).outcome,
            };
            let (number, complaint) = number(self.solver, puzzle, answer);
            let mut findings = Vec::from_iter(match number {
                Some(number) => Finding::of_number(number),
                None => Some((
                    Finding::Undecided,
                    format!("undecided: the search was given up after {STEPS} steps"),
                )),
            });
            findings.extend(Finding::of_solution(record));
            outlet.event(Checked { findings, complaint, ..self.checked(record) })?;
        }
        self.batch.clear();
        Ok(())
    }

    fn checked(&self, record: &Record) -> Checked {
        let class = if self.exact { record.grid } else { canonical(&record.grid) };
        Checked { line: record.line, puzzle: Some((record.grid, class)), ..Checked::default() }
    }
}

/// The number of solutions up to 2 that follows from this answer, `None` if it is not known; and
/// the complaint about a wrong answer, which does not count.
fn number(solver: &Entry, puzzle: &Puzzle, answer: Outcome) -> (Option<u8>, Option<String>) {
    if let Outcome::Solved(_) = answer {
        return (Some(1), None);
    }
    let complaint = Referee::new(*puzzle.grid()).ruling(answer, solver.info.id).complaint;
    let number = match answer {
        _ if complaint.is_some() => match solutions(puzzle.grid(), STEPS) {
            Some(SolutionCount::None) => Some(0),
            Some(SolutionCount::One(_)) => Some(1),
            Some(SolutionCount::Several) => Some(2),
            None => None,
        },
        Outcome::NoSolution => Some(0),
        Outcome::Several(_) => Some(2),
        _ => None,
    };
    (number, complaint)
}

/// The bits of a line in the number of a place; above them is the number of the file.
const LINE_BITS: u32 = 40;

/// Collects the findings of all files, and prints them in the end, when it is known which puzzles
/// repeat others.
struct FindingLog<'a> {
    console: &'a Console<'a>,
    format: VerifyFormat,
    /// The names of the files so far.
    names: Vec<String>,
    found: [u64; FINDINGS.len()],
    /// The findings by place.
    lines: Log,
    repeats: Repeats,
}

impl FindingLog<'_> {
    fn take(&mut self, checked: Checked) -> Result<()> {
        if let Some(complaint) = &checked.complaint {
            self.console.report(Fault::Answer, complaint);
        }
        let place = (self.names.len() as u64 - 1) << LINE_BITS | checked.line;
        let puzzle = checked.puzzle.map(|(grid, _)| grid);
        for (finding, message) in checked.findings {
            self.add(place, checked.column, (finding, message), puzzle, None)?;
        }
        if let Some((puzzle, class)) = &checked.puzzle {
            self.repeats.push(class, puzzle, 0, place)?;
        }
        Ok(())
    }

    /// Prints all findings, those at a place in the order in which they were found. Returns how many
    /// of each kind there are.
    fn print(mut self) -> Result<String> {
        mem::replace(&mut self.repeats, Repeats::new(0)).each(1, |repeat| {
            let (puzzle, (_, place), (_, first)) = (repeat.puzzle, repeat.row, repeat.first);
            let (name, line) = self.place(first);
            let message = repeat.finding.repeats(format_args!("{}:{line}", Printable(name)));
            self.add(place, None, (repeat.finding, message), Some(puzzle), Some(first))
        })?;
        self.lines.each(|_, line| self.console.out.raw(line))?;
        let found = self.found.iter().zip(FINDINGS).filter(|(count, _)| **count > 0);
        let found: Vec<_> = found.map(|(count, (_, name, _))| format!("{count} {name}")).collect();
        Ok(if found.is_empty() { "no findings".to_owned() } else { found.join(", ") })
    }

    /// The name of the file and the line of a place.
    fn place(&self, place: u64) -> (&str, u64) {
        (&self.names[(place >> LINE_BITS) as usize], place & ((1 << LINE_BITS) - 1))
    }

    /// Counts a finding, and keeps its text.
    fn add(
        &mut self,
        place: u64,
        column: Option<usize>,
        (finding, message): (Finding, String),
        puzzle: Option<Grid>,
        earlier: Option<u64>,
    ) -> Result<()> {
        let unreadable = finding == Finding::Unreadable;
        let fault = if unreadable { Fault::Unreadable } else { Fault::Checked };
        self.console.trouble.count(fault);
        self.found[finding as usize] += 1;
        let (name, line) = self.place(place);
        let text = match self.format {
            VerifyFormat::Line => {
                let column = column.map_or_else(String::new, |column| format!("{column}:"));
                format!("{}:{line}:{column} {message}\n", Printable(name))
            }
            VerifyFormat::Json => {
                let earlier = earlier.map(|place| self.place(place));
                let earlier = earlier.map(|(name, line)| Earlier { name, line });
                json(&FindingRow { name, line, column, finding, message, puzzle, earlier })?
            }
        };
        Ok(self.lines.push(place.into(), &text)?)
    }
}
