//! `cargo xtask test` and `cargo xtask ci`.

use std::io::{Write, stderr, stdout};
use std::process::{ExitCode, Stdio};

use anyhow::Result;
use clap::Args;

use crate::laboratory::COMPILED;
use crate::{cargo, laboratory, must, packages, root, succeeded, tidy, zero_cost};

/// The integration tests that run one program at a time, beside all other tests: cargo runs them only by
/// name.
pub(crate) const BY_NAME: [&str; 2] = ["browser", "documents"];

/// The set of the gate of every push. Every solver has to search on it, each search is long enough to
/// be timed in moments, and it is the one on which instructions are counted.
const GATED: &str = "effort-1e4";

/// Makes the test in a browser open the pages of all references, not of the newest alone.
const ALL_PAGES: &str = "SUDOKU_LAB_ALL_PAGES";

/// Run the checks of every push, or all
///
/// Format, lints, documentation, house rules, tests, zero cost of the families that have changed since
/// all were proven, quick bench on one set and gate.
#[derive(Args)]
pub(crate) struct Ci {
    /// As every night and before a release: also zero cost of all families, packages, studies, quick
    /// bench on all its sets, and the pages of all reference runs in a browser
    #[arg(long)]
    all: bool,
    /// Every check except the tests
    #[arg(long)]
    without_tests: bool,
}

/// Runs every test; `all_pages` opens the pages of all references in a browser.
pub(crate) fn test(all_pages: bool) -> Result<ExitCode> {
    let test = |of: &str| {
        let mut test = cargo(&format!("test --workspace{of}"));
        test.env(COMPILED, "1");
        test
    };
    must(&mut test(" --tests --benches --no-run"))?;
    let mut beside = test("");
    beside.args(BY_NAME.map(|name| format!("--test={name}")));
    if all_pages {
        beside.env(ALL_PAGES, "1");
    }
    let waiting = beside.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
    let rested = must(&mut test(" --tests --benches")).and_then(|()| must(&mut test(" --doc")));
    let output = waiting.wait_with_output()?;
    stderr().write_all(&output.stderr)?;
    stdout().write_all(&output.stdout)?;
    rested?;
    succeeded(&beside, output.status)?;
    Ok(ExitCode::SUCCESS)
}

impl Ci {
    pub(crate) fn run(self) -> Result<ExitCode> {
        let Self { all, without_tests } = self;
        step("format");
        must(&mut cargo("fmt --all --check"))?;
        step("lints");
        must(&mut cargo("clippy --workspace --all-targets --quiet -- --deny warnings"))?;
        step("documentation");
        must(cargo("doc --workspace --no-deps --quiet").env("RUSTDOCFLAGS", "--deny warnings"))?;
        step("house rules");
        tidy::check()?;
        if !without_tests {
            step("tests");
            test(all)?;
        }
        step("zero cost");
        zero_cost::prove(all)?;
        if all {
            step("studies");
            studies()?;
            step("packages");
            packages::check()?;
        }
        step("quick bench and gate");
        let one_set: &[&str] = if all { &[] } else { &["--corpus", GATED] };
        let bench = if without_tests { laboratory::run } else { laboratory::start };
        bench(&[&["bench", "--quick", "--gate"], one_set].concat(), &root())
    }
}

/// Lints and tests what is made once a year, outside the workspace.
fn studies() -> Result<()> {
    for check in ["fmt --check", "clippy --all-targets --quiet", "test --release --quiet"] {
        must(&mut cargo(&format!("{check} --manifest-path research/Cargo.toml")))?;
    }
    Ok(())
}

fn step(name: &str) {
    eprintln!("\n== {name}");
}
