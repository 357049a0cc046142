//! Tables of the time per puzzle.

use sudoku_findings::status::{Status, fastest, merit};
use sudoku_findings::{Results, SolverRow, Timing};
use sudoku_measure::{CorpusRecord, InstructionRow, SolverRecord};

use super::{Cell, Table, by_corpus, programs, single, where_found};
use crate::format::{self, joined};
use crate::section::Section;
use crate::{names, notices};

pub(crate) fn sections(results: &Results) -> [Section<'_>; 2] {
    let counted = "Counted on one pass over a set, beside the time";
    let means = "The mean of every solver on every set, with its interval";
    [
        Section::new("instructions", "Instructions", counted)
            .lead("Instructions retired: independent of the load of the machine.")
            .parts(instructions(results)),
        Section::new("times", "All times", means)
            .lead(
                "The columns are explained <a href=\"#meaning\">below</a>. \
                 <span class=\"with-script\" hidden>A click on the head of a column sorts the \
                 solvers within every set.</span>",
            )
            .parts([times(results)]),
    ]
}

/// The time per puzzle as a matrix: a row for each solver or program, a column for each corpus.
pub(crate) fn matrix(results: &Results) -> Table {
    let solvers = results.plan.solvers.iter().map(|solver| (solver.id.clone(), Some(solver)));
    let programs = results.programs.iter().map(|record| (record.program.id(), None));
    let on = |corpus: &CorpusRecord, (id, solver): &(String, Option<&SolverRecord>)| {
        let status = Status::of(results, id, &corpus.name);
        let fastest = |point| times_fastest(results, &corpus.name, point);
        let about = |ratio: &Cell| format!("{} the fastest", ratio.text);
        if let Some(timing) = status.timing() {
            let ratio = fastest(timing.mean_ns.point);
            let cell = mean(status, timing).about(about(&ratio)).on(timing.puzzles);
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

/// A solver on the set of this name, with its status.
type Spot<'a> = (&'a SolverRecord, &'a str, Status<'a>);

/// All times of every solver, corpus by corpus.
fn times(results: &Results) -> Table {
    // The first column of figures has the reason if there is no time.
    let of = |cell: fn(&Timing) -> Cell| {
        move |(.., status): &Spot<'_>| status.timing().map_or_else(Cell::default, cell)
    };
    let interval = of(|timing| Cell::interval(timing.mean_ns, format::interval));
    let groups = by_corpus(
        results,
        |corpus| notices::timed(results, corpus),
        |solver, corpus| (solver, &*corpus.name, Status::of(results, &solver.id, &corpus.name)),
    );
    Table::of("times", "Every solver on every set", groups)
        .text("solver", |(solver, ..)| Cell::solver(solver))
        .number("mean per puzzle", "Of the set, by the cost of what the solver counts", |spot| {
            let (.., status) = *spot;
            let timing = status.timing().map(|timing| mean(status, timing).about(timed(timing)));
            timing.unwrap_or_else(|| Cell::no_time(status, notices::reason(status)))
        })
        .number("95 % interval", "Of the mean, from the spread between builds or blocks", interval)
        .number(
            "time per placement",
            "The time of the set divided by all digits placed",
            of(|timing| {
                timing.mean_ns_per_placement.map_or_else(Cell::none, |each| Cell::time(each.point))
            }),
        )
        .number("× fastest", "Times the fastest solver on this set", |(_, corpus, status)| {
            status.timing().map_or_else(Cell::default, |timing| {
                times_fastest(results, corpus, timing.mean_ns.point)
            })
        })
        .text("outcome", |(solver, corpus, status)| match status {
            Status::Absent(_) => Cell::text("not run"),
            _ => outcome(results.rows.of(&solver.id, corpus)),
        })
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

/// The data behind a mean, in words: puzzles, share of the wall time, and criterion's samples.
fn timed(timing: &Timing) -> String {
    let mut about = format!(
        "{}, {} of the wall time",
        notices::puzzles(timing.counted_on, timing.puzzles),
        format::share(timing.cpu_over_wall)
    );
    if let Some(criterion) = &timing.criterion {
        about += &format!(
            "; criterion: {} of {}, median {}, median absolute deviation {}, 5th to 95th \
             percentile {} to {} per puzzle",
            format::many(criterion.samples, "sample"),
            format::many(criterion.puzzles, "puzzle"),
            format::time(criterion.median_ns),
            format::time(criterion.mad_ns),
            format::time(criterion.p5_ns),
            format::time(criterion.p95_ns),
        );
    }
    about
}

fn outcome(row: Option<&SolverRow>) -> Cell {
    let Some(row) = row.filter(|row| row.puzzles() > 0) else { return Cell::text("not run") };
    if row.wrong > 0 {
        let text = format!("WRONG on {} of {}", row.wrong, row.puzzles());
        return Cell::text(text).alarming(true);
    }
    let parts =
        [(row.solved, "solved"), (row.no_solution, "without a solution"), (row.stopped, "stopped")];
    let parts = parts.iter().filter(|(number, _)| *number > 0);
    Cell::text(joined(parts.map(|(number, what)| format!("{number} {what}")), ", "))
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
