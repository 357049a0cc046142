//! [`Evidence`]: the raw data of a run and the committed counts, arranged for computing figures.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use sudoku_core::Info;
use sudoku_record::{
    Comparable, CorpusRecord, Counted, CountedError, InstructionRow, Plan, ProgramRecord, Raw,
};

use crate::claims::figure::{Figure, Puzzles, Quantity};
use crate::claims::measure::{Measure, Measured};
use crate::claims::{Claim, Test, Uncounted};
use crate::{NoiseFloor, Paired, Rows};

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
    instructions: Vec<InstructionRow>,
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
    /// The blanks of each puzzle, by corpus.
    blanks: BTreeMap<String, Vec<usize>>,
    /// By corpus and solver.
    runs: BTreeMap<(String, String), ByPuzzle>,
}

/// The work of one solver on the puzzles of one corpus; `None` where it did not finish.
type ByPuzzle = Vec<Option<Measured>>;

/// The puzzles of one or several corpora that all solvers of a figure finished.
#[derive(Debug, Clone, Default)]
pub(crate) struct Sample {
    /// For each puzzle, the values of the figure's quantities.
    pub(crate) values: Vec<Vec<Option<f64>>>,
    /// How many puzzles the corpora have, whether the run used them or not.
    pub(crate) of: usize,
}

impl Work {
    fn run_mut(&mut self, corpus: &str, solver: &str) -> &mut ByPuzzle {
        self.runs.entry((corpus.to_owned(), solver.to_owned())).or_default()
    }

    /// The counts of a run on these corpora, and the puzzles that its programs answered.
    fn of(raw: &Raw, is_kept: impl Fn(&String) -> bool) -> Self {
        let mut work = Self::default();
        for row in raw.counts.iter().filter(|row| is_kept(&row.corpus)) {
            let blanks = work.blanks.entry(row.corpus.clone()).or_default();
            blanks.resize(blanks.len().max(row.index + 1), 0);
            blanks[row.index] = row.puzzle.blanks();
            let runs = work.run_mut(&row.corpus, &row.solver);
            runs.resize(runs.len().max(row.index + 1), None);
            let run = Measured { counts: row.counts, ..Measured::default() };
            runs[row.index] = row.outcome.is_finished().then_some(run);
        }
        for record in raw.programs.iter().filter(|record| record.fault().is_none()) {
            for answers in record.answers.iter().filter(|answers| is_kept(&answers.corpus)) {
                *work.run_mut(&answers.corpus, &record.id()) =
                    vec![Some(Measured::default()); answers.answered];
            }
        }
        for row in &raw.survey {
            if let Some(Some(run)) = work.run_mut(&row.corpus, &row.solver).get_mut(row.index) {
                run.survey_ns = row.cpu_ns;
            }
        }
        for row in &raw.memory {
            if let Some(Some(run)) = work.run_mut(&row.corpus, &row.solver).get_mut(row.index) {
                run.memory = Some(Box::new(row.clone()));
            }
        }
        work
    }

