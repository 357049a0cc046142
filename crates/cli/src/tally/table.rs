//! The rows of one puzzle as a table for people.

use std::cmp::Reverse;

use sudoku_core::Work;

use super::row::{Difficulty, TallyRow};
use crate::wrap::hanging;

/// The puzzle, and a line for each solver. Counters that are 0 or not reported for all solvers are
/// left out, and so are all but those that are `asked` for, if any. If the others do not fit, those of
/// the fewest solvers are only named.
pub(super) fn of_puzzle(rows: &[TallyRow<'_>], asked: &[Work], columns: usize) -> String {
    let Some(TallyRow { index, puzzle, difficulty, outcome, .. }) = rows.first() else {
        return String::new();
    };
    let alike = rows.iter().all(|row| row.outcome == *outcome);
    let facts = alike.then(|| (*outcome).to_owned()).into_iter();
    let facts: Vec<String> = facts.chain(difficulty.iter().flat_map(|all| facts_of(all))).collect();
    let end = if facts.is_empty() { "" } else { ": " };
    let mut text = format!("puzzle {index}{end}{}\n{puzzle}\n", facts.join(", "));

    let mut first = vec![column("solver", rows.iter().map(|row| row.solver.to_owned()), false)];
    if !alike {
        first.push(column("outcome", rows.iter().map(|row| row.outcome.to_owned()), false));
    }
    let needed = |what: &Work| rows.iter().filter(|row| row.counts.get(*what) > Some(0)).count();
    let is_shown =
        |what: &Work| if asked.is_empty() { needed(what) > 0 } else { asked.contains(what) };
    let mut counters: Vec<Work> = Work::ALL.into_iter().filter(is_shown).collect();
    counters.sort_by_key(|what| Reverse(needed(what)));
    let counter = |what: Work| {
        let cell = |count: Option<u64>| count.map_or_else(String::new, |count| count.to_string());
        column(what.name(), rows.iter().map(|row| cell(row.counts.get(what))), true)
    };
    let mut used = first.iter().map(|column| column[0].len() + 1).sum::<usize>() - 1;
    let fits = |what: &&Work| {
        used += 1 + counter(**what)[0].len();
        used <= columns
    };
    let number = counters.iter().take_while(fits).count();
    let (shown, others) = counters.split_at_mut(number);
    shown.sort();
    others.sort();
    let all: Vec<_> = first.into_iter().chain(shown.iter().map(|what| counter(*what))).collect();
    for at in 0..all[0].len() {
        let cells: Vec<&str> = all.iter().map(|column| column[at].as_str()).collect();
        text += cells.join(" ").trim_end();
        text.push('\n');
    }
    if !others.is_empty() {
        let names: Vec<&str> = others.iter().map(|what| what.name()).collect();
        let names = format!("{} (--format csv has all)", names.join(", "));
        text += &hanging("not shown: ", &names, columns);
    }
    text.trim_end().to_owned()
}

fn facts_of(Difficulty { clues, effort, rating }: &Difficulty) -> Vec<String> {
    let effort = effort.map(|effort| format!("effort {effort}"));
    let rating = rating.as_ref().map(|rating| format!("rating {rating}"));
    [Some(format!("{clues} clues")), effort, rating].into_iter().flatten().collect()
}

/// The name on two lines, which are divided after its first word, and the cells below it, all of one
/// width.
fn column(name: &str, cells: impl Iterator<Item = String>, right: bool) -> Vec<String> {
    let (above, below) = name.split_at(name.find('_').map_or(0, |at| at + 1));
    let cells: Vec<String> = [above, below].map(str::to_owned).into_iter().chain(cells).collect();
    let width = cells.iter().map(String::len).max().unwrap_or(0);
    let padded = |cell: &String| {
        if right { format!("{cell:>width$}") } else { format!("{cell:width$}") }
    };
    cells.iter().map(padded).collect()
}
