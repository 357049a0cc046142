//! [`Claim`]: what a publication says, as data, and the tests that decide it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use sudoku_record::ProgramRecord;

use crate::claims::figure::{Bound, Figure, Puzzles};
use crate::claims::file::is_committed;
use crate::claims::measure::Measure;

/// Where claims come from. A field that the publication does not give is `unknown`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Publication {
    /// The name of the publication's file here, and its key in the solvers that are taken from it.
    #[serde(skip_deserializing)]
    pub key: String,
    /// The title of the publication.
    pub title: String,
    /// The author of the publication.
    pub author: String,
    /// The year of publication.
    pub year: String,
    /// The address where the publication can be read.
    pub address: String,
    /// The languages of the publication's programs, with compiler flags; empty if its claims do not
    /// depend on the language.
    #[serde(default, skip_serializing)]
    pub languages: Vec<String>,
}

impl Publication {
    /// True if the claims are committed, so that references have verdicts on them.
    pub fn is_committed(&self) -> bool {
        is_committed(&self.key)
    }
}

/// A statement of a publication about cost.
#[derive(Debug, Clone, PartialEq)]
pub struct Claim {
    /// The id, unique: the key of the publication, a hyphen, and a name.
    pub id: String,
    /// The publication that makes the claim.
    pub publication: Publication,
    /// Where in the publication the claim is.
    pub place: String,
    /// The claim, in our own words.
    pub says: String,
    /// Why the tests are a fair reading of the author's words.
    pub reading: String,
    /// The solvers in the figures: their names there, and their ids.
    pub solvers: BTreeMap<String, String>,
    /// The tests that decide the claim: one, or one for each of its parts.
    pub tests: Vec<Test>,
    /// The tests that explain the claim; they must hold.
    pub because: Vec<Test>,
    /// For a claim that fails: what is true instead.
    pub really: Option<String>,
    /// For a claim that fails: the smallest command that shows it.
    pub experiment: Option<String>,
}

/// A figure and a bound for it.
#[derive(Debug, Clone, PartialEq)]
pub struct Test {
    /// The statement that is tested, in words; empty if it is the only test of a claim.
    pub says: String,
    pub(crate) figure: Figure,
    /// The figure as it was written.
    pub written: String,
    pub(crate) bound: Bound,
    pub(crate) limit: f64,
    /// The corpora, in the order of the file.
    pub corpora: Vec<String>,
    pub(crate) pooled: bool,
    pub(crate) most: bool,
    /// True if a figure outside the bound shows nothing.
    pub(crate) sufficient: bool,
}

/// The verdict on a claim, computed from a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// The claim is true of the run.
    Holds,
    /// The claim is false in the run.
    Fails,
    /// The run cannot tell, because of noise or chance.
    Undecided,
    /// The run lacks the data to decide.
    NotMeasured,
}

impl Verdict {
    /// The verdict in words, to go into a sentence.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Holds => "holds",
            Self::Fails => "fails",
            Self::Undecided => "undecided",
            Self::NotMeasured => "not measured",
        }
    }

    /// True if one verdict is `Holds` and the other `Fails`.
    pub fn opposite(self, other: Self) -> bool {
        matches!((self, other), (Self::Holds, Self::Fails) | (Self::Fails, Self::Holds))
    }

    /// The verdict over all parts of a claim. A test may lack corpora, but a claim cannot hold if a
    /// part of it was not measured.
    pub(crate) fn of_all_parts(parts: &[Self]) -> Self {
        match Self::every(parts) {
            Self::Fails => Self::Fails,
            _ if parts.contains(&Self::NotMeasured) => Self::NotMeasured,
            verdict => verdict,
        }
    }

    /// `Fails` when one verdict fails, `Holds` when all that were measured hold.
    pub(crate) fn every(verdicts: &[Self]) -> Self {
        let mut from_the_worst = [Self::Fails, Self::Undecided, Self::Holds].into_iter();
        from_the_worst.find(|verdict| verdicts.contains(verdict)).unwrap_or(Self::NotMeasured)
    }

    /// `Holds` when more than half of the measured verdicts hold, `Fails` when that is no longer
    /// possible.
    pub(crate) fn most(verdicts: &[Self]) -> Self {
        let count = |wanted| verdicts.iter().filter(|verdict| **verdict == wanted).count();
        match verdicts.len() - count(Self::NotMeasured) {
            0 => Self::NotMeasured,
            all if 2 * count(Self::Holds) > all => Self::Holds,
            all if 2 * count(Self::Fails) >= all => Self::Fails,
            _ => Self::Undecided,
        }
    }
}

impl Test {
    /// The ids of the solvers in the figure.
    pub fn solvers(&self) -> Vec<&str> {
        if let Figure::PairedTime { above, below } = &self.figure {
            return vec![above, below];
        }
        let solvers = self.figure.quantities().map(|quantity| &*quantity.solver);
        solvers.filter(|solver| !solver.is_empty()).collect()
    }

    /// This test for the programs in a language that make the searches of its solvers; `None`
    /// unless the figure is a ratio of times.
    pub(crate) fn in_language(&self, language: &str) -> Option<Self> {
        let Figure::PairedTime { above, below } = &self.figure else { return None };
        let [above, below] =
            [above, below].map(|solver| format!("{}{solver}, {language}", ProgramRecord::FAMILY));
        let figure = Figure::PairedTime { above, below };
        Some(Self { figure, ..self.clone() })
    }

