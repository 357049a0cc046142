//! The runs that are read.

use std::env;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::Args;
use sudoku_judge::claims::{LedgerError, References};
use sudoku_record::{RunFolder, runs_in, top};

use crate::console::path;

#[derive(Args)]
pub(crate) struct RunArg {
    /// By the run in this folder; otherwise by reports/latest, or else by the newest reference
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
        newest_in(&top().join("reports/reference"))
    }
}

/// Reads and judges the references: the committed ones or, in tests, those in the folder that
/// `SUDOKU_LAB_REFERENCES` names.
pub(crate) fn references() -> Result<References, LedgerError> {
    let folder = env::var_os("SUDOKU_LAB_REFERENCES").map(PathBuf::from);
    References::read(&folder.unwrap_or_else(|| top().join("reports/reference")))
}

/// Returns the newest of the runs in a folder.
fn newest_in(folder: &Path) -> Result<RunFolder> {
    let started = |run: RunFolder| Ok((run.environment()?.started, run));
    let runs = runs_in(folder)?.into_iter().map(started).collect::<Result<Vec<_>>>()?;
    let newest = runs.into_iter().max_by(|a, b| a.0.cmp(&b.0));
    newest.map(|(_, run)| run).with_context(|| format!("there is no run in {}", folder.display()))
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
    fn the_newest_run_is_found_and_a_damaged_one_is_named() {
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
        let newest = newest_in(&folder).unwrap();
        write("a", "{");
        let damaged = format!("{:#}", newest_in(&folder).unwrap_err());
        fs::remove_dir_all(&folder).unwrap();
        assert_eq!(newest.root(), folder.join("b"));
        assert!(damaged.contains("a/environment.json is not the expected JSON: EOF"), "{damaged}");
        assert!(format!("{:#}", newest_in(&folder).unwrap_err()).contains("sudoku-lab-newest"));
    }
}
