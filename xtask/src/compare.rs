//! `cargo xtask compare`: two kept runs, or two commits.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use anyhow::{Context, Result};
use lexopt::prelude::*;

use crate::bench::LINKING;
use crate::folder::must_hold_run;
use crate::progress::{Progress, Step};
use crate::{Usage, bench, cargo, from_here, must, programs, root};

/// How many builds of each commit are run. Even, so that each of the two comes first as often as
/// the other.
const BUILDS: u32 = 6;

/// Seconds for the rounds of one build in a quick run.
const ROUNDS: f64 = 8.0;

pub(crate) fn compare(mut args: lexopt::Parser) -> Result<ExitCode> {
    let (mut names, mut revisions) = (Vec::new(), false);
    while let Some(arg) = args.next()? {
        match arg {
            Long("rev") => revisions = true,
            Value(name) => names.push(name.string()?),
            other => return Err(other.unexpected().into()),
        }
    }
    let [old, new] = names.as_slice() else {
        let usage = "compare needs two runs (names of baselines, or folders), or --rev OLD NEW";
        return Err(Usage(usage.into()).into());
    };
    if revisions {
        compare_revisions(old, new)?;
    } else {
        let folder = |run: &String| {
            let baseline = root().join("reports").join(run);
            if baseline.is_dir() { baseline } else { from_here(run) }
        };
        let [old, new] = [folder(old), folder(new)];
        must_hold_run(&old)?;
        must_hold_run(&new)?;
        bench::compare(&old, &new)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Builds both commits and runs their paired rounds in turn: old, new, new, old, old, ...
fn compare_revisions(old: &str, new: &str) -> Result<()> {
    // Outside of the workspace, whose Cargo configuration would be added to that of the commits.
    let work = std::env::temp_dir().join(format!("sudoku-lab-compare-{}", std::process::id()));
    let commits = [commit(old)?, commit(new)?];
    let sides = [
        Side::check_out(&work, "old", old, &commits[0])?,
        Side::check_out(&work, "new", new, &commits[1])?,
    ];
    let steps = [Step::new("linking", LINKING), Step::new("pairing", ROUNDS)];
    let mut progress = Progress::new(vec![steps; 2 * BUILDS as usize].concat());
    for build in 1..=BUILDS {
        let order = if build % 2 == 1 { [0, 1] } else { [1, 0] };
        for side in order.map(|side| &sides[side]) {
            let message = format!("build {build} of {BUILDS}, {}", side.revision);
            progress.at("linking", 0, 1, &message);
            progress.must(
                Command::new(programs::paired(&side.source, build)?)
                    .env("SUDOKU_LAB_OUT", &side.run)
                    .env("SUDOKU_LAB_MODE", "quick")
                    .env("SUDOKU_LAB_BUILDS", BUILDS.to_string())
                    .env("SUDOKU_LAB_BUILD", build.to_string()),
            )?;
        }
    }
    drop(progress);
    let mut report = cargo("run --quiet --release --package sudoku-report -- revisions");
    must(report.args([&sides[0].run, &sides[1].run]))?;
    fs::remove_dir_all(&work).context("the checkouts cannot be removed")
}

/// One of the two commits.
struct Side {
    revision: String,
    source: PathBuf,
    run: PathBuf,
}

/// The commit that a revision means, in full.
fn commit(revision: &str) -> Result<String> {
    let mut git = Command::new("git");
    let git = git.args(["rev-parse", "--verify", "--quiet", &format!("{revision}^{{commit}}")]);
    let output = git.output().context("git cannot be started")?;
    if !output.status.success() {
        return Err(Usage(format!("`{revision}` is no commit of this repository")).into());
    }
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

impl Side {
    fn check_out(work: &Path, name: &str, revision: &str, commit: &str) -> Result<Self> {
        let source = work.join(name);
        fs::create_dir_all(&source)?;
        let archive = work.join("source.tar");
        must(Command::new("git").args(["archive", "--output"]).arg(&archive).arg(commit))?;
        must(Command::new("tar").arg("-xf").arg(&archive).arg("-C").arg(&source))?;
        let run = work.join(format!("{name}-run"));
        fs::create_dir_all(run.join("raw"))?;
        Ok(Self { revision: revision.to_owned(), source, run })
    }
}
