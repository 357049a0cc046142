//! `sudoku-lab audit`: what is wrong with a set of puzzles, and how hard it is.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use clap::builder::PossibleValuesParser;
use clap::{Args, ValueEnum};
use sudoku_lab::audit::{Audit, Examined, FileReport, Finding, Options, Report};
use sudoku_puzzles::{Printable, ReadError};

use crate::console::Console;
use crate::in_order::Outlet;
use crate::input::{Input, Origin, Reading, no_puzzle};
use crate::rate::Arrangements;
use crate::text::{glossary, help_columns};
use crate::trouble::Fault;
use crate::workers::{Share, work_through};

/// Audit a set of puzzles, or a training set and a test set
///
/// Checks each puzzle: that it has one solution, whether it is minimal, whether the solution in the
/// file is right. Finds puzzles that are there more than once, within a file and in both files, also
/// when one is turned into the other by relabelled digits, reordered bands, stacks, rows and columns, or
/// a transposition. Rates puzzles as `sudoku-lab rate` does, and compares that with the rating in the
/// file. Puzzles are read as by `sudoku-lab solve`. Memory is bounded; the folder for temporary files
/// needs 91 bytes for each puzzle, and room for the findings.
#[derive(Debug, Args)]
#[command(after_long_help = audit_findings())]
pub(crate) struct AuditCommand {
    /// Exit with 1 if one of these was found, or anything (all)
    #[arg(long, value_name = "FINDING,...", value_delimiter = ',', hide_possible_values = true)]
    #[arg(value_parser = PossibleValuesParser::new(names()))]
    fail_on: Vec<String>,

    /// Write all findings to a file, as CSV: file, row, finding, partner (what is repeated), message
    #[arg(long, value_name = "FILE")]
    findings: Option<PathBuf>,

    /// Write the puzzles of the last file without a finding to another, as CSV: puzzle, solution,
    /// rating
    #[arg(long, value_name = "FILE")]
    clean: Option<PathBuf>,

    /// Show N rows of each finding and file
    #[arg(long, value_name = "N", default_value_t = 10)]
    examples: u64,

    #[command(flatten)]
    arrangements: Arrangements,

    #[command(flatten)]
    reading: Reading,

    /// Read the ratings from this column or key
    #[arg(long, value_name = "NAME")]
    rating: Option<String>,

    /// Output format
    #[arg(long, value_enum, default_value_t)]
    format: AuditFormat,

    /// The puzzles, or those that a program is trained on: a file, a set, or - for standard input
    #[arg(value_name = "TRAIN")]
    train: OsString,

    /// The puzzles that it is tested on, none of which should be among the others
    #[arg(value_name = "TEST")]
    test: Option<OsString>,
}

#[derive(Debug, Clone, Copy, Default, ValueEnum)]
enum AuditFormat {
    /// A few lines for each file
    #[default]
    Text,
    /// One JSON object
    Json,
    /// A table for the card of a data set
    Markdown,
}

/// The names that `--fail-on` takes.
fn names() -> impl Iterator<Item = &'static str> {
    Finding::ALL.into_iter().map(|(_, name, _)| name).chain(["all"])
}

fn audit_findings() -> String {
    let terms = Finding::ALL.map(|(_, name, meaning)| (name, meaning));
    format!("Findings:\n{}", glossary(&terms, help_columns()))
}

impl AuditCommand {
    pub(crate) fn run(mut self, console: &Console<'_>) -> Result<()> {
        self.reading.rating = self.rating.take();
        let options = Options {
            reading: self.reading.options(),
            arrangements: self.arrangements.arrangements.into(),
            seed: self.arrangements.seed,
            examples: self.examples,
            findings: self.findings.take(),
            clean: self.clean.take(),
        };
        let mut audit = Audit::new(options.clone())?;
        for file in [Some(&self.train), self.test.as_ref()].into_iter().flatten() {
            self.file(file, &options, &mut audit, console)?;
        }
        let report = audit.finish()?;
        match self.format {
            AuditFormat::Json => console.out.json(&report)?,
            AuditFormat::Markdown => console.out.raw(report.markdown())?,
            AuditFormat::Text => console.out.raw(text(&report))?,
        }
        let found = |(kind, name, _): &(Finding, &str, &str)| {
            let asked = |one: &String| [*name, "all"].contains(&one.as_str());
            report.found(*kind) > 0 && self.fail_on.iter().any(asked)
        };
        if Finding::ALL.iter().any(found) {
            console.trouble.count(Fault::Checked);
        }
        Ok(())
    }

    fn file(
        &self,
        path: &OsStr,
        options: &Options,
        audit: &mut Audit,
        console: &Console<'_>,
    ) -> Result<()> {
        let input = Input::open(Some(path), &self.reading, console)?;
        let name = input.name.clone();
        audit.file(&Printable(&name).to_string());
        if matches!(input.origin, Origin::Outside) && path != "-" {
            audit.sum(Path::new(path))?;
        }
        let worker = || {
            let mut examiner = options.examiner();
            move |share: Share, outlet: &mut Outlet<'_, Result<Examined, (u64, String)>>| {
                share.each(|_, item| match item {
                    Ok(record) => outlet.event(Ok(examiner.examine(&record))),
                    Err(ReadError::Text { line, fault, .. }) => {
                        outlet.event(Err((line, fault.to_string())))
                    }
                    Err(error) => Err(error.into()),
                })
            }
        };
        let (mut examined, mut refused) = (0_u64, None);
        let of_share = (self.reading.threads, 1);
        let (puzzles, read) = work_through(console, input, of_share, worker, |row| {
            match row {
                Ok(row) => {
                    examined += 1;
                    audit.take(row)?;
                }
                Err((line, why)) => {
                    refused.get_or_insert_with(|| format!("line {line}: {why}"));
                    audit.unreadable(line, &why)?;
                }
            }
            Ok(())
        });
        read?;
        match refused {
            _ if puzzles == 0 => Err(no_puzzle(&name)),
            Some(first) if examined == 0 => {
                bail!("{name}: none of {puzzles} rows could be read; {first}")
            }
            _ => Ok(()),
        }
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
