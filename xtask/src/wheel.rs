//! `cargo xtask wheel`: builds, installs and tests the Python package.

use std::env::{self, consts::ARCH};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use anyhow::{Context, Result};
use clap::Args;

use crate::tools::{MATURIN, PYTHON, Tool, ZIG, missing};
use crate::{call, cargo, folders, must, say};

/// The programs that build a wheel.
pub(crate) const TOOLS: &[Tool] =
    if cfg!(target_os = "linux") { &[PYTHON, MATURIN, ZIG] } else { &[PYTHON, MATURIN] };

/// Build the Python package and test it
///
/// Builds the wheel and the source distribution of python/ in target/wheel, as a release does, installs
/// each into a new environment and runs its tests there. Needs Python 3.11 or newer, maturin and, on
/// Linux, zig, and fetches packages with pip; without these it says what is missing. Some minutes.
#[derive(Args)]
pub(crate) struct Wheel {
    /// Also on a cluster of Apache Spark on this machine, one of whose workers is killed; needs Java
    #[arg(long)]
    spark: bool,
}

impl Wheel {
    /// Exits with 0 where a tool is missing, and says so.
    pub(crate) fn run(self) -> Result<ExitCode> {
        if let Some(lack) = missing(TOOLS) {
            say(format_args!("not tested: {lack}"));
            return Ok(ExitCode::SUCCESS);
        }
        let folder = folders::target_folder().join("wheel");
        let dist = folders::empty_folder("wheel/dist")?;
        must(&mut cargo("fmt --check --manifest-path python/Cargo.toml"))?;
        must(&mut cargo("build --release --quiet --package sudoku-lab-cli"))?;
        build(ARCH, &dist)?;
        for ending in ["whl", "tar.gz"] {
            test(&folder, &only(&dist, ending)?, if self.spark { "test,spark" } else { "test" })?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// Builds the wheel for a processor, and the source distribution, in a folder. On Linux, the wheel is
/// for every distribution with the C library of manylinux2014 or a newer one.
pub(crate) fn build(arch: &str, dist: &Path) -> Result<()> {
    let mut build =
        call("maturin build --release --sdist --quiet --manifest-path python/Cargo.toml");
    build.arg("--out").arg(dist);
    if cfg!(target_os = "linux") {
        build.args(["--zig", "--compatibility", "manylinux2014", "--target"]);
        build.arg(format!("{arch}-unknown-linux-gnu"));
    }
    must(build.env("CARGO_TARGET_DIR", folders::target_folder().join("wheel")))
}

/// Installs a package by a call of pip.
pub(crate) fn install(pip: &mut Command) -> Result<()> {
    pip.args(["--quiet", "--disable-pip-version-check", "--root-user-action=ignore"]);
    must(pip.env("CARGO_TARGET_DIR", folders::target_folder().join("wheel")))
}

/// Installs a package, with what its tests need, into a new environment, and runs the tests.
fn test(folder: &Path, package: &Path, extras: &str) -> Result<()> {
    let environment = folder.join("environment");
    must(Command::new("python3").args(["-m", "venv", "--clear"]).arg(&environment))?;
    let scripts = if cfg!(windows) { "Scripts" } else { "bin" };
    let python = environment.join(scripts).join("python");
    let mut pip = Command::new(&python);
    let wanted = format!("{}[{extras}]", package.display());
    install(pip.args(["-m", "pip", "install", &wanted]))?;
    let program = folders::target_folder().join("release").join("sudoku-lab");
    let program = program.with_extension(env::consts::EXE_EXTENSION);
    let mut tests = Command::new(&python);
    tests.args(["-m", "pytest", "--quiet", "--doctest-modules", "-p", "no:cacheprovider"]);
    must(tests.args(["--pyargs", "sudoku_lab", "python/tests"]).env("SUDOKU_LAB", program))
}

/// Returns the file in a folder that has this ending.
pub(crate) fn only(folder: &Path, ending: &str) -> Result<PathBuf> {
    let found = folders::files(folder, ending)?.pop();
    found.with_context(|| format!("no {ending} in {}", folder.display()))
}
