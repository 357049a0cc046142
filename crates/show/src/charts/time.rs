//! The time per puzzle: a row for every set, and in it a mark for every solver, on a logarithmic scale.

use sudoku_judge::{Results, Status, format};

use super::Look;
use super::axis::{Axis, extent};
use super::sets::{Line, Sets, length};
use super::sheet::NOTE;
use super::style::{WEDGE, marked};

pub(super) fn chart(results: &Results, look: Look) -> Option<[String; 3]> {
    let sets = Sets::of(results, look, &marked(results), |id, corpus| {
        let timing = Status::of(results, id, corpus).timing();
        timing.map_or_else(|| results.program_mean(id, corpus), |timing| Some(timing.mean_ns))
    })?;
    let values = sets.lines.iter().flat_map(|line| &line.values).flatten();
    let label = |ns| NOTE.width(&format::tick(ns)) + 8;
    let x = Axis::log(&extent(values.map(|value| value.point))?, length(look), label);
    let title = title(&sets);
    let clock = &results.environment.clock;
    let subtitle = format!(
        "Mean {clock} per puzzle. Further down, the sets on which {} takes longer.",
        sets.first.id
    );
    let axis = format!("{clock} per puzzle, log scale");
    let sheet = sets.sheet(&title, &subtitle);
    let svg = sheet.draw(results, look, |area| sets.draw(area, x, &axis));
    let about = "A row is a set of puzzles, and a mark in it is a solver, whose marks in all rows stand \
         out where one is pointed at. Marks far apart belong to a search that some puzzles make much \
         longer. Where two solvers change places from one row to another, the puzzles decide which of \
         the two is faster.";
    let has_programs = sets.lines.iter().any(|line| line.mark.is_program());
    let program = if has_programs { WEDGE } else { "" };
    Some([title, format!("{program}{about}"), svg])
}

/// A title with the solver whose time varies most between sets and, of those with a time on every
/// set, the one whose time varies least.
fn title(sets: &Sets<'_>) -> String {
    let own = sets.lines.iter().filter(|line| line.is_own);
    let spread = |line: &Line| {
        // Sets of a single puzzle are left out: they say little of other puzzles.
        let several = line.values.iter().zip(&sets.corpora).filter(|(_, on)| on.puzzles > 1);
        let values: Vec<_> = several.map(|(value, _)| *value).collect();
        let times = extent(values.iter().flatten().map(|value| value.point))?;
        let factor = times.end / times.start;
        Some((line.id.clone(), factor, values.iter().all(Option::is_some)))
    };
    let all: Vec<_> = own.filter_map(spread).collect();
    let most = all.iter().max_by(|one, other| one.1.total_cmp(&other.1));
    let least = all.iter().filter(|one| one.2).min_by(|one, other| one.1.total_cmp(&other.1));
    match (most, least) {
        (Some((wide, most, _)), Some((narrow, least, _))) if most > least => format!(
            "From its easiest set of several puzzles to its hardest, the time of {wide} grows {}-fold, \
             that of {narrow} {}-fold",
            format::rounded(*most),
            format::rounded(*least)
        ),
        _ => "Time per puzzle, by solver and set".to_owned(),
    }
}
