//! [`References`]: the reference runs, one for each processor, with which a run is compared.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::OnceLock;

use crate::{Paired, Results};
use sudoku_record::{CountRow, Environment, ProgramRow, Raw, RunFolder, runs_in, top};

use crate::claims::{Evidence, Ledger, LedgerError, claims, committed, judge};

/// A reference run and its verdicts.
#[derive(Debug, Clone)]
pub struct Reference {
    /// The folder of the run.
    pub folder: RunFolder,
    /// The raw data of the run.
    pub raw: Raw,
    /// The race, on sets that have not changed since the run.
    pub paired: Paired,
    /// The verdicts on the claims.
    pub ledger: Ledger,
    results: OnceLock<Results>,
}

impl Reference {
    /// The results of the run, computed the first time: some tenths of a second.
    pub fn results(&self) -> &Results {
        self.results.get_or_init(|| Results::of(&self.raw))
    }

    /// The name of the processor, and the ledger.
    pub fn named(&self) -> (String, Ledger) {
        (self.raw.environment.processor(), self.ledger.clone())
    }
}

/// The newest reference of each processor, the newest of all first; but one with programs in other
/// languages comes before those without, because these programs decide the claims of their articles.
/// A verdict is expected to be that of the first.
#[derive(Debug, Clone, Default)]
pub struct References(Vec<Reference>);

impl References {
    /// Reads and judges the committed references, in `reports/reference`.
    ///
    /// # Errors
    ///
    /// As [`References::read`].
    pub fn committed() -> Result<Self, LedgerError> {
        Self::read(&top().join("reports/reference"))
    }

    /// Reads and judges the references in a folder with a subfolder for each run; none if the
    /// folder does not exist.
    ///
    /// # Errors
    ///
    /// When a file of claims, of counts or of raw data cannot be read or has a mistake.
    pub fn read(folder: &Path) -> Result<Self, LedgerError> {
        Self::of(folder, |_| true)
    }

    /// Reads and judges those of the references in a folder whose processor is that of a run: reading all
    /// takes long.
    ///
    /// # Errors
    ///
    /// As [`References::read`].
    pub fn like(folder: &Path, run: &Environment) -> Result<Self, LedgerError> {
        Self::of(folder, |known| known.processor() == run.processor())
    }

    fn of(folder: &Path, is_wanted: impl Fn(&Environment) -> bool) -> Result<Self, LedgerError> {
        let claims = claims()?;
        let committed = committed(top(), &claims)?;
        let mut runs: Vec<(Environment, RunFolder)> = Vec::new();
        for run in runs_in(folder)? {
            runs.push((run.environment()?, run));
        }
        runs.retain(|(environment, _)| is_wanted(environment));
        runs.sort_by(|(a, _), (b, _)| b.started.cmp(&a.started));
        let mut processors = BTreeSet::new();
        runs.retain(|(environment, _)| processors.insert(environment.processor()));
        // The order by age stays among equals.
        runs.sort_by_key(|(_, run)| !run.has::<ProgramRow>());
        let judged = |(_, folder): (Environment, RunFolder)| {
            let raw = Raw::read(&folder)?;
            let evidence = Evidence::of(&raw, &committed);
            let ledger = judge(&claims, &evidence);
            let results = OnceLock::new();
            Ok(Reference { folder, paired: evidence.paired, raw, ledger, results })
        };
        runs.into_iter().map(judged).collect::<Result<_, _>>().map(Self)
    }

    /// The references, one for each processor, in their order.
    pub fn all(&self) -> &[Reference] {
        &self.0
    }

    /// The reference that a run is compared with: that of its own processor or, if there is none,
    /// the first; `None` if there are no references.
    pub fn nearest(&self, run: &Environment) -> Option<&Reference> {
        self.own(run).or(self.0.first())
    }

    /// The counts that a run is compared with. Counts are the same on every processor, so those of
    /// each solver on each puzzle are taken from the newest reference that has them: an older one may
    /// have counted an earlier version of the solver.
    pub fn counts(&self) -> Vec<CountRow> {
        let mut newest = BTreeMap::new();
        let mut by_age: Vec<&Raw> = self.0.iter().map(|reference| &reference.raw).collect();
        by_age.sort_by(|a, b| a.environment.started.cmp(&b.environment.started));
        for row in by_age.into_iter().flat_map(|raw| &raw.counts) {
            newest.insert((&row.solver, &row.corpus, row.puzzle), row);
        }
        newest.into_values().cloned().collect()
    }

    /// The reference of the processor that a run was made on.
    pub(crate) fn own(&self, run: &Environment) -> Option<&Reference> {
        self.0.iter().find(|known| known.raw.environment.processor() == run.processor())
    }
}
