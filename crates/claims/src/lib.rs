//! What the articles say about cost, as data, and what a run has to say to it.
//!
//! A [`Claim`] stands in a file, `claims/ARTICLE.toml`, re-told in our own words: what is compared,
//! by which figure, on which corpora, by which threshold, and why that is a fair reading.
//! [`judge()`] works the figures out from the raw data of a run and makes a [`Ledger`] of verdicts;
//! nobody writes a verdict by hand. [`Check`] holds them against those found before.
//!
//! Claims about work are decided by counts: for every solver of the run those on all puzzles of all
//! sets, as they are [committed], where solver and set are still the same. Claims about speed are
//! decided by ratios of times in the same rounds, whose interval must lie on one side of the
//! threshold and farther from it than the noise floor of the run. A claim without a qualification
//! is about every puzzle set: one set on which it fails makes it fail.

mod bless;
mod check;
mod claim;
mod document;
mod evidence;
mod expression;
mod judge;
mod references;
mod words;

use std::path::Path;

use sudoku_measure::{CountedError, Raw, RunFolderError};

pub use bless::bless;
pub use check::Check;
pub use claim::{Basis, Claim, ClaimError, Test, Verdict, claims, path, read, timed};
pub use document::document;
pub use evidence::{Evidence, committed};
pub use judge::{Finding, Judged, JudgedTest, Ledger, judge};
pub use references::{Reference, References};

/// All claims, judged by the raw data of a run and by the committed counts.
///
/// # Errors
///
/// When a file of claims or of counts is not as it should be.
pub fn ledger(raw: &Raw) -> Result<Ledger, LedgerError> {
    Ok(judge(&claims()?, &Evidence::of(raw, &committed()?)))
}

/// The top of the repository.
fn top() -> &'static Path {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent();
    crates.and_then(Path::parent).unwrap_or(Path::new("."))
}

/// Why there is no ledger.
#[derive(Debug, thiserror::Error)]
pub enum LedgerError {
    /// A file of claims is not as it should be.
    #[error(transparent)]
    Claims(#[from] ClaimError),
    /// The committed counts cannot be read.
    #[error(transparent)]
    Counted(#[from] CountedError),
    /// A file of raw data is not as it should be.
    #[error(transparent)]
    Raw(#[from] RunFolderError),
}
