//! The time per placement: a mark for every solver that searches the row-major tree, so that only the
//! cost of a step differs, in a row for each set with enough placements.

use sudoku_judge::{Results, Rows, Status, format};

use super::Look;
use super::axis::Axis;
use super::sets::{Sets, length};
use super::style::marked;

/// With fewer placements per puzzle, work that is done once per puzzle would be visible.
const PLACEMENTS_PER_PUZZLE: f64 = 1000.0;

pub(super) fn chart(results: &Results, look: Look) -> Option<[String; 3]> {
    let mut solvers = marked(results);
    solvers.retain(|(solver, _)| solver.row_major());
    let sets = Sets::of(results, look, &solvers, |id, corpus| {
        let row = results.rows.of(id, corpus)?;
        let least = PLACEMENTS_PER_PUZZLE * row.finished().max(1) as f64;
        let is_long = row.counts.placements as f64 >= least;
        Status::of(results, id, corpus).timing().filter(|_| is_long)?.mean_ns_per_placement
    })?;
    let values = sets.lines.iter().flat_map(|line| &line.values).flatten();
    let most = values.map(|value| value.point).max_by(f64::total_cmp)?;
    let title = title(results, &sets);
    let clock = &results.environment.clock;
    let subtitle =
        format!("Mean {clock} per digit placed. All these solvers place the same digits.");
    let axis = format!("{clock} per digit placed");
    let svg = sets.sheet(&title, &subtitle).draw(results, look, |area| {
        sets.draw(area, Axis::linear(most * 1.02, length(look), 9, |_| 60), &axis)
    });
    let about = format!(
        "Sets with fewer than {} placements per puzzle are left out: what is done once per puzzle \
         would count there. In short searches a step costs more, for the processor has not learnt \
         the branches of the puzzle yet.",
        format::count(PLACEMENTS_PER_PUZZLE as u64)
    );
    Some([title, about, svg])
}

/// A title with the cheapest and the most expensive step, on the leading set if it is shown.
fn title(results: &Results, sets: &Sets<'_>) -> String {
    let lead = results.lead().map_or("", |ladder| &*ladder.corpus);
    let set = sets.corpora.iter().position(|corpus| corpus.name == lead).unwrap_or(0);
    let costs = sets.lines.iter().filter_map(|line| Some((&line.id, line.values[set]?.point)));
    let mut costs: Vec<_> = costs.collect();
    costs.sort_by(|one, other| one.1.total_cmp(&other.1));
    match costs.as_slice() {
        [(cheap, least), .., (dear, most)] => format!(
            "On {}, a step of the same tree takes {} with {cheap}, {} with {dear}",
            sets.corpora[set].name,
            format::time(*least),
            format::time(*most)
        ),
        _ => "Time per placement, on the same search tree".to_owned(),
    }
}
