//! [`Check`]: whether the verdicts of a run are those of the references.

use crate::lead::ranked;
use crate::{Climb, Interval};
use sudoku_record::{Environment, Raw};

use crate::claims::steps::gains;
use crate::claims::{
    Gain, Judged, JudgedCorpus, JudgedTest, Ledger, LedgerError, Reference, References, Verdict,
};

/// The deviations of a run's verdicts from the expected ones, which are those of the first reference:
/// nothing is expected where it has none.
///
/// A verdict by counts must be the expected one. A verdict by times may become undecided, because a
/// short run on a busy machine has wide intervals. Its opposite is a failure, but only if the
/// figure is farther from its limit than a tenth (between versions of the program, ratios have
/// moved by more than half of that), and only if no processor's reference has the same verdict. The
/// tests that explain a claim are compared by the same rules; of these, only one that fails deviates.
/// A verdict that was not measured is no failure.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Check {
    /// Why deviations by times are only reported; `None` if they count.
    pub unlike: Option<Unlike>,
    /// The deviations that are failures.
    pub failed: Vec<Surprise>,
    /// The deviations that are allowed and only reported.
    pub reported: Vec<Surprise>,
    /// The ledgers of the references with the names of their processors, in their order.
    pub references: Vec<(String, Ledger)>,
    /// The climbs of the references of other processors, with the names of these, in their order, as
    /// far as [`with_climbs`](Self::with_climbs) has added them.
    pub climbs: Vec<(String, Climb)>,
    /// The gains of the steps of the run's solvers, as far as [`with_gains`](Self::with_gains) has
    /// added them.
    pub gains: Vec<Gain>,
}

/// Why the times of a run cannot be compared with a reference.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unlike {
    /// No reference was made on the processor of the run.
    Processor {
        /// The processor.
        name: String,
        /// The name of the folder that a reference of this processor would have.
        slug: String,
    },
    /// The reference of the processor was made with another program or system; the texts name the
    /// differences.
    Program(Vec<String>),
    /// Nothing was judged, not even counts; the text says why.
    Unjudged(String),
}

/// A test whose verdict on one corpus is not the expected one.
#[derive(Debug, Clone, PartialEq)]
pub struct Surprise {
    /// The id of the claim.
    pub claim: String,
    /// The test: one of the claim, or one that explains it.
    pub test: JudgedTest,
    /// The finding on this corpus.
    pub finding: JudgedCorpus,
    /// The expected verdict.
    pub before: Verdict,
    /// A processor whose reference has the same verdict; `None` if there is none.
    pub as_on: Option<String>,
}

impl Surprise {
    /// True if the deviation is one of times.
    pub fn is_timed(&self) -> bool {
        !self.test.basis.is_exact()
    }

    /// True if the verdict is the opposite of the expected one, so that the interval lies on the other
    /// side of the limit.
    pub fn is_opposite(&self) -> bool {
        self.finding.verdict.opposite(self.before)
    }

    /// True if the verdict could not be decided, for lack of precision.
    pub fn is_undecided(&self) -> bool {
        self.finding.verdict == Verdict::Undecided
    }
}

/// An opposite verdict by times is no failure if the figure differs from the limit by no more than
/// this share of the limit.
const NEAR: f64 = 0.1;

impl Check {
    /// Compares the verdicts of a run with those of the references. Verdicts by times count only if
    /// there is a reference of the same processor and compiler.
    pub fn beside(references: &References, run: &Environment, ledger: &Ledger) -> Self {
        let own = references.own(run);
        let unlike = match own {
            None => Some(Unlike::Processor { name: run.processor(), slug: run.slug() }),
            Some(own) => Some(own.raw.environment.differences(run))
                .filter(|differences| !differences.is_empty())
                .map(Unlike::Program),
        };
        let past = Past { own, references: references.all(), elsewhere: unlike.is_some() };
        let references = references.all().iter().map(Reference::named).collect();
        let mut check = Self { unlike, references, ..Self::default() };
        // Nothing is expected of claims from elsewhere.
        for claim in ledger.claims.iter().filter(|claim| claim.publication.is_committed()) {
            let tests = claim.tests.iter().map(|test| (test, false));
            for (test, explains) in tests.chain(claim.because.iter().map(|test| (test, true))) {
                past.test(claim, test, explains, &mut check);
            }
        }
        check
    }

