//! `sudoku-report`: draws the report of a run from its raw data, and compares runs.

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result};
use lexopt::prelude::*;
use sudoku_claims::{References, ledger};
use sudoku_measure::{PairedRow, Raw, RunFolder, RunFolderError};
use sudoku_report::Written;
use sudoku_report::compare::{self, Run};
use sudoku_report::gate::gate;

const USAGE: &str = "\
Draws the report of a run from its raw data, into the same folder, and compares runs.

usage: sudoku-report DIR [--terminal]
       sudoku-report compare BEFORE AFTER
       sudoku-report gate DIR
       sudoku-report revisions OLD NEW

  DIR         the folder of a run: it holds environment.json and raw/
  --terminal  print the main table as well
  compare     what has changed from one run to another, as Markdown
  gate        is the run as good as the reference of its processor (or else as the newest in
              reports/reference), and are its verdicts those expected?
  revisions   two programs whose paired rounds were run in turn
  --help      print this

The last line printed of a report is the path of the page.
Exit codes: 0 all well; 1 raw data missing or damaged, or the gate is closed; 2 bad usage, or a
file that is no report stands where one would be written.";

enum Task {
    Help,
    Report { folder: PathBuf, terminal: bool },
    Compare([RunFolder; 2]),
    Gate(RunFolder),
    Revisions([RunFolder; 2]),
}

fn main() -> ExitCode {
    let task = match task() {
        Ok(task) => task,
        Err(error) => {
            eprintln!("sudoku-report: {error}\n\n{USAGE}");
            return ExitCode::from(2);
        }
    };
    match run(&task) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("sudoku-report: {error:#}");
            let taken = matches!(error.downcast_ref(), Some(RunFolderError::Taken(_)));
            if taken { ExitCode::from(2) } else { ExitCode::FAILURE }
        }
    }
}

fn run(task: &Task) -> Result<ExitCode> {
    match task {
        Task::Help => print(USAGE),
        Task::Report { folder, terminal } => report(folder, *terminal)?,
        Task::Compare([before, after]) => {
            let [before, after] = [Raw::read(before)?, Raw::read(after)?].map(Run::of);
            print(compare::compare(&before, &after).trim_end());
        }
        Task::Gate(folder) => {
            let references = References::committed()?;
            let raw = Raw::read(folder)?;
            let nearest = references.nearest(&raw.environment);
            let nearest = &nearest.context("there is no run in reports/reference")?.folder;
            let check = references.check(&raw.environment, &ledger(&raw)?);
            let [reference, run] = [Raw::read(nearest)?, raw].map(Run::of);
            let judgement = gate(&reference, &run, &check);
            print(judgement.text.trim_end());
            return Ok(if judgement.open { ExitCode::SUCCESS } else { ExitCode::FAILURE });
        }
        Task::Revisions([old, new]) => {
            let [old, new] = [old.read::<PairedRow>()?, new.read()?];
            print(sudoku_report::revisions(&old, &new).trim_end());
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn report(folder: &Path, terminal: bool) -> Result<()> {
    let Written { results, ledger, check } =
        sudoku_report::write(&RunFolder::new(folder), &References::committed()?)?;
    let table = if terminal {
        let figures = sudoku_report::terminal(&results, check.note.as_deref());
        format!("{figures}\n{}\n", sudoku_report::claims(&ledger, &check))
    } else {
        String::new()
    };
    print(&format!("{table}{}", folder.join("index.html").display()));
    Ok(())
}

fn print(text: &str) {
    // Whoever has closed the pipe has read enough.
    let _ = writeln!(io::stdout(), "{text}");
}

fn task() -> Result<Task, lexopt::Error> {
    let mut arguments = lexopt::Parser::from_env();
    let (mut words, mut terminal): (Vec<OsString>, _) = (Vec::new(), false);
    while let Some(argument) = arguments.next()? {
        match argument {
            Long("help") | Short('h') => return Ok(Task::Help),
            Long("terminal") => terminal = true,
            Value(word) if words.len() < 3 => words.push(word),
            other => return Err(other.unexpected()),
        }
    }
    let two = |a: &OsString, b: &OsString| [RunFolder::new(a), RunFolder::new(b)];
    match words.as_slice() {
        [] => Err("DIR is missing".into()),
        [task, a, b] if task == "compare" => Ok(Task::Compare(two(a, b))),
        [task, a, b] if task == "revisions" => Ok(Task::Revisions(two(a, b))),
        [task, folder] if task == "gate" => Ok(Task::Gate(RunFolder::new(folder))),
        [folder] => Ok(Task::Report { folder: folder.into(), terminal }),
        [_, second, ..] => Err(Value(second.clone()).unexpected()),
    }
}
