//! Writes a table as Markdown.

use sudoku_judge::format::joined;

use super::{Cell, Table};
use crate::escape::markdown as escape;
use crate::section::Part;

impl Part for Table {
    /// The caption, if Markdown shows it, and the groups, if they have names, each under their own
    /// heading and without the columns that are 0 throughout.
    fn markdown(&self) -> Vec<String> {
        let caption = self.captioned.then(|| format!("{}.", escape(&self.caption)));
        let mut blocks = Vec::from_iter(caption);
        for group in &self.groups {
            if !group.name.is_empty() {
                blocks.push(format!("### {}\n\n{}.", escape(&group.name), escape(&group.about)));
            }
            let idle = |at: usize| group.rows.iter().all(|cells| cells[at].text == "0");
            let shown: Vec<_> = (0..self.columns.len()).filter(|&at| !idle(at)).collect();
            let head = row(shown.iter().map(|&at| escape(&self.columns[at].head)));
            let rule = |number| if number { "---:" } else { ":---" }.to_owned();
            let rule = row(shown.iter().map(|&at| rule(self.columns[at].number)));
            let rows = group.rows.iter().map(|cells| row(shown.iter().map(|&at| cell(&cells[at]))));
            blocks.push(joined([head, rule].into_iter().chain(rows), "\n"));
        }
        blocks.extend(self.notes.iter().map(|note| escape(note)));
        blocks
    }
}

fn row(cells: impl Iterator<Item = String>) -> String {
    format!("| {} |", joined(cells, " | "))
}

fn cell(Cell { text, mark, alarm, merit, link, .. }: &Cell) -> String {
    let text = escape(text).replace('\n', " ") + mark;
    let text = match link.as_deref().and_then(target) {
        Some(target) => format!("[{text}]({target})"),
        None => text,
    };
    let best = *merit == Some(1.0);
    if *alarm || best { format!("**{text}**") } else { text }
}

/// The target in a file of Markdown of a link of the page; `None` for a solver, which has no heading
/// there.
fn target(link: &str) -> Option<String> {
    if link.starts_with("#set-") {
        return Some("#sets".to_owned());
    }
    (!link.starts_with('#')).then(|| link.replace("appendix.html#", "claims.md#"))
}
