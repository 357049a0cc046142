//! [`Raw`]: the raw data of a run, read once.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::fmt;

use sudoku_core::Ending;

use crate::reference::{committed, completed, kind_counts, recounted, set_counts, top};
use crate::{
    Comparable, CountRow, Environment, InstructionRow, KindCounts, MemoryRow, PairedRow, Plan,
    ProgramRecord, ProgramRow, PuzzleRow, RawRow, RunFolder, RunFolderError, SampleRow, SetCounts,
    SetupRow, SolverRecord, SurveyRow,
};

/// The contents of the folder of a run. Results, verdicts and comparisons are made from them and
/// nothing else.
#[derive(Debug, Clone)]
pub struct Raw {
    /// The machine and the build.
    pub environment: Environment,
    /// The plan: what the run sets out to do.
    pub plan: Plan,
    /// The steps of the plan that the run did not finish, in their order, such as `memory`.
    pub missing: Vec<String>,
    /// The solvers that have changed since the run, and have been counted anew.
    pub recounted: Vec<String>,
    /// The facts known of the puzzles before the run.
    pub puzzles: Vec<PuzzleRow>,
    /// The outcome and the counts of every solver on every puzzle, with those that a reference
    /// leaves to `reports/counts`.
    pub counts: Vec<CountRow>,
    /// The counts of `reports/counts` on whole sets, of the solvers and sets that have not changed
    /// since.
    pub sets: Vec<SetCounts>,
    /// The counts of `reports/counts` on fresh puzzles of the kinds of these sets.
    pub kinds: Vec<KindCounts>,
    /// The samples of criterion.
    pub samples: Vec<SampleRow>,
    /// The time of every solver on every puzzle, solved once.
    pub survey: Vec<SurveyRow>,
    /// The turns of the race, of every build.
    pub paired: Vec<PairedRow>,
    /// The instructions that callgrind counted.
    pub instructions: Vec<InstructionRow>,
    /// The memory that every solver takes.
    pub memory: Vec<MemoryRow>,
    /// How long it takes to make each solver ready.
    pub setup: Vec<SetupRow>,
    /// The programs in other languages; empty for a run without programs.
    pub programs: Vec<ProgramRecord>,
    /// The passes of these programs.
    pub passes: Vec<ProgramRow>,
}

impl Raw {
    /// Reads the folder of a run.
    ///
    /// # Errors
    ///
    /// When a file cannot be read or has another shape; when a row is about a puzzle that the plan
    /// does not have; when a file is there but lacks rows that the plan asks for; and when the
    /// environment, the plan or the counts are missing. All other files may be missing.
    pub fn read(folder: &RunFolder) -> Result<Self, RunFolderError> {
        let plan = folder.plan()?;
        folder.check_seal()?;
        let mut raw = Self {
            paired: folder.turns_on(&plan)?,
            plan,
            environment: folder.environment()?,
            missing: Vec::new(),
            recounted: Vec::new(),
            puzzles: folder.read()?,
            counts: folder.read()?,
            sets: Vec::new(),
            kinds: Vec::new(),
            samples: folder.read()?,
            survey: folder.read()?,
            instructions: folder.read()?,
            memory: folder.read()?,
            setup: folder.read()?,
            programs: folder.programs()?,
            passes: folder.read()?,
        };
        let plan = &raw.plan;
        folder.check_sets::<PuzzleRow, _>(plan, &raw.puzzles, |row| (&row.corpus, row.index))?;
        folder.check_sets::<CountRow, _>(plan, &raw.counts, |row| (&row.corpus, row.index))?;
        folder.check_sets::<SampleRow, _>(plan, &raw.samples, |row| (&row.corpus, 0))?;
        folder.check_sets::<SurveyRow, _>(plan, &raw.survey, |row| (&row.corpus, row.index))?;
        folder.check_sets::<InstructionRow, _>(plan, &raw.instructions, |row| (&row.corpus, 0))?;
        folder.check_sets::<MemoryRow, _>(plan, &raw.memory, |row| (&row.corpus, row.index))?;
        folder.check_sets::<ProgramRow, _>(plan, &raw.passes, |row| (&row.corpus, 0))?;
        folder.check_once::<PuzzleRow, _, _>(&raw.puzzles, |row| (&row.corpus, row.index))?;
        folder.check_once::<CountRow, _, _>(&raw.counts, |row| {
            (&row.corpus, row.index, &row.solver)
        })?;
        folder.check_once::<SurveyRow, _, _>(&raw.survey, |row| {
            (&row.corpus, row.index, &row.solver)
        })?;
        folder.check_once::<MemoryRow, _, _>(&raw.memory, |row| {
            (&row.corpus, row.index, &row.solver)
        })?;
        folder.check_once::<InstructionRow, _, _>(&raw.instructions, |row| {
            (&row.corpus, &row.solver)
        })?;
        folder.check_once::<SetupRow, _, _>(&raw.setup, |row| &row.solver)?;
        folder.check_once::<ProgramRow, _, _>(&raw.passes, |row| {
            (&row.corpus, row.group, &row.track, row.round, row.puzzles)
        })?;
        let committed = committed(top(), &raw.plan)?;
        raw.counts = completed(&committed, &raw.plan, raw.counts);
        raw.sets = set_counts(&committed, &raw.plan);
        raw.kinds = kind_counts(top(), &raw.plan)?;
        raw.recounted = recounted(top(), &raw.plan);
        raw.missing = raw.unfinished(folder);
        raw.passes = raw.passes.into_iter().filter_map(ProgramRow::converted).collect();
        raw.check_rows(folder)?;
        Ok(raw)
    }

