//! `cargo xtask test` and `cargo xtask ci`.

use std::process::ExitCode;

use anyhow::Result;
use lexopt::prelude::*;

use crate::args::Args;
use crate::request::Request;
use crate::{bench, cargo, must, packages, tidy, zero_cost};

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
    step("packages");
    packages::check()?;
    step("zero cost");
    zero_cost::zero_cost()?;
    step("quick bench and gate");
    bench::run(Request::all("quick").gated())
}

fn step(name: &str) {
    eprintln!("\n== {name}");
}
