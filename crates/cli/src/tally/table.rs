//! The rows of one puzzle as a table for people.

use std::iter;

use sudoku_core::Work;

use super::{Difficulty, TallyRow};

/// The gap between two columns.
const GAP: &str = "  ";

/// The puzzle, and a line for each solver. Counters that are 0 or not reported for all solvers are
/// left out; columns that do not fit beside the others follow below.
pub(super) fn of_puzzle(rows: &[TallyRow<'_>], columns: usize) -> String {
    let Some(TallyRow { index, puzzle, difficulty, .. }) = rows.first() else {
        return String::new();
    };
    let difficulty = difficulty.map(heading).unwrap_or_default();
    let mut text = format!("puzzle {index}{difficulty}\n{puzzle}\n");
    let solvers = column("solver", rows.iter().map(|row| row.solver.to_owned()), false);
    let outcomes = column("outcome", rows.iter().map(|row| row.outcome.to_owned()), false);
    let counters = Work::ALL.into_iter().filter_map(|what| {
        let counts = || rows.iter().map(|row| row.counts.get(what));
        let cell = |count: Option<u64>| count.map_or_else(String::new, |count| count.to_string());
        counts().any(|count| count > Some(0)).then(|| column(what.name(), counts().map(cell), true))
    });
    let others: Vec<Vec<String>> = iter::once(outcomes).chain(counters).collect();
    let mut left = others.as_slice();
    while !left.is_empty() {
        let mut used = solvers[0].len();
        let fits = |column: &&Vec<String>| {
            used += GAP.len() + column[0].len();
            used <= columns
        };
        let (beside, below) = left.split_at(left.iter().take_while(fits).count().max(1));
        for at in 0..=rows.len() {
            let cells = iter::once(&solvers).chain(beside).map(|column| column[at].as_str());
            text += cells.collect::<Vec<_>>().join(GAP).trim_end();
            text.push('\n');
        }
        text.push('\n');
        left = below;
    }
    text.trim_end().to_owned()
}

fn heading(Difficulty { clues, effort, rating }: &Difficulty) -> String {
    let effort = effort.map(|effort| format!(", effort {effort}"));
    let rating = rating.as_ref().map(|rating| format!(", rating {rating}"));
    format!(": {clues} clues{}{}", effort.unwrap_or_default(), rating.unwrap_or_default())
}

/// The name and the cells below it, all of one width.
fn column(name: &str, cells: impl Iterator<Item = String>, right: bool) -> Vec<String> {
    let cells: Vec<String> = iter::once(name.to_owned()).chain(cells).collect();
    let width = cells.iter().map(String::len).max().unwrap_or(0);
    let padded = |cell: &String| {
        if right { format!("{cell:>width$}") } else { format!("{cell:width$}") }
    };
    cells.iter().map(padded).collect()
}
