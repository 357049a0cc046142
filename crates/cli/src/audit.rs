//! `sudoku-lab audit`: what is wrong with a set of puzzles, and how hard it is.

use std::ffi::OsString;

use anyhow::bail;
use clap::{Args, ValueEnum};
use sudoku_audit::{Audit as Auditor, Examined, Examiner, FileReport, Finding, Report};
use sudoku_puzzles::{Printable, ReadError, Record};

use crate::in_order::Outlet;
use crate::input::{Input, Reading, no_puzzle};
use crate::output::Output;
use crate::rate::Arrangements;
use crate::text::{glossary, help_columns};
use crate::trouble::Trouble;
use crate::workers::{self, Threads, work_through};

/// Audit a set of puzzles, or a training set and a test set
///
/// Checks each puzzle: that it has one solution, whether it is minimal, whether the solution in the
/// file is right. Finds puzzles that are there more than once, within a file and in both files, also
/// when one is turned into the other by relabelled digits, reordered bands, stacks, rows and columns, or
/// a transposition. Rates puzzles as `sudoku-lab rate` does, and compares that with the rating in the
/// file. Puzzles are read as by `sudoku-lab solve`. Memory is bounded; the folder for temporary files
/// needs 91 bytes for each puzzle.
#[derive(Debug, Args)]
#[command(after_long_help = findings())]
pub(crate) struct Audit {
    /// Exit with 1 if something was found
    #[arg(long)]
    strict: bool,

    /// Show up to N rows of each finding in each file
    #[arg(long, value_name = "N", default_value_t = 10)]
    examples: u64,

    #[command(flatten)]
    arrangements: Arrangements,

    #[command(flatten)]
    reading: Reading,

    #[command(flatten)]
    threads: Threads,

    /// Output format
    #[arg(long, value_enum, default_value_t)]
    format: Format,

    /// The puzzles, or those that a program is trained on: a file, or - for standard input
    #[arg(value_name = "TRAIN")]
    train: OsString,

    /// The puzzles that it is tested on, none of which should be among the others
    #[arg(value_name = "TEST")]
    test: Option<OsString>,
}

#[derive(Debug, Clone, Copy, Default, ValueEnum)]
enum Format {
    /// A few lines for each file
    #[default]
    Text,
    /// One JSON object
    Json,
}

fn findings() -> String {
    let terms = Finding::ALL.map(|(_, name, meaning)| (name, meaning));
    format!("Findings:\n{}", glossary(&terms, help_columns()))
}

impl Audit {
    pub(crate) fn run(self, out: &Output, trouble: &Trouble) -> anyhow::Result<()> {
        let mut audit = Auditor::new(self.examples);
        for file in [Some(&self.train), self.test.as_ref()].into_iter().flatten() {
            let input = Input::open(Some(file), &self.reading, trouble)?;
            let (name, progress) = (input.name.clone(), input.progress(out));
            audit.file(&Printable(&name).to_string());
            let worker = || Worker(Examiner::new(self.arrangements.rater()));
            let threads = (self.threads.number(), 1);
            let (mut examined, mut first) = (0_u64, None);
            let (puzzles, read) =
                work_through(input, threads, &progress, out, worker, |event| match event {
                    Event::Examined(row) => {
                        examined += 1;
                        Ok(audit.take(*row)?)
                    }
                    Event::Unreadable(line, why) => {
                        if examined == 0 {
                            first.get_or_insert((line, why.clone()));
                        }
                        audit.unreadable(line, why);
                        Ok(())
                    }
                });
            read?;
            match first.filter(|_| examined == 0) {
                _ if puzzles == 0 => return Err(no_puzzle(&name)),
                Some((line, why)) => {
                    bail!("{name}: none of {puzzles} rows could be read; line {line}: {why}")
                }
                None => {}
            }
        }
        let report = audit.finish()?;
        match self.format {
            Format::Json => out.json(&report)?,
            Format::Text => out.raw(text(&report))?,
        }
        if self.strict && report.has_findings() {
            trouble.note_failed();
        }
        Ok(())
    }
}

struct Worker(Examiner);

enum Event {
    Examined(Box<Examined>),
    Unreadable(u64, String),
}

impl workers::Worker for Worker {
    type Event = Event;

    fn take(
        &mut self,
        _: u64,
        item: Result<Record, ReadError>,
        outlet: &dyn Outlet<Event>,
    ) -> anyhow::Result<()> {
        outlet.event(match item {
            Ok(record) => Event::Examined(Box::new(self.0.examine(&record))),
            Err(ReadError::Text { line, fault, .. }) => Event::Unreadable(line, fault.to_string()),
            Err(error) => return Err(error.into()),
        })
    }
}

/// The report as lines of text.
fn text(report: &Report) -> String {
    let mut text = String::new();
    for file in &report.files {
        text += &summary(file);
        for ((finding, name, meaning), count) in Finding::ALL.iter().zip(file.found) {
            if count == 0 {
                continue;
            }
            text += &format!("  {name}: {count} ({meaning})\n");
            for example in report.examples.iter().filter(|example| example.finding == *finding) {
                if example.place.file == file.name {
                    text += &format!("    {}: {}\n", example.place, example.message);
                }
            }
        }
    }
    text
}

fn summary(file: &FileReport) -> String {
    let FileReport { name, rows, unique, minimal, singles, locked, rated, .. } = file;
    let mut text = format!(
        "{name}: {rows} rows\n  {unique} with one solution, {minimal} of them minimal\n  {singles} solved \
         by singles, {locked} by these and locked candidates\n"
    );
    if let (Some(guesses), Some(sd)) = (file.guesses, file.guesses_sd) {
        text += &format!(
            "  guesses at a puzzle: mean {:.2}, median {:.2}, 90 % below {:.2}, 99 % below {:.2}, most {:.2}; \
             from arrangement to arrangement they spread by {sd:.2}\n",
            guesses.mean, guesses.median, guesses.p90, guesses.p99, guesses.max
        );
    }
    if let Some(correlation) = file.rank_correlation {
        text += &format!(
            "  rank correlation of guesses with the rating in the file: {correlation:.3}, {rated} puzzles\n"
        );
    }
    if file.found.iter().all(|count| *count == 0) {
        text += "  no findings\n";
    }
    text
}