    /// Checks that each file that is there has all the rows that its step writes.
    fn check_rows(&self, folder: &RunFolder) -> Result<(), RunFolderError> {
        let Self { plan, counts, .. } = self;
        let puzzles = || {
            let sets = plan.corpora.iter();
            sets.flat_map(|set| (0..set.puzzles).map(|index| Place::puzzle(&set.name, index)))
        };
        let found = self.puzzles.iter().map(|row| Place::puzzle(&row.corpus, row.index));
        complete::<PuzzleRow>(folder, found, puzzles())?;

        let present = || plan.solvers.iter().filter(|solver| solver.absent.is_none());
        let asked = present().flat_map(|solver| puzzles().map(|place| place.of(&solver.id)));
        complete::<CountRow>(folder, counts.iter().map(counted), asked)?;

        // The survey covers the first puzzles of a set, and the solvers without a wrong answer.
        let comparable = Comparable::of(counts);
        let sound = |row: &&CountRow| comparable.solver(&row.solver);
        let is_first = first_ones(self.survey.iter().map(|row| (&*row.corpus, row.index)));
        let surveyed = counts
            .iter()
            .filter(sound)
            .filter(|row| row.outcome != Ending::NotAsked && is_first(&row.corpus, row.index));
        let found =
            self.survey.iter().map(|row| Place::puzzle(&row.corpus, row.index).of(&row.solver));
        complete::<SurveyRow>(folder, found, surveyed.map(counted))?;

        // Memory, too, is measured on the first puzzles, and for the solvers that finish them; that
        // of peers is unknown. A file without rows is that of a run that measures no memory.
        let peers: BTreeSet<&str> =
            present().filter(|solver| solver.peer.is_some()).map(|peer| &*peer.id).collect();
        let is_first = first_ones(self.memory.iter().map(|row| (&*row.corpus, row.index)));
        let measured = counts.iter().filter(|row| {
            !self.memory.is_empty()
                && row.outcome != Ending::Stopped
                && !peers.contains(&*row.solver)
                && is_first(&row.corpus, row.index)
        });
        let found =
            self.memory.iter().map(|row| Place::puzzle(&row.corpus, row.index).of(&row.solver));
        complete::<MemoryRow>(folder, found, measured.map(counted))?;

        let finished = counts.iter().filter(sound).filter(|row| row.outcome.is_finished());
        let mut known = HashSet::new();
        let mut finished: Vec<Place<'_>> =
            finished.map(on).filter(|place| known.insert(*place)).collect();
        let found = self.samples.iter().map(|row| Place::set(&row.corpus).of(&row.solver));
        complete::<SampleRow>(folder, found, finished.iter().copied())?;

        // A solver that finished the whole set has a turn in every build. A solver that was stopped
        // on some puzzles may have none, because these may be all the puzzles of the build.
        let stopped: HashSet<Place<'_>> =
            counts.iter().filter(|row| !row.outcome.is_finished()).map(on).collect();
        finished.retain(|place| !stopped.contains(place));
        let builds: BTreeSet<u64> = self.paired.iter().map(|row| row.build).collect();
        let in_build = |build| finished.iter().map(move |place| Place { build, ..*place });
        let expected = builds.into_iter().map(Some).flat_map(in_build);
        let found = self
            .paired
            .iter()
            .map(|row| Place { build: Some(row.build), ..Place::set(&row.corpus) }.of(&row.solver));
        complete::<PairedRow>(folder, found, expected)?;

        let solver = |id| Place::set("").of(id);
        let found = self.setup.iter().map(|row| solver(&row.solver));
        complete::<SetupRow>(folder, found, present().map(|SolverRecord { id, .. }| solver(id)))
    }

