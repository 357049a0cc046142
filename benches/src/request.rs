//! [`Request`]: a run as the programs of the benches see it, read from its plan.

use anyhow::{Result, ensure};
use sudoku_programs::Program;
use sudoku_record::{CorpusRecord, Mode, RunFolder, SolverRecord};
use sudoku_registry::{Entry, find_among};

use crate::{PuzzleSet, Settings, StepProgress, contestants};

/// The solvers and programs that run, their puzzles, and where the results go.
#[derive(Debug)]
pub struct Request {
    /// How long the run may take.
    pub settings: Settings,
    /// The solvers that run, in the order of the registry and then of the peers.
    pub solvers: Vec<&'static Entry>,
    /// The puzzles, set by set; no two sets have the same name.
    pub sets: Vec<PuzzleSet>,
    /// The programs in other languages, each under a name of its own.
    pub programs: Vec<Program>,
    /// Where the results go, if anywhere.
    pub out: Option<RunFolder>,
    /// How many builds share the race; 0 when nothing is timed.
    pub builds: u64,
}

impl Request {
    /// Returns an empty request: no solver, no puzzles, one build.
    pub fn bare(settings: Settings) -> Self {
        let (solvers, sets, programs) = (Vec::new(), Vec::new(), Vec::new());
        Self { settings, solvers, sets, programs, out: None, builds: 1 }
    }

    /// Returns the request for a first impression, whose results go nowhere: the solvers of the
    /// registry on a set of one puzzle.
    ///
    /// # Errors
    ///
    /// None are expected: the set comes with the laboratory.
    pub fn smoke() -> Result<Self> {
        let settings = Settings::of(Mode::Quick);
        let sets = vec![PuzzleSet::find("leetcode-37", &settings)?];
        Ok(Self { solvers: sudoku_registry::available().collect(), sets, ..Self::bare(settings) })
    }

    /// Progress over `total` units of a step, which is shown if the results go anywhere.
    pub fn progress(&self, step: &str, total: u64) -> StepProgress {
        if self.out.is_some() { StepProgress::new(step, total) } else { StepProgress::hidden() }
    }

    /// Reads the plan of the run in a folder.
    ///
    /// # Errors
    ///
    /// When the plan cannot be read, or names something that is no longer there or has changed.
    pub fn read(out: RunFolder) -> Result<Self> {
        let plan = out.plan()?;
        let settings = Settings { call_budget: plan.call_budget, ..Settings::of(plan.mode) };
        let present = plan.solvers.iter().filter(|solver| solver.absent.is_none());
        let solvers = present.map(|SolverRecord { id, .. }| Ok(find_among(contestants(), id)?));
        let set = |record: CorpusRecord| {
            let found = PuzzleSet::find(&record.wish(), &settings)?;
            let is_same = found.record.sha256 == record.sha256;
            ensure!(is_same, "{}: its puzzles have changed since the run began", record.name);
            Ok(PuzzleSet { record, ..found })
        };
        Ok(Self {
            settings,
            solvers: solvers.collect::<Result<_>>()?,
            sets: plan.corpora.into_iter().map(set).collect::<Result<_>>()?,
            programs: Program::all(plan.programs)?,
            out: Some(out),
            builds: plan.builds,
        })
    }
}