    /// Adds the climbs of the references of other processors that have the set and the baseline of
    /// this one.
    #[must_use]
    pub fn with_climbs(self, references: &References, run: &Environment, like: &Climb) -> Self {
        let climbs = references.all().iter().filter_map(|other| {
            let processor = other.raw.environment.processor();
            // The results of a reference take long to compute.
            let leads = ranked(&other.raw.plan).first().is_some_and(|set| set.name == like.corpus);
            let is_other = processor != run.processor();
            let climb = (leads && is_other).then(|| Climb::of(other.results()))??;
            let is_like = (&climb.corpus, &climb.from) == (&like.corpus, &like.from);
            is_like.then_some((processor, climb))
        });
        Self { climbs: climbs.collect(), ..self }
    }

    /// Adds the gains of the run's solvers, by the run itself and by the references.
    ///
    /// # Errors
    ///
    /// When committed counts are missing, stale or damaged.
    pub fn with_gains(self, references: &References, run: &Raw) -> Result<Self, LedgerError> {
        Ok(Self { gains: gains(references, run)?, ..self })
    }

    /// How many claims a run could not decide, other than those that the first reference leaves undecided.
    pub fn undecided(&self, ledger: &Ledger) -> usize {
        let first = self.references.first().map(|(_, first)| first);
        let expected = |claim: &Judged| first.and_then(|first| first.verdict(claim));
        let undecided = |claim: &&Judged| {
            claim.verdict == Verdict::Undecided && expected(claim) != Some(Verdict::Undecided)
        };
        ledger.measured().filter(undecided).count()
    }

    /// True when nothing failed, so that the gate is open.
    pub fn is_open(&self) -> bool {
        self.failed.is_empty()
    }
}

/// The references that verdicts are compared with.
struct Past<'a> {
    own: Option<&'a Reference>,
    references: &'a [Reference],
    /// True if deviations by times are only reported.
    elsewhere: bool,
}

impl Past<'_> {
    fn test(&self, claim: &Judged, test: &JudgedTest, explains: bool, check: &mut Check) {
        for finding in &test.findings {
            let found = finding.verdict;
            if explains && found != Verdict::Fails {
                continue;
            }
            let exact = test.basis.is_exact();
            let known = |reference: &Reference| {
                let verdict = reference.ledger.found(claim, test, finding);
                verdict.filter(|verdict| *verdict != Verdict::NotMeasured)
            };
            let Some(before) = self.references.first().and_then(known) else { continue };
            // What this processor had before says more than what is expected of all.
            let own = self.own.filter(|_| !exact).and_then(known);
            if found == before || own == Some(found) || found == Verdict::NotMeasured {
                continue;
            }
            let same = |one: &&Reference| !exact && known(one) == Some(found);
            let as_on = self.references.iter().find(same);
            let as_on = as_on.map(|one| one.raw.environment.processor());
            let opposite = found.opposite(own.unwrap_or(before)) && self.is_clear(test, finding);
            let fails = exact || opposite && as_on.is_none();
            let (claim, test, finding) = (claim.id.clone(), test.clone(), finding.clone());
            let surprise = Surprise { claim, test, finding, before, as_on };
            if fails { &mut check.failed } else { &mut check.reported }.push(surprise);
        }
    }

    /// True for a figure that leaves no doubt: an exact one, or a ratio of times that is far from
    /// its limit, on a processor that has a reference.
    fn is_clear(&self, test: &JudgedTest, finding: &JudgedCorpus) -> bool {
        let distance = |figure: Interval| (figure.point - test.limit).abs();
        let far = finding.figure.is_some_and(|figure| distance(figure) > NEAR * test.limit.abs());
        test.basis.is_exact() || far && !self.elsewhere
    }
}
