//! Tables on single puzzles: how many are solved within the limit, and how hard they are.

use sudoku_core::stats::quantile;
use sudoku_judge::{Difficulty, Placed, Results, Rows, Status, Survey, format};

use super::{Cell, Group, Table, where_found};
use crate::names;
use crate::section::Section;

pub(crate) fn sections(results: &Results) -> [Section<'_>; 2] {
    let solves = "Mean, median and tail of single solves, by solver and set";
    let digits = "Digits placed on a puzzle, by solver and set";
    [
        Section::new("survey", "One call, once", solves)
            .lead(
                "Every puzzle solved once, by a call of its own: how long a typical puzzle takes, how \
                 long the longest take, and how many are solved within the limit.",
            )
            .in_appendix(survey(results)),
        Section::new("difficulty-by-solver", "Difficulty", digits)
            .lead(
                "How many digits every solver places by search, and whether that agrees with other \
                 ways to say how hard a puzzle is.",
            )
            .in_appendix(difficulty(results)),
    ]
}

/// A quantile of ascending values, written as `cell` does; a dash if there are no values.
fn quantile_of(values: &[u64], q: f64, cell: impl Fn(f64) -> Cell) -> Cell {
    let values: Vec<f64> = values.iter().map(|&value| value as f64).collect();
    if values.is_empty() { Cell::none() } else { cell(quantile(&values, q)) }
}

/// How many puzzles each solver solves within the limit, and in what time; `None` without a survey.
fn survey(results: &Results) -> Option<Table> {
    let time = |q: f64| move |row: &&Survey| quantile_of(&row.once_ns, q, Cell::time);
    let limit = format::time(results.plan.time_limit_ns as f64);
    let groups = where_found(results, None, |corpus| results.survey.on(&corpus.name).collect());
    Table::of("survey", format!("Every puzzle once, within {limit}"), groups)
        .text("solver", |row| {
            Cell::text(names::name_of(results, &row.solver)).leads_to_solver(&row.solver)
        })
        .number("solved", "Within the limit", |row| {
            let solved = row.once_ns.len();
            let text = format!("{solved} of {}", row.puzzles);
            Cell::number(text, solved as f64).alarming(solved < row.puzzles)
        })
        .number("mean, once", "Of a solver that solved every puzzle", |row| {
            let timing = Status::of(results, &row.solver, &row.corpus).timing();
            timing.and_then(|timing| timing.once_mean_ns).map(Cell::time)
        })
        .number("median, once", "Over the solved puzzles", time(0.5))
        .number("90th percentile, once", "Over the solved puzzles", time(0.9))
        .number("slowest, once", "Of the solved puzzles", time(1.0))
        .number("PAR-2", "The mean, an unsolved puzzle counting as twice the limit", |row| {
            Cell::time(row.par2_ns)
        })
        .note(
            "Quantiles are over the solved puzzles only, so they flatter a solver that left some \
             unsolved; PAR-2 counts each of those as twice the limit.",
        )
        .note(
            "A call gets one puzzle here, also in a solver that searches several side by side, and \
             no puzzle comes back. So these times are not those of the race.",
        )
        .unless_empty()
}

/// Solvers with the same tree, which place the same digits on every puzzle: their name and the
/// digits of the first of them.
type Alike<'a> = (String, &'a Placed);

/// The digits that each search tree of the run places, and how well these agree with effort and
/// rating; `None` if there are no such data.
fn difficulty(results: &Results) -> Option<Table> {
    let placed = |q: f64| {
        move |(_, first): &Alike<'_>| {
            quantile_of(&first.placements, q, |placed| Cell::count(placed.round() as u64))
        }
    };
    let rated = results.difficulty.iter().any(|difficulty| difficulty.rated > 0);
    let groups = results.difficulty.iter().map(of_corpus).collect();
    let mut table = Table::of("difficulty", "Digits that a solver places by search", groups)
        .text("solver", |(name, first)| Cell::text(name).leads_to_solver(&first.solver))
        .number("without search", "Puzzles on which it places no digit by search", |(_, first)| {
            Cell::count(first.placements.iter().filter(|&&placed| placed == 0).count())
        })
        .number("least placed", "On the puzzle with the fewest", placed(0.0))
        .number("median placed", "", placed(0.5))
        .number("most placed", "", placed(1.0))
        .number("as effort", "Spearman's rank correlation with the effort", |(_, first)| {
            first.and_effort.map(agreement)
        });
    if rated {
        let about = "Spearman's rank correlation with the given rating";
        table = table.number("as rating", about, |(_, first)| first.and_rating.map(agreement));
    }
    table
        .note(
            "Placed: digits that the search of a solver puts on a puzzle, tries that it takes back \
             included, on the puzzles that it finished.",
        )
        .note(format!(
            "As {}: +1 ranks the puzzles in the same order, −1 the other way round, 0 as chance \
             would. Effort is what a search in reading order places{}.",
            if rated { "effort, as rating" } else { "effort" },
            if rated { "; a rating is what the file says" } else { "" },
        ))
        .unless_empty()
}

fn agreement(share: f64) -> Cell {
    Cell::number(format!("{share:+.2}").replace('-', "−"), share)
}

/// The group of a corpus: its clues and efforts in words, and a row for every tree.
fn of_corpus(difficulty: &Difficulty) -> Group<Alike<'_>> {
    let puzzles = difficulty.clues.len();
    let clues = difficulty.clues.iter().min().zip(difficulty.clues.iter().max());
    let (least, most) = clues.unwrap_or((&0, &0));
    let known = difficulty.effort.iter().flatten().count();
    let clues_and_effort = difficulty.clues_and_effort.map_or_else(String::new, |share| {
        let share = agreement(share).text;
        format!("; the rank correlation of clues and effort is {share} on {known} of them")
    });
    let number = format::many(puzzles, "puzzle");
    let clues = if least == most { most.to_string() } else { format!("{least} to {most}") };
    let rated = match difficulty.rated {
        0 => String::new(),
        rated => format!(", {rated} rated"),
    };
    let about = format!("{number}, {clues} clues{rated}{clues_and_effort}");
    let alike = difficulty.placed.chunk_by(|a, b| a.placements == b.placements);
    let rows = alike.map(|alike| {
        let Placed { solver, placements, .. } = &alike[0];
        let more = match alike.len() - 1 {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        let on = match placements.len() {
            finished if finished < puzzles => format!(", on {finished} of {puzzles}"),
            _ => String::new(),
        };
        (format!("{solver}{more}{on}"), &alike[0])
    });
    Group { name: difficulty.corpus.clone(), about, rows: rows.collect() }
}
