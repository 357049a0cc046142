//! The rows of one puzzle as a table for a terminal.

use sudoku_core::Work;

use super::{Difficulty, Row};

/// The puzzle, and a line for each solver: counters that are 0 or not reported everywhere are left
/// out, and those that are too wide for the line follow below.
pub(super) fn table(rows: &[Row<'_>], columns: usize) -> String {
    let Some(Row { index, puzzle, difficulty, .. }) = rows.first() else {
        return String::new();
    };
    let difficulty = difficulty.map(heading).unwrap_or_default();
    let mut text = format!("puzzle {index}{difficulty}\n{puzzle}\n");
    let solvers = Column::left("solver", rows.iter().map(|row| row.solver.to_owned()));
    let outcomes = Column::left("outcome", rows.iter().map(|row| row.outcome.to_owned()));
    let counters = Work::ALL.into_iter().filter_map(|what| {
        let counts = || rows.iter().map(|row| row.counts.get(what));
        let cell = |count: Option<u64>| count.map_or_else(String::new, |count| count.to_string());
        let counted = counts().any(|count| count.is_some_and(|count| count > 0));
        counted.then(|| Column::right(what.name(), counts().map(cell)))
    });
    let others: Vec<Column> = [outcomes].into_iter().chain(counters).collect();
    let mut left = others.as_slice();
    while !left.is_empty() {
        let mut used = solvers.width();
        let fits = |column: &&Column| {
            used += GAP.len() + column.width();
            used <= columns
        };
        let fitting = left.iter().take_while(fits).count().max(1);
        let (beside, below) = left.split_at(fitting);
        for at in 0..=rows.len() {
            let cells = [&solvers].into_iter().chain(beside).map(|column| column.cell(at));
            text += cells.collect::<Vec<_>>().join(GAP).trim_end();
            text.push('\n');
        }
        text.push('\n');
        left = below;
    }
    text.trim_end().to_owned()
}

/// Between two columns.
const GAP: &str = "  ";

fn heading(Difficulty { clues, effort, rating }: &Difficulty) -> String {
    let effort = effort.map(|effort| format!(", effort {effort}"));
    let rating = rating.as_ref().map(|rating| format!(", rating {rating}"));
    format!(": {clues} clues{}{}", effort.unwrap_or_default(), rating.unwrap_or_default())
}

struct Column {
    /// The name, and the cells below it.
    cells: Vec<String>,
    right: bool,
}

impl Column {
    fn left(name: &str, cells: impl Iterator<Item = String>) -> Self {
        Self { cells: [name.to_owned()].into_iter().chain(cells).collect(), right: false }
    }

    fn right(name: &str, cells: impl Iterator<Item = String>) -> Self {
        Self { right: true, ..Self::left(name, cells) }
    }

    fn width(&self) -> usize {
        self.cells.iter().map(String::len).max().unwrap_or(0)
    }

    fn cell(&self, at: usize) -> String {
        let (cell, width) = (&self.cells[at], self.width());
        if self.right { format!("{cell:>width$}") } else { format!("{cell:width$}") }
    }
}
