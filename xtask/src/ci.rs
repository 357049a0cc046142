//! `cargo xtask test` and `cargo xtask ci`.

use std::process::ExitCode;

use anyhow::Result;
use lexopt::prelude::*;

use crate::args::Args;
use crate::request::Request;
use crate::{bench, cargo, module, must, packages, tidy, zero_cost};

pub(crate) fn test() -> Result<ExitCode> {
    must(&mut cargo("test --workspace --lib --bins --tests --benches"))?;
    must(&mut cargo("test --workspace --doc"))?;
    Ok(ExitCode::SUCCESS)
}

pub(crate) fn ci(mut args: Args) -> Result<ExitCode> {
    let mut with_tests = true;
    while let Some(arg) = args.next()? {
        match arg {
            Long("without-tests") => with_tests = false,
            other => return Err(other.unexpected().into()),
        }
    }

    step("format");
    must(&mut cargo("fmt --all --check"))?;
    step("lints");
    must(&mut cargo("clippy --workspace --all-targets --quiet -- --deny warnings"))?;
    step("documentation");
    must(cargo("doc --workspace --no-deps --quiet").env("RUSTDOCFLAGS", "--deny warnings"))?;
    step("house rules");
    tidy::check()?;
    if with_tests {
        step("tests");
        test()?;
    }
    step("other systems");
    elsewhere()?;
    step("packages");
    packages::check()?;
    step("zero cost");
    zero_cost::zero_cost()?;
    step("quick bench and gate");
    bench::run(Request::all("quick").gated())
}

/// The library, the program and the tasks compile for other systems, as far as these are installed.
/// (The benches need a C compiler for each.)
fn elsewhere() -> Result<()> {
    for target in ["x86_64-pc-windows-gnu", "aarch64-unknown-linux-gnu"] {
        if module::installed(target) {
            let packages = "--package sudoku-lab --package sudoku-lab-cli --package xtask";
            must(&mut cargo(&format!("check --quiet {packages} --target {target}")))?;
        } else {
            eprintln!(
                "not checked for {target}: `rustup target add {target}` installs what is missing"
            );
        }
    }
    Ok(())
}

fn step(name: &str) {
    eprintln!("\n== {name}");
}
