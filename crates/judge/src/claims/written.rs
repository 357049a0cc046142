//! The form in which claims are written, in TOML.
//!
//! A file belongs to one publication, whose key is the name of the file. Every mistake is an error
//! with its line and column:
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
//! really = "..."                       # what happens instead; not if it holds
//! experiment = "cargo ..."             # the smallest command that shows it; needed if it fails
//!
//! [[claim.test]]                       # one, or one for each part of the claim
//! says = "in less time"                # names the part, where there are several
//! figure = "cursor.time / corner.time"
//! below = 1                            # or at_most, above, at_least, equals
//! on = ["searched", "hard+unique"]     # corpora, or groups of them (corpora.toml)
//!
//! [[claim.because]]                    # what explains it: tests that must hold
//! says = "..."
//! figure = "..."
//! ```
//!
//! # Figures
//!
//! A figure is arithmetic over names. `blanks` and `puzzles` (1 for each puzzle) belong to the
//! puzzle; `NAME.MEASURE` belongs to a solver, where a measure is a counter (as printed by
//! `sudoku-lab tally`) or one of
//!
//! | measure | what it is |
//! |---|---|
//! | `time` | CPU time in the race: only as the quotient of two, `a.time / b.time` |
//! | `survey_ns` | CPU time of the survey in nanoseconds |
//! | `state_bytes`, `stack_bytes`, `allocations` | memory |
//! | `instructions` | by callgrind: only for a whole corpus |
//!
//! `puzzles` says how the puzzles of a corpus are combined into one figure:
//!
//! | puzzles | the figure is |
//! |---|---|
//! | `"total"` (the default) | computed once, from sums, or greatest values for depths and bytes |
//! | `"mean"`, `"median"`, `"least"`, `"greatest"` | that of the figures of single puzzles |
//! | `"spread"` | the greatest figure divided by the least |
//!
//! No figure mixes sums and greatest values. The mean of a comparison is a share of the puzzles.
//! With `against = "..."` the figure is an exponent: `figure` grows from puzzle to puzzle with this
//! power of `against`. With `pooled = true` all corpora are taken as one, and the run must have all
//! of them. With `most = true` it is enough if the test holds on more than half of the corpora. With
//! `sufficient = true` a figure outside its bound leaves the test undecided: the bound is more than
//! the claim says.
//!
//! # Languages
//!
//! A publication with `languages` is about programs in these. Each of its ratios of times is also
//! measured between the programs of `entrants` that make the same searches in the language,
//! `programs/SOLVER, LANGUAGE`, where a run has them. These ratios decide; the ratio in Rust is
//! shown too.

use std::collections::BTreeMap;

use serde::Deserialize;
use toml::Spanned;

use crate::claims::Publication;
use crate::claims::figure::Puzzles;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Claims {
    pub(crate) publication: Publication,
    pub(crate) claim: Vec<WrittenClaim>,
}

/// An `entrant.toml`, of which only the claims are read.
#[derive(Deserialize)]
pub(crate) struct EntrantClaims {
    pub(crate) claim: Vec<WrittenClaim>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct WrittenClaim {
    pub(crate) id: Spanned<String>,
    pub(crate) place: String,
    pub(crate) says: String,
    pub(crate) reading: String,
    pub(crate) solvers: BTreeMap<String, String>,
    pub(crate) really: Option<String>,
    pub(crate) experiment: Option<String>,
    pub(crate) test: Vec<WrittenTest>,
    #[serde(default)]
    pub(crate) because: Vec<WrittenTest>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct WrittenTest {
    #[serde(alias = "sentence")]
    pub(crate) says: Option<String>,
    pub(crate) figure: Spanned<String>,
    pub(crate) against: Option<Spanned<String>>,
    pub(crate) puzzles: Option<Spanned<Puzzles>>,
    #[serde(default)]
    pub(crate) pooled: bool,
    #[serde(default)]
    pub(crate) most: bool,
    #[serde(default)]
    pub(crate) sufficient: bool,
    pub(crate) on: Spanned<Vec<Spanned<String>>>,
    pub(crate) below: Option<f64>,
    pub(crate) at_most: Option<f64>,
    pub(crate) above: Option<f64>,
    pub(crate) at_least: Option<f64>,
    pub(crate) equals: Option<f64>,
}
