//! `cargo xtask wheel`: builds, installs and tests the Python package.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::{env, fs};

use anyhow::{Context, Result};
use clap::Args;

use crate::{cargo, module, must, say};

/// Build the Python package and test it
///
/// Builds the wheel and the source distribution of python/ in target/wheel, installs each into a new
/// environment and runs its tests there. Needs Python 3.11 or newer and maturin, and fetches packages
/// with pip; without these it says what is missing. Some minutes.
#[derive(Args)]
pub(crate) struct Wheel {
    /// Also on a cluster of Apache Spark on this machine, one of whose workers is killed; needs Java
    #[arg(long)]
    spark: bool,
}

impl Wheel {
    pub(crate) fn run(self) -> Result<ExitCode> {
        build_and_test(if self.spark { "test,spark" } else { "test" })
    }
}

/// Builds the wheel and the source distribution, installs each with these extras into an environment
/// of its own, and runs the tests there. Exits with 0 where Python or maturin is missing, and says so.
pub(crate) fn build_and_test(extras: &str) -> Result<ExitCode> {
    for (program, from) in [("python3", "python.org"), ("maturin", "`pip install maturin`")] {
        let mut asked = Command::new(program);
        if asked.arg("--version").stdout(Stdio::null()).status().is_err() {
            say(format_args!("not tested: `{program}` is missing, which {from} installs"));
            return Ok(ExitCode::SUCCESS);
        }
    }
    let folder = module::target_folder().join("wheel");
    let dist = folder.join("dist");
    if dist.exists() {
        fs::remove_dir_all(&dist)?;
    }
    must(&mut cargo("fmt --check --manifest-path python/Cargo.toml"))?;
    must(&mut cargo("build --release --quiet --package sudoku-lab-cli"))?;
    let mut build = Command::new("maturin");
    build.args([
        "build",
        "--release",
        "--sdist",
        "--quiet",
        "--manifest-path",
        "python/Cargo.toml",
    ]);
    must(build.arg("--out").arg(&dist).env("CARGO_TARGET_DIR", &folder))?;
    for ending in ["whl", "tar.gz"] {
        test(&folder, &only(&dist, ending)?, extras)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Installs a package, with what its tests need, into a new environment, and runs the tests.
fn test(folder: &Path, package: &Path, extras: &str) -> Result<()> {
    let environment = folder.join("environment");
    must(Command::new("python3").args(["-m", "venv", "--clear"]).arg(&environment))?;
    let scripts = if cfg!(windows) { "Scripts" } else { "bin" };
    let python = environment.join(scripts).join("python");
    let mut install = Command::new(&python);
    install.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]);
    let wanted = format!("{}[{extras}]", package.display());
    // The source distribution uses the libraries that were compiled for the wheel.
    must(install.arg(wanted).env("CARGO_TARGET_DIR", folder))?;
    let program = module::target_folder().join("release").join("sudoku-lab");
    let program = program.with_extension(env::consts::EXE_EXTENSION);
    let mut tests = Command::new(&python);
    tests.args(["-m", "pytest", "--quiet", "--doctest-modules", "-p", "no:cacheprovider"]);
    must(tests.args(["--pyargs", "sudoku_lab", "python/tests"]).env("SUDOKU_LAB", program))
}

/// Returns the file in a folder that has this ending.
fn only(folder: &Path, ending: &str) -> Result<PathBuf> {
    let files: Vec<PathBuf> =
        fs::read_dir(folder)?.map(|file| Ok(file?.path())).collect::<Result<_>>()?;
    let found = files.into_iter().find(|file| file.to_string_lossy().ends_with(ending));
    found.with_context(|| format!("no {ending} in {}", folder.display()))
}
