//! The counts of a reference, which leave out those that `reports/counts` has.
//!
//! The plan of a run names, for each solver, the [`source_hash`](crate::source_hash) of the code that
//! was counted. Where `reports/counts` names the same hash for the solver and the same hash for the
//! set, it has the rows that the raw data of the run lack. Counts of other code never take their
//! place: a run that lacks counts then cannot be read.

use std::collections::HashMap;
use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use sudoku_core::{Grid, Work};
use sudoku_puzzles::Corpus;

use crate::folder::io_error;
use crate::{
    CorpusRecord, CountRow, Counted, CountedRun, CountedSet, KindCounts, Plan, RunFolder,
    RunFolderError, SetCounts, SolverRecord, top,
};

/// The runs in the subfolders of a folder, such as `reports/reference`, in no particular order; none
/// if the folder does not exist.
///
/// # Errors
///
/// When the folder cannot be read.
pub fn runs_in(folder: &Path) -> Result<Vec<RunFolder>, RunFolderError> {
    let entries = match fs::read_dir(folder) {
        Err(missing) if missing.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries.map_err(io_error(folder))?,
    };
    let mut runs = Vec::new();
    for entry in entries {
        let run = RunFolder::new(entry.map_err(io_error(folder))?.path());
        if run.file("environment.json").exists() {
            runs.push(run);
        }
    }
    Ok(runs)
}

impl RunFolder {
    /// Reads the counts of the run: its own rows, and those that it shares with `reports/counts`.
    ///
    /// # Errors
    ///
    /// When the plan, the counts or the committed counts cannot be read.
    pub fn counts(&self) -> Result<Vec<CountRow>, RunFolderError> {
        let plan = self.plan()?;
        Ok(completed(&committed(top(), &plan)?.0, &plan, self.read()?))
    }

    /// Leaves out of the counts of the run those that `reports/counts` has. A solver whose counts are
    /// all there is named in the plan by the hash of the code that was counted for `reports/counts`.
    /// Any other solver keeps its rows and its hash. The run is sealed anew.
    ///
    /// # Errors
    ///
    /// When a file cannot be read or written.
    pub fn share_counts(&self) -> Result<(), RunFolderError> {
        self.check_seal()?;
        let (mut plan, rows) = (self.plan()?, self.counts()?);
        let own = shared(top(), &mut plan, rows)?;
        // The rows go last: with the old plan and fewer rows, the run could not be read.
        self.write_plan(&plan)?;
        self.write(&own)?;
        self.seal()
    }
}

/// The committed counts of the solvers of a run that are those of the code that the plan names, and
/// the ids of the solvers that have been counted anew since.
pub(crate) fn committed(
    top: &Path,
    plan: &Plan,
) -> Result<(Vec<Counted>, Vec<String>), RunFolderError> {
    let (mut same, mut recounted) = (Vec::new(), Vec::new());
    for solver in present(plan).filter(|solver| solver.counted.is_some()) {
        match Counted::read(top, &solver.id)? {
            Some(counted) if Some(&counted.source) == solver.counted.as_ref() => same.push(counted),
            Some(_) => recounted.push(solver.id.clone()),
            None => {}
        }
    }
    Ok((same, recounted))
}

/// The sums over whole sets that have not changed since the run.
pub(crate) fn set_counts(committed: &[Counted], plan: &Plan) -> Vec<SetCounts> {
    let of_corpus = |record: &CorpusRecord| {
        let of_solver = move |counted: &Counted| {
            let set = set(counted, record)?;
            let mut counts = set.runs.first()?.counts;
            set.runs[1..].iter().for_each(|run| counts += run.counts);
            let (corpus, solver) = (record.name.clone(), counted.solver.clone());
            Some(SetCounts { corpus, solver, puzzles: set.runs.len(), counts })
        };
        committed.iter().filter_map(of_solver).collect::<Vec<_>>()
    };
    plan.corpora.iter().flat_map(of_corpus).collect()
}

/// The counts on fresh puzzles of the code that the plan names, where the set has not changed.
pub(crate) fn kind_counts(top: &Path, plan: &Plan) -> Result<Vec<KindCounts>, RunFolderError> {
    let is_of_run = |row: &KindCounts| {
        let mut solvers = plan.solvers.iter().filter(|solver| solver.id == row.solver);
        let mut sets = plan.corpora.iter().filter(|record| record.name == row.set);
        solvers.any(|solver| solver.counted.as_ref() == Some(&row.source))
            && sets.any(|record| unchanged(record).is_some())
    };
    Ok(KindCounts::folder(top).read()?.into_iter().filter(is_of_run).collect())
}