    /// Returns the steps that the run did not finish. The file of a step is complete or missing;
    /// only the turns of the race are added build by build.
    fn unfinished(&self, folder: &RunFolder) -> Vec<String> {
        let builds = self.plan.builds;
        let sampled = folder.has::<SampleRow>();
        let mut steps = vec![("surveying".to_owned(), folder.has::<SurveyRow>())];
        if builds > 0 {
            steps.push(("timing".to_owned(), sampled));
        }
        steps.push(("memory".to_owned(), folder.has::<MemoryRow>()));
        // If no solver finished enough puzzles, no race was run.
        if builds > 0 && !(sampled && Comparable::of(&self.counts).none_paired()) {
            let done: BTreeSet<u64> = self.paired.iter().map(|row| row.build).collect();
            let left = builds.saturating_sub(done.len() as u64);
            steps.push((format!("the race of {left} of {builds} builds"), left == 0));
        }
        steps.into_iter().filter(|(_, done)| !done).map(|(step, _)| step).collect()
    }
}

/// The set, the puzzle and the solver of a row of counts.
fn counted(row: &CountRow) -> Place<'_> {
    Place::puzzle(&row.corpus, row.index).of(&row.solver)
}

/// The set and the solver of a row of counts.
fn on(row: &CountRow) -> Place<'_> {
    Place::set(&row.corpus).of(&row.solver)
}

/// The subject of a row: the build, set, puzzle and solver, as far as rows of its file differ in
/// them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Place<'a> {
    build: Option<u64>,
    set: &'a str,
    puzzle: Option<usize>,
    solver: &'a str,
}

impl<'a> Place<'a> {
    fn set(set: &'a str) -> Self {
        Self { build: None, set, puzzle: None, solver: "" }
    }

    fn puzzle(set: &'a str, index: usize) -> Self {
        Self { puzzle: Some(index), ..Self::set(set) }
    }

    fn of(self, solver: &'a str) -> Self {
        Self { solver, ..self }
    }
}

/// Writes the parts that are set: `build 2, puzzle 3 of easy, bitmask/cursor`.
impl fmt::Display for Place<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let build = self.build.map(|build| format!("build {build}"));
        let set = match self.puzzle {
            Some(index) => format!("puzzle {index} of {}", self.set),
            None => self.set.to_owned(),
        };
        let parts = [build.unwrap_or_default(), set, self.solver.to_owned()];
        let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        f.write_str(&parts.join(", "))
    }
}

/// Returns a test whether a puzzle of a set comes no later than the last one with a row. The first
/// puzzle always passes.
fn first_ones<'a>(rows: impl Iterator<Item = (&'a str, usize)>) -> impl Fn(&str, usize) -> bool {
    let mut last = BTreeMap::new();
    for (set, index) in rows {
        let last = last.entry(set).or_insert(index);
        *last = index.max(*last);
    }
    move |set, index| index <= last.get(set).copied().unwrap_or(0)
}

/// Checks that a file has all the rows that it should have. A missing file passes, because its step
/// has not ended.
fn complete<'a, T: RawRow>(
    folder: &RunFolder,
    found: impl Iterator<Item = Place<'a>>,
    expected: impl Iterator<Item = Place<'a>>,
) -> Result<(), RunFolderError> {
    const SHOWN: usize = 3;
    if !folder.has::<T>() {
        return Ok(());
    }
    let mut known: HashSet<Place<'_>> = found.collect();
    let lacking: Vec<Place<'_>> = expected.filter(|place| known.insert(*place)).collect();
    if lacking.is_empty() {
        return Ok(());
    }
    let mut first: Vec<String> = lacking.iter().take(SHOWN).map(ToString::to_string).collect();
    if lacking.len() > SHOWN {
        first.push("...".to_owned());
    }
    let (path, rows) = (folder.found::<T>(), lacking.len());
    Err(RunFolderError::Rows { path, rows, first: first.join("; ") })
}
