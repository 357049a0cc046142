//! Taking the verdicts of the newest reference as what is expected from now on.

use std::fs;

use anyhow::{Context, Result};
use sudoku_claims::{References, path, top};

use super::document;

/// Writes the verdicts of the newest reference into the files of claims, and `docs/CLAIMS.md` by
/// all of them. Says what has changed, an expectation each.
///
/// # Errors
///
/// When there is no reference, when a file is not as it should be, or would no longer be, and when
/// the file system refuses. Nothing is written before all of it is known to be right.
pub fn bless(references: &References) -> Result<Vec<String>> {
    let none = "there is no run in reports/reference";
    let ledger = &references.all().first().context(none)?.ledger;
    let mut files = vec![(top().join("docs/CLAIMS.md"), document::all(references).context(none)?)];
    let mut changes = Vec::new();
    let keys = ledger.claims.iter().map(|claim| claim.publication.key.as_str());
    let mut keys: Vec<&str> = keys.collect();
    keys.dedup();
    for key in keys {
        let file = top().join(path(key));
        let text = fs::read_to_string(&file).with_context(|| file.display().to_string())?;
        let (blessed, ours) = sudoku_claims::bless(key, &text, ledger)?;
        changes.extend(ours);
        if blessed != text {
            files.push((file, blessed));
        }
    }
    for (file, text) in files {
        fs::write(&file, text).with_context(|| file.display().to_string())?;
    }
    Ok(changes)
}
