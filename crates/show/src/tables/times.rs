//! Tables of the time per puzzle.

use sudoku_judge::status::{Status, merit};
use sudoku_judge::{Results, Timing, format};
use sudoku_record::{CorpusRecord, SolverRecord};

use super::{Cell, Table, single};
use crate::section::Section;
use crate::{finding, names, notices};

pub(crate) fn section(results: &Results) -> Section<'_> {
    Section::new("glance", "At a glance", finding::fastest(results).unwrap_or_default())
        .listed_as("Glance")
        .on_paper()
        .lead(
            "How long a puzzle takes: at 100 ns, a core solves ten million a second. The stronger the \
             tint, the nearer to the fastest solver of the column.",
        )
        .parts([matrix(results).captioned()])
}

/// The time per puzzle as a matrix: a row for each solver or program, a column for each corpus.
pub(crate) fn matrix(results: &Results) -> Table {
    let solvers = results.plan.solvers.iter().map(|solver| (solver.id.clone(), Some(solver)));
    let programs = results.programs.iter().map(|record| (record.id(), None));
    let on = |corpus: &CorpusRecord, (id, solver): &(String, Option<&SolverRecord>)| {
        let status = Status::of(results, id, &corpus.name);
        let against = |ns: f64| {
            let fastest = results.fastest_on(&corpus.name).map_or(ns, |(_, ns)| ns);
            format!("{} the fastest", format::ratio(ns / fastest))
        };
        if let Some(timing) = status.timing() {
            let ns = timing.mean_ns.point;
            let about = format!("{}; {}", against(ns), timed(timing));
            let cell = Cell::time(ns).marked(notices::marks(status)).about(about);
            Cell { merit: Some(merit(results, &corpus.name, ns)), ..cell }
        } else if solver.is_some() {
            Cell::text(notices::reason_in_brief(status)).alarming(status.is_wrong())
        } else {
            let mean = results.program_mean(id, &corpus.name);
            mean.map(|mean| Cell::time(mean.point).about(against(mean.point))).into()
        }
    };
    let caption = format!("Mean {} per puzzle", results.environment.clock);
    Table::of("matrix", caption, single(solvers.chain(programs)))
        .text("solver", |(id, solver)| match solver {
            Some(solver) => Cell::solver(solver).about(&solver.idea),
            None => Cell::text(names::of_program(id))
                .leads_to_solver(id)
                .about("a program in another language"),
        })
        .sets(results, |corpus| &corpus.about, on)
        .note(notices::timed_on(results))
        .notes(notices::footnotes(results))
        .table()
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
        let [median, low, high] =
            [criterion.median_ns, criterion.p5_ns, criterion.p95_ns].map(format::time);
        about += &format!("; criterion {median} (90 % from {low} to {high})");
    }
    about
}
