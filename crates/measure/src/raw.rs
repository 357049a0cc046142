//! [`Raw`]: the raw data of a run, read once.

use std::collections::{BTreeMap, BTreeSet};

use crate::{
    Comparable, CountRow, Environment, InstructionRow, MemoryRow, Page, PairedRow, Plan, PuzzleRow,
    RawRow, RunFolder, RunFolderError, SampleRow, SetupRow, SurveyRow,
};

/// What the folder of a run holds. Results, verdicts and comparisons are made from it and from
/// nothing else.
#[derive(Debug, Clone)]
pub struct Raw {
    /// Where and with what.
    pub environment: Environment,
    /// What was asked.
    pub plan: Plan,
    /// The steps that the run set out to do and did not finish, in their order: `memory`, for
    /// example.
    pub missing: Vec<String>,
    /// What is told of the solvers.
    pub pages: Vec<Page>,
    /// What was known of the puzzles.
    pub puzzles: Vec<PuzzleRow>,
    /// Every solver on every puzzle.
    pub counts: Vec<CountRow>,
    /// What criterion timed.
    pub samples: Vec<SampleRow>,
    /// Every solver on every puzzle, once.
    pub survey: Vec<SurveyRow>,
    /// Every build's share of the paired rounds.
    pub paired: Vec<PairedRow>,
    /// What callgrind counted.
    pub instructions: Vec<InstructionRow>,
    /// How much memory was taken.
    pub memory: Vec<MemoryRow>,
    /// How long it takes to make each solver ready.
    pub setup: Vec<SetupRow>,
    /// The [module](RunFolder::MODULE) of the page.
    pub module: Option<Vec<u8>>,
}

impl Raw {
    /// Reads the folder of a run.
    ///
    /// # Errors
    ///
    /// When a file cannot be read or has another shape; when a row is about a puzzle that the plan
    /// does not have; and when the environment, the plan or the counts are missing. Of the other
    /// files none has to be there.
    pub fn read(folder: &RunFolder) -> Result<Self, RunFolderError> {
        let mut raw = Self {
            plan: folder.plan()?,
            environment: folder.environment()?,
            missing: Vec::new(),
            pages: folder.pages()?,
            puzzles: folder.read()?,
            counts: folder.read()?,
            samples: folder.read()?,
            survey: folder.read()?,
            paired: folder.read()?,
            instructions: folder.read()?,
            memory: folder.read()?,
            setup: folder.read()?,
            module: folder.module()?,
        };
        raw.missing = raw.unfinished(folder);
        raw.check(folder, &raw.puzzles, |row| (&row.corpus, row.index))?;
        raw.check(folder, &raw.counts, |row| (&row.corpus, row.index))?;
        raw.check(folder, &raw.survey, |row| (&row.corpus, row.index))?;
        raw.check(folder, &raw.memory, |row| (&row.corpus, row.index))?;
        Ok(raw)
    }

    /// Holds the corpus and the place of each row against the plan: puzzles are looked up by them.
    fn check<T: RawRow>(
        &self,
        folder: &RunFolder,
        rows: &[T],
        place: impl Fn(&T) -> (&str, usize),
    ) -> Result<(), RunFolderError> {
        let corpora = self.plan.corpora.iter().map(|corpus| (&*corpus.name, corpus.puzzles));
        let corpora: BTreeMap<&str, usize> = corpora.collect();
        for (line, row) in (2..).zip(rows) {
            let (corpus, index) = place(row);
            let message = match corpora.get(corpus) {
                Some(&puzzles) if index < puzzles => continue,
                Some(puzzles) => format!(
                    "found puzzle {index} of {corpus}, expected one below {puzzles}, as many as \
                     raw/plan.json says"
                ),
                None => format!("found the corpus `{corpus}`, expected one of raw/plan.json"),
            };
            return Err(RunFolderError::Row { path: folder.found::<T>(), line, message });
        }
        Ok(())
    }

    /// A step's file is whole or not there at all; only paired rounds are added build by build.
    fn unfinished(&self, folder: &RunFolder) -> Vec<String> {
        let builds = self.plan.builds;
        let sampled = folder.has::<SampleRow>();
        let mut steps = vec![("surveying".to_owned(), folder.has::<SurveyRow>())];
        if builds > 0 {
            steps.push(("timing".to_owned(), sampled));
        }
        steps.push(("memory".to_owned(), folder.has::<MemoryRow>()));
        // Where nobody finished enough puzzles, there was nothing to run in pairs.
        if builds > 0 && !(sampled && Comparable::of(&self.counts).none_paired()) {
            let done: BTreeSet<u64> = self.paired.iter().map(|row| row.build).collect();
            let left = builds.saturating_sub(done.len() as u64);
            steps.push((format!("the paired rounds of {left} of {builds} builds"), left == 0));
        }
        steps.into_iter().filter(|(_, done)| !done).map(|(step, _)| step).collect()
    }
}
