//! [`Evidence`]: the raw data of a run and the committed counts, arranged for computing figures.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use crate::{NoiseFloor, Paired, Ratio};
use sudoku_core::{Grid, Info};
use sudoku_record::{
    Comparable, CorpusRecord, Counted, CountedError, CountedSet, InstructionRow, Plan,
    ProgramRecord, Raw,
};

use crate::claims::claim::{Claim, Test};
use crate::claims::expression::Expression;
use crate::claims::figure::Quantity;
use crate::claims::ledger::Uncounted;
use crate::claims::measure::{Measure, Measured};

/// Reads the committed counts of the solvers of these claims. `top` is the top folder of the
/// repository.
///
/// # Errors
///
/// When counts are missing, stale or damaged, or a source file cannot be read.
pub fn committed(top: &Path, claims: &[Claim]) -> Result<Vec<Counted>, CountedError> {
    counted(top, claims.iter().flat_map(|claim| claim.solvers.values()))
}

/// Reads the committed counts of any solvers, given by their ids.
///
/// # Errors
///
/// As [`committed`].
pub fn counted<'a>(
    top: &Path,
    solvers: impl IntoIterator<Item = &'a String>,
) -> Result<Vec<Counted>, CountedError> {
    let solvers: BTreeSet<&String> = solvers.into_iter().collect();
    // Programs and peers are left out, because their work is not counted; and a solver without a
    // source file, because there is no code to check its counts against.
    let is_solver = |id: &str| !id.starts_with(ProgramRecord::FAMILY) && !id.starts_with("peers/");
    let written = solvers.into_iter().filter(|id| is_solver(id));
    let written = written.filter(|id| top.join(Info::path_of(id)).exists());
    written.map(|id| Counted::of(top, id)).collect()
}

/// The counts and times of a run, and the committed counts on puzzles that the run left out.
#[derive(Debug, Clone, Default)]
pub struct Evidence {
    run: Work,
    /// The committed counts, which take the place of those of the run where it is asked for them.
    committed: Work,
    instructions: BTreeMap<(String, String), InstructionRow>,
    /// For each corpus of the run, the name of its set of puzzles.
    sets: BTreeMap<String, String>,
    comparable: Comparable,
    pub(crate) paired: Paired,
    /// The solvers whose committed counts are [stale](Counted::stale).
    pub(crate) stale: Vec<String>,
    /// The solvers whose committed counts lack sets.
    pub(crate) uncounted: Vec<Uncounted>,
    /// The corpora of the run whose set has changed since. Nothing of them is used.
    pub(crate) changed: Vec<String>,
}

/// Puzzles, and the work of solvers on them.
#[derive(Debug, Clone, Default)]
struct Work {
    corpora: BTreeMap<String, Vec<Grid>>,
    runs: BTreeMap<(String, String), ByPuzzle>,
}

/// The work of one solver on the puzzles of one corpus; `None` where it did not finish.
type ByPuzzle = Vec<Option<Measured>>;

/// Which puzzles a figure can cover.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Reach {
    /// The puzzles of the run: only for these there are times, bytes and instructions.
    #[default]
    Measured,
    /// For every solver of the run, all puzzles of the sets that it was counted on.
    Everywhere,
}

impl Reach {
    /// The reach of a test: counts are known for more puzzles than a run has time for.
    pub(crate) fn of(test: &Test) -> Self {
        if test.is_work() { Self::Everywhere } else { Self::Measured }
    }
}

/// The puzzles of one or several corpora that all of some solvers finished.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Sample {
    reach: Reach,
    /// For each corpus, the places of its puzzles there.
    parts: Vec<(String, Vec<usize>)>,
    /// How many puzzles the corpora have, whether the run used them or not.
    pub(crate) of: usize,
}

impl Sample {
    /// An empty sample, to be joined with others.
    pub(crate) fn of(reach: Reach) -> Self {
        Self { reach, ..Self::default() }
    }

    pub(crate) fn len(&self) -> usize {
        self.parts.iter().map(|(_, puzzles)| puzzles.len()).sum()
    }

    pub(crate) fn join(&mut self, other: Self) {
        self.parts.extend(other.parts);
        self.of += other.of;
    }
}

impl Work {
    fn grids_mut(&mut self, corpus: &str) -> &mut Vec<Grid> {
        self.corpora.entry(corpus.to_owned()).or_default()
    }

