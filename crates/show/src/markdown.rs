//! The report as Markdown: `README.md`, which many sites show with the folder, and `results.md`.

use sudoku_judge::Results;
use sudoku_judge::claims::{Check, Judged, Ledger, Verdict};
use sudoku_judge::format::{capital, joined, many};

use crate::escape::markdown as escape;
use crate::section::{Part, Section};
use crate::tables::ladder;
use crate::{finding, names, notices};

/// The whole file, as blocks with a blank line between them. `note` is about the processor.
pub(crate) fn document(
    results: &Results,
    check: &Check,
    note: Option<&str>,
    sections: &[Section<'_>],
) -> String {
    let mut blocks = opening(results, check, note);
    let page = "The same with charts to point at and tables to sort: [index.html](index.html).";
    blocks.push(page.to_owned());
    for section in sections {
        blocks.push(format!("## {}", escape(section.heading)));
        if !section.finding.is_empty() {
            blocks.push(format!("{}.", escape(&section.finding)));
        }
        blocks.extend(section.whole().iter().flat_map(|part| part.markdown()));
    }
    blocks.join("\n\n") + "\n"
}

/// `results.md`: the finding, the ladder as a table, and the claims by verdict.
pub(crate) fn summary(results: &Results, ledger: &Ledger, check: &Check) -> String {
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

/// The opening of a report before its figures: warnings, the finding, and notices.
fn opening(results: &Results, check: &Check, note: Option<&str>) -> Vec<String> {
    let mut blocks = vec![format!("# {} {}", names::TITLE, escape(names::day(results)))];
    let warning = |text: &String| format!("> [!CAUTION]\n> **{}**", escape(text));
    blocks.extend(notices::warnings(results).iter().map(warning));
    blocks.push(names::ABOUT.to_owned());
    blocks.push(format!("**{}**", escape(&finding::finding(results))));
    let (provenance, facts) = (names::provenance(results), finding::facts(results));
    blocks.push(format!("{}\n{facts}.", escape(&provenance)));
    blocks.extend(finding::processors(check).map(|text| escape(&text)));
    let notice = |text: &String| format!("> [!NOTE]\n> {}", escape(text));
    blocks.extend(notices::notices(results, note).iter().map(notice));
    blocks
}
