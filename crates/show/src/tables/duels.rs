//! The table of two solvers compared puzzle by puzzle, with a row for each set.

use sudoku_judge::{Duel, PuzzleTimes, format};

use super::{Cell, Table, single};

/// On how many puzzles each solver is faster, and the spread of the ratios of times.
pub(crate) fn table(ids: [&str; 2], found: &[(&PuzzleTimes, Duel)]) -> Table {
    let [first, second] = ids;
    let caption = format!("A, {first}, against B, {second}, puzzle by puzzle");
    let percent = |some: usize, duel: &Duel| Cell::text(self::percent(some, duel.rows.len()));
    let ratio = |at: usize| {
        move |(_, duel): &&(&PuzzleTimes, Duel)| Some(Cell::text(format::rough(duel.spread()?[at])))
    };
    let fewer = |which: usize| {
        move |(_, duel): &&(&PuzzleTimes, Duel)| Some(percent(duel.fewer_nodes()?[which], duel))
    };
    let times: Vec<&PuzzleTimes> = found.iter().map(|(times, _)| *times).collect();
    Table::of("duels", caption, single(found))
        .text("set", |(times, _)| Cell::text(&times.corpus))
        .number("puzzles", "", |(_, duel)| Cell::count(duel.rows.len()))
        .number("A faster", "", |(_, duel)| percent(duel.wins()[0], duel))
        .number("B faster", "", |(_, duel)| percent(duel.wins()[1], duel))
        .number("least A/B", "", ratio(0))
        .number("10 %", "", ratio(1))
        .number("median", "", ratio(2))
        .number("90 %", "", ratio(3))
        .number("most A/B", "", ratio(4))
        .number("A fewer nodes", "", fewer(0))
        .number("B fewer nodes", "", fewer(1))
        .number("A alone", "", |(_, duel)| Cell::count(duel.alone[0]))
        .number("B alone", "", |(_, duel)| Cell::count(duel.alone[1]))
        .note(noise(&times))
        .note(
            "Alone: puzzles on which the other one went over its budget. Nodes are exact, and \
             not the same step in every family: each says under “A node” what it counts.",
        )
        .table()
}

/// A share of all puzzles in whole per cent.
pub(crate) fn percent(some: usize, all: usize) -> String {
    format!("{:.0} %", 100.0 * some as f64 / all.max(1) as f64)
}

/// The note that says what counts as a win on these sets.
pub(crate) fn noise(times: &[&PuzzleTimes]) -> String {
    let shares = || times.iter().filter_map(|times| times.noise);
    let (least, most) = (shares().fold(f64::MAX, f64::min), shares().fold(0.0, f64::max));
    let range = if least < most {
        format!("{} to {}, by set,", format::share(least), format::share(most))
    } else {
        format::share(most)
    };
    let copies = "19 of 20 turns of a second copy of one solver differed by less, and";
    let (share, copies) = match shares().next() {
        Some(_) => (format!("{range} and "), copies),
        None => (String::new(), "no second copy of a solver ran, and"),
    };
    format!(
        "Every puzzle was solved once. A win is a difference of more than {share}20 ns: {copies} the \
         clock is uncertain by some ten nanoseconds. Now and then a solve is interrupted: one at an end that its nodes do not \
         explain may be such a solve."
    )
}
