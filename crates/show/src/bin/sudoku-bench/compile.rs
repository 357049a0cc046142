//! Compiles the programs of the laboratory with cargo, and runs them.

use std::env;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use indicatif::ProgressBar;
use sudoku_record::{Plan, Wish, top};

use crate::console::Ended;

/// Compiles a bench program, which has its own way of measuring, and returns its path.
pub(crate) fn bench(name: &str) -> Result<PathBuf> {
    compiled(of_benches(top()).args(["--profile", "bench", "--bench", name]), name)
}

/// Compiles the runner of a checkout, and returns its path: a copy that no later build replaces.
pub(crate) fn runner(source: &Path) -> Result<PathBuf> {
    let program = compiled(of_benches(source).args(RUNNER), RUNNER[2])?;
    let copy = program.with_file_name(format!("runner-of-run{}", env::consts::EXE_SUFFIX));
    fs::copy(&program, &copy).with_context(|| copy.display().to_string())?;
    Ok(copy)
}

/// Compiles the runner with its functions in a random order seeded by `build`, or in the usual order if
/// the linker is not LLVM's. `source` is the top of a checkout.
pub(crate) fn build(source: &Path, build: u64) -> Result<PathBuf> {
    let shuffle = format!("link-arg=-Wl,--shuffle-sections=.text*={build}");
    let mut shuffled = of_benches(source);
    let shuffled = shuffled.args(RUNNER).args(["--quiet", "--", "-C", &shuffle]);
    let output = shuffled.stderr(Stdio::null()).output()?;
    if output.status.success() {
        return executable(&output.stdout, RUNNER[2]);
    }
    if build == 1 {
        eprintln!("this linker cannot reorder functions: all builds have one layout");
    }
    compiled(of_benches(source).args(RUNNER).arg("--quiet"), RUNNER[2])
}

/// Has the runner make the plan for a wish.
pub(crate) fn plan(runner: &Path, wish: &Wish) -> Result<Plan> {
    let printed = printed(Command::new(runner).args(["plan", &serde_json::to_string(wish)?]))?;
    serde_json::from_slice(&printed).context("the plan of the runner")
}

/// The profile `bench` is the same, but makes of a program one that runs its tests.
const RUNNER: [&str; 3] = ["--release", "--bin", "runner"];

/// Returns a call of the cargo that runs this program, in the folder of the benches, where it finds
/// the flags of timed code. It names what it compiles in JSON.
fn of_benches(source: &Path) -> Command {
    let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.current_dir(source.join("benches"));
    cargo.args(["rustc", "--message-format", "json-render-diagnostics"]);
    if source != top() {
        cargo.env("CARGO_TARGET_DIR", top().join("target/compare"));
    }
    cargo
}

fn compiled(compile: &mut Command, name: &str) -> Result<PathBuf> {
    let output = compile.stderr(Stdio::inherit()).output()?;
    if !output.status.success() {
        bail!("a program does not compile: `{}`", shown(compile));
    }
    executable(&output.stdout, name)
}

/// Returns the path of the program with this name in cargo's messages, which name others beside it in
/// any order: with a bench come the programs of its package.
fn executable(messages: &[u8], name: &str) -> Result<PathBuf> {
    let messages = String::from_utf8_lossy(messages);
    let program = messages.lines().find_map(|line| {
        let message: serde_json::Value = serde_json::from_str(line).ok()?;
        let is_it = message["target"]["name"] == name;
        message["executable"].as_str().filter(|_| is_it).map(PathBuf::from)
    });
    program.with_context(|| format!("cargo names no program `{name}`"))
}

/// Runs a program to its end, and returns its exit code.
///
/// # Errors
///
/// When the code is above `most`. Of a code of at most 2, the program has printed the reason.
pub(crate) fn run(command: &mut Command, most: u8) -> Result<u8> {
    let status = command.status().with_context(|| format!("cannot start `{}`", shown(command)))?;
    ended(command, status, most)
}

/// Runs one of our programs, and returns what it prints; as [`run`], with no code but 0.
pub(crate) fn printed(command: &mut Command) -> Result<Vec<u8>> {
    let output = command.stderr(Stdio::inherit()).output();
    let output = output.with_context(|| format!("cannot start `{}`", shown(command)))?;
    ended(command, output.status, 0)?;
    Ok(output.stdout)
}

fn ended(command: &Command, status: ExitStatus, most: u8) -> Result<u8> {
    match status.code().and_then(|code| u8::try_from(code).ok()) {
        Some(code) if code <= most => Ok(code),
        Some(code @ 1..=2) => Err(Ended(code).into()),
        _ => bail!("`{}` failed ({status})", shown(command)),
    }
}

/// Shows on standard error what is being waited for: on a terminal until it is done.
pub(crate) fn waiting(message: String) -> ProgressBar {
    let bar = ProgressBar::new_spinner();
    if bar.is_hidden() {
        eprintln!("{message}");
    }
    bar.enable_steady_tick(Duration::from_millis(200));
    bar.with_message(message)
}

pub(crate) fn shown(command: &Command) -> String {
    let program = Path::new(command.get_program()).file_name().unwrap_or_default();
    let words = std::iter::once(program).chain(command.get_args());
    words.map(OsStr::to_string_lossy).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_is_found_among_others_in_any_order() {
        let message = |name: &str| {
            format!("{{\"target\":{{\"name\":\"{name}\"}},\"executable\":\"/x/{name}-1\"}}\n")
        };
        let library = "{\"target\":{\"name\":\"solvers\"},\"executable\":null}\n".to_owned();
        let solvers = [library, message("solvers"), message("runner")];
        for order in [[0, 1, 2], [2, 1, 0], [1, 0, 2]] {
            let messages = order.map(|at| solvers[at].as_str()).concat();
            let found = executable(messages.as_bytes(), "solvers").unwrap();
            assert_eq!(found, Path::new("/x/solvers-1"));
            let missing = executable(messages.as_bytes(), "memory").unwrap_err().to_string();
            assert_eq!(missing, "cargo names no program `memory`");
        }
    }

    #[test]
    fn a_program_that_has_said_why_it_failed_keeps_its_exit_code() {
        let of = |script: &str| {
            printed(Command::new("sh").args(["-c", script])).map_err(|error| {
                error
                    .downcast_ref()
                    .map_or_else(|| error.to_string(), |Ended(code)| code.to_string())
            })
        };
        assert_eq!(of("echo 1"), Ok(b"1\n".to_vec()));
        assert_eq!((of("exit 2"), of("exit 1")), (Err("2".to_owned()), Err("1".to_owned())));
        assert!(of("exit 101").unwrap_err().ends_with("failed (exit status: 101)"));
        let code = |script: &str, most| run(Command::new("sh").args(["-c", script]), most).ok();
        assert_eq!(
            (code("exit 1", 1), code("exit 1", 0), code("exit 2", 1)),
            (Some(1), None, None)
        );
    }
}
