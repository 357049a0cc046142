//! Tables of the time per puzzle.

use sudoku_judge::status::{Status, fastest, merit};
use sudoku_judge::{Results, Timing};
use sudoku_record::{CorpusRecord, InstructionRow, SolverRecord};

use super::{Cell, Table, programs, single, where_found};
use crate::section::Section;
use crate::{format, names, notices};

pub(crate) fn section(results: &Results) -> Section<'_> {
    let counted = "Counted on one pass over a set, beside the time";
    Section::new("instructions", "Instructions", counted)
        .lead("Instructions retired: independent of the load of the machine.")
        .parts(instructions(results))
}

/// The time per puzzle as a matrix: a row for each solver or program, a column for each corpus.
pub(crate) fn matrix(results: &Results) -> Table {
    let solvers = results.plan.solvers.iter().map(|solver| (solver.id.clone(), Some(solver)));
    let programs = results.programs.iter().map(|record| (record.id(), None));
    let on = |corpus: &CorpusRecord, (id, solver): &(String, Option<&SolverRecord>)| {
        let status = Status::of(results, id, &corpus.name);
        let fastest = |point| times_fastest(results, &corpus.name, point);
        let about = |ratio: &Cell| format!("{} the fastest", ratio.text);
        if let Some(timing) = status.timing() {
            let ratio = fastest(timing.mean_ns.point);
            let about = format!("{}; {}", about(&ratio), timed(timing));
            let cell = mean(status, timing).about(about).on(timing.puzzles);
            Cell { merit: ratio.merit, ..cell }
        } else if solver.is_some() {
            Cell::no_time(status, notices::reason_in_brief(status))
        } else {
            let mean = results.program_mean(id, &corpus.name);
            mean.map(|mean| Cell::time(mean.point).about(about(&fastest(mean.point)))).into()
        }
    };
    let caption = format!("Mean {} per puzzle", names::clock(results));
    Table::of("matrix", caption, single(solvers.chain(programs)))
        .text("solver", |(id, solver)| match solver {
            Some(solver) => Cell::solver(solver).about(&solver.idea),
            None => Cell::text(programs::name(id))
                .leads_to_solver(id)
                .about("a program in another language"),
        })
        .sets(results, |corpus| &corpus.about, on)
        .note(notices::timed_on(results))
        .notes(notices::footnotes(results))
        .table()
}

fn mean(status: Status<'_>, timing: &Timing) -> Cell {
    Cell::time(timing.mean_ns.point).marked(notices::marks(status))
}

fn times_fastest(results: &Results, corpus: &str, point: f64) -> Cell {
    let ratio = point / fastest(results, corpus).unwrap_or(point);
    let merit = Some(merit(results, corpus, point));
    Cell { merit, ..Cell::ratio(ratio) }
}

/// The interval of a mean and the data behind it, in words: puzzles, share of the wall time, and
/// criterion's samples.
fn timed(timing: &Timing) -> String {
    let mut about = format!(
        "95 % interval {}, {}, {} of the wall time",
        format::interval(timing.mean_ns),
        notices::puzzles(timing.counted_on, timing.puzzles),
        format::share(timing.cpu_over_wall)
    );
    if let Some(criterion) = &timing.criterion {
        about += &format!(
            "; criterion: median {} of {}, 5th to 95th percentile {} to {}",
            format::time(criterion.median_ns),
            format::many(criterion.samples, "sample"),
            format::time(criterion.p5_ns),
            format::time(criterion.p95_ns),
        );
    }
    about
}

/// Instructions per placement, and the time per placement; `None` if no instructions were counted.
fn instructions(results: &Results) -> Option<Table> {
    let each = |row: &InstructionRow| row.instructions as f64 / row.placements.max(1) as f64;
    let time = |row: &InstructionRow| {
        let timing = Status::of(results, &row.solver, &row.corpus).timing()?;
        Some(timing.mean_ns_per_placement?.point)
    };
    let groups = where_found(results, |corpus| results.instructions.on(&corpus.name).collect());
    Table::of("instructions", "Instructions inside the solver, by callgrind", groups)
        .text("solver", |row| Cell::text(&row.solver).leads_to_solver(&row.solver))
        .number("instructions", "On one pass over the set", |row| Cell::count(row.instructions))
        .number("per placement", "", |row| Cell::number(format!("{:.1}", each(row)), each(row)))
        .number("time per placement", "", |row| time(row).map(Cell::time))
        .number("per nanosecond", "Few: branches guessed wrongly, or waiting", |row| {
            let rate = each(row) / time(row)?;
            Some(Cell::number(format!("{rate:.1}"), rate))
        })
        .unless_empty()
}
