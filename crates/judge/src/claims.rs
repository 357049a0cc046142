//! The claims about cost in the sources of the solvers, as data, and the verdicts of a run on them.
//!
//! The file of each [`Publication`], `claims/KEY.toml`, holds its [`Claim`]s, restated in our own
//! words: what is compared, by which figure, on which corpora, with which threshold, and why that
//! is a fair reading. [`judge()`] computes the figures from the raw data of a run and makes a
//! [`Ledger`] of verdicts; no verdict is written by hand. [`Check`] compares them with those of the
//! references. The crate `show` puts all this into words.
//!
//! Claims about work are decided by counts. For every solver of the run these are the [committed]
//! counts on all puzzles of all sets, if neither the solver nor the set has changed. Claims about
//! speed are decided by ratios of times: the interval must lie on one side of the threshold and
//! farther from it than the noise floor of the run. A claim without a qualification is about every
//! puzzle set: it holds if it does on each, and fails if it fails on one.
//!
//! Claims of articles about programs in Java, Go or C++ are decided by the programs of `entrants`
//! in these languages, where a run has their times; the result in Rust is shown too. A claim may
//! name a program in another language as `programs/NAME`. Authors send such claims with their
//! programs ([`authors`]), and anyone may judge a file of their own ([`read_own`]).
//!
//! The pages of solvers and the documents hold no figure of a run. Each of their [sentences] about
//! cost has a test, which must be true in every reference; [`steps`] names the solvers that a page
//! compares, and [`Gain`] is what runs and counts say of such a pair.
//!
//! Solvers are ids here; no solver is linked. A figure about a solver that is not in the run is
//! missing. A test compares all ids with the list of solvers.

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
mod pages;
mod read;
mod references;
mod steps;
mod travel;
mod written;

pub use check::{Check, Surprise, Unlike};
pub use claim::{Basis, Claim, POOLED, Publication, Test, Verdict};
pub use evidence::{Evidence, committed, counted};
pub use figure::Term;
pub use file::{ClaimError, path};
pub use judge::{LedgerError, judge, ledger, ledger_of};
pub use ledger::{Judged, JudgedCorpus, JudgedLanguage, JudgedTest, Ledger, Uncounted};
pub use needs::{Needs, needs};
pub use pages::{Sentence, read_sentences, sentences, wrong_sentences};
pub use read::{UnknownClaim, authors, claims, find_among, read, read_own};
pub use references::{Reference, References};
pub use steps::{Gain, Step, THIS_RUN, steps};
pub use travel::{MOVES, Move, Travel};
