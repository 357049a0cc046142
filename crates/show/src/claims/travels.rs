//! The last part of `docs/CLAIMS.md`: the ratios that differ between processors.

use sudoku_judge::claims::{
    Certainty, MOVES, Mechanism, Move, Place, References, Travel, mechanisms,
};

use super::phrasing;
use crate::escape::markdown as escape;
use crate::format::{self, joined};

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
    let head = "| solver | moves on | by a factor of | mechanism |\n\
                | :--- | :--- | :--- | :--- |\n";
    let rows: String = moving().map(row).collect();
    let mut blocks = vec![format!("## What travels\n\n{about}")];
    if moves > 0 {
        blocks.push(format!("{head}{}", rows.trim_end()));
    }
    let listed = |place: &&Place| moving().any(|travel| travel.solver == place.id);
    let places = |one: &'static Mechanism| one.solvers.iter().filter(listed);
    let explained = mechanisms().iter().filter(|one| places(one).next().is_some());
    blocks.extend(explained.map(|one| {
        let place = |place: &Place| {
            format!("- {} ({}): {}.\n", place.id, word(place.known), escape(&place.why))
        };
        let places: String = places(one).map(place).collect();
        format!("{}: {}\n\n{}", format::capital(&one.name), escape(&one.what), places.trim_end())
    }));
    Some(blocks.join("\n\n") + "\n")
}

/// A row of the table: a solver, the number of sets on which its ratio moves, the factors, and the
/// mechanism if it is known.
fn row(Travel { solver, moves, sets, .. }: &Travel) -> String {
    let range = phrasing::span(moves.iter().map(Move::factor), format::figure).unwrap_or_default();
    let places = mechanisms().iter().flat_map(|one| one.solvers.iter().map(move |at| (one, at)));
    let known = places.filter(|(_, place)| place.id == *solver);
    let why = known.map(|(one, place)| format!("{} ({})", one.name, word(place.known)));
    let why = Some(joined(why, "; ")).filter(|why| !why.is_empty());
    let why = why.unwrap_or_else(|| "not known".to_owned());
    format!("| {} | {} of {sets} sets | {range} | {why} |\n", escape(solver), moves.len())
}

const fn word(known: Certainty) -> &'static str {
    match known {
        Certainty::Proven => "proven",
        Certainty::Likely => "likely",
    }
}
