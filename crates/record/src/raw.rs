//! [`Raw`]: the raw data of a run, read once.

use std::collections::{BTreeSet, HashSet};

use crate::reference::{committed, completed, kind_counts, present, set_counts};
use crate::{
    Comparable, CorpusRecord, CountRow, Environment, InstructionRow, KindCounts, MemoryRow,
    PairedRow, Plan, ProgramRecord, ProgramRow, PuzzleRow, RunFolder, RunFolderError, SampleRow,
    SetCounts, SetupRow, SolverRecord, SurveyRow, top,
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
    /// does not have; when a solver lacks the counts of a puzzle; and when the environment, the plan
    /// or the counts are missing. All other files may be missing.
    pub fn read(folder: &RunFolder) -> Result<Self, RunFolderError> {
        let plan = folder.plan()?;
        folder.check_seal()?;
        let mut raw = Self {
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
            paired: folder.read()?,
            instructions: folder.read()?,
            memory: folder.read()?,
            setup: folder.read()?,
            programs: folder.programs()?,
            passes: folder.read()?,
        };
        let plan = &raw.plan;
        folder.check_sets(plan, &raw.puzzles, |row| (&row.corpus, row.index))?;
        folder.check_sets(plan, &raw.counts, |row| (&row.corpus, row.index))?;
        folder.check_sets(plan, &raw.samples, |row| (&row.corpus, 0))?;
        folder.check_sets(plan, &raw.survey, |row| (&row.corpus, row.index))?;
        folder.check_sets(plan, &raw.paired, |row| (&row.corpus, 0))?;
        folder.check_sets(plan, &raw.instructions, |row| (&row.corpus, 0))?;
        folder.check_sets(plan, &raw.memory, |row| (&row.corpus, row.index))?;
        folder.check_sets(plan, &raw.passes, |row| (&row.corpus, 0))?;
        folder.check_once(&raw.puzzles, |row| (&row.corpus, row.index))?;
        folder.check_once(&raw.counts, |row| (&row.corpus, row.index, &row.solver))?;
        folder.check_once(&raw.survey, |row| (&row.corpus, row.index, &row.solver))?;
        folder.check_once(&raw.paired, |row| {
            let PairedRow { build, corpus, solver, twin, round, turn, visit, first, .. } = row;
            ((build, corpus, solver, twin), (round, turn, visit, first), row.puzzles == 0)
        })?;
        folder.check_once(&raw.memory, |row| (&row.corpus, row.index, &row.solver))?;
        folder.check_once(&raw.instructions, |row| (&row.corpus, &row.solver))?;
        folder.check_once(&raw.setup, |row| &row.solver)?;
        folder.check_once(&raw.passes, |row| (&row.corpus, &row.track, row.round, row.puzzles))?;
        let (committed, recounted) = committed(top(), &raw.plan)?;
        raw.counts = completed(&committed, &raw.plan, raw.counts);
        raw.sets = set_counts(&committed, &raw.plan);
        raw.kinds = kind_counts(top(), &raw.plan)?;
        raw.recounted = recounted;
        raw.missing = raw.unfinished(folder);
        raw.check_counts(folder)?;
        Ok(raw)
    }

    /// Checks that every solver has counts on every puzzle. A reference lacks those of a solver that has
    /// been counted anew since they were left out of it.
    fn check_counts(&self, folder: &RunFolder) -> Result<(), RunFolderError> {
        let known = self.counts.iter().map(|row| (&*row.corpus, &*row.solver, row.index));
        let known: HashSet<_> = known.collect();
        for CorpusRecord { name, puzzles, .. } in &self.plan.corpora {
            for SolverRecord { id, .. } in present(&self.plan) {
                let lacks = |index: &usize| !known.contains(&(&**name, &**id, *index));
                if let Some(index) = (0..*puzzles).find(lacks) {
                    let path = folder.found::<CountRow>();
                    let what = format!("{id} on puzzle {index} of {name}");
                    let text = format!("{} has no counts of {what}", path.display());
                    return Err(RunFolderError::Wrong(text));
                }
            }
        }
        Ok(())
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
