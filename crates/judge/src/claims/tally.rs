//! [`Tally`]: judges claims by counts from elsewhere, on any number of puzzles.

use std::collections::{BTreeMap, BTreeSet};

use sudoku_core::{Counters, Ending, Grid};
use sudoku_record::CountedRun;
use toml::Spanned;

use crate::claims::claim::{Claim, Test};
use crate::claims::evidence::{figure, join};
use crate::claims::figure::{Figure, Puzzles, Quantity};
use crate::claims::file::{ClaimError, File};
use crate::claims::judge::{
    Each, Figured, exact, exponent, judge_claim, judged_corpus, judged_test, whole,
};
use crate::claims::ledger::{JudgedTest, Ledger};
use crate::claims::measure::{Measure, Measured};
use crate::claims::written::Groups;

/// Claims, and the counts of solvers by which they are judged, added puzzle by puzzle. All these
/// puzzles together take the place of the committed sets, in the tests whose figures need only
/// counters and whose sets are the whole group `searched`, `solvable` or `varied`.
///
/// A tally keeps sums. It keeps the figures of all puzzles only for a median, a typical figure or
/// an exponent.
#[derive(Debug)]
pub struct Tally<'a> {
    claims: &'a [Claim],
    tests: Vec<Gathered<'a>>,
    puzzles: usize,
}

impl<'a> Tally<'a> {
    /// Creates a tally without puzzles. `solvers` maps the solvers that have counts to their
    /// counters.
    ///
    /// # Errors
    ///
    /// When the file of groups has a mistake.
    pub fn of(
        claims: &'a [Claim],
        solvers: &BTreeMap<String, Counters>,
    ) -> Result<Self, ClaimError> {
        let groups = File::groups().parse()?;
        let tests = claims.iter().flat_map(|claim| claim.tests.iter().chain(&claim.because));
        let tests = tests.map(|test| Gathered::of(test, &groups, solvers)).collect();
        Ok(Self { claims, tests, puzzles: 0 })
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
struct Gathered<'a> {
    test: &'a Test,
    reach: Reach,
    puzzles: usize,
    /// For each name in the figure, the sum over puzzles or the greatest value.
    sums: Vec<f64>,
    each: Each,
    points: Vec<(f64, f64)>,
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
    fn of(test: &Test, groups: &Groups) -> Option<Self> {
        let on: BTreeSet<&String> =
            test.corpora.iter().filter(|corpus| *corpus != "finished").collect();
        let is_all_of = |name: &str| {
            let members = groups.group.get(name).into_iter().flatten();
            members.map(Spanned::get_ref).collect::<BTreeSet<_>>() == on
        };
        let solved = is_all_of("solvable") || is_all_of("varied");
        let finished = on.len() < test.corpora.len();
        (solved || is_all_of("searched")).then_some(Self { solved, finished })
    }
}

impl<'a> Gathered<'a> {
    fn of(test: &'a Test, groups: &Groups, solvers: &BTreeMap<String, Counters>) -> Self {
        let reach = Reach::of(test, groups);
        let missing = match &test.figure {
            Figure::PairedTime { .. } => Some(needs(Measure::Time)),
            _ => test.quantities().into_iter().find_map(|name| lacking(name, solvers)),
        };
        let chosen = || reach.is_none().then(|| "about chosen sets".to_owned());
        Self {
            test,
            reach: reach.unwrap_or_default(),
            puzzles: 0,
            sums: vec![0.0; test.quantities().len()],
            each: Each::default(),
            points: Vec::new(),
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
        self.puzzles += 1;
        self.missing = self
            .take_in(&|name| match name {
                Quantity::Blanks => Some(blanks as f64),
                Quantity::Puzzles => Some(1.0),
                Quantity::Of(solver, measure) => {
                    let counts = runs.get(solver)?.counts;
                    measure.value(&Measured { counts, ..Measured::default() })
                }
            })
            .err();
    }

    fn take_in(&mut self, value: &impl Fn(&Quantity) -> Option<f64>) -> Result<(), String> {
        match &self.test.figure {
            Figure::Worked(expression, Puzzles::Total) => {
                for (sum, name) in self.sums.iter_mut().zip(expression.names()) {
                    *sum = join(name, [*sum, value(name).ok_or("a counter is missing")?]);
                }
            }
            Figure::Worked(expression, puzzles) => {
                self.each.add(figure(expression, value)?, *puzzles);
            }
            Figure::Exponent { of, by } => {
                self.points.push((figure(by, value)?, figure(of, value)?));
            }
            Figure::PairedTime { .. } => {}
        }
        Ok(())
    }

    fn judged(&self, set: &str, of: usize) -> JudgedTest {
        let test = self.test;
        let mut finding = judged_corpus(test, set, (self.puzzles, of), self.figure());
        let is_judged = finding.figure.is_some() && !test.expect.is_empty();
        finding.expect = is_judged.then(|| whole(test, test.expect.values().copied()));
        judged_test(test, vec![finding], Vec::new())
    }

    fn figure(&self) -> Result<Figured, String> {
        if let Some(why) = &self.missing {
            return Err(why.clone());
        }
        if self.puzzles == 0 {
            return Err("no puzzle that all its solvers finished".to_owned());
        }
        match &self.test.figure {
            Figure::Worked(expression, Puzzles::Total) => {
                let names = expression.names();
                let sum = |name: &Quantity| {
                    let at = names.iter().position(|known| *known == name)?;
                    Some(self.sums[at])
                };
                figure(expression, &sum).map(|figure| exact(figure).into())
            }
            Figure::Worked(_, puzzles) => self.each.figure(*puzzles),
            Figure::Exponent { .. } => exponent(&self.points),
            Figure::PairedTime { .. } => Err(needs(Measure::Time)),
        }
    }
}

/// Why these counts do not give a quantity; `None` if they do.
fn lacking(name: &Quantity, solvers: &BTreeMap<String, Counters>) -> Option<String> {
    match name {
        Quantity::Blanks | Quantity::Puzzles => None,
        Quantity::Of(solver, Measure::Counter(what)) => match solvers.get(solver) {
            None => Some(format!("no counts of {solver}")),
            Some(counters) => {
                (!counters.has(*what)).then(|| format!("no {} of {solver}", what.name()))
            }
        },
        Quantity::Of(_, measure) => Some(needs(*measure)),
    }
}

fn needs(measure: Measure) -> String {
    format!("needs {} of a run", measure.source())
}
