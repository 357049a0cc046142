//! [`Ledger`]: every claim with its verdict.

use serde::Serialize;
use sudoku_findings::{Interval, NoiseFloor, Unsound};
use sudoku_measure::Counted;

use crate::claim::{Basis, Publication, Verdict};
use crate::figure::Term;
use crate::judge::all_parts;

/// Every claim with its verdict.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Ledger {
    /// The noise floors that claims about time had to clear, each where its league is concerned; none
    /// without paired rounds.
    pub noise_floors: Vec<NoiseFloor>,
    /// The confidence of the interval of each ratio of times: so high that all of them together
    /// contain the true ratios with a probability of 95 % (Bonferroni 1936).
    pub confidence: f64,
    /// The solvers whose committed counts are stale, but cannot be renewed on this processor.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub stale: Vec<String>,
    /// The solvers whose committed counts lack sets that cannot be counted on this processor.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub uncounted: Vec<Uncounted>,
    /// The corpora of the run whose set has changed since: nothing is measured on them.
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
    /// The sets that are new, or have changed since it was counted.
    pub sets: Vec<String>,
}

impl Uncounted {
    /// The sets that the committed counts of a solver lack; `None` where they are complete.
    pub(crate) fn of(counted: &Counted) -> Option<Self> {
        let sets: Vec<String> =
            counted.missing().iter().map(|corpus| corpus.name.to_owned()).collect();
        (!sets.is_empty()).then(|| Self { solver: counted.solver.clone(), sets })
    }

    pub(crate) fn lacks(&self, solver: &str, corpus: &str) -> bool {
        self.solver == solver && self.sets.iter().any(|set| set == corpus)
    }
}

/// A claim with its verdict.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Judged {
    /// See [`Claim`](crate::Claim), as with the other fields of the same name.
    pub id: String,
    /// Where it was published.
    pub publication: Publication,
    /// Where in the publication it stands.
    pub place: String,
    /// The claim, in our own words.
    pub says: String,
    /// Why its tests are a fair reading.
    pub reading: String,
    /// The names of the solvers in the figures, each with its id.
    pub solvers: Vec<(String, String)>,
    /// The verdict over all parts; not measured when one of them was not, unless another fails.
    pub verdict: Verdict,
    /// The verdict found before.
    pub expect: Option<Verdict>,
    /// The tests that decide it.
    pub tests: Vec<JudgedTest>,
    /// The tests that explain it.
    pub because: Vec<JudgedTest>,
    /// The true state of things, where it fails.
    pub really: Option<String>,
    /// The smallest command that shows it.
    pub experiment: Option<String>,
}

/// A test with its verdict.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct JudgedTest {
    /// The statement that is tested, in words; empty for the only test of a claim.
    pub says: String,
    /// The figure, as it stands in the file: `a.checks / b.checks`.
    pub figure: String,
    /// The figure without the words `greatest` or `share of puzzles with`.
    pub stem: String,
    /// The measure of a solver that it is, or the two whose quotient it is; empty for any other
    /// figure.
    pub terms: Vec<Term>,
    /// True for the greatest figure of a puzzle.
    pub is_greatest: bool,
    /// The bound on the figure: `below 1`.
    pub bound: String,
    /// The limit in this bound.
    pub limit: f64,
    /// The kind of data that the figure rests on.
    pub basis: Basis,
    /// True for a figure that is a share of the puzzles.
    pub is_share: bool,
    /// The verdict over all corpora that were measured: in the languages of the publication, of which
    /// one that fails is enough, or in Rust where none was measured.
    pub verdict: Verdict,
    /// The verdict in Rust.
    pub in_rust: Verdict,
    /// Corpus by corpus, in Rust.
    pub findings: Vec<JudgedCorpus>,
    /// In the languages of the publication; empty unless times decide.
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
    /// The verdict found before.
    pub expect: Option<Verdict>,
    /// Corpus by corpus; empty where none was measured.
    pub findings: Vec<JudgedCorpus>,
}