    fn run_mut(&mut self, corpus: &str, solver: &str) -> &mut ByPuzzle {
        self.runs.entry((corpus.to_owned(), solver.to_owned())).or_default()
    }

    /// Committed counts, for the solvers that the run ran on a shipped set.
    fn committed(committed: &[Counted], run: &Self) -> Self {
        let mut work = Self::default();
        for Counted { solver, sets, .. } in committed {
            let in_run =
                |set: &CountedSet| run.runs.contains_key(&(set.name.clone(), solver.clone()));
            if !sets.iter().any(in_run) {
                continue;
            }
            for set in sets {
                let run = |counts| Some(Measured { counts, ..Measured::default() });
                let runs = set.runs.iter().map(|counted| run(counted.counts));
                work.run_mut(&set.name, solver).extend(runs);
                // Parsed once for all solvers, because parsing takes long.
                if !work.corpora.contains_key(&set.name)
                    && let Some(corpus) = set.corpus()
                {
                    let grids = corpus.entries().into_iter().map(|entry| entry.grid);
                    work.grids_mut(&set.name).extend(grids);
                }
            }
        }
        work
    }
}

impl Evidence {
    /// Arranges the raw data of a run, with work taken from these committed counts where they have
    /// it. A figure that needs a survey, the race, instructions or memory is not measured if
    /// the run lacks them. Nor is a figure on a shipped set that has changed since the run, because
    /// it would be about other puzzles than today's under the same name.
    pub fn of(raw: &Raw, committed: &[Counted]) -> Self {
        let changed = changed(&raw.plan);
        let is_kept = |corpus: &String| !changed.contains(corpus);
        let paired = kept(&raw.paired, |row| is_kept(&row.corpus));
        let passes = kept(&raw.passes, |row| is_kept(&row.corpus));
        let paired = Paired::of(&paired)
            .with_counts(&raw.counts, &raw.sets)
            .with_programs(&passes, &raw.programs);
        let mut evidence = Self { paired, ..Self::default() };
        evidence.comparable = Comparable::of(&raw.counts);
        let sets = raw.plan.corpora.iter();
        evidence.sets = sets.map(|corpus| (corpus.name.clone(), corpus.set().to_owned())).collect();
        for row in raw.counts.iter().filter(|row| is_kept(&row.corpus)) {
            let grids = evidence.run.grids_mut(&row.corpus);
            if grids.len() <= row.index {
                grids.resize(row.index + 1, Grid::BLANK);
            }
            grids[row.index] = row.puzzle;
            let runs = evidence.run.run_mut(&row.corpus, &row.solver);
            if runs.len() <= row.index {
                runs.resize(row.index + 1, None);
            }
            runs[row.index] = row
                .outcome
                .is_finished()
                .then(|| Measured { counts: row.counts, ..Measured::default() });
        }
        // Of a program, the run knows only which puzzles it answered.
        for record in raw.programs.iter().filter(|record| record.fault().is_none()) {
            for answers in record.answers.iter().filter(|answers| is_kept(&answers.corpus)) {
                *evidence.run.run_mut(&answers.corpus, &record.id()) =
                    vec![Some(Measured::default()); answers.answered];
            }
        }
        evidence.committed = Work::committed(committed, &evidence.run);
        let stale = committed.iter().filter(|counted| counted.stale);
        evidence.stale = stale.map(|counted| counted.solver.clone()).collect();
        evidence.uncounted = committed.iter().filter_map(Uncounted::of).collect();
        for row in &raw.survey {
            if let Some(run) = evidence.measured_mut(&row.corpus, &row.solver, row.index) {
                run.survey_ns = row.cpu_ns;
            }
        }
        for row in &raw.memory {
            if let Some(run) = evidence.measured_mut(&row.corpus, &row.solver, row.index) {
                run.memory = Some(Box::new(row.clone()));
            }
        }
        let instructions = raw.instructions.iter().cloned();
        evidence.instructions =
            instructions.map(|row| ((row.corpus.clone(), row.solver.clone()), row)).collect();
        evidence.changed = changed;
        evidence
    }

    fn measured_mut(&mut self, corpus: &str, solver: &str, index: usize) -> Option<&mut Measured> {
        self.run.run_mut(corpus, solver).get_mut(index)?.as_mut()
    }

