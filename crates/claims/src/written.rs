//! The claims as they are written down, in TOML.
//!
//! A file belongs to one publication, whose key is its name. Everything that is wrong in it is an
//! error with its line and column:
//!
//! ```toml
//! [publication]                        # as in the solvers that are taken from it
//! title = "..."
//! author = "..."
//! year = "2006"
//! address = "https://..."
//! languages = ["C++ -O2"]               # of its programs: see below
//!
//! [[claim]]
//! id = "004-cursor"                    # unique; begins with the name of the file
//! place = "solution 2"                 # where in the publication
//! says = "..."                         # in our own words
//! reading = "..."                      # why the tests are a fair reading of the words
//! solvers = { cursor = "brute-scan/fused", corner = "scan-from-start/fused" }
//! expect = "holds"                     # the verdict overall
//! really = "..."                       # what happens instead: not for a claim that holds
//! experiment = "cargo ..."             # the smallest command that shows it; one that fails needs both
//!
//! [[claim.test]]                       # one, or one for each part of the claim
//! says = "in less time"                # names the part, where there are several
//! figure = "cursor.time / corner.time"
//! below = 1                            # or at_most, above, at_least, equals
//! on = ["searched", "hard+unique"]     # corpora, or groups of them (corpora.toml)
//! expect = { holds = ["easy"] }        # corpus by corpus
//!
//! [[claim.because]]                    # what explains it: tests that must hold
//! says = "..."
//! figure = "..."
//! ```
//!
//! # Figures
//!
//! A figure is arithmetic over names. `blanks` and `puzzles` (1 for each) belong to the puzzle;
//! `NAME.MEASURE` to a solver, where a measure is a counter (as in `sudoku-lab tally`) or one of
//!
//! | measure | what it is |
//! |---|---|
//! | `time` | CPU time in paired rounds: only as the quotient of two, `a.time / b.time` |
//! | `survey_ns` | CPU time of the survey in nanoseconds |
//! | `state_bytes`, `stack_bytes`, `allocations` | memory |
//! | `instructions` | by callgrind: only for a whole corpus |
//!
//! `puzzles` says how the puzzles of a corpus make one figure:
//!
//! | puzzles | the figure is |
//! |---|---|
//! | `"total"` (when nothing is said) | worked out once, over the sums; of depths and bytes, the greatest (no figure has both) |
//! | `"mean"`, `"median"`, `"least"`, `"greatest"` | that of the figures of single puzzles; the mean of a comparison is a share |
//! | `"typical"` | the geometric mean of those of single puzzles, with its interval |
//! | `"spread"` | the greatest divided by the least |
//!
//! With `against = "..."` the figure is an exponent: that of the power of `against` with which
//! `figure` grows from puzzle to puzzle. With `pooled = true` all corpora are taken as one, which
//! needs all of them in the run. With `most = true` more than half of the corpora are enough.
//!
//! # Languages
//!
//! A publication with `languages` writes about programs in these. Each of its ratios of times is then
//! measured between the programs of `entrants` that make the same searches in the language, too, where a
//! run has them: `programs/SOLVER, LANGUAGE`. These decide, the ratio in Rust stands beside them.

use std::collections::BTreeMap;

use serde::Deserialize;
use toml::Spanned;

use crate::claim::Verdict;
use crate::figure::Puzzles;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Groups {
    pub(crate) group: BTreeMap<String, Vec<Spanned<String>>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Claims {
    pub(crate) publication: WrittenPublication,
    pub(crate) claim: Vec<WrittenClaim>,
}

/// An `entrant.toml`, as far as it is about claims.
#[derive(Deserialize)]
pub(crate) struct EntrantClaims {
    pub(crate) claim: Vec<WrittenClaim>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct WrittenPublication {
    pub(crate) title: String,
    pub(crate) author: String,
    pub(crate) year: String,
    pub(crate) address: String,
    #[serde(default)]
    pub(crate) languages: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct WrittenClaim {
    pub(crate) id: Spanned<String>,
    pub(crate) place: String,
    pub(crate) says: String,
    pub(crate) reading: String,
    pub(crate) solvers: BTreeMap<String, String>,
    pub(crate) expect: Option<Spanned<Verdict>>,
    pub(crate) really: Option<String>,
    pub(crate) experiment: Option<String>,
    pub(crate) test: Vec<WrittenTest>,
    #[serde(default)]
    pub(crate) because: Vec<WrittenTest>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct WrittenTest {
    pub(crate) says: Option<String>,
    pub(crate) figure: Spanned<String>,
    pub(crate) against: Option<Spanned<String>>,
    pub(crate) puzzles: Option<Spanned<Puzzles>>,
    #[serde(default)]
    pub(crate) pooled: bool,
    #[serde(default)]
    pub(crate) most: bool,
    pub(crate) on: Spanned<Vec<Spanned<String>>>,
    pub(crate) below: Option<f64>,
    pub(crate) at_most: Option<f64>,
    pub(crate) above: Option<f64>,
    pub(crate) at_least: Option<f64>,
    pub(crate) equals: Option<f64>,
    pub(crate) expect: Option<Spanned<WrittenExpect>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct WrittenExpect {
    #[serde(default)]
    pub(crate) holds: Vec<String>,
    #[serde(default)]
    pub(crate) fails: Vec<String>,
    #[serde(default)]
    pub(crate) undecided: Vec<String>,
    /// The verdict in each language.
    #[serde(default)]
    pub(crate) languages: BTreeMap<String, Verdict>,
}
