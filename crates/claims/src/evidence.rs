//! [`Evidence`]: the raw data of a run and the committed counts, arranged for computing figures.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use sudoku_core::{Grid, Info};
use sudoku_findings::{NoiseFloor, Paired, Ratio};
use sudoku_measure::{
    AskedProgram, Comparable, CorpusRecord, Counted, CountedError, CountedSet, InstructionRow,
    PairedRow, Plan, ProgramRow, Raw,
};

use crate::claim::{Claim, Test};
use crate::expression::Expression;
use crate::figure::Quantity;
use crate::ledger::Uncounted;
use crate::measure::{Measure, Measured};

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
    let is_solver = |id: &str| !id.starts_with(AskedProgram::FAMILY) && !id.starts_with("peers/");
    let written = solvers.into_iter().filter(|id| is_solver(id));
    let written = written.filter(|id| top.join(Info::path_of(id)).exists());
    written.map(|id| Counted::of(top, id)).collect()
}

/// The counts and times of a run, and the committed counts on puzzles that the run left out.
#[derive(Debug, Clone, Default)]
pub struct Evidence {
    run: Work,
    everywhere: Work,
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

/// The work of one solver on one corpus, by the places of the puzzles that it finished.
type ByPuzzle = BTreeMap<usize, Measured>;

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
    /// For each puzzle, its corpus and its place there.
    puzzles: Vec<(String, usize)>,
    /// How many puzzles the corpora have, whether the run used them or not.
    pub(crate) of: usize,
}

impl Sample {
    /// An empty sample, to be joined with others.
    pub(crate) fn of(reach: Reach) -> Self {
        Self { reach, ..Self::default() }
    }

    pub(crate) fn len(&self) -> usize {
        self.puzzles.len()
    }

    pub(crate) fn join(&mut self, other: Self) {
        self.puzzles.extend(other.puzzles);
        self.of += other.of;
    }
}

impl Work {
    fn grids_mut(&mut self, corpus: &str) -> &mut Vec<Grid> {
        self.corpora.entry(corpus.to_owned()).or_default()
    }

    /// Adds committed counts, for the solvers that the run ran on a shipped set.
    fn extend(&mut self, committed: &[Counted]) {
        let of_run: BTreeSet<(String, String)> = self.runs.keys().cloned().collect();
        let mut whole = BTreeSet::new();
        for Counted { solver, sets, .. } in committed {
            let in_run = |set: &CountedSet| of_run.contains(&(set.name.clone(), solver.clone()));
            if !sets.iter().any(in_run) {
                continue;
            }
            for set in sets {
                let run = |counts| Measured { counts, ..Measured::default() };
                let runs = set.runs.iter().map(|counted| run(counted.counts)).enumerate();
                self.runs.insert((set.name.clone(), solver.clone()), runs.collect());
                // Parsed once for all solvers, because parsing takes long.
                if whole.insert(&set.name)
                    && let Ok(corpus) = sudoku_corpus::find(&set.name)
                {
                    let grids = corpus.entries().into_iter().map(|entry| entry.grid);
                    *self.grids_mut(&set.name) = grids.collect();
                }
            }
        }
    }
}