    /// The noise floors of the run; empty without a race.
    pub fn noise_floors(&self) -> &[NoiseFloor] {
        self.paired.noise_floors()
    }

    /// The work that a reach covers, that which is preferred first.
    fn work(&self, reach: Reach) -> impl Iterator<Item = &Work> {
        let committed = (reach == Reach::Everywhere).then_some(&self.committed);
        committed.into_iter().chain([&self.run])
    }

    fn grids(&self, reach: Reach, corpus: &str) -> Option<&[Grid]> {
        self.work(reach).find_map(|work| work.corpora.get(corpus)).map(Vec::as_slice)
    }

    fn runs(&self, reach: Reach, corpus: &str, solver: &str) -> Option<&ByPuzzle> {
        let key = (corpus.to_owned(), solver.to_owned());
        self.work(reach).find_map(|work| work.runs.get(&key))
    }

    /// The puzzles of a corpus that all of these solvers finished; an error says why there are
    /// none.
    pub(crate) fn sample(
        &self,
        reach: Reach,
        corpus: &str,
        solvers: &[&str],
    ) -> Result<Sample, String> {
        let Some(grids) = self.grids(reach, corpus) else {
            let changed = self.changed.iter().any(|name| name == corpus);
            let why = if changed { "the set has changed since the run" } else { "not in the run" };
            return Err(why.to_owned());
        };
        let mut common: Vec<usize> = (0..grids.len()).collect();
        for solver in solvers {
            if !self.comparable.solver(solver) {
                return Err(format!("{solver} gave a wrong answer"));
            }
            let Some(runs) = self.runs(reach, corpus, solver) else {
                let mut uncounted = self.uncounted.iter();
                let uncounted = uncounted.any(|counts| counts.lacks(solver, corpus));
                let place = if uncounted { "counted on this set" } else { "in the run" };
                return Err(format!("{solver} is not {place}"));
            };
            common.retain(|index| matches!(runs.get(*index), Some(Some(_))));
        }
        if common.is_empty() {
            return Err("no puzzle that all its solvers finished".to_owned());
        }
        let parts = vec![(corpus.to_owned(), common)];
        // A corpus has as many puzzles as its set, whichever question is asked.
        let set = self.sets.get(corpus).map_or(corpus, String::as_str);
        let names =
            [corpus, set].map(|name| self.grids(Reach::Everywhere, name).map_or(0, <[Grid]>::len));
        Ok(Sample { reach, parts, of: names.into_iter().fold(0, usize::max) })
    }

    /// Reduces a sample to the puzzles on which all these quantities were measured, because a run
    /// measures survey times, memory and instructions on its first puzzles only. Returns the whole
    /// sample if there are no such puzzles.
    pub(crate) fn measured(&self, mut sample: Sample, quantities: &[&Quantity]) -> Sample {
        let mut measured = sample.parts.clone();
        for (corpus, puzzles) in &mut measured {
            for quantity in quantities {
                let Quantity::Of(solver, measure) = quantity else { continue };
                if *measure == Measure::Instructions {
                    let row = self.instructions.get(&(corpus.clone(), solver.clone()));
                    puzzles.retain(|index| row.is_some_and(|row| *index < row.puzzles));
                } else {
                    let value = self.values(sample.reach, quantity, corpus);
                    puzzles.retain(|index| value(*index).is_some());
                }
            }
        }
        if measured.iter().any(|(_, puzzles)| !puzzles.is_empty()) {
            sample.parts = measured;
        }
        sample
    }

    /// The figure of every puzzle of a sample; an error says why there is none.
    pub(crate) fn each(
        &self,
        sample: &Sample,
        expression: &Expression<Quantity>,
    ) -> Result<Vec<f64>, String> {
        let mut figures = Vec::with_capacity(sample.len());
        for (corpus, puzzles) in &sample.parts {
            let names = expression.names().into_iter();
            let known: Vec<_> =
                names.map(|name| (name, self.values(sample.reach, name, corpus))).collect();
            for index in puzzles {
                let value = |quantity: &Quantity| {
                    known.iter().find(|(name, _)| *name == quantity)?.1(*index)
                };
                figures.push(figure(expression, &value)?);
            }
        }
        Ok(figures)
    }

