//! `cargo xtask race`: judges and times programs in any language on the puzzles of a file.

use std::process::{Command, ExitCode};

use anyhow::Result;
use lexopt::prelude::*;

use crate::args::Args;
use crate::progress::RunProgress;
use crate::{Usage, from_here, passed_on, programs};

pub(crate) fn race(mut args: Args) -> Result<ExitCode> {
    let (mut words, mut limit) = (Vec::new(), Vec::new());
    while let Some(arg) = args.next()? {
        match arg {
            Long("limit") => limit = vec!["--limit".into(), args.value()?],
            Value(word) => words.push(word),
            other => return Err(other.unexpected().into()),
        }
    }
    if words.len() < 2 {
        let text = "race needs a program and a file: cargo xtask race 'mine=python3 solve.py' FILE";
        return Err(Usage(text.to_owned()).into());
    }
    let mut race = Command::new(programs::programs(&mut RunProgress::compiling(1))?);
    let status = race.args(limit).args(words).current_dir(from_here("")).status()?;
    Ok(ExitCode::from(passed_on(status, 2, "the race ended early")?))
}
