//! The report as Markdown: `README.md`, shown by whoever shows the folder.

use sudoku_claims::{Check, Ledger};
use sudoku_measure::Results;

use crate::charts::Chart;
use crate::claims;
use crate::escape::markdown as escape;
use crate::tables::{self, Cell, Column, Table};
use crate::words;

/// The whole file: blocks with a blank line between them.
pub(crate) fn document(
    results: &Results,
    ledger: &Ledger,
    check: &Check,
    charts: &[Chart],
) -> String {
    let mut blocks = vec![format!("# {} {}", words::TITLE, escape(words::day(results)))];
    let warning = |text: &String| format!("> [!CAUTION]\n> **{}**", escape(text));
    blocks.extend(words::warnings(results).iter().map(warning));
    let facts = words::facts(results);
    let facts: Vec<_> = facts.iter().map(|(number, thing)| format!("{number} {thing}")).collect();
    blocks.push(format!("{}\n{}.", escape(&words::provenance(results)), facts.join(", ")));
    let notice = |text: &String| format!("> [!NOTE]\n> {}", escape(text));
    blocks.extend(words::notices(results, claims::note(check).as_deref()).iter().map(notice));
    let page = "The same with charts to point at and tables to sort: [index.html](index.html).";
    blocks.push(page.to_owned());

    if let Some(claims) = claims::table(ledger) {
        blocks.push(format!("## {}", claims.caption));
        blocks.extend(
            claims::warning(check).map(|text| format!("> [!CAUTION]\n> {}", quoted(&text))),
        );
        blocks.extend(table(&claims));
        blocks.push("Each claim in full: [claims.md](claims.md).".to_owned());
    }
    let matrix = tables::matrix(results);
    blocks.push(format!("## At a glance\n\n{}.", escape(&matrix.caption)));
    blocks.extend(table(&matrix));
    if let Some(ratios) = tables::ratio_matrix(results) {
        blocks.push(format!("{}.", escape(&ratios.caption)));
        blocks.extend(table(&ratios));
    }
    for Chart { name, title, about, .. } in charts {
        blocks.push(format!("## {}\n\n![{0}](charts/{name}.svg)\n\n{about}", escape(title)));
    }
    let found = [
        ("Ratios", tables::ratios(results)),
        ("How far to rely on them", tables::self_checks(results)),
        ("Heavy tails", tables::survey(results)),
        ("Difficulty", tables::difficulty(results)),
        ("Instructions", tables::instructions(results)),
    ];
    let found = found.into_iter().filter_map(|(heading, table)| Some((heading, table?)));
    let tables = [
        ("Times", tables::times(results)),
        ("Work", tables::work(results)),
        ("Corpora", tables::corpora(results)),
        ("Solvers", tables::solvers(results)),
    ];
    let sources = tables::sources(results).map(|table| ("Sources", table));
    let environment = [("Environment", tables::environment(results))];
    for (heading, contents) in found.chain(tables).chain(sources).chain(environment) {
        blocks.push(format!("## {heading}"));
        blocks.extend(table(&contents));
    }
    blocks.push("## What the numbers mean".to_owned());
    let meanings = words::meaning(results);
    let meaning = |(term, text): &(&str, String)| format!("- **{term}.** {}\n", escape(text));
    blocks.push(meanings.iter().map(meaning).collect::<String>().trim_end().to_owned());
    let [first, second] =
        words::commands(results).map(|(run, what)| format!("{run:<24}  # {what}"));
    blocks.push(format!("## Again\n\n```sh\n{first}\n{second}\n```"));
    blocks.join("\n\n") + "\n"
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
