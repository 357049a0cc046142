//! `cargo xtask compare`: compares two kept runs, or two commits.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};
use clap::Args;
use sudoku_record::{Mode, Raw, RunFolder, Wish, top};
use sudoku_show::compare::{self, Run};
use sudoku_show::{revisions, wrapped};

use crate::compile;
use crate::console::{code, misused, print, width};
use crate::runs::held;

/// The number of builds of each commit. It is even, so that each commit comes first equally often.
const BUILDS: u64 = 6;

/// Compare two runs, or two commits
///
/// A and B are folders of runs, or their names in reports, such as latest. Prints the counts that differ
/// and the ratios of times that have changed.
#[derive(Args)]
pub(crate) struct Compare {
    /// Two runs
    #[arg(num_args = 2, required = true, value_names = ["A", "B"])]
    sides: Vec<String>,
    /// A and B are commits: build both and run them in turn, for about five minutes
    #[arg(long)]
    rev: bool,
    /// With --rev: exit with 1 when the interval of a time lies above 1.1 times the old one
    #[arg(long, requires = "rev")]
    gate: bool,
    /// Print all ratios
    #[arg(long)]
    long: bool,
}

impl Compare {
    pub(crate) fn run(self) -> Result<u8> {
        let [old, new] = self.sides.as_slice() else { return misused("compare needs two runs") };
        if self.rev {
            return compare_revisions(old, new, self.gate);
        }
        let folder = |run: &String| {
            let named = top().join("reports").join(run);
            let folder = if named.is_dir() { named } else { std::path::absolute(run)? };
            held(&folder)
        };
        let [before, after] = [Raw::read(&folder(old)?)?, Raw::read(&folder(new)?)?];
        let is_whole = before.missing.is_empty() && after.missing.is_empty();
        print(compare::compare(&Run::of(before), &Run::of(after), self.long, width()).trim_end());
        Ok(code(is_whole))
    }
}

/// Builds both commits and runs their races in turn: old, new, new, old, old, ...
fn compare_revisions(old: &str, new: &str, gate: bool) -> Result<u8> {
    // Outside the workspace, whose Cargo configuration would otherwise apply to the commits too.
    let work = std::env::temp_dir().join(format!("sudoku-lab-compare-{}", std::process::id()));
    let commits = [commit(old)?, commit(new)?];
    let sides = [
        Side::check_out(&work, "old", old, &commits[0])?,
        Side::check_out(&work, "new", new, &commits[1])?,
    ];
    let wish = Wish { peers: false, builds: BUILDS, ..Wish::all(Mode::Quick) };
    for side in &sides {
        eprintln!("compiling the solvers of {}", side.revision);
        side.run.write_plan(&compile::plan(&compile::runner(&side.source)?, &wish)?)?;
    }
    for build in 1..=BUILDS {
        let order = if build % 2 == 1 { [0, 1] } else { [1, 0] };
        for side in order.map(|side| &sides[side]) {
            let linking = compile::waiting(format!("build {build} of {BUILDS}, {}", side.revision));
            let runner = compile::build(&side.source, build)?;
            linking.finish_and_clear();
            let mut race = Command::new(runner);
            compile::run(race.arg("race").arg(side.run.root()).arg(build.to_string()), 0)?;
        }
    }
    let (text, slower) = revisions(&sides[0].run.read()?, &sides[1].run.read()?, width());
    fs::remove_dir_all(&work).context("the checkouts cannot be removed")?;
    print(text.trim_end());
    if gate {
        let verdict = match slower.as_slice() {
            [] => "open".to_owned(),
            reasons => format!("CLOSED: {}", reasons.join("; ")),
        };
        print(wrapped(&format!("\nThe gate is {verdict}."), width()));
    }
    Ok(code(!gate || slower.is_empty()))
}

/// One of the two commits.
struct Side {
    revision: String,
    source: PathBuf,
    run: RunFolder,
}

/// Returns the full hash of the commit that a revision names.
fn commit(revision: &str) -> Result<String> {
    let name = format!("{revision}^{{commit}}");
    let output = git(&["rev-parse", "--verify", "--quiet", &name]).output();
    let output = output.context("git cannot be started")?;
    if !output.status.success() {
        return misused(format!("`{revision}` is no commit of this repository"));
    }
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

fn git(words: &[&str]) -> Command {
    let mut git = Command::new("git");
    git.current_dir(top()).args(words);
    git
}

impl Side {
    fn check_out(work: &Path, name: &str, revision: &str, commit: &str) -> Result<Self> {
        let source = work.join(name);
        fs::create_dir_all(&source)?;
        let archive = work.join("source.tar");
        let mut git = git(&["archive", "--output"]);
        compile::run(git.arg(&archive).arg(commit), 0)?;
        let mut tar = Command::new("tar");
        compile::run(tar.arg("-xf").arg(&archive).arg("-C").arg(&source), 0)?;
        if !source.join("benches/runner.rs").is_file() {
            return misused(format!("`{revision}` has no benches/runner.rs: it is too old"));
        }
        let run = RunFolder::new(work.join(format!("{name}-run")));
        run.start()?;
        Ok(Self { revision: revision.to_owned(), source, run })
    }
}
