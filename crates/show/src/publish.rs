//! Everything that is drawn and committed. A test compares it with the references.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use sudoku_judge::claims::References;
use sudoku_judge::{ResultRow, Results};
use sudoku_record::RunFolder;

use crate::splice::splice;
use crate::{charts, claims, compared, markdown};

/// Writes what is drawn from the references into a repository: `results.csv` and `results.md` of
/// each, `docs/CLAIMS.md`, and the picture and the text of the first reference in `README.md`.
/// `results` are those of the references, in their order.
///
/// # Errors
///
/// When a reference cannot be read, there is none, or a file cannot be written.
pub fn publish(references: &References, results: &[Results], top: &Path) -> Result<()> {
    let write =
        |path: &Path, text: &str| fs::write(path, text).with_context(|| path.display().to_string());
    let document = claims::document(references).context("there is no run in reports/reference")?;
    write(&top.join("docs/CLAIMS.md"), &document)?;
    for (at, (reference, results)) in references.all().iter().zip(results).enumerate() {
        let name = reference.folder.root().file_name().unwrap_or_default();
        let folder = RunFolder::new(top.join("reports/reference").join(name));
        folder.write(&ResultRow::all(results))?;
        let check = compared(references, results, &reference.ledger);
        let summary = folder.file("results.md");
        write(&summary, &markdown::summary(results, &reference.ledger, &check))?;
        if at == 0 {
            let picture = top.join("docs/ladder.svg");
            if let Some(chart) = charts::opening(results) {
                write(&picture, &chart.svg)?;
            }
            splice(&top.join("README.md"), [&picture, &summary], results)?;
        }
    }
    Ok(())
}
