//! `sudoku-report DIR`: draws the report of a run from its raw data.

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use lexopt::prelude::*;
use sudoku_measure::RunFolder;

const USAGE: &str = "\
Draws the report of a run from its raw data, into the same folder.

usage: sudoku-report DIR [--terminal]

  DIR         the folder of a run: it holds environment.json and raw/
  --terminal  print the main table as well
  --help      print this

The last line printed is the path of the page.
Exit codes: 0 all well; 1 raw data missing or damaged; 2 bad usage.";

struct Options {
    folder: PathBuf,
    terminal: bool,
}

fn main() -> ExitCode {
    match options() {
        Err(error) => {
            eprintln!("sudoku-report: {error}\n\n{USAGE}");
            ExitCode::from(2)
        }
        Ok(None) => {
            println!("{USAGE}");
            ExitCode::SUCCESS
        }
        Ok(Some(options)) => report(&options),
    }
}

fn report(Options { folder, terminal }: &Options) -> ExitCode {
    match sudoku_report::write(&RunFolder::new(folder)) {
        Err(error) => {
            eprintln!("sudoku-report: {error:#}");
            ExitCode::FAILURE
        }
        Ok(results) => {
            let page = folder.join("index.html");
            let table =
                if *terminal { sudoku_report::terminal(&results) + "\n" } else { String::new() };
            // Whoever has closed the pipe has read enough.
            let _ = writeln!(io::stdout(), "{table}{}", page.display());
            ExitCode::SUCCESS
        }
    }
}

/// Nothing when help is asked for.
fn options() -> Result<Option<Options>, lexopt::Error> {
    let (mut folder, mut terminal) = (None, false);
    let mut arguments = lexopt::Parser::from_env();
    while let Some(argument) = arguments.next()? {
        match argument {
            Long("help") | Short('h') => return Ok(None),
            Long("terminal") => terminal = true,
            Value(value) if folder.is_none() => folder = Some(value),
            other => return Err(other.unexpected()),
        }
    }
    let folder: OsString = folder.ok_or("DIR is missing")?;
    Ok(Some(Options { folder: folder.into(), terminal }))
}