impl Evidence {
    /// Arranges the raw data of a run, with work taken from these committed counts where they have
    /// it. A figure that needs a survey, paired rounds, instructions or memory is not measured if
    /// the run lacks them. Nor is a figure on a shipped set that has changed since the run, because
    /// it would be about other puzzles than today's under the same name.
    pub fn of(raw: &Raw, committed: &[Counted]) -> Self {
        let changed = changed(&raw.plan);
        let is_kept = |corpus: &String| !changed.contains(corpus);
        let paired: Vec<PairedRow> =
            raw.paired.iter().filter(|row| is_kept(&row.corpus)).cloned().collect();
        let passes: Vec<ProgramRow> =
            raw.passes.iter().filter(|row| is_kept(&row.corpus)).cloned().collect();
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
            let runs =
                evidence.run.runs.entry((row.corpus.clone(), row.solver.clone())).or_default();
            if row.outcome.is_finished() {
                runs.insert(row.index, Measured { counts: row.counts, ..Measured::default() });
            }
        }
        // Of a program, the run knows only which puzzles it answered.
        for record in raw.programs.iter().filter(|record| record.fault().is_none()) {
            for answers in record.answers.iter().filter(|answers| is_kept(&answers.corpus)) {
                let runs =
                    (0..answers.answered).map(|index| (index, Measured::default())).collect();
                evidence.run.runs.insert((answers.corpus.clone(), record.program.id()), runs);
            }
        }
        evidence.everywhere = evidence.run.clone();
        evidence.everywhere.extend(committed);
        let stale = committed.iter().filter(|counted| counted.stale);
        evidence.stale = stale.map(|counted| counted.solver.clone()).collect();
        evidence.uncounted = committed.iter().filter_map(Uncounted::of).collect();
        for row in &raw.survey {
            if let Some(run) = evidence.run_mut(row.corpus.clone(), row.solver.clone(), row.index) {
                run.survey_ns = row.cpu_ns;
            }
        }
        for row in &raw.memory {
            if let Some(run) = evidence.run_mut(row.corpus.clone(), row.solver.clone(), row.index) {
                run.memory = Some(row.clone());
            }
        }
        let instructions = raw.instructions.iter().cloned();
        evidence.instructions =
            instructions.map(|row| ((row.corpus.clone(), row.solver.clone()), row)).collect();
        evidence.changed = changed;
        evidence
    }

    fn run_mut(&mut self, corpus: String, solver: String, index: usize) -> Option<&mut Measured> {
        self.run.runs.get_mut(&(corpus, solver))?.get_mut(&index)
    }

    /// The noise floors of the run; empty without paired rounds.
    pub fn noise_floors(&self) -> &[NoiseFloor] {
        self.paired.noise_floors()
    }

    fn work(&self, reach: Reach) -> &Work {
        match reach {
            Reach::Measured => &self.run,
            Reach::Everywhere => &self.everywhere,
        }
    }

    /// The puzzles of a corpus that all of these solvers finished; an error says why there are
    /// none.
    pub(crate) fn sample(
        &self,
        reach: Reach,
        corpus: &str,
        solvers: &[&str],
    ) -> Result<Sample, String> {
        let work = self.work(reach);
        let Some(grids) = work.corpora.get(corpus) else {
            let changed = self.changed.iter().any(|name| name == corpus);
            let why = if changed { "the set has changed since the run" } else { "not in the run" };
            return Err(why.to_owned());
        };
        let mut common: Vec<usize> = (0..grids.len()).collect();
        for solver in solvers {
            if !self.comparable.solver(solver) {
                return Err(format!("{solver} gave a wrong answer"));
            }
            let Some(runs) = work.runs.get(&(corpus.to_owned(), (*solver).to_owned())) else {
                let mut uncounted = self.uncounted.iter();
                let uncounted = uncounted.any(|counts| counts.lacks(solver, corpus));
                let place = if uncounted { "counted on this set" } else { "in the run" };
                return Err(format!("{solver} is not {place}"));
            };
            common.retain(|index| runs.contains_key(index));
        }
        if common.is_empty() {
            return Err("no puzzle that all its solvers finished".to_owned());
        }
        let puzzles = common.into_iter().map(|index| (corpus.to_owned(), index)).collect();
        // A corpus has as many puzzles as its set, whichever question is asked.
        let set = self.sets.get(corpus).map_or(corpus, String::as_str);
        let names = [corpus, set].map(|name| self.everywhere.corpora.get(name).map_or(0, Vec::len));
        Ok(Sample { reach, puzzles, of: names.into_iter().fold(0, usize::max) })
    }

    /// Reduces a sample to the puzzles on which all these quantities were measured, because a run
    /// measures survey times, memory and instructions on its first puzzles only. Returns the whole
    /// sample if there are no such puzzles.
    pub(crate) fn measured(&self, mut sample: Sample, quantities: &[&Quantity]) -> Sample {
        let work = self.work(sample.reach);
        let known = |corpus: &String, index: usize, quantity: &Quantity| {
            let Quantity::Of(solver, measure) = quantity else { return true };
            let key = (corpus.clone(), solver.clone());
            if *measure == Measure::Instructions {
                return self.instructions.get(&key).is_some_and(|row| index < row.puzzles);
            }
            let run = work.runs.get(&key).and_then(|runs| runs.get(&index));
            run.is_some_and(|run| measure.value(run).is_some())
        };
        let measured = |(corpus, index): &(String, usize)| {
            quantities.iter().all(|quantity| known(corpus, *index, quantity))
        };
        if sample.puzzles.iter().any(measured) {
            sample.puzzles.retain(measured);
        }
        sample
    }

    /// The figure of every puzzle of a sample; an error says why there is none.
    pub(crate) fn each(
        &self,
        sample: &Sample,
        expression: &Expression<Quantity>,
    ) -> Result<Vec<f64>, String> {
        let of_puzzle = |(corpus, index): &(String, usize)| {
            let puzzle = std::slice::from_ref(index);
            figure(expression, &|quantity| self.sum(sample.reach, quantity, corpus, puzzle))
        };
        sample.puzzles.iter().map(of_puzzle).collect()
    }

    /// The figure computed from the sums over a sample; an error says why there is none.
    pub(crate) fn total(
        &self,
        sample: &Sample,
        expression: &Expression<Quantity>,
    ) -> Result<f64, String> {
        let by_corpus: Vec<(&str, Vec<usize>)> = sample
            .puzzles
            .chunk_by(|a, b| a.0 == b.0)
            .map(|part| (part[0].0.as_str(), part.iter().map(|(_, index)| *index).collect()))
            .collect();
        figure(expression, &|quantity| {
            let sums = by_corpus.iter().map(|(corpus, puzzles)| match quantity {
                Quantity::Of(solver, Measure::Instructions) => {
                    self.instructions(corpus, solver, puzzles)
                }
                _ => self.sum(sample.reach, quantity, corpus, puzzles),
            });
            let sums: Vec<f64> = sums.collect::<Option<_>>()?;
            Some(join(quantity, sums))
        })
    }

    /// The sum, or the greatest value, of a quantity over puzzles of one corpus.
    fn sum(
        &self,
        reach: Reach,
        quantity: &Quantity,
        corpus: &str,
        puzzles: &[usize],
    ) -> Option<f64> {
        let work = self.work(reach);
        let values = puzzles.iter().map(|index| match quantity {
            Quantity::Blanks => Some((81 - work.corpora.get(corpus)?.get(*index)?.clues()) as f64),
            Quantity::Puzzles => Some(1.0),
            Quantity::Of(solver, measure) => {
                let runs = work.runs.get(&(corpus.to_owned(), solver.clone()))?;
                measure.value(runs.get(index)?)
            }
        });
        let values: Vec<f64> = values.collect::<Option<_>>()?;
        Some(join(quantity, values))
    }

    /// The instructions on a corpus; `None` unless they were counted on exactly these puzzles.
    fn instructions(&self, corpus: &str, solver: &str, puzzles: &[usize]) -> Option<f64> {
        let key = (corpus.to_owned(), solver.to_owned());
        let row = self.instructions.get(&key)?;
        let runs = self.run.runs.get(&key)?;
        let placements = puzzles.iter().map(|index| Some(runs.get(index)?.counts.placements));
        let placements: u64 = placements.sum::<Option<_>>()?;
        (row.placements == placements).then_some(row.instructions as f64)
    }

    /// The time of one solver divided by that of another on a corpus, as [`Paired::ratio`].
    pub(crate) fn paired(&self, corpus: &str, above: &str, below: &str) -> Option<Ratio> {
        self.paired.ratio(corpus, above, below)
    }
}

/// The corpora of a run whose set differs from today's shipped set of that name.
fn changed(plan: &Plan) -> Vec<String> {
    let other = |corpus: &&CorpusRecord| {
        sudoku_corpus::find(corpus.set()).is_ok_and(|today| today.sha256() != corpus.set_sha256)
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
