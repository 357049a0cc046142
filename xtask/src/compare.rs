//! `cargo xtask compare`: compares two kept runs, or two commits.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use anyhow::{Context, Result};
use lexopt::prelude::*;

use crate::args::Args;
use crate::bench::LINKING;
use crate::claims::exit_code;
use crate::folder::must_hold_run;
use crate::progress::{RunProgress, Step};
use crate::{Usage, from_here, must, passed_on, programs, request, root};

/// The number of builds of each commit. It is even, so that each commit comes first equally often.
const BUILDS: u32 = 6;

/// Seconds for the rounds of one build in a quick run.
const ROUNDS: f64 = 8.0;

pub(crate) fn compare(mut args: Args) -> Result<ExitCode> {
    let (mut names, mut revisions, mut gate) = (Vec::new(), false, false);
    let mut length = request::SHORT;
    while let Some(arg) = args.next()? {
        match arg {
            Long("rev") => revisions = true,
            Long("gate") => gate = true,
            Long("long") => length = request::LONG,
            Value(name) => names.push(name.string()?),
            other => return Err(other.unexpected().into()),
        }
    }
    let [old, new] = names.as_slice() else {
        let usage = "compare needs two runs (names of baselines, or folders), or --rev OLD NEW";
        return Err(Usage(usage.into()).into());
    };
    if revisions {
        return compare_revisions(old, new, gate);
    }
    if gate {
        let usage = "compare --gate needs --rev OLD NEW: `bench --gate` judges a run";
        return Err(Usage(usage.into()).into());
    }
    let folder = |run: &String| {
        let baseline = root().join("reports").join(run);
        if baseline.is_dir() { baseline } else { from_here(run) }
    };
    let [old, new] = [folder(old), folder(new)];
    must_hold_run(&old)?;
    must_hold_run(&new)?;
    exit_code(programs::report_alone()?.arg("compare").args([&old, &new]).arg(length))
}

/// Builds both commits and runs their races in turn: old, new, new, old, old, ...
fn compare_revisions(old: &str, new: &str, gate: bool) -> Result<ExitCode> {
    // Outside the workspace, whose Cargo configuration would otherwise apply to the commits too.
    let work = std::env::temp_dir().join(format!("sudoku-lab-compare-{}", std::process::id()));
    let commits = [commit(old)?, commit(new)?];
    let sides = [
        Side::check_out(&work, "old", old, &commits[0])?,
        Side::check_out(&work, "new", new, &commits[1])?,
    ];
    let mut progress = RunProgress::compiling(3);
    let report = programs::report(&mut progress)?;
    for side in &sides {
        progress.next_program(&format!("the solvers of {}", side.revision));
        programs::paired(&side.source, 1, &mut progress)?;
    }
    // The first build of each is linked already.
    let [linking, rounds] = [Step::new("linking", LINKING), Step::new("pairing", ROUNDS)];
    let mut steps = vec![rounds.clone(); 2];
    steps.extend(vec![[linking, rounds]; 2 * BUILDS as usize - 2].concat());
    progress.start(steps);
    for build in 1..=BUILDS {
        let order = if build % 2 == 1 { [0, 1] } else { [1, 0] };
        for side in order.map(|side| &sides[side]) {
            let message = format!("build {build} of {BUILDS}, {}", side.revision);
            if build > 1 {
                progress.at("linking", 0, 1, &message);
            }
            let program = programs::paired(&side.source, build, &mut progress)?;
            progress.must(
                Command::new(program)
                    .env("SUDOKU_LAB_OUT", &side.run)
                    .env("SUDOKU_LAB_MODE", "quick")
                    .env("SUDOKU_LAB_BUILDS", BUILDS.to_string())
                    .env("SUDOKU_LAB_BUILD", build.to_string()),
            )?;
        }
    }
    drop(progress);
    let mut report = Command::new(report);
    report.arg("revisions").args([&sides[0].run, &sides[1].run]);
    if gate {
        report.arg("--gate");
    }
    let code = passed_on(report.status()?, 1, "the comparison")?;
    fs::remove_dir_all(&work).context("the checkouts cannot be removed")?;
    Ok(ExitCode::from(code))
}

/// One of the two commits.
struct Side {
    revision: String,
    source: PathBuf,
    run: PathBuf,
}

/// Returns the full hash of the commit that a revision names.
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
