//! The claims about cost in the sources of the solvers, as data, and the verdicts of a run on them.
//!
//! A [`Claim`] stands in the file of its [`Publication`], `claims/KEY.toml`, restated in our own
//! words: what is compared, by which figure, on which corpora, by which threshold, and why that is
//! a fair reading. [`judge()`] works the figures out from the raw data of a run and makes a
//! [`Ledger`] of verdicts; no verdict is written by hand. [`Check`] compares them with those found
//! before. The words for all this are in the crate `report`.
//!
//! Claims about work are decided by counts: for every solver of the run those on all puzzles of all
//! sets, as they are [committed], where solver and set are still the same. Claims about speed are
//! decided by ratios of times in the same rounds, whose interval must lie on one side of the
//! threshold and farther from it than the noise floor of the run. A claim without a qualification
//! is about every puzzle set: one set on which it fails makes it fail.
//!
//! Articles about programs in Java, Go or C++ are judged by the programs of `entrants` in these
//! languages where a run has their times, and in Rust beside it. A claim may name a program in another
//! language as `programs/NAME`; authors send theirs with their program ([`authors`]), and anyone may
//! judge a file of their own ([`read_own`]).
//!
//! [`Tally`] takes counts from elsewhere in place of the committed ones.
//!
//! Solvers are named by their ids, and no solver is linked. A claim about a solver that a run lacks
//! is not measured, and a test compares all ids with the list of solvers.

mod bless;
mod check;
mod claim;
mod evidence;
mod expression;
mod figure;
mod file;
mod judge;
mod ledger;
mod measure;
mod needs;
mod query;
mod read;
mod references;
mod tally;
mod travel;
mod written;

pub use bless::{bless, bless_all};
pub use check::{Check, Surprise, Unexpected, Unlike};
pub use claim::{Basis, Claim, POOLED, Publication, Test, Verdict};
pub use evidence::{Evidence, committed, counted};
pub use figure::Term;
pub use file::{ClaimError, path, top};
pub use judge::{LedgerError, judge, ledger, ledger_of};
pub use ledger::{Judged, JudgedCorpus, JudgedLanguage, JudgedTest, Ledger, Uncounted};
pub use needs::{Needs, TimedPair, needs, timed_pairs};
pub use query::{Query, Shape, Unanswered, names};
pub use read::{FindError, authors, claims, find, find_among, read, read_own, timed};
pub use references::{Reference, References};
pub use tally::Tally;
pub use travel::{Certainty, MOVES, Mechanism, Move, Place, Travel, mechanisms};