/// A test on one corpus, or on several taken as one.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct JudgedCorpus {
    /// The corpus.
    pub corpus: String,
    /// The verdict.
    pub verdict: Verdict,
    /// The verdict found before.
    pub expect: Option<Verdict>,
    /// The figure with the interval that decides: of a ratio of times the one at the
    /// [confidence](Ledger::confidence) of the ledger; an exact figure has no width. `None` when it
    /// was not measured.
    pub figure: Option<Interval>,
    /// The share of the limit by which the figure must differ from it; 0 unless it is a ratio of
    /// times.
    pub noise_floor: f64,
    /// How many puzzles it is about.
    pub puzzles: usize,
    /// How many puzzles the corpus has, the run's or not.
    pub of: usize,
    /// Of a ratio of times: the solvers that make it [unsound](sudoku_findings::Ratio::unsound).
    pub unsound: Vec<Unsound>,
    /// Why it was not measured.
    pub missing: Option<String>,
}

impl Judged {
    /// True where a test of it rests on times.
    pub fn is_timed(&self) -> bool {
        self.tests.iter().any(|test| !test.basis.is_exact())
    }

    /// The verdict over all parts in one of the languages, or in Rust where the language was not measured.
    pub fn verdict_in(&self, language: &str) -> Verdict {
        let part = |test: &JudgedTest| {
            let found = test.measured_languages().find(|one| one.language == language);
            found.map_or(test.in_rust, |one| one.verdict)
        };
        all_parts(&self.tests.iter().map(part).collect::<Vec<_>>())
    }

    /// True where a test of it is decided by programs in the language of the publication.
    pub fn is_in_language(&self) -> bool {
        self.tests.iter().any(|test| test.measured_languages().next().is_some())
    }
}

impl JudgedTest {
    /// The languages that were measured.
    pub fn measured_languages(&self) -> impl Iterator<Item = &JudgedLanguage> {
        self.languages.iter().filter(|one| one.verdict != Verdict::NotMeasured)
    }

    /// The test as if it had been made in this language alone.
    #[must_use]
    pub fn alone_in(&self, one: &JudgedLanguage) -> Self {
        let (verdict, findings) = (one.verdict, one.findings.clone());
        Self { verdict, findings, languages: Vec::new(), ..self.clone() }
    }

    /// True for an undecided figure whose interval lies on one side of the limit, but which differs
    /// from it by no more than the noise floor.
    pub fn is_within_noise(&self, finding: &JudgedCorpus) -> bool {
        let clear = |figure: Interval| figure.high < self.limit || figure.low > self.limit;
        finding.verdict == Verdict::Undecided && finding.figure.is_some_and(clear)
    }
}

impl Ledger {
    /// Returns this ledger's entry for the same claim.
    pub fn claim(&self, claim: &Judged) -> Option<&Judged> {
        self.claims.iter().find(|ours| ours.id == claim.id)
    }

    /// The verdict on the same claim, if it was found in the same way: in the language of the
    /// publication, or in Rust.
    pub fn verdict(&self, claim: &Judged) -> Option<Verdict> {
        let ours = self.claim(claim)?;
        (ours.is_in_language() == claim.is_in_language()).then_some(ours.verdict)
    }

    /// The claims that the run has measured.
    pub fn measured(&self) -> impl Iterator<Item = &Judged> {
        self.claims.iter().filter(|claim| claim.verdict != Verdict::NotMeasured)
    }

    /// Returns this ledger's entry for the same test of the same claim.
    pub fn test(&self, claim: &Judged, test: &JudgedTest) -> Option<&JudgedTest> {
        let Judged { tests, because, .. } = self.claim(claim)?;
        let what = |test: &JudgedTest| (test.says.clone(), test.figure.clone(), test.bound.clone());
        tests.iter().chain(because).find(|ours| what(ours) == what(test))
    }

    /// Returns this ledger's verdict on a test on one corpus.
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
