//! `cargo xtask oracle`: compares published ratings with our solvers, or makes a census of puzzles.

use std::process::{Command, ExitCode};

use anyhow::{Context, Result};
use lexopt::prelude::*;

use crate::args::Args;
use crate::progress::{RunProgress, Step};
use crate::{Usage, from_here, passed_on, programs};

/// Seconds for about a million puzzles, on two cores.
const SECONDS: f64 = 120.0;

/// The calls after which a search of the census is stopped; `--max-calls` sets another number.
const CALLS: u64 = 20_000;

pub(crate) fn oracle(mut args: Args) -> Result<ExitCode> {
    let mut folder = None;
    let (mut puzzles, mut calls, mut seed) = (None, None, None);
    while let Some(arg) = args.next()? {
        match arg {
            Long("census") => puzzles = Some(args.value()?),
            Long("max-calls") => calls = Some(args.value()?),
            Long("seed") => seed = Some(args.value()?),
            Value(name) if folder.is_none() => folder = Some(from_here(name)),
            other => return Err(other.unexpected().into()),
        }
    }
    let puzzles: Option<usize> = puzzles.map(|number| number.parse()).transpose()?;
    let calls: u64 = calls.map_or(Ok(CALLS), |calls| calls.parse())?;
    let seed: u64 = seed.map_or(Ok(0), |seed| seed.parse())?;
    let folder = folder.context(Usage("oracle needs the folder of the ratings".to_owned()))?;
    let mut progress = RunProgress::compiling(1);
    let mut program = Command::new(programs::program("oracle", &mut progress)?);
    if let Some(puzzles) = puzzles {
        progress.start(vec![Step::new("the census", SECONDS)]);
        program.arg("--census").arg(folder);
        program.args([puzzles.to_string(), calls.to_string(), seed.to_string()]);
    } else {
        progress.start(vec![Step::new("comparing", SECONDS)]);
        program.arg("--compare").arg(folder);
    }
    let status = progress.run(&mut program)?;
    Ok(ExitCode::from(passed_on(status, 2, "the comparison ended early")?))
}
