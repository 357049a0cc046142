//! `cargo xtask duel`: compares two solvers puzzle by puzzle.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use lexopt::prelude::*;

use crate::args::Args;
use crate::claims::{exit_code, newest};
use crate::folder::must_hold_run;
use crate::{Usage, from_here, programs, root};

pub(crate) fn duel(mut args: Args) -> Result<ExitCode> {
    let mut folder: Option<PathBuf> = None;
    let (mut solvers, mut corpus) = (Vec::new(), None);
    while let Some(arg) = args.next()? {
        match arg {
            Long("in") => folder = Some(from_here(args.value()?)),
            Long("corpus") if corpus.is_none() => corpus = Some(args.value()?.string()?),
            Value(id) if solvers.len() < 2 => solvers.push(id.string()?),
            other => return Err(other.unexpected().into()),
        }
    }
    if solvers.len() < 2 {
        let text = "duel needs two solvers: cargo xtask duel A B; `sudoku-lab list` names them all";
        return Err(Usage(text.to_owned()).into());
    }
    if let Some(folder) = &folder {
        must_hold_run(folder)?;
    }
    let folder = folder.map_or_else(newest, Ok)?;
    eprintln!("by the run in {}", folder.strip_prefix(root()).unwrap_or(&folder).display());
    let mut duel = programs::report_alone()?;
    exit_code(duel.arg("duel").arg(&folder).args(solvers).args(corpus))
}
