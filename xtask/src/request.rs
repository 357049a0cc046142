//! [`Request`]: the request for a run of the benches.

use std::path::PathBuf;
use std::process::Command;

use anyhow::Result;
use lexopt::prelude::*;
use serde_json::json;

use crate::args::Args;
use crate::entrant::Programs;
use crate::progress::{RunProgress, Step};
use crate::{Usage, from_here, programs, root};

/// A request to the benches. They read it from the environment, because the command line of a bench
/// belongs to criterion.
pub(crate) struct Request {
    pub(crate) mode: &'static str,
    pub(crate) solvers: Vec<String>,
    pub(crate) corpora: Vec<String>,
    /// Programs in other languages.
    pub(crate) programs: Programs,
    pub(crate) out: PathBuf,
    pub(crate) save_baseline: Option<String>,
    pub(crate) baseline: Option<String>,
    pub(crate) gate: bool,
    pub(crate) paired: bool,
    pub(crate) instructions: bool,
    /// The option of the report that says how much is printed.
    pub(crate) length: &'static str,
}

/// Prints the outcome of a run alone.
pub(crate) const SHORT: &str = "--terminal";

/// Prints all tables, notes and claims as well.
pub(crate) const LONG: &str = "--long";

/// Reads the value of `--solver` or `--corpus`. It must be one line, because the benches get
/// several names, each on a line.
pub(crate) fn name(option: &str, args: &mut Args) -> Result<String> {
    let name = args.value()?.string()?;
    if name.trim().is_empty() || name.contains('\n') {
        return Err(Usage(format!("{option} needs a name")).into());
    }
    Ok(name)
}

impl Request {
    /// Returns a request for every solver on the corpora that this mode has time for.
    pub(crate) fn all(mode: &'static str) -> Self {
        Self {
            mode,
            solvers: Vec::new(),
            corpora: Vec::new(),
            programs: Vec::new(),
            out: root().join("reports/latest"),
            save_baseline: None,
            baseline: None,
            gate: false,
            paired: true,
            instructions: false,
            length: SHORT,
        }
    }

    /// Adds the gate: instructions are counted, and the run is compared with the reference as well.
    pub(crate) fn gated(self) -> Self {
        Self { gate: true, instructions: true, ..self }
    }

    pub(crate) fn pass_to<'a>(&self, command: &'a mut Command) -> &'a mut Command {
        command
            .env("SUDOKU_LAB_MODE", self.mode)
            .env("SUDOKU_LAB_SOLVERS", self.solvers.join("\n"))
            .env("SUDOKU_LAB_CORPORA", self.corpora.join("\n"))
            .env("SUDOKU_LAB_PROGRAMS", self.programs_as_text())
            .env("SUDOKU_LAB_BUILDS", self.builds().to_string())
    }

    fn programs_as_text(&self) -> String {
        if self.programs.is_empty() { String::new() } else { json!(self.programs).to_string() }
    }

    /// Returns how many builds take part in the race, or 0: more builds give narrower intervals.
    pub(crate) fn builds(&self) -> u32 {
        match self.mode {
            _ if !self.paired => 0,
            "quick" => 6,
            _ => 24,
        }
    }

    /// Starts a small program of the benches, which checks the names of the solvers, reads the
    /// corpora, and estimates the time of each step. Returns the program and the steps. The program
    /// needs little more than the registry, which every later one needs too, so no time is lost.
    ///
    /// # Errors
    ///
    /// A usage error when a solver or a corpus is unknown.
    pub(crate) fn check(&mut self, progress: &mut RunProgress) -> Result<(PathBuf, Vec<Step>)> {
        let program = programs::program("once", progress)?;
        let mut check = Command::new(&program);
        let check = self.pass_to(check.arg("--check")).current_dir(from_here(""));
        let steps;
        (self.corpora, steps) = serde_json::from_slice(&programs::printed(check)?)?;
        Ok((program, steps))
    }
}
