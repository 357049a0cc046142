//! The table of the changes at each rung of the ladder.

use sudoku_core::Work;
use sudoku_judge::claims::Check;
use sudoku_judge::format::{self, between};
use sudoku_judge::{Against, Interval, Ratio, Results, Rows, Rung, Status};
use sudoku_record::NODE;

use super::ratios::{UNDECIDED, point, undecided};
use super::{Cell, Group, Table, by_set, programs, single};
use crate::section::Section;
use crate::{finding, names, notices};

/// The heading of the section on the steps, and the caption of its table.
const STEPS: &str = "What each step of the ladder changes";

/// The steps, and what each family of the run counts as a node, as far as descriptions say so.
pub(crate) fn sections<'a>(results: &'a Results, check: &Check) -> [Section<'a>; 2] {
    let steps = Section::new("steps", STEPS, finding::steps(results, check)).on_paper().lead(
        "Every solver of the ladder against the rung below: what its idea does to the work, and what \
         a unit of the work then costs.",
    );
    let each = "The state of a search that each family counts as one node";
    let node = Section::new("nodes", "A node", each).parts(nodes(results));
    [by_set(steps, results, |only| table(results, only)), node]
}

/// Every solver compared with the next slower one, on the ladders that the report shows; `None` if
/// nothing was run in pairs.
fn table(results: &Results, only: Option<&str>) -> Option<Table> {
    let mut ladders = results.shown_ladders();
    ladders.retain(|ladder| only.is_none_or(|set| ladder.corpus == set));
    let solver = |id: &str| results.plan.solvers.iter().find(|of| of.id == id && of.peer.is_none());
    let groups = ladders.iter().map(|ladder| {
        let ours = ladder.rungs.iter().rev().filter(|rung| solver(&rung.solver).is_some());
        let rows = ours.map(|rung| (ladder.corpus.as_str(), rung)).collect();
        Group { name: ladder.corpus.clone(), about: "the fastest first".to_owned(), rows }
    });
    let ratios = results.ratios.as_ref()?;
    Table::of("steps", STEPS, groups.collect())
        .text("solver", |(_, rung)| Cell::text(&rung.solver).leads_to_solver(&rung.solver))
        .text("idea", |(_, rung)| solver(&rung.solver).map(|solver| Cell::text(&solver.idea)))
        .number("time", "Divided by that of the rung below", |(corpus, rung)| {
            let below = rung.below.as_ref().filter(|step| solver(&step.reference).is_some());
            below.map_or_else(|| without(results, corpus, rung), time)
        })
        .number("nodes", "Exact, divided by those of the rung below", |(_, rung)| {
            let nodes = rung.below.as_ref()?.work?;
            Some(Cell::number(format::figure(nodes), nodes))
        })
        .number("guesses", "Of a puzzle taken, exact", |(corpus, rung)| {
            let row = results.rows.of(&rung.solver, corpus).filter(|row| row.is_whole())?;
            let guesses = row.counts.get(Work::Guesses)? as f64 / row.puzzles() as f64;
            Some(Cell::number(format::figure(guesses), guesses))
        })
        .number("time per node", "Timed, divided by that of the rung below", |(_, rung)| {
            let cost = rung.below.as_ref()?.cost()?;
            Some(point(cost).about(between(cost)))
        })
        .number("speed", "How many times as fast as the baseline", |(corpus, rung)| {
            let ratio = ratios.to_reference(&rung.solver, corpus)?;
            Some(Cell::text(format::factor(1.0 / ratio.point)))
        })
        .text("loses on", |(_, rung)| lost(rung))
        .note(format!(
            "Time, nodes of the search and time per node are divided by those of the rung below: \
             the next slower solver that counts its work, which peers and programs in other \
             languages do not. Nodes are exact; the interval of the time is that of the time per \
             node, which was timed, and the time is the product. Below 1 is less. Guesses are the mean of a puzzle; speed is the factor to the baseline. {UNDECIDED} not told apart in time. Loses on: the \
             sets of the run on which a solver is slower than the rung below, beyond chance and \
             the noise floor (Holm's procedure over all rungs on all sets)."
        ))
        .note(NODES)
        .unless_empty()
}

