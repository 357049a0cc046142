//! The searches for the page of a run, compiled to WebAssembly.

use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use anyhow::{Context, Result};

use crate::folders::target_folder;
use crate::{cargo, must, say, tidy};

pub(crate) const TARGET: &str = "wasm32-unknown-unknown";

/// Compiles the module and prints its path: the tests of the module and of the page use the one that
/// a page carries, which is compiled once.
pub(crate) fn module() -> Result<ExitCode> {
    match lack(TARGET) {
        None => say(build()?.display()),
        Some(lack) => eprintln!("the page will have no searches to watch: {lack}"),
    }
    Ok(ExitCode::SUCCESS)
}

/// Compiles the module, and returns its path.
pub(crate) fn build() -> Result<PathBuf> {
    let mut build = cargo("build --package sudoku-web --profile web --target");
    let flags = format!("--remap-path-prefix={}/=", sources()?.display());
    build.arg(TARGET).env("CARGO_ENCODED_RUSTFLAGS", flags);
    must(&mut build)?;
    Ok(target_folder().join(TARGET).join("web/sudoku_web.wasm"))
}

/// Returns how to get the standard library for a target; `None` if it is installed.
pub(crate) fn lack(target: &str) -> Option<String> {
    let mut rustc = Command::new(env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()));
    let asked = rustc.args(["--print", "target-libdir", "--target", target]).output();
    let libraries = asked.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned());
    let is_there = libraries.is_ok_and(|libraries| Path::new(&libraries).is_dir());
    (!is_there).then(|| format!("`rustup target add {target}` installs what is missing"))
}

/// Returns the folder of the libraries' sources on this machine. Its path must not get into the
/// module, which contains the names of files for the messages of panics.
fn sources() -> Result<PathBuf> {
    let metadata = tidy::metadata()?;
    let mut packages = metadata["packages"].as_array().into_iter().flatten();
    let library = packages.find(|package| package["source"].is_string());
    let manifest = library.and_then(|library| library["manifest_path"].as_str());
    let folder = manifest.and_then(|manifest| Path::new(manifest).parent()?.parent());
    folder.map(Path::to_owned).context("cargo names no library")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{call, take_lines};

    #[test]
    fn a_target_that_is_not_installed_is_named_with_the_command_for_it() {
        let about = take_lines(&mut call("rustc -vV"), "").unwrap();
        let host = about.lines().find_map(|line| line.strip_prefix("host: ")).unwrap();
        assert_eq!(lack(host), None);
        let named = lack("no-such-target").unwrap();
        assert_eq!(named, "`rustup target add no-such-target` installs what is missing");
    }
}