    /// The figure computed from the sums over a sample; an error says why there is none.
    pub(crate) fn total(
        &self,
        sample: &Sample,
        expression: &Expression<Quantity>,
    ) -> Result<f64, String> {
        figure(expression, &|quantity| {
            let sums = sample.parts.iter().map(|(corpus, puzzles)| {
                if let Quantity::Of(solver, Measure::Instructions) = quantity {
                    return self.instructions(corpus, solver, puzzles);
                }
                let value = self.values(sample.reach, quantity, corpus);
                let values = puzzles.iter().map(|index| value(*index));
                Some(join(quantity, values.collect::<Option<Vec<f64>>>()?))
            });
            let sums: Vec<f64> = sums.collect::<Option<_>>()?;
            Some(join(quantity, sums))
        })
    }

    /// Finds the value of a quantity on each puzzle of a corpus, by the puzzle's place.
    fn values<'a>(
        &'a self,
        reach: Reach,
        quantity: &Quantity,
        corpus: &str,
    ) -> Box<dyn Fn(usize) -> Option<f64> + 'a> {
        match quantity {
            Quantity::Blanks => {
                let grids = self.grids(reach, corpus);
                Box::new(move |index| Some((81 - grids?.get(index)?.clues()) as f64))
            }
            Quantity::Puzzles => Box::new(|_| Some(1.0)),
            Quantity::Of(solver, measure) => {
                let (runs, measure) = (self.runs(reach, corpus, solver), *measure);
                Box::new(move |index| measure.value(runs?.get(index)?.as_ref()?))
            }
        }
    }

    /// The instructions on a corpus; `None` unless they were counted on exactly these puzzles.
    fn instructions(&self, corpus: &str, solver: &str, puzzles: &[usize]) -> Option<f64> {
        let key = (corpus.to_owned(), solver.to_owned());
        let row = self.instructions.get(&key)?;
        let runs = self.run.runs.get(&key)?;
        let placements =
            puzzles.iter().map(|index| Some(runs.get(*index)?.as_ref()?.counts.placements));
        let placements: u64 = placements.sum::<Option<_>>()?;
        (row.placements == placements).then_some(row.instructions as f64)
    }

    /// The time of one solver divided by that of another on a corpus, as [`Paired::ratio`].
    pub(crate) fn paired(&self, corpus: &str, above: &str, below: &str) -> Option<Ratio> {
        self.paired.ratio(corpus, above, below)
    }
}

/// The rows that are kept, copied only where some are not.
fn kept<T: Clone>(rows: &[T], is_kept: impl Fn(&T) -> bool) -> Cow<'_, [T]> {
    if rows.iter().all(&is_kept) {
        return Cow::Borrowed(rows);
    }
    rows.iter().filter(|row| is_kept(row)).cloned().collect()
}

/// The corpora of a run whose set differs from today's shipped set of that name.
fn changed(plan: &Plan) -> Vec<String> {
    let other = |corpus: &&CorpusRecord| {
        sudoku_puzzles::find(corpus.set()).is_ok_and(|today| today.sha256() != corpus.set_sha256)
    };
    plan.corpora.iter().filter(other).map(|corpus| corpus.name.clone()).collect()
}

/// The value of an expression; an error says why there is none.
pub(crate) fn figure(
    expression: &Expression<Quantity>,
    value: &impl Fn(&Quantity) -> Option<f64>,
) -> Result<f64, String> {
    let Some(figure) = expression.value(value) else {
        let missing = expression.names().into_iter().find(|name| value(name).is_none());
        let what = missing.map_or("a figure", describe);
        return Err(format!("no {what} in the run"));
    };
    if figure.is_finite() { Ok(figure) } else { Err("a division by 0".to_owned()) }
}

/// Combines several values of a quantity: their sum, or the greatest where a sum means nothing.
pub(crate) fn join(quantity: &Quantity, values: impl IntoIterator<Item = f64>) -> f64 {
    if quantity.is_greatest() {
        values.into_iter().fold(0.0, f64::max)
    } else {
        values.into_iter().sum()
    }
}

/// The word for a quantity in the message that it is missing.
fn describe(quantity: &Quantity) -> &'static str {
    match quantity {
        Quantity::Blanks | Quantity::Puzzles => "puzzle",
        Quantity::Of(_, measure) => measure.source(),
    }
}
