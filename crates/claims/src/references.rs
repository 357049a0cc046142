//! [`References`]: the reference runs, one for each processor, and what a run is held against.

use std::collections::BTreeSet;
use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use sudoku_measure::{Environment, Raw, RunFolder, RunFolderError};

use crate::check::Check;
use crate::claim::claims;
use crate::evidence::{Evidence, committed};
use crate::judge::{Ledger, judge};
use crate::{LedgerError, top};

/// A reference run and its verdicts.
#[derive(Debug, Clone)]
pub struct Reference {
    /// Where it lies.
    pub folder: RunFolder,
    /// Where and with what it was made.
    pub environment: Environment,
    /// What it says of the claims.
    pub ledger: Ledger,
}

/// The newest reference of each processor; the newest of all comes first. What is expected of a run
/// comes from that one.
#[derive(Debug, Clone, Default)]
pub struct References(Vec<Reference>);

impl References {
    /// The committed ones, in `reports/reference`. Reads and judges each of them.
    ///
    /// # Errors
    ///
    /// As [`References::read`].
    pub fn committed() -> Result<Self, LedgerError> {
        Self::read(&top().join("reports/reference"))
    }

    /// Those in a folder that has a folder for each run; none where there is no such folder.
    ///
    /// # Errors
    ///
    /// When a file of claims, of counts or of raw data is not as it should be.
    pub fn read(folder: &Path) -> Result<Self, LedgerError> {
        let (claims, committed) = (claims()?, committed()?);
        let mut runs: Vec<(Environment, RunFolder)> = Vec::new();
        for run in runs_in(folder)? {
            runs.push((run.environment()?, run));
        }
        runs.sort_by(|(a, _), (b, _)| b.started.cmp(&a.started));
        let mut processors = BTreeSet::new();
        runs.retain(|(environment, _)| processors.insert(environment.processor()));
        let judged = |(environment, folder): (Environment, RunFolder)| {
            let ledger = judge(&claims, &Evidence::of(&Raw::read(&folder)?, &committed));
            Ok(Reference { folder, environment, ledger })
        };
        runs.into_iter().map(judged).collect::<Result<_, _>>().map(Self)
    }

    /// One for each processor, the newest first.
    pub fn all(&self) -> &[Reference] {
        &self.0
    }

    /// What a run is held against: the reference of its own processor, or else the newest; none
    /// when there is none at all.
    pub fn nearest(&self, run: &Environment) -> Option<&Reference> {
        self.own(run).or(self.0.first())
    }

    fn own(&self, run: &Environment) -> Option<&Reference> {
        self.0.iter().find(|known| known.environment.processor() == run.processor())
    }

    /// Holds the verdicts of a run against the expectations. Those by times count only where there
    /// is a reference of the same processor and compiler; elsewhere a note says so.
    pub fn check(&self, run: &Environment, ledger: &Ledger) -> Check {
        let own = self.own(run);
        let note = own.map_or_else(|| Some(no_reference(run)), |own| unlike(own, run));
        Check::against(ledger, note, own, &self.0)
    }
}

/// The runs in a folder.
fn runs_in(folder: &Path) -> Result<Vec<RunFolder>, RunFolderError> {
    let error = |source| RunFolderError::Io { path: folder.to_owned(), source };
    let entries = match fs::read_dir(folder) {
        Err(missing) if missing.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries.map_err(error)?,
    };
    let mut runs = Vec::new();
    for entry in entries {
        let run = RunFolder::new(entry.map_err(error)?.path());
        if run.file("environment.json").exists() {
            runs.push(run);
        }
    }
    Ok(runs)
}

fn no_reference(run: &Environment) -> String {
    format!(
        "No reference was made on this processor ({}): its times stand for themselves. Counts, and \
         verdicts that rest on them, are held against the reference as ever. To make one: cargo \
         xtask bench --out reports/reference/{}",
        run.processor(),
        run.slug()
    )
}

/// That the reference of the same processor is another program's.
fn unlike(own: &Reference, run: &Environment) -> Option<String> {
    let differences = own.environment.differences(run);
    (!differences.is_empty()).then(|| {
        format!(
            "The reference of this processor was made with something else ({}): times stand for \
             themselves. Counts, and verdicts that rest on them, are held against it as ever.",
            differences.join("; ")
        )
    })
}
