//! `cargo xtask oracle`: published ratings, compared with what our solvers find.

use std::process::{Command, ExitCode};

use anyhow::{Context, Result};
use lexopt::prelude::*;

use crate::args::Args;
use crate::progress::{Progress, Step};
use crate::{Usage, from_here, passed_on, programs};

/// Seconds for a million puzzles or so, on two cores.
const SECONDS: f64 = 120.0;

pub(crate) fn oracle(mut args: Args) -> Result<ExitCode> {
    let mut folder = None;
    while let Some(arg) = args.next()? {
        match arg {
            Value(name) if folder.is_none() => folder = Some(from_here(name)),
            other => return Err(other.unexpected().into()),
        }
    }
    let folder = folder.context(Usage("oracle needs the folder of the ratings".to_owned()))?;
    let mut progress = Progress::compiling(1);
    let mut program = Command::new(programs::program("oracle", &mut progress)?);
    progress.start(vec![Step::new("comparing", SECONDS)]);
    let status = progress.run(program.arg("--compare").arg(folder))?;
    Ok(ExitCode::from(passed_on(status, 2, "the comparison ended early")?))
}
