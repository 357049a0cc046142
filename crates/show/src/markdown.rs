//! The report as Markdown: `README.md`, which many sites show with the folder, and `results.md`.

use sudoku_judge::Results;
use sudoku_judge::claims::{Check, Judged, Ledger, Verdict};
use sudoku_judge::format::{capital, joined, many};

use crate::escape::markdown as escape;
use crate::report::Report;
use crate::section::Part;
use crate::tables::ladder;
use crate::{claims, finding, names, notices};

/// The whole file, as blocks with a blank line between them.
pub(crate) fn document(report: &Report<'_>) -> String {
    let note = claims::note(report.check);
    let mut blocks = opening(report.results, report.check, note);
    let page = "The same with charts to point at and tables to sort: [index.html](index.html).";
    blocks.push(page.to_owned());
    for section in &report.sections {
        blocks.push(format!("## {}", escape(section.heading)));
        if !section.finding.is_empty() {
            blocks.push(format!("{}.", escape(&section.finding)));
        }
        blocks.extend(section.whole().iter().flat_map(|part| part.markdown()));
    }
    blocks.join("\n\n") + "\n"
}

/// `results.md`: the finding, the ladder as a table, and the claims by verdict.
pub(crate) fn summary(results: &Results, check: &Check, ledger: &Ledger) -> String {
    let mut blocks = opening(results, check, None);
    blocks
        .push("All figures and charts: `cargo xtask report DIR` draws this run's page.".to_owned());
    if let Some(ladder) = ladder::rungs::<&str>(results, None) {
        blocks.push("## The ladder".to_owned());
        blocks.extend(ladder.markdown());
    }
    for verdict in [Verdict::Fails, Verdict::Undecided, Verdict::Holds] {
        let claims: Vec<_> = ledger.measured().filter(|claim| claim.verdict == verdict).collect();
        if !claims.is_empty() {
            let heading = capital(&many(claims.len(), "claim"));
            blocks.push(format!("## {heading}: {}", verdict.word()));
            let line = |claim: &&Judged| format!("- {}: {}", claim.id, escape(&claim.says));
            blocks.push(joined(claims.iter().map(line), "\n"));
        }
    }
    blocks.join("\n\n") + "\n"
}

/// The opening of a report: warnings, the finding, and notices, of which `note` is the first.
fn opening(results: &Results, check: &Check, note: Option<String>) -> Vec<String> {
    let mut blocks = vec![format!("# {}", escape(&names::title(results)))];
    let warning = |text: String| format!("> [!CAUTION]\n> **{}**", escape(&text));
    blocks.extend(notices::warnings(results).into_iter().map(warning));
    blocks.push(names::ABOUT.to_owned());
    blocks.push(format!("**{}**", escape(&finding::finding(results))));
    blocks.push(format!("{}\n{}.", escape(&names::provenance(results)), finding::facts(results)));
    blocks.extend(finding::processors(check).iter().map(|text| escape(text)));
    let notice = |text: String| format!("> [!NOTE]\n> {}", escape(&text));
    blocks.extend(note.into_iter().chain(notices::notices(results)).map(notice));
    blocks
}