    /// Committed counts, for the solvers that the run ran on a shipped set.
    fn committed(committed: &[Counted], run: &Self) -> Self {
        let mut work = Self::default();
        for Counted { solver, sets, .. } in committed {
            if !sets.iter().any(|set| run.runs.contains_key(&(set.name.clone(), solver.clone()))) {
                continue;
            }
            for set in sets {
                let run = |counts| Some(Measured { counts, ..Measured::default() });
                let runs = set.runs.iter().map(|counted| run(counted.counts));
                work.run_mut(&set.name, solver).extend(runs);
                // Parsed once for all solvers, because parsing takes long.
                if !work.blanks.contains_key(&set.name)
                    && let Some(corpus) = set.corpus()
                {
                    let blanks = corpus.entries().into_iter().map(|entry| entry.grid.blanks());
                    work.blanks.insert(set.name.clone(), blanks.collect());
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
        let run = Work::of(raw, is_kept);
        let sets = raw.plan.corpora.iter();
        let stale = committed.iter().filter(|counted| counted.stale);
        Self {
            committed: Work::committed(committed, &run),
            run,
            instructions: raw.instructions.clone(),
            sets: sets.map(|corpus| (corpus.name.clone(), corpus.set().to_owned())).collect(),
            comparable: Comparable::of(&raw.counts),
            paired,
            stale: stale.map(|counted| counted.solver.clone()).collect(),
            uncounted: committed.iter().filter_map(Uncounted::of).collect(),
            changed,
        }
    }

    /// The noise floors of the run; empty without a race.
    pub fn noise_floors(&self) -> &[NoiseFloor] {
        self.paired.noise_floors()
    }

    /// The work that a test of work or another test covers, that which is preferred first. Counts are
    /// committed for more puzzles than a run has time for.
    fn work(&self, is_work: bool) -> impl Iterator<Item = &Work> {
        is_work.then_some(&self.committed).into_iter().chain([&self.run])
    }

    fn blanks(&self, is_work: bool, corpus: &str) -> Option<&[usize]> {
        self.work(is_work).find_map(|work| work.blanks.get(corpus)).map(Vec::as_slice)
    }

    fn runs(&self, is_work: bool, corpus: &str, solver: &str) -> Option<&ByPuzzle> {
        let key = (corpus.to_owned(), solver.to_owned());
        self.work(is_work).find_map(|work| work.runs.get(&key))
    }

    /// The puzzles of a corpus that a test covers; an error says why there are none.
    pub(crate) fn sample(&self, test: &Test, corpus: &str) -> Result<Sample, String> {
        let is_work = test.is_work();
        let Some(blanks) = self.blanks(is_work, corpus) else {
            let changed = self.changed.iter().any(|name| name == corpus);
            let why = if changed { "the set has changed since the run" } else { "not in the run" };
            return Err(why.to_owned());
        };
        let mut common: Vec<usize> = (0..blanks.len()).collect();
        for solver in test.solvers() {
            if !self.comparable.solver(solver) {
                return Err(format!("{solver} gave a wrong answer"));
            }
            let Some(runs) = self.runs(is_work, corpus, solver) else {
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
        // A corpus has as many puzzles as its set, whichever question is asked.
        let set = self.sets.get(corpus).map_or(corpus, String::as_str);
        let of = [corpus, set].map(|name| self.blanks(true, name).map_or(0, <[usize]>::len));
        let values = self.values(&test.figure, is_work, corpus, &common);
        Ok(Sample { values, of: of[0].max(of[1]) })
    }

    /// The values of a figure's quantities on those of these puzzles on which all were measured,
    /// because a run measures survey times, memory and instructions on its first puzzles only. On all
    /// of them if there are no such puzzles.
    fn values(
        &self,
        figure: &Figure,
        is_work: bool,
        corpus: &str,
        puzzles: &[usize],
    ) -> Vec<Vec<Option<f64>>> {
        let row = |at: &usize| {
            let values = figure.quantities().map(|Quantity { solver, measure }| match measure {
                Measure::Blanks => Some(self.blanks(is_work, corpus)?[*at] as f64),
                Measure::Puzzles => Some(1.0),
                Measure::Instructions => {
                    let counted = self.instructions.of(solver, corpus)?.puzzles;
                    (*at < counted).then_some(0.0)
                }
                _ => measure.value(self.runs(is_work, corpus, solver)?.get(*at)?.as_ref()?),
            });
            (*at, values.collect::<Vec<_>>())
        };
        let mut rows: Vec<(usize, Vec<Option<f64>>)> = puzzles.iter().map(row).collect();
        let is_measured = |(_, values): &(_, Vec<Option<f64>>)| values.iter().all(Option::is_some);
        if rows.iter().any(is_measured) {
            rows.retain(is_measured);
        }
        let (puzzles, mut rows): (Vec<usize>, Vec<_>) = rows.into_iter().unzip();
        // Instructions are known for all puzzles together: they stand with the first.
        for (at, Quantity { solver, .. }) in figure
            .quantities()
            .enumerate()
            .filter(|(_, quantity)| quantity.measure == Measure::Instructions)
        {
            let is_total = matches!(figure, Figure::Worked(_, Puzzles::Total));
            let all = self.instructions(corpus, solver, &puzzles).filter(|_| is_total);
            for (puzzle, row) in rows.iter_mut().enumerate() {
                row[at] = all.map(|all| if puzzle == 0 { all } else { 0.0 });
            }
        }
        rows
    }

    /// The instructions on a corpus; `None` unless they were counted on exactly these puzzles.
    fn instructions(&self, corpus: &str, solver: &str, puzzles: &[usize]) -> Option<f64> {
        let row = self.instructions.of(solver, corpus)?;
        let runs = self.runs(false, corpus, solver)?;
        let placements =
            puzzles.iter().map(|index| Some(runs.get(*index)?.as_ref()?.counts.placements));
        let placements: u64 = placements.sum::<Option<_>>()?;
        (row.placements == placements).then_some(row.instructions as f64)
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
