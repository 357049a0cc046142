//! Calls of other programs, and what a task prints.

use std::env;
use std::io::{Seek, Write};
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};

use anyhow::{Context, Result, ensure};

/// Returns a call of a program with arguments, split at blanks.
pub(crate) fn call(words: &str) -> Command {
    let mut words = words.split(' ');
    let mut call = Command::new(words.next().unwrap_or_default());
    call.args(words);
    call
}

/// Returns a call of the cargo that runs this task, with arguments split at blanks.
pub(crate) fn cargo(args: &str) -> Command {
    let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.args(args.split(' '));
    cargo
}

/// Runs a command to its end; anything but success is an error that shows the command.
pub(crate) fn must(command: &mut Command) -> Result<()> {
    let status = command.status().with_context(|| format!("cannot start `{}`", shown(command)))?;
    succeeded(command, status)
}

pub(crate) fn succeeded(command: &Command, status: ExitStatus) -> Result<()> {
    ensure!(status.success(), "`{}` failed ({status})", shown(command));
    Ok(())
}

/// Returns the exit code of one of our programs, if it is at most `most`; 1 and 2 mean the same as
/// in this program. Any other code is an error with the message `failed`.
pub(crate) fn passed_on(status: ExitStatus, most: u8, failed: &str) -> Result<u8> {
    let code = status.code().and_then(|code| u8::try_from(code).ok());
    code.filter(|code| *code <= most).with_context(|| format!("{failed} ({status})"))
}

/// Runs a program that reads these lines, and returns its output. Anything but success is an error.
pub(crate) fn take_lines(command: &mut Command, lines: &str) -> Result<String> {
    let mut input = tempfile::tempfile()?;
    input.write_all(lines.as_bytes())?;
    input.rewind()?;
    let output = command.stdin(input).stderr(Stdio::inherit()).output();
    let output = output.with_context(|| format!("cannot start `{}`", shown(command)))?;
    succeeded(command, output.status)?;
    Ok(String::from_utf8(output.stdout)?)
}

/// Prints a line of results. Errors are ignored: a reader that has closed the pipe has read enough.
pub(crate) fn say(line: impl std::fmt::Display) {
    let _ = writeln!(std::io::stdout(), "{line}");
}

pub(crate) fn shown(command: &Command) -> String {
    let program = Path::new(command.get_program()).file_name().unwrap_or_default();
    let words = std::iter::once(program).chain(command.get_args());
    words.map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
}
