//! [`Tally`]: judges claims by counts from elsewhere, on any number of puzzles.

use std::collections::{BTreeMap, BTreeSet};

use sudoku_core::{Counters, Ending, Grid};
use sudoku_record::CountedRun;

use crate::claims::claim::{Claim, Test};
use crate::claims::figure::{Figure, Gathered, Quantity};
use crate::claims::file::groups;
use crate::claims::judge::{Figured, judge_claim, judged_corpus, judged_test, whole};
use crate::claims::ledger::{JudgedTest, Ledger};
use crate::claims::measure::{Measure, Measured};

/// Claims, and the counts of solvers by which they are judged, added puzzle by puzzle. All these
/// puzzles together take the place of the committed sets, in the tests whose figures need only
/// counters and whose sets are the whole group `searched`, `solvable` or `varied`.
///
/// A tally keeps sums. It keeps the figures of all puzzles only for a median, a typical figure or
/// an exponent.
#[derive(Debug)]
pub struct Tally<'a> {
    claims: &'a [Claim],
    tests: Vec<TalliedTest<'a>>,
    puzzles: usize,
}

impl<'a> Tally<'a> {
    /// Creates a tally without puzzles. `solvers` maps the solvers that have counts to their
    /// counters.
    pub fn of(claims: &'a [Claim], solvers: &BTreeMap<String, Counters>) -> Self {
        let tests = claims.iter().flat_map(|claim| claim.tests.iter().chain(&claim.because));
        let tests = tests.map(|test| TalliedTest::of(test, solvers)).collect();
        Self { claims, tests, puzzles: 0 }
    }

    /// Adds a puzzle with the counts of the solvers that finished it.
    pub fn add(&mut self, puzzle: &Grid, runs: &BTreeMap<String, CountedRun>) {
        self.puzzles += 1;
        for test in &mut self.tests {
            test.add(puzzle, runs);
        }
    }

    /// The verdicts on all puzzles added so far, as on one set with this name. The expected
    /// verdicts are those on the committed sets.
    pub fn ledger(&self, set: &str) -> Ledger {
        // `tests` has the order in which the claims are judged.
        let mut judged = 0;
        let mut judge = |_: &Test, _: &[String]| {
            judged += 1;
            self.tests[judged - 1].judged(set, self.puzzles)
        };
        let claims = self.claims.iter().map(|claim| judge_claim(claim, &mut judge)).collect();
        Ledger { claims, ..Ledger::default() }
    }
}

/// A test, and the data for its figure.
#[derive(Debug)]
struct TalliedTest<'a> {
    test: &'a Test,
    reach: Reach,
    gathered: Gathered<'a>,
    /// Why there can be no figure; `None` if there can.
    missing: Option<String>,
}

/// The kinds of puzzles that a test covers.
#[derive(Debug, Clone, Copy, Default)]
struct Reach {
    /// True if only puzzles with a solution are covered.
    solved: bool,
    /// True if finished grids, without blanks, are covered too.
    finished: bool,
}

impl Reach {
    /// `None` for a test whose sets are not one of the three groups.
    fn of(test: &Test) -> Option<Self> {
        let on: BTreeSet<&String> =
            test.corpora.iter().filter(|corpus| *corpus != "finished").collect();
        let is_all_of = |name: &str| groups()[name].iter().collect::<BTreeSet<_>>() == on;
        let solved = is_all_of("solvable") || is_all_of("varied");
        let finished = on.len() < test.corpora.len();
        (solved || is_all_of("searched")).then_some(Self { solved, finished })
    }
}

impl<'a> TalliedTest<'a> {
    fn of(test: &'a Test, solvers: &BTreeMap<String, Counters>) -> Self {
        let reach = Reach::of(test);
        let missing = match &test.figure {
            Figure::PairedTime { .. } => Some(needs(Measure::Time)),
            figure => figure.quantities().find_map(|name| lacking(name, solvers)),
        };
        let chosen = || reach.is_none().then(|| "about chosen sets".to_owned());
        Self {
            test,
            reach: reach.unwrap_or_default(),
            gathered: Gathered::of(&test.figure),
            missing: missing.or_else(chosen),
        }
    }

    fn add(&mut self, puzzle: &Grid, runs: &BTreeMap<String, CountedRun>) {
        let blanks = puzzle.blanks();
        let is_meant = |solver: &str| {
            let run = runs.get(solver);
            run.is_some_and(|run| run.outcome == Ending::Solved || !self.reach.solved)
        };
        if self.missing.is_some()
            || blanks == 0 && !self.reach.finished
            || !self.test.solvers().into_iter().all(is_meant)
        {
            return;
        }
        let value = |Quantity { solver, measure }: &Quantity| match measure {
            Measure::Blanks => Some(blanks as f64),
            Measure::Puzzles => Some(1.0),
            _ => {
                measure.value(&Measured { counts: runs.get(solver)?.counts, ..Measured::default() })
            }
        };
        let values: Vec<Option<f64>> = self.test.figure.quantities().map(value).collect();
        self.missing = self.gathered.add(&values).err();
    }

    fn judged(&self, set: &str, of: usize) -> JudgedTest {
        let test = self.test;
        let mut finding = judged_corpus(test, set, (self.gathered.puzzles, of), self.figure());
        let is_judged = finding.figure.is_some() && !test.expect.is_empty();
        finding.expect = is_judged.then(|| whole(test, test.expect.values().copied()));
        judged_test(test, vec![finding], Vec::new())
    }

    fn figure(&self) -> Result<Figured, String> {
        if let Some(why) = &self.missing {
            return Err(why.clone());
        }
        if self.gathered.puzzles == 0 {
            return Err("no puzzle that all its solvers finished".to_owned());
        }
        self.gathered.figure().map(Figured::from)
    }
}

/// Why these counts do not give a quantity; `None` if they do.
fn lacking(name: &Quantity, solvers: &BTreeMap<String, Counters>) -> Option<String> {
    let Quantity { solver, measure } = name;
    match measure {
        Measure::Blanks | Measure::Puzzles => None,
        Measure::Counter(what) => match solvers.get(solver) {
            None => Some(format!("no counts of {solver}")),
            Some(counters) => {
                (!counters.has(*what)).then(|| format!("no {} of {solver}", what.name()))
            }
        },
        _ => Some(needs(*measure)),
    }
}

fn needs(measure: Measure) -> String {
    format!("needs {} of a run", measure.source())
}
