//! [`Ledger`]: every claim with its verdict.

use crate::{Interval, NoiseFloor};
use serde::Serialize;
use sudoku_record::{AskedSet, Counted};

use crate::claims::{Basis, Publication, Term, Verdict};

/// Every claim with its verdict.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Ledger {
    /// The noise floors of the run, of which each claim about time had to clear those of its
    /// solvers; empty without a race.
    pub noise_floors: Vec<NoiseFloor>,
    /// The confidence with which each claim about time is judged. It is so high that with a
    /// probability of 95 % no such claim is wrongly found to hold (Bonferroni 1936).
    pub confidence: f64,
    /// The solvers whose committed counts are stale and cannot be renewed on this processor.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub stale: Vec<String>,
    /// The solvers whose committed counts lack sets that cannot be counted on this processor.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub uncounted: Vec<Uncounted>,
    /// The corpora of the run whose set has changed since the run; nothing on them is used.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub changed: Vec<String>,
    /// The claims, publication by publication.
    pub claims: Vec<Judged>,
}

/// A solver whose committed counts lack sets.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Uncounted {
    /// The id of the solver.
    pub solver: String,
    /// The names of the sets that are new, or have changed since the solver was counted.
    pub sets: Vec<String>,
}

impl Uncounted {
    /// The sets that the committed counts of a solver lack; `None` if they are complete.
    pub(crate) fn of(counted: &Counted) -> Option<Self> {
        let sets: Vec<String> = counted.missing().into_iter().map(AskedSet::name).collect();
        (!sets.is_empty()).then(|| Self { solver: counted.solver.clone(), sets })
    }

    pub(crate) fn lacks(&self, solver: &str, corpus: &str) -> bool {
        self.solver == solver && self.sets.iter().any(|set| set == corpus)
    }
}

/// A claim with its verdict.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Judged {
    /// The id. This field and others have the meaning of those in [`Claim`](crate::claims::Claim).
    pub id: String,
    /// The publication that makes the claim.
    pub publication: Publication,
    /// Where in the publication the claim is.
    pub place: String,
    /// The claim, in our own words.
    pub says: String,
    /// Why the tests are a fair reading of the author's words.
    pub reading: String,
    /// The names of the solvers in the figures, each with its id.
    pub solvers: Vec<(String, String)>,
    /// The verdict over all parts: not measured if a part was not measured, unless another part
    /// fails.
    pub verdict: Verdict,
    /// The tests that decide the claim.
    pub tests: Vec<JudgedTest>,
    /// The tests that explain the claim.
    pub because: Vec<JudgedTest>,
    /// For a claim that fails: what is true instead.
    pub really: Option<String>,
    /// For a claim that fails: the smallest command that shows it.
    pub experiment: Option<String>,
}

/// A test with its verdict.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct JudgedTest {
    /// The statement that is tested, in words; empty if it is the only test of a claim.
    pub says: String,
    /// The figure as in the file of the claim: `a.checks / b.checks`.
    pub figure: String,
    /// The figure without the words `greatest` or `share of puzzles with`.
    pub stem: String,
    /// The terms of a figure that is one measure of a solver, or the quotient of two measures;
    /// empty for any other figure.
    pub terms: Vec<Term>,
    /// True when the figure is the greatest figure of any puzzle.
    pub is_greatest: bool,
    /// The bound on the figure: `below 1`.
    pub bound: String,
    /// The limit in the bound.
    pub limit: f64,
    /// The kind of data that the figure is computed from.
    pub basis: Basis,
    /// True when the figure is a share of the puzzles.
    pub is_share: bool,
    /// The verdict over all corpora that were measured: in the languages of the publication, where
    /// one failing language is enough, or in Rust if no language was measured.
    pub verdict: Verdict,
    /// The verdict in Rust.
    pub in_rust: Verdict,
    /// The findings in Rust, corpus by corpus.
    pub findings: Vec<JudgedCorpus>,
    /// The findings in the languages of the publication; empty unless the figure is a ratio of
    /// times.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub languages: Vec<JudgedLanguage>,
}

/// A test of the programs in one language.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct JudgedLanguage {
    /// The language, with the flags of the compiler.
    pub language: String,
    /// The verdict over all corpora that were measured.
    pub verdict: Verdict,
    /// The findings, corpus by corpus; empty if none was measured.
    pub findings: Vec<JudgedCorpus>,
}