/// The solvers and programs with these ids, or all of the leading ladder: their times, and how many
/// times as fast they are as the baseline; `None` if fewer than two solvers were run in pairs.
pub(crate) fn rungs<S: AsRef<str>>(results: &Results, shown: Option<&[S]>) -> Option<Table> {
    let (ladder, all) = Against::all(results)?;
    let corpus = &*ladder.corpus;
    let baseline = results.ratios.as_ref()?.reference_on(corpus)?;
    let asked = shown.into_iter().flatten().map(AsRef::as_ref);
    let without = asked.filter(|id| all.iter().all(|one| one.solver != *id));
    let is_shown =
        |one: &&Against| shown.is_none_or(|ids| ids.iter().any(|id| id.as_ref() == one.solver));
    let ranked = all.iter().filter(is_shown).map(|one| (&*one.solver, Some(one)));
    let rows: Vec<(&str, Option<&Against>)> = without.map(|id| (id, None)).chain(ranked).collect();
    let times = |ratio: f64| Cell::text(format::factor(1.0 / ratio));
    let ends = |one: &Against, ratio: Option<Interval>| {
        let Interval { low, high, .. } = ratio.filter(|_| one.solver != baseline)?;
        Some(Cell::text([high, low].map(|end| format::factor(1.0 / end)).join(" – ")))
    };
    let table = Table::of("rungs", "The rungs that stand out", single(rows))
        .text(&format!("on {corpus}"), |(id, _)| Cell::text(names::of_program(id)))
        .number("a puzzle", "", |(id, _)| time_of(results, id, corpus))
        .number("times as fast", "", |(_, one)| Some(times((*one)?.time.point)))
        .number("95 % interval", "", |(_, one)| ends((*one)?, Some((*one)?.time)))
        .number("typical puzzle", "", |(_, one)| Some(times((*one)?.typical?.point)))
        .number("95 % interval", "", |(_, one)| ends((*one)?, (*one)?.typical))
        .number("fewer nodes", "", |(_, one)| {
            Some(Cell::text(format::counted(1.0 / (*one)?.work?)))
        })
        .number("cheaper nodes", "", |(_, one)| Some(times((*one)?.cost()?.point)));
    Some(table.table())
}

/// The mean time of a puzzle; why there is none for a solver or program without one.
fn time_of(results: &Results, id: &str, corpus: &str) -> Cell {
    match results.programs.iter().find(|record| record.id() == id) {
        Some(record) => programs::mean(results, record, corpus),
        None => match Status::of(results, id, corpus) {
            Status::Timed(timing) => Cell::time(timing.mean_ns.point),
            other => Cell::text(notices::reason(other)),
        },
    }
}

/// The note below a table that compares the nodes of several families.
pub(super) const NODES: &str =
    "A node is not the same step in every family: each says under “A node” what it counts.";

fn nodes(results: &Results) -> Option<Table> {
    let families = results.pages.iter().filter_map(|page| Some((page, page.section(NODE)?)));
    Table::of("nodes", "The state that a family counts as a node", single(families))
        .text("family", |(page, _)| Cell::text(&page.id))
        .text("a node is", |(_, text)| {
            Cell::text(text.replace('\n', " ").replace(['`', '[', ']'], ""))
        })
        .note(
            "Counts of nodes are exact. Where two solvers count different states, compare their times: \
             a node may be one digit, or all that follows from a guess.",
        )
        .unless_empty()
}

fn time(step: &Ratio) -> Cell {
    let puzzles = notices::puzzles(step.counted_on, step.puzzles);
    let about = format!("{} of {}'s time, {puzzles}", between(step.ratio), step.reference);
    point(step.ratio).marked(undecided(step.verdict)).about(about)
}

/// The cell of a solver without a step: the lowest rung, or a solver that exceeded its budget.
fn without(results: &Results, corpus: &str, rung: &Rung) -> Cell {
    match Status::of(results, &rung.solver, corpus) {
        over @ Status::OverBudget(_) => Cell::text(notices::reason(over)),
        _ => Cell::none(),
    }
}

fn lost(rung: &Rung) -> Cell {
    let names: Vec<&str> = rung.loses.iter().map(|loss| loss.corpus.as_str()).collect();
    let factor = |Interval { point, .. }| format::figure(point);
    let each = rung.loses.iter().map(|loss| format!("{} {}", loss.corpus, factor(loss.ratio)));
    Cell::text(names.join(", ")).about(format::joined(each, ", "))
}