/// Adds the rows that a run shares with its committed counts, in the order of the plan.
pub(crate) fn completed(committed: &[Counted], plan: &Plan, own: Vec<CountRow>) -> Vec<CountRow> {
    let puzzles: usize = plan.corpora.iter().map(|set| set.puzzles).sum();
    if own.len() >= present(plan).count() * puzzles {
        return own;
    }
    let keyed = own.iter().map(|row| ((&*row.corpus, row.index, &*row.solver), row));
    let mut left: HashMap<(&str, usize, &str), &CountRow> = keyed.collect();
    let mut rows = Vec::new();
    for record in &plan.corpora {
        let grids = grids(record);
        let shared = |solver: &SolverRecord| {
            set(committed.iter().find(|counted| counted.solver == solver.id)?, record)
        };
        let solvers: Vec<_> = present(plan).map(|solver| (&solver.id, shared(solver))).collect();
        for index in 0..record.puzzles {
            for (solver, set) in &solvers {
                let row = left.remove(&(&*record.name, index, &***solver)).cloned();
                rows.extend(row.or_else(|| {
                    let CountedRun { outcome, counts } = *(*set)?.runs.get(index)?;
                    let (corpus, puzzle) = (record.name.clone(), *grids.get(index)?);
                    let solver = (*solver).clone();
                    Some(CountRow { corpus, index, puzzle, solver, outcome, counts })
                }));
            }
        }
    }
    rows.extend(left.into_values().cloned());
    rows
}

/// Returns the rows that the committed counts do not have, and names in the plan the code of the
/// solvers whose counts are all there.
fn shared(
    top: &Path,
    plan: &mut Plan,
    mut rows: Vec<CountRow>,
) -> Result<Vec<CountRow>, RunFolderError> {
    let sets: HashMap<&str, (&CorpusRecord, Vec<Grid>)> =
        plan.corpora.iter().map(|set| (&*set.name, (set, grids(set)))).collect();
    for solver in plan.solvers.iter_mut().filter(|solver| solver.peer.is_none()) {
        let Some(counted) = Counted::read(top, &solver.id)? else { continue };
        let committed = |row: &CountRow| {
            let (record, grids) = sets.get(&*row.corpus)?;
            let run = set(&counted, record)?.runs.get(row.index)?;
            (grids.get(row.index) == Some(&row.puzzle)).then_some(run)
        };
        let ours = |row: &&CountRow| row.solver == solver.id && row.outcome.is_finished();
        let mut pairs =
            rows.iter().filter(ours).filter_map(|row| Some((row, committed(row)?))).peekable();
        if pairs.peek().is_some() && pairs.all(|(row, run)| is_same(row, run)) {
            rows.retain(|row| !(ours(&row) && committed(row).is_some_and(|run| is_same(row, run))));
            solver.counted = Some(counted.source);
        }
    }
    Ok(rows)
}

/// The solvers that were run.
pub(crate) fn present(plan: &Plan) -> impl Iterator<Item = &SolverRecord> {
    plan.solvers.iter().filter(|solver| solver.absent.is_none())
}

/// The puzzles of a shipped set that has not changed since the run; empty for any other set.
fn grids(record: &CorpusRecord) -> Vec<Grid> {
    let entries = unchanged(record).into_iter().flat_map(Corpus::entries);
    entries.take(record.puzzles).map(|entry| entry.grid).collect()
}

/// The shipped set, if it has not changed since the run.
fn unchanged(record: &CorpusRecord) -> Option<&'static Corpus> {
    let corpus = sudoku_puzzles::find(record.set()).ok();
    corpus.filter(|corpus| corpus.sha256() == record.set_sha256)
}

/// The committed counts on a set that has the same puzzles as in the run.
fn set<'a>(counted: &'a Counted, record: &CorpusRecord) -> Option<&'a CountedSet> {
    counted.set(&record.name).filter(|set| set.sha256 == record.set_sha256)
}

/// True if the committed counts have the outcome and every counter of the row.
fn is_same(row: &CountRow, run: &CountedRun) -> bool {
    let counted = |what| row.counts.get(what).is_none_or(|of| run.counts.get(what) == Some(of));
    row.outcome == run.outcome && Work::ALL.into_iter().all(counted)
}