/// The result of a test on one corpus, or on all of its corpora pooled.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct JudgedCorpus {
    /// The name of the corpus, or [`POOLED`](crate::claims::POOLED).
    pub corpus: String,
    /// The verdict.
    pub verdict: Verdict,
    /// The figure with the interval that decides; for an exact figure it has no width. For a ratio of
    /// times that holds, the interval has the ledger's [confidence](Ledger::confidence): a claim
    /// about every set holds only if it does on each (an intersection-union test, Berger 1982). Any
    /// other is wider, because one set on which a test fails is enough: so wide that the intervals of
    /// all sets of the test together have that confidence. `None` if the figure was not measured.
    pub figure: Option<Interval>,
    /// How far the figure must be from the limit, as a share of the limit; 0 unless it is a ratio
    /// of times.
    pub noise_floor: f64,
    /// How many puzzles the figure covers.
    pub puzzles: usize,
    /// How many puzzles the corpus has, whether the run used them or not.
    pub of: usize,
    /// Why the figure was not measured; `None` if it was.
    pub missing: Option<String>,
}

impl Judged {
    /// True if a test of the claim depends on times.
    pub fn is_timed(&self) -> bool {
        self.tests.iter().any(|test| !test.basis.is_exact())
    }

    /// The verdict over all parts in one of the languages, with the verdict in Rust for parts not
    /// measured in it.
    pub fn verdict_in(&self, language: &str) -> Verdict {
        let part = |test: &JudgedTest| {
            let found = test.measured_languages().find(|one| one.language == language);
            found.map_or(test.in_rust, |one| one.verdict)
        };
        Verdict::of_all_parts(&self.tests.iter().map(part).collect::<Vec<_>>())
    }

    /// True if a test of the claim is decided by programs in a language of the publication.
    pub fn is_in_language(&self) -> bool {
        self.tests.iter().any(|test| test.measured_languages().next().is_some())
    }
}

impl JudgedTest {
    /// The findings in the languages that were measured.
    pub fn measured_languages(&self) -> impl Iterator<Item = &JudgedLanguage> {
        self.languages.iter().filter(|one| one.verdict != Verdict::NotMeasured)
    }

    /// Returns the test as if it had been made in this language alone.
    #[must_use]
    pub fn alone_in(&self, one: &JudgedLanguage) -> Self {
        let (verdict, findings) = (one.verdict, one.findings.clone());
        Self { verdict, findings, languages: Vec::new(), ..self.clone() }
    }

    /// True for an undecided figure whose interval lies on one side of the limit, so that only the
    /// noise floor leaves the verdict open.
    pub fn is_within_noise(&self, finding: &JudgedCorpus) -> bool {
        let clear = |figure: Interval| figure.high < self.limit || figure.low > self.limit;
        let near =
            |figure: Interval| (figure.point / self.limit - 1.0).abs() <= finding.noise_floor;
        let is_open = finding.verdict == Verdict::Undecided;
        is_open && finding.figure.is_some_and(|figure| clear(figure) && near(figure))
    }
}

impl Ledger {
    /// Returns this ledger's entry for the same claim.
    pub fn claim(&self, claim: &Judged) -> Option<&Judged> {
        self.claims.iter().find(|ours| ours.id == claim.id)
    }

    /// Returns this ledger's verdict on the same claim, found in the same way: in a language of the
    /// publication, or in Rust. `None` if the claim is judged in a language that this ledger lacks.
    pub fn verdict(&self, claim: &Judged) -> Option<Verdict> {
        let ours = self.claim(claim)?;
        match (claim.is_in_language(), ours.is_in_language()) {
            (true, false) => None,
            // No test is measured in it, so each has its verdict in Rust.
            (false, true) => Some(ours.verdict_in("Rust")),
            _ => Some(ours.verdict),
        }
    }

    /// The claims that the run could decide, or left undecided.
    pub fn measured(&self) -> impl Iterator<Item = &Judged> {
        self.claims.iter().filter(|claim| claim.verdict != Verdict::NotMeasured)
    }

    /// Returns this ledger's entry for the same test of the same claim.
    pub fn test(&self, claim: &Judged, test: &JudgedTest) -> Option<&JudgedTest> {
        let Judged { tests, because, .. } = self.claim(claim)?;
        let what = |test: &JudgedTest| (test.says.clone(), test.figure.clone(), test.bound.clone());
        tests.iter().chain(because).find(|ours| what(ours) == what(test))
    }

    /// Returns this ledger's verdict on a test on one corpus; `None` without such a test or corpus.
    pub(crate) fn found(
        &self,
        claim: &Judged,
        test: &JudgedTest,
        finding: &JudgedCorpus,
    ) -> Option<Verdict> {
        let mut ours = self.test(claim, test)?.findings.iter();
        Some(ours.find(|ours| ours.corpus == finding.corpus)?.verdict)
    }
}
