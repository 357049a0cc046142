//! The last part of `docs/CLAIMS.md`: the ratios that differ between processors.

use sudoku_judge::claims::{MOVES, Move, References, Travel};
use sudoku_judge::format;

use super::phrasing;
use crate::escape::markdown as escape;

/// The section on these ratios; `None` with fewer than two references.
pub(super) fn section(references: &References) -> Option<String> {
    let all = references.travels();
    let reference = references.reference_solver()?;
    let moving = || all.iter().filter(|travel| !travel.moves.is_empty());
    let [moves, unsure, ratios] =
        [|one: &Travel| one.moves.len(), |one: &Travel| one.unsure, |one: &Travel| one.sets]
            .map(|of| all.iter().map(of).sum::<usize>());
    if ratios == 0 {
        return None;
    }
    let unsure = match unsure {
        0 => String::new(),
        more => format!(
            " For {} more the factor is as great, but the intervals overlap.",
            format::count(more)
        ),
    };
    let about = format!(
        "A ratio of times is about one processor. Ratios to {reference} that differ by more than a \
         quarter between processors: {} of the {} that all references have. The greatest is more \
         than {MOVES} times the least, and their 95 % intervals do not overlap.{unsure} The ratios \
         themselves are in the `results.csv` beside each report.",
        format::count(moves),
        format::count(ratios),
    );
    let head = "| solver | moves on | by a factor of |\n| :--- | :--- | :--- |\n";
    let rows: String = moving().map(row).collect();
    let mut blocks = vec![format!("## What travels\n\n{about}")];
    if moves > 0 {
        blocks.push(format!("{head}{}", rows.trim_end()));
    }
    Some(blocks.join("\n\n") + "\n")
}

/// A row of the table: a solver, the number of sets on which its ratio moves, and the factors.
fn row(Travel { solver, moves, sets, .. }: &Travel) -> String {
    let range = phrasing::span(moves.iter().map(Move::factor), format::figure).unwrap_or_default();
    format!("| {} | {} of {sets} sets | {range} |\n", escape(solver), moves.len())
}
