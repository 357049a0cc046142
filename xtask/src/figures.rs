//! `cargo xtask figures`: renews the figures in prose from the reference runs.

use std::process::ExitCode;

use anyhow::Result;

use crate::claims::exit_code;
use crate::programs::report_alone;

/// Rewrites the figures. The texts of the claims are compiled into the program, so it is compiled
/// and run a second time to write the new ones into `docs/CLAIMS.md`.
pub(crate) fn figures() -> Result<ExitCode> {
    match exit_code(report_alone()?.arg("figures"))? {
        ExitCode::SUCCESS => exit_code(report_alone()?.args(["figures", "--quiet"])),
        failure => Ok(failure),
    }
}
