//! The report as Markdown: `README.md`, which many sites show with the folder, and `results.md`.

use sudoku_judge::claims::{Judged, Ledger, Verdict};
use sudoku_judge::format::{capital, joined, many};

use crate::escape::markdown as escape;
use crate::names;
use crate::report::{Opening, Report};
use crate::section::Part;
use crate::tables::Table;

/// The whole file, as blocks with a blank line between them.
pub(crate) fn document(report: &Report<'_>) -> String {
    let mut blocks = opening(&report.opening, report.note.as_ref());
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
pub(crate) fn summary(of: &Opening, ladder: Option<Table>, ledger: &Ledger) -> String {
    let mut blocks = opening(of, None);
    blocks
        .push("All figures and charts: `cargo xtask report DIR` draws this run's page.".to_owned());
    if let Some(ladder) = ladder {
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
fn opening(of: &Opening, note: Option<&String>) -> Vec<String> {
    let mut blocks = vec![format!("# {}", escape(&of.title))];
    let warning = |text: &String| format!("> [!CAUTION]\n> **{}**", escape(text));
    blocks.extend(of.warnings.iter().map(warning));
    blocks.push(names::ABOUT.to_owned());
    blocks.push(format!("**{}**", escape(&of.finding)));
    blocks.push(format!("{}\n{}.", escape(&of.provenance), of.facts));
    blocks.extend(of.processors.iter().map(|text| escape(text)));
    let notice = |text: &String| format!("> [!NOTE]\n> {}", escape(text));
    blocks.extend(note.into_iter().chain(&of.notices).map(notice));
    blocks
}
