//! Programs in other languages: how they were built, their answers and their times.

use sudoku_judge::{ProgramTime, Results, Rows, Status, format};
use sudoku_record::{ProgramAnswers, ProgramRecord};

use super::ratios::verdict;
use super::{Cell, Table, by_set, single, where_found};
use crate::escape::anchor;
use crate::finding;
use crate::names::printable;
use crate::section::Section;

pub(crate) fn section(results: &Results) -> Section<'_> {
    let about = || times(results, None).map(|_| self::about(results).captioned());
    let section =
        Section::new("programs", "Programs in other languages", finding::programs(results))
            .listed_as("Programs")
            .on_paper();
    by_set(section, results, |only| times(results, only).map(Table::captioned))
        .parts(about())
        .in_appendix(about())
}

/// A program on a set, with its answers and its time.
type Spot<'a> = (&'a ProgramRecord, &'a ProgramAnswers, Option<&'a ProgramTime>);

/// The answers and times of every program on every set; `None` without programs.
pub(crate) fn times(results: &Results, only: Option<&str>) -> Option<Table> {
    let groups = where_found(results, only, |corpus| {
        let records = results.programs.iter();
        let spots = records.filter_map(|record| {
            let time = results.program_times.of(&record.id(), &corpus.name);
            Some((record, record.answers_to(&corpus.name)?, time))
        });
        spots.collect()
    });
    let of = |cell: fn(&ProgramTime) -> Cell| move |(.., time): &Spot<'_>| time.map(cell);
    let interval = of(|time| Cell::interval(time.time_ns, format::interval));
    let start_up = of(|time| Cell::time(time.start_up_ns));
    Table::of("programs", "Programs beside the solvers, in CPU time", groups)
        .text("program", |(record, ..)| {
            Cell::text(printable(&record.name)).leads_to_solver(&record.id())
        })
        .text("answered", |(_, answers, _)| answered(answers))
        .number("time of a puzzle", "The slope between passes of two lengths", |(record, answers, time)| {
            let Some(time) = time else {
                return Cell::text(if answers.fault.is_some() { "left the run" } else { "–" });
            };
            let by = match (time.counted_on, record.twin()) {
                (Some(_), Some(twin)) => format!(", by the counts of {twin}"),
                _ => String::new(),
            };
            let rounds = format::many(time.rounds, "round");
            let puzzles = format::many(time.longest, "puzzle");
            let about = format!("{rounds} of up to {puzzles}{by}");
            Cell::time(time.time_ns.point).about(about)
        })
        .number("95 % interval", "", interval)
        .number("start-up", "A pass over one puzzle with one blank", start_up)
        .number("÷ fastest", "Divided by the time of the fastest solver on the set", |(record, answers, _)| {
            let mean = results.program_mean(&record.id(), &answers.corpus)?.point;
            let (solver, fastest) = results.fastest_on(&answers.corpus)?;
            let ratio = mean / fastest;
            Some(Cell::number(format::figure(ratio), ratio).about(format!("to {solver}")))
        })
        .number("÷ baseline", "Divided by the time of the baseline of the set", |(record, answers, _)| {
            let row = results.ratios.as_ref()?.rows.of(&record.id(), &answers.corpus)?;
            let about = format!("to {}: {}", row.reference, format::between(row.ratio));
            Some(Cell::number(format::figure(row.ratio.point), row.ratio.point).about(about))
        })
        .number("÷ in Rust", "Divided by the time of the solver whose search it makes", |(record, answers, _)| {
            let mean = results.program_mean(&record.id(), &answers.corpus)?.point;
            let timing = Status::of(results, record.twin()?, &answers.corpus).timing()?;
            let ratio = mean / timing.mean_ns.point;
            Some(Cell::number(format::figure(ratio), ratio))
        })
        .text("verdict", |(record, answers, _)| {
            Some(verdict(results.ratios.as_ref()?.rows.of(&record.id(), &answers.corpus)?))
        })
        .note(
            "Every answer is checked; with a wrong one, a program leaves the run. The verdict compares \
             it with the baseline, as in Ratios: beyond chance and the noise floor. \
             CPU time, user and system, of all processes of a program, without its start-up. A program \
             that makes the search of a solver has the counts of that solver on the puzzles that it gets, \
             and its time is that for all puzzles of the set; any other has the mean of the puzzles \
             that it got. Every puzzle of a pass is relabelled anew, so a program cannot keep its answers; \
             puzzles of the sets effort-* and anti-* are given as they are, because labels shape these \
             sets. Reading and writing lines is part of the time; a solver in process does neither.",
        )
        .unless_empty()
}

/// The mean time of a puzzle of a set, or how far the program came.
pub(super) fn mean(results: &Results, record: &ProgramRecord, corpus: &str) -> Cell {
    match (results.program_mean(&record.id(), corpus), record.answers_to(corpus)) {
        _ if record.fault().is_some() => Cell::text("left the run"),
        (Some(mean), _) => Cell::time(mean.point),
        (None, Some(answers)) => answered(answers),
        (None, None) => Cell::none(),
    }
}

/// How each program was built and is run, with its author and source.
fn about(results: &Results) -> Table {
    let or = |text: &Option<String>, none| Cell::text(printable(text.as_deref().unwrap_or(none)));
    Table::of("programs-about", "How the programs were built and run", single(&results.programs))
        .text("program", |of| Cell::text(printable(&of.name)).anchored(anchor(&of.id())))
        .text("author", |of| or(&of.author, "unknown"))
        .text("source", |of| {
            let source = &of.source;
            or(source, "unknown").leads_to(source.as_deref().unwrap_or_default())
        })
        .text("built by", |of| or(&of.build, "–"))
        .text("compiler", |of| or(&of.compiler, "–"))
        .text("first solution", |of| or(&of.first, "–"))
        .text("uniqueness", |of| or(&of.unique, "–"))
        .table()
}

fn answered(answers: &ProgramAnswers) -> Cell {
    let cell = Cell::text(format!("{} of {}", answers.answered, answers.puzzles));
    match &answers.fault {
        Some(fault) => cell.alarming(true).about(printable(fault)),
        None => cell,
    }
}
