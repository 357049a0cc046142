//! Everything that is drawn and committed. A test compares it with the references.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use sudoku_judge::claims::References;
use sudoku_judge::{ResultRow, Results, format};
use sudoku_record::RunFolder;

use crate::charts::{self, Chart};
use crate::escape::markdown as escape;
use crate::section::Part;
use crate::tables::ladder;
use crate::wrap::{DOCUMENT, wrapped};
use crate::{claims, compared, finding, markdown};

/// The lines of the README between which the run stands.
const BEGIN: &str = "<!-- run: begin -->";
const END: &str = "<!-- run: end -->";

/// Writes what is drawn from the references into a repository: `results.csv` and `results.md` of
/// each, `docs/CLAIMS.md`, and the picture and the text of the first reference in `README.md`.
///
/// # Errors
///
/// When a reference cannot be read, there is none, a file cannot be written, or `README.md` lacks the
/// marks between which the run stands.
pub fn publish(references: &References, top: &Path) -> Result<()> {
    let write =
        |path: &Path, text: &str| fs::write(path, text).with_context(|| path.display().to_string());
    let document = claims::document(references).context("there is no run in reports/reference")?;
    write(&top.join("docs/CLAIMS.md"), &document)?;
    for (at, reference) in references.all().iter().enumerate() {
        let results = reference.results();
        let name = reference.folder.root().file_name().unwrap_or_default();
        let folder = RunFolder::new(top.join("reports/reference").join(name));
        folder.write(&ResultRow::all(results))?;
        let check = compared(references, results, &reference.ledger);
        write(&folder.file("results.md"), &markdown::summary(results, &check, &reference.ledger))?;
        if at == 0 {
            let chart = charts::opening(results);
            if let Some(chart) = &chart {
                write(&top.join("docs/ladder.svg"), &chart.svg)?;
            }
            let readme = top.join("README.md");
            let text = fs::read_to_string(&readme).with_context(|| readme.display().to_string())?;
            let more = format!("reports/reference/{}/results.md", name.display());
            let text = spliced(&text, &run(results, chart.as_ref(), &more));
            write(&readme, &text.context("README.md lacks the marks of the run")?)?;
        }
    }
    Ok(())
}

/// A document with a run in the place of what stood between its marks; `None` without the marks.
fn spliced(document: &str, run: &str) -> Option<String> {
    let (before, rest) = document.split_once(BEGIN)?;
    let (_, after) = rest.split_once(END)?;
    Some(format!("{before}{BEGIN}\n\n{run}\n{END}{after}"))
}

/// A run for the README: its chart, its finding with a link to `more`, and a small table.
fn run(results: &Results, chart: Option<&Chart>, more: &str) -> String {
    let picture = chart.map(|Chart { title, .. }| format!("![{}](docs/ladder.svg)", escape(title)));
    let sentence = format!(
        "{} {} [More of the run]({more}).",
        escape(&finding::finding(results)),
        escape(&finding::machine(results)),
    );
    let rungs = ladder::rungs(results, Some(&results.leading()))
        .into_iter()
        .flat_map(|table| table.markdown());
    let blocks = picture.into_iter().chain([wrapped(&sentence, DOCUMENT)]).chain(rungs);
    format::joined(blocks, "\n\n") + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_takes_the_place_of_the_last_one() {
        let document = |run: &str| format!("# Before\n\n{BEGIN}\n\n{run}\n{END}\n\nAfter.\n");
        assert_eq!(spliced(&document("old\n"), "new\n"), Some(document("new\n")));
        for lacking in ["", BEGIN, END, &format!("{END}{BEGIN}")] {
            assert_eq!(spliced(lacking, "new\n"), None, "{lacking}");
        }
    }
}