    /// The kind of data that the figure is computed from.
    pub fn basis(&self) -> Basis {
        match &self.figure {
            Figure::PairedTime { .. } => Basis::PairedTimes,
            _ if self.measures(|measure| measure == Measure::SurveyTime) => Basis::SurveyTimes,
            Figure::Worked(..) | Figure::Exponent { .. } => Basis::Counts,
        }
    }

    /// True when the figure needs instructions, which the run must have counted.
    pub fn needs_instructions(&self) -> bool {
        self.measures(|measure| measure == Measure::Instructions)
    }

    /// True when the figure needs only counters, which are committed for every puzzle.
    pub fn is_work(&self) -> bool {
        let timed = matches!(self.figure, Figure::PairedTime { .. });
        let is_known = |of| matches!(of, Measure::Counter(_) | Measure::Blanks | Measure::Puzzles);
        !timed && !self.measures(|measure| !is_known(measure))
    }

    /// True when `such` holds for some measure in the figure.
    fn measures(&self, such: impl Fn(Measure) -> bool) -> bool {
        self.figure.quantities().any(|quantity| such(quantity.measure))
    }

    /// True when the figure is a share of the puzzles: the mean of a comparison.
    pub(crate) fn is_share(&self) -> bool {
        matches!(&self.figure, Figure::Worked(of, Puzzles::Mean) if of.compares())
    }

    /// The figure as written, with a prefix that says how puzzles are combined: `share of puzzles
    /// with a.calls > b.calls`.
    pub(crate) fn description(&self) -> String {
        let what = match &self.figure {
            Figure::Worked(_, Puzzles::Total) | Figure::PairedTime { .. } => "",
            Figure::Worked(_, Puzzles::Mean) if self.is_share() => "share of puzzles with ",
            Figure::Worked(_, Puzzles::Mean) => "mean of ",
            Figure::Worked(_, Puzzles::Median) => "median of ",
            Figure::Worked(_, Puzzles::Least) => "least ",
            Figure::Worked(_, Puzzles::Greatest) => "greatest ",
            Figure::Worked(_, Puzzles::Spread) => "greatest by least ",
            Figure::Exponent { .. } => "exponent of ",
        };
        format!("{what}{}", self.written)
    }

    /// True when the figure is the greatest figure of any puzzle.
    pub(crate) fn is_greatest(&self) -> bool {
        matches!(self.figure, Figure::Worked(_, Puzzles::Greatest))
    }

    /// [`description`](Self::description) without the prefix `greatest` or `share of puzzles with`,
    /// for sentences that say this in their own words.
    pub(crate) fn stem(&self) -> String {
        if self.is_greatest() || self.is_share() {
            self.written.clone()
        } else {
            self.description()
        }
    }

    /// The bound on the figure, in words: `below 1 on more than half of the sets`.
    pub(crate) fn bound_in_words(&self) -> String {
        let quantifier = if self.most { " on more than half of the sets" } else { "" };
        let strength = if self.sufficient { ", which is enough" } else { "" };
        self.bound.in_words(self.limit, self.is_share()) + quantifier + strength
    }
}

/// The kind of data that a figure is computed from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Basis {
    /// Counts, sizes or instructions, the same in every run of a program.
    Counts,
    /// Ratios of times, with their intervals and the noise floor.
    PairedTimes,
    /// Times of single puzzles: good enough for powers of ten, not for percentages.
    SurveyTimes,
}

impl Basis {
    /// True when another run of the same program gives the same figure.
    pub const fn is_exact(self) -> bool {
        matches!(self, Self::Counts)
    }
}

/// The name that stands for all corpora pooled together.
pub const POOLED: &str = "all sets together";

#[cfg(test)]
mod tests {
    use super::Verdict::{self, Fails, Holds, NotMeasured, Undecided};
    use crate::claims::claims;

    #[test]
    fn a_stem_lacks_nothing_but_that_it_is_the_greatest_or_a_share() {
        for claim in claims().unwrap() {
            for test in claim.tests.iter().chain(&claim.because) {
                let before = match (test.is_greatest(), test.is_share()) {
                    (true, _) => "greatest ",
                    (_, true) => "share of puzzles with ",
                    _ => "",
                };
                assert_eq!(test.description(), format!("{before}{}", test.stem()), "{}", claim.id);
            }
        }
    }
    #[test]
    fn a_claim_without_a_qualification_is_about_every_corpus() {
        assert_eq!(Verdict::every(&[Holds, Holds]), Holds);
        assert_eq!(Verdict::every(&[Holds, Undecided, Fails]), Fails);
        assert_eq!(Verdict::every(&[Holds, Undecided]), Undecided);
        assert_eq!(Verdict::every(&[Holds, NotMeasured]), Holds);
        assert_eq!(Verdict::every(&[NotMeasured]), NotMeasured);
        assert_eq!(Verdict::every(&[]), NotMeasured);
    }

    #[test]
    fn most_is_more_than_half() {
        assert_eq!(Verdict::most(&[Holds, Holds, Fails]), Holds);
        assert_eq!(Verdict::most(&[Holds, Fails]), Fails);
        assert_eq!(Verdict::most(&[Holds, Undecided, Fails]), Undecided);
        assert_eq!(Verdict::most(&[Holds, NotMeasured]), Holds);
        assert_eq!(Verdict::most(&[NotMeasured]), NotMeasured);
    }
}
