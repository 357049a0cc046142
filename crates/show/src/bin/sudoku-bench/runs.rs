//! The runs that are read.

use std::env;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::Args;
use sudoku_judge::claims::{LedgerError, References};
use sudoku_record::{ProgramRow, RunFolder, runs_in, top};

use crate::console::path;

#[derive(Args)]
pub(crate) struct RunArg {
    /// By the run in this folder; otherwise by reports/latest, or else by the first reference, which
    /// the README shows
    #[arg(id = "in", long = "in", value_name = "DIR", value_parser = path())]
    folder: Option<PathBuf>,
}

impl RunArg {
    /// The run that is asked for.
    pub(crate) fn find(&self) -> Result<RunFolder> {
        if let Some(folder) = &self.folder {
            return held(folder);
        }
        let latest = RunFolder::new(top().join("reports/latest"));
        if latest.file("raw/plan.json").exists() {
            return Ok(latest);
        }
        first_in(&top().join("reports/reference"))
    }
}

/// Reads and judges the references.
pub(crate) fn references() -> Result<References, LedgerError> {
    References::read(&folder_of_references())
}

/// The folder of the committed references or, in tests, the one that `SUDOKU_LAB_REFERENCES` names.
pub(crate) fn folder_of_references() -> PathBuf {
    let folder = env::var_os("SUDOKU_LAB_REFERENCES").map(PathBuf::from);
    folder.unwrap_or_else(|| top().join("reports/reference"))
}

/// Returns the first of the references in a folder, as [`References`] orders them: the newest one with
/// programs in other languages, or else the newest.
fn first_in(folder: &Path) -> Result<RunFolder> {
    let rank = |run: RunFolder| Ok(((run.has::<ProgramRow>(), run.environment()?.started), run));
    let runs = runs_in(folder)?.into_iter().map(rank).collect::<Result<Vec<_>>>()?;
    let first = runs.into_iter().max_by(|a, b| a.0.cmp(&b.0));
    first.map(|(_, run)| run).with_context(|| format!("there is no run in {}", folder.display()))
}

/// Returns the run in a folder; an error says what the folder is if it holds none.
pub(crate) fn held(folder: &Path) -> Result<RunFolder> {
    let run = RunFolder::new(folder);
    run.must_hold_run()?;
    Ok(run)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn the_first_reference_is_found_and_a_damaged_one_is_named() {
        let fixture = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixture/environment.json");
        let fixture = fs::read_to_string(fixture).unwrap();
        let environment: serde_json::Value = serde_json::from_str(&fixture).unwrap();
        let name = format!("sudoku-lab-newest-{}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        let write = |run: &str, text: &str| {
            fs::create_dir_all(folder.join(run)).unwrap();
            fs::write(folder.join(run).join("environment.json"), text).unwrap();
        };
        for (run, started) in [("b", "2026-01-02"), ("c", "2026-01-01")] {
            let mut environment = environment.clone();
            environment["started"] = started.into();
            write(run, &environment.to_string());
        }
        let newest = first_in(&folder).unwrap();
        fs::create_dir_all(folder.join("c/raw")).unwrap();
        fs::write(folder.join("c/raw/programs.csv"), "").unwrap();
        let with_programs = first_in(&folder).unwrap();
        write("a", "{");
        let damaged = format!("{:#}", first_in(&folder).unwrap_err());
        fs::remove_dir_all(&folder).unwrap();
        assert_eq!([newest.root(), with_programs.root()], [folder.join("b"), folder.join("c")]);
        assert!(damaged.contains("a/environment.json is not the expected JSON: EOF"), "{damaged}");
        assert!(format!("{:#}", first_in(&folder).unwrap_err()).contains("sudoku-lab-newest"));
    }
}
