//! Tables of the time per puzzle.

use sudoku_findings::status::{Status, fastest, merit};
use sudoku_findings::{Results, SolverRow, Timing};
use sudoku_measure::{CorpusRecord, InstructionRow, ProgramRecord, SolverRecord};

use super::{Cell, Table, by_corpus, programs, single, where_found};
use crate::format::{self, joined};
use crate::section::Section;
use crate::{names, notices};

pub(crate) fn sections(results: &Results) -> [Section<'_>; 2] {
    let counted = "Counted on one pass over a set, beside the time";
    let means = "The mean of every solver on every set, with its interval";
    [
        Section::new("instructions", "Instructions", counted)
            .lead("What the processor was told to do, whatever else the machine was doing.")
            .parts(instructions(results)),
        Section::new("times", "All times", means)
            .lead(
                "What the columns mean is told <a href=\"#meaning\">below</a>. \
                 <span class=\"with-script\" hidden>A click on the head of a column sorts the \
                 solvers within every set.</span>",
            )
            .parts([times(results)]),
    ]
}

/// A row of the matrix of times.
enum Timed<'a> {
    Solver(&'a SolverRecord),
    Program(&'a ProgramRecord),
}

/// The time per puzzle as a matrix: a row for each solver or program, a column for each corpus.
pub(crate) fn matrix(results: &Results) -> Table {
    let plan = &results.plan;
    let on = |corpus: &CorpusRecord, row: &Timed<'_>| {
        let solver = match row {
            Timed::Solver(solver) => solver,
            Timed::Program(record) => {
                let mean = results.program_mean(&record.program.id(), &corpus.name);
                return mean.map_or_else(Cell::none, |mean| {
                    let ratio = times_fastest(results, &corpus.name, mean.point);
                    Cell::time(mean.point).about(format!("{} the fastest", ratio.text))
                });
            }
        };
        let status = Status::of(results, &solver.id, &corpus.name);
        let Some(timing) = status.timing() else {
            return Cell::no_time(status, notices::reason_in_brief(status));
        };
        let ratio = times_fastest(results, &corpus.name, timing.mean_ns.point);
        let about = format!("{} the fastest", ratio.text);
        Cell { merit: ratio.merit, ..mean(status, timing).about(about).on(timing.puzzles) }
    };
    let caption = format!("Mean {} per puzzle", names::clock(results));
    let solvers = plan.solvers.iter().map(Timed::Solver);
    let rows = solvers.chain(results.programs.iter().map(Timed::Program));
    let mut table = Table::of("matrix", caption, single(rows)).text("solver", |row| match row {
        Timed::Solver(solver) => Cell::solver(solver).about(&solver.idea),
        Timed::Program(record) => {
            let id = record.program.id();
            let about = "a program in another language";
            Cell::text(programs::name(&id)).leads_to_solver(&id).about(about)
        }
    });
    for corpus in &plan.corpora {
        table = table.set(&corpus.name, &corpus.name, &corpus.about, |row| on(corpus, row));
    }
    table.note(notices::timed_on(results)).notes(notices::footnotes(results)).table()
}

/// A solver on a corpus, with its status and its row of results.
struct Spot<'a> {
    solver: &'a SolverRecord,
    corpus: &'a str,
    status: Status<'a>,
    row: Option<&'a SolverRow>,
}

/// All times of every solver, corpus by corpus.
fn times(results: &Results) -> Table {
    // The first column of figures has the reason if there is no time.
    let of = |cell: fn(&Timing) -> Cell| {
        move |spot: &Spot<'_>| spot.status.timing().map_or_else(Cell::default, cell)
    };
    let interval = of(|timing| {
        let interval = timing.mean_ns;
        Cell::number(format::interval(interval), interval.high - interval.low)
    });
    let groups = by_corpus(
        results,
        |corpus| notices::timed(results, corpus),
        |solver, corpus| Spot {
            solver,
            corpus: &corpus.name,
            status: Status::of(results, &solver.id, &corpus.name),
            row: results.rows.of(&solver.id, &corpus.name),
        },
    );
    Table::of("times", "Every solver on every set", groups)
        .text("solver", |spot| Cell::solver(spot.solver))
        .number("mean per puzzle", "In the paired rounds, each puzzle equally often", |spot| {
            let Spot { status, .. } = *spot;
            let timing = status.timing().map(|timing| mean(status, timing).about(timed(timing)));
            timing.unwrap_or_else(|| Cell::no_time(status, notices::reason(status)))
        })
        .number("95 % interval", "Of the mean, from the spread between builds", interval)
        .number(
            "time per placement",
            "In the paired rounds: all time divided by all digits placed",
            of(|timing| {
                timing.mean_ns_per_placement.map_or_else(Cell::none, |each| Cell::time(each.point))
            }),
        )
        .number("× fastest", "Times the fastest solver on this set", |spot| {
            let timing = spot.status.timing();
            timing.map_or_else(Cell::default, |timing| {
                times_fastest(results, spot.corpus, timing.mean_ns.point)
            })
        })
        .text("outcome", |spot| match spot.status {
            Status::Absent(_) => Cell::text("not run"),
            _ => outcome(spot.row),
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
        "on {}, {} of the wall time",
        format::many(timing.puzzles, "puzzle"),
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
