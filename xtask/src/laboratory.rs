//! The tasks of the laboratory's program, which is compiled and started for each.

use std::env::{self, consts::EXE_EXTENSION};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use anyhow::Result;

use crate::{cargo, folders, must, passed_on};

/// Set where the tests have just compiled all programs, with the features of the whole workspace.
/// Compiling one by itself would compile what it depends on once more.
pub(crate) const COMPILED: &str = "SUDOKU_LAB_COMPILED";

/// Compiles the program, and [`start`]s it.
pub(crate) fn run(words: &[impl AsRef<OsStr>], here: &Path) -> Result<ExitCode> {
    if env::var_os(COMPILED).is_none() {
        must(&mut cargo("build --package sudoku-show --bin sudoku-bench"))?;
    }
    start(words, here)
}

/// Runs a task in the folder of the user, and passes its exit code on. The program gets the path of this
/// one, which compiles the searches for a page.
pub(crate) fn start(words: &[impl AsRef<OsStr>], here: &Path) -> Result<ExitCode> {
    let program = folders::target_folder().join("debug/sudoku-bench");
    let mut task = Command::new(program.with_extension(EXE_EXTENSION));
    task.arg("--xtask").arg(own_path(here)?).args(words).current_dir(here);
    Ok(ExitCode::from(passed_on(task.status()?, 2, "the task ended early")?))
}

/// The path by which this program was started. Its file may have been compiled anew since, and then
/// `current_exe` names one that is deleted.
fn own_path(here: &Path) -> Result<PathBuf> {
    let started = env::args_os().next().map(|word| here.join(word));
    match started.filter(|path| path.is_file()) {
        Some(path) => Ok(path),
        None => Ok(env::current_exe()?),
    }
}
