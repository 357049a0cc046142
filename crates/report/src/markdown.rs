//! The report as Markdown: `README.md`, which many sites show with the folder.

use sudoku_claims::Check;
use sudoku_findings::Results;

use crate::escape::markdown as escape;
use crate::section::Section;
use crate::{finding, names, notices};

/// The whole file, as blocks with a blank line between them. `note` is about the processor.
pub(crate) fn document(
    results: &Results,
    check: &Check,
    note: Option<&str>,
    sections: &[Section<'_>],
) -> String {
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
    let page = "The same with charts to point at and tables to sort: [index.html](index.html).";
    blocks.push(page.to_owned());
    for section in sections {
        blocks.push(format!("## {}", escape(section.heading)));
        if !section.finding.is_empty() {
            blocks.push(format!("{}.", escape(&section.finding)));
        }
        blocks.extend(section.parts.iter().flat_map(|part| part.markdown()));
    }
    blocks.join("\n\n") + "\n"
}
