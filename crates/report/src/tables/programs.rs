//! Programs in other languages: how they were built, their answers and their times.

use sudoku_corpus::Printable;
use sudoku_findings::{ProgramRatio, ProgramTime, Results};
use sudoku_measure::{AskedProgram, ProgramAnswers, ProgramRecord};

use super::{Cell, Table, single, where_found};
use crate::escape::anchor;
use crate::section::Section;
use crate::{finding, format};

pub(crate) fn section(results: &Results) -> Section<'_> {
    let tables = times(results).map(|times| [times, about(results)]);
    Section::new("programs", "Programs in other languages", finding::programs(results))
        .listed_as("Programs")
        .on_paper()
        .parts(tables.into_iter().flatten().map(Table::captioned))
}

/// Marks a time that changes within a pass.
const DRIFTS: &str = "§";

/// A program on a set, with its answers and its time.
type Spot<'a> = (&'a ProgramRecord, &'a ProgramAnswers, Option<&'a ProgramTime>);

/// The answers and times of every program on every set; `None` without programs.
pub(crate) fn times(results: &Results) -> Option<Table> {
    let groups = where_found(results, |corpus| {
        let records = results.programs.iter();
        let spots = records.flat_map(|record| {
            let answers = record.answers.iter().filter(|answers| answers.corpus == corpus.name);
            answers.map(move |answers| {
                let time = results.program_times.of(&record.program.id(), &corpus.name);
                (record, answers, time)
            })
        });
        spots.collect()
    });
    let of = |cell: fn(&ProgramTime) -> Cell| move |(.., time): &Spot<'_>| time.map(cell);
    let interval = of(|time| Cell::interval(time.time_ns, format::interval));
    let start_up = of(|time| Cell::time(time.start_up_ns));
    let lines = |(.., time): &Spot<'_>| Some(Cell::time((*time)?.echo_ns?.point));
    let ratio = |ProgramRatio { reference, ratio }: &ProgramRatio| {
        let [low, high] = [ratio.low, ratio.high].map(format::figure);
        let about = format!("to {reference}: {low} to {high}");
        Cell::number(format::figure(ratio.point), ratio.point).about(about)
    };
    Table::of("programs", "Programs beside the solvers, in CPU time", groups)
        .text("program", |(ProgramRecord { program, .. }, ..)| {
            Cell::text(printable(&program.name)).leads_to_solver(&program.id())
        })
        .text("answered", |(_, answers, _)| answered(answers))
        .number("time of a puzzle", "The slope between passes of two lengths", |(record, answers, time)| {
            let Some(time) = time else {
                return Cell::text(if answers.fault.is_some() { "left the run" } else { "–" });
            };
            let mark = if time.drift.is_some() { DRIFTS } else { "" };
            let by = match (time.counted_on, record.program.twin()) {
                (Some(_), Some(twin)) => format!(", by the counts of {twin}"),
                _ => String::new(),
            };
            let rounds = format::many(time.rounds, "round");
            let puzzles = format::many(time.longest, "puzzle");
            let about = format!("{rounds} of up to {puzzles}{by}");
            Cell::time(time.time_ns.point).marked(mark).about(about)
        })
        .number("95 % interval", "", interval)
        .number("start-up", "A pass over one puzzle with one blank", start_up)
        .number("lines", "Of that time: a program that writes the lines that it reads", lines)
        .number("÷ fastest", "Divided by the time of the fastest solver on the set", |(.., time)| {
            (*time)?.to_fastest.as_ref().map(ratio)
        })
        .number("÷ baseline", "Divided by the time of the baseline of the set", |(.., time)| {
            (*time)?.to_baseline.as_ref().map(ratio)
        })
        .note(
            "CPU time, user and system, of all processes of a program, without its start-up. A program \
             that makes the search of a solver has the counts of that solver on the puzzles that it gets, \
             and its time is that for all puzzles of the set; any other has the mean of the puzzles \
             that it got. Every puzzle of a pass is relabelled anew, so a program cannot keep its answers; \
             puzzles of the sets effort-* and anti-* are given as they are, because labels shape these \
             sets. Reading and writing lines is part of the time; a solver in process does neither.",
        )
        .notes(results.program_times.iter().filter_map(drift))
        .unless_empty()
}

/// How each program was built and is run, with its author and source.
fn about(results: &Results) -> Table {
    let or = |text: &Option<String>, none| Cell::text(printable(text.as_deref().unwrap_or(none)));
    Table::of("programs-about", "How the programs were built and run", single(&results.programs))
        .text("program", |of| {
            Cell::text(printable(&of.program.name)).anchored(anchor(&of.program.id()))
        })
        .text("version", |of| or(&of.program.version, "unknown"))
        .text("author", |of| or(&of.program.author, "unknown"))
        .text("source", |of| {
            let source = &of.program.source;
            or(source, "unknown").leads_to(source.as_deref().unwrap_or_default())
        })
        .text("built by", |of| or(&of.program.build, "–"))
        .text("compiler", |of| or(&of.program.compiler, "–"))
        .text("first solution", |of| or(&of.program.first, "–"))
        .text("uniqueness", |of| or(&of.program.unique, "–"))
        .table()
}

fn answered(answers: &ProgramAnswers) -> Cell {
    let ProgramAnswers { answered, puzzles, within_ns, fault, .. } = answers;
    let (text, within) = (format!("{answered} of {puzzles}"), format::time(*within_ns as f64));
    match fault {
        Some(fault) => Cell::text(text).alarming(true).about(printable(fault)),
        None if answered < puzzles => Cell::text(format!("{text} within {within}")),
        None => Cell::text(text),
    }
}

/// The note below the table for a program whose time changes within a pass.
fn drift(time: &ProgramTime) -> Option<String> {
    let share = format::figure(time.drift?);
    let name = name(&time.program);
    Some(format!(
        "{DRIFTS} {name} on {}: a puzzle takes {share} times as long in the second half of a long pass as \
         in the first, so a longer pass would give another time.",
        time.corpus
    ))
}

/// The name of the program with this id, made printable.
pub(crate) fn name(id: &str) -> String {
    printable(id.strip_prefix(AskedProgram::FAMILY).unwrap_or(id))
}

/// A text from elsewhere, without control characters.
pub(crate) fn printable(text: &str) -> String {
    Printable(text).to_string()
}
