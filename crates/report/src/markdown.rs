//! The report as Markdown: `README.md`, shown by whoever shows the folder.

use sudoku_findings::Results;

use crate::charts::Chart;
use crate::escape::markdown as escape;
use crate::finding::finding;
use crate::section::{Part, Section};
use crate::tables::{Cell, Column, Table};
use crate::words;

/// The whole file: blocks with a blank line between them. The note is about the processor.
pub(crate) fn document(results: &Results, note: Option<&str>, sections: &[Section<'_>]) -> String {
    let mut blocks = vec![format!("# {} {}", words::TITLE, escape(words::day(results)))];
    let warning = |text: &String| format!("> [!CAUTION]\n> **{}**", escape(text));
    blocks.extend(words::warnings(results).iter().map(warning));
    blocks.push(format!("**{}**", escape(&finding(results))));
    let facts = words::facts(results);
    let facts: Vec<_> = facts.iter().map(|(number, thing)| format!("{number} {thing}")).collect();
    blocks.push(format!("{}\n{}.", escape(&words::provenance(results)), facts.join(", ")));
    let notice = |text: &String| format!("> [!NOTE]\n> {}", escape(text));
    blocks.extend(words::notices(results, note).iter().map(notice));
    let page = "The same with charts to point at and tables to sort: [index.html](index.html).";
    blocks.push(page.to_owned());
    for section in sections {
        blocks.push(format!("## {}", escape(section.heading)));
        if !section.finding.is_empty() {
            blocks.push(format!("{}.", escape(&section.finding)));
        }
        for part in &section.parts {
            if let (Part::Table(table), true) = (part, section.captioned) {
                blocks.push(format!("{}.", escape(&table.caption)));
            }
            blocks.extend(blocks_of(part));
        }
    }
    blocks.join("\n\n") + "\n"
}

fn blocks_of(part: &Part<'_>) -> Vec<String> {
    match part {
        Part::Table(contents) => table(contents),
        Part::Chart(Chart { name, title, about, .. }) => {
            vec![format!("![{}](charts/{name}.svg)", escape(title)), about.clone()]
        }
        Part::Duel(choice) => vec![escape(&choice.sentence), escape(&choice.noise)],
        Part::Warning(text) => vec![format!("> [!CAUTION]\n> {}", quoted(text))],
        Part::Details(_) => vec!["Each claim in full: [claims.md](claims.md).".to_owned()],
        Part::Course(_) => {
            let told = "Every solver with its idea, its code and a question";
            vec![format!("{told}: [index.html](index.html#course).")]
        }
        Part::Meaning(meanings) => {
            let line = |(term, text): &(&str, String)| format!("- **{term}.** {}", escape(text));
            vec![meanings.iter().map(line).collect::<Vec<_>>().join("\n")]
        }
        Part::Commands(commands) => {
            let [first, second] = commands.map(|(run, what)| format!("{run:<24}  # {what}"));
            vec![format!("```sh\n{first}\n{second}\n```")]
        }
    }
}

/// A table; its groups, if they have names, each under their own heading and without the columns
/// that are 0 throughout.
fn table(table: &Table) -> Vec<String> {
    let mut blocks = Vec::new();
    for group in &table.groups {
        if !group.name.is_empty() {
            blocks.push(format!("### {}\n\n{}.", escape(&group.name), escape(&group.about)));
        }
        let idle = |at: usize| group.rows.iter().all(|cells| cells[at].text == "0");
        let shown: Vec<_> = (0..table.columns.len()).filter(|&at| !idle(at)).collect();
        let head = row(shown.iter().map(|&at| escape(&table.columns[at].head)));
        let rule = row(shown.iter().map(|&at| rule(&table.columns[at])));
        let rows = group.rows.iter().map(|cells| row(shown.iter().map(|&at| cell(&cells[at]))));
        blocks.push([head, rule].into_iter().chain(rows).collect::<Vec<_>>().join("\n"));
    }
    blocks.extend(table.notes.iter().map(|note| escape(note)));
    blocks
}

fn row(cells: impl Iterator<Item = String>) -> String {
    format!("| {} |", cells.collect::<Vec<_>>().join(" | "))
}

fn rule(column: &Column) -> String {
    if column.number { "---:" } else { ":---" }.to_owned()
}

fn cell(Cell { text, mark, alarm, merit, link, .. }: &Cell) -> String {
    let text = escape(text).replace('\n', " ") + mark;
    let text = if link.is_empty() { text } else { format!("[{text}]({link})") };
    let best = *merit == Some(1.0);
    if *alarm || best { format!("**{text}**") } else { text }
}

/// A text of several lines within a quotation.
fn quoted(text: &str) -> String {
    escape(text.trim_end()).replace('\n', "\n> ")
}
