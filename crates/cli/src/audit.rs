//! `sudoku-lab audit`: what is wrong with a set of puzzles, and how hard it is.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use anyhow::Result;
use clap::builder::PossibleValuesParser;
use clap::{Args, ValueEnum};
use comfy_table::{ColumnConstraint, ContentArrangement, Table, presets};
use sudoku_lab::audit::{Audit, Example, Finding, Options, Report};
use sudoku_puzzles::Printable;

use crate::console::Console;
use crate::input::{Input, Origin, Reading};
use crate::rate::Arrangements;
use crate::trouble::Fault;
use crate::wrap::{glossary, help_columns};

/// Audit a set of puzzles, or a training set and a test set
///
/// Checks each puzzle: that it has one solution, whether it is minimal, whether the solution in the
/// file is right. Finds puzzles that are there more than once, within a file and in both files, also
/// when one is turned into the other by relabelled digits, reordered bands, stacks, rows and columns, or
/// a transposition. Rates puzzles as `sudoku-lab rate` does, and compares that with the rating in the
/// file. Puzzles are read as by `sudoku-lab solve`. The folder for temporary files needs 91
/// bytes for each puzzle, and room for the findings; memory, 182 for each of the largest class of
/// equivalent puzzles.
#[derive(Debug, Args)]
#[command(after_long_help = audit_findings())]
pub(crate) struct AuditCommand {
    /// Exit with 1 after these findings; all: after any
    #[arg(long, value_name = "KIND,...", value_delimiter = ',', hide_possible_values = true)]
    #[arg(value_parser = PossibleValuesParser::new(names()))]
    fail_on: Vec<String>,

    /// Write all findings to a file, as CSV
    ///
    /// The columns are file, row (the line), finding, partner (the place that is repeated) and message.
    #[arg(long, value_name = "FILE")]
    findings: Option<PathBuf>,

    /// Write the rows without a finding to a file, as CSV
    ///
    /// They are those of the last file that is read. The columns are puzzle, solution and rating.
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
    #[arg(long, value_name = "NAME", hide_short_help = true)]
    rating: Option<String>,

    /// Output format
    #[arg(long, value_enum, default_value_t)]
    format: AuditFormat,

    /// The puzzles, or those that a program is trained on
    ///
    /// A file, a folder, a set, or - for standard input.
    #[arg(value_name = "TRAIN")]
    train: OsString,

    /// The puzzles that it is tested on
    ///
    /// None of them should be among the others.
    #[arg(value_name = "TEST")]
    test: Option<OsString>,
}

#[derive(Debug, Clone, Copy, Default, ValueEnum)]
enum AuditFormat {
    /// A table of figures, and examples of findings
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
        let mut audit = Audit::new(options)?;
        for file in [Some(&self.train), self.test.as_ref()].into_iter().flatten() {
            self.file(file, &mut audit, console)?;
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

    fn file(&self, path: &OsStr, audit: &mut Audit, console: &Console<'_>) -> Result<()> {
        let input = Input::open(Some(path), &self.reading, console)?;
        let name = Printable(&input.name).to_string();
        audit.file(&name);
        let outside = matches!(input.origin, Origin::Outside);
        if outside && path != "-" {
            audit.sum(Path::new(path))?;
        }
        console.begin(input.bytes);
        let mut reader = input.puzzles(|| ());
        let threads = self.reading.threads.number();
        let read = audit.read(&mut reader, threads, |bytes, rows| {
            console.tell(bytes, format_args!("{rows} puzzles"));
            Ok::<_, anyhow::Error>(())
        });
        console.end();
        if let (true, Some(parts)) = (outside && read.is_ok(), reader.taken()) {
            console.say(format_args!("{name}: {parts}"));
        }
        read
    }
}

/// The columns of the table, also on wider terminals.
const COLUMNS: u16 = 80;

/// The report as a table, and examples below it.
fn text(report: &Report) -> String {
    let (heads, mut figures) = (["TRAIN", "TEST"].map(str::to_owned), report.figures());
    let names = std::mem::replace(&mut figures[0].1, heads[..report.files.len()].to_vec());
    let files = heads.iter().zip(names).map(|(head, name)| format!("{head:<7}{name}\n"));
    let mut text: String = files.collect();
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table.add_rows(figures.into_iter().map(|(name, cells)| [vec![name], cells].concat()));
    table.set_content_arrangement(ContentArrangement::Dynamic).set_width(COLUMNS);
    for column in table.column_iter_mut().skip(1) {
        column.set_constraint(ColumnConstraint::ContentWidth);
    }
    text += &format!("{}\n", table.trim_fmt());
    for Example { place, finding, message, .. } in &report.examples {
        text += &format!("{place}: {}: {message}\n", finding.name());
    }
    text
}
