//! Tables on the run itself: its puzzles, its solvers, and the machine.

use sudoku_judge::claims::Check;
use sudoku_judge::format::{self, joined};
use sudoku_judge::{Against, Climb, Results, family};
use sudoku_record::{Environment, SolverRecord, SourceRecord};

use super::{Cell, Table, single};
use crate::escape::{anchor, set_anchor};
use crate::section::Section;
use crate::{finding, names};

/// The answers, the sets, the solvers, their sources, and the machine.
pub(crate) fn sections<'a>(results: &'a Results, check: &Check) -> [Section<'a>; 5] {
    let [questions, each, published, machine] = [
        "Your processor, your puzzles, your language, the number to quote",
        "Idea, source, search tree and file of each",
        "The publications, with their addresses",
        "Processor, compiler, revision and load",
    ];
    let climb = Climb::of(results);
    [
        Section::new("reader", "What it means for you", questions)
            .explains()
            .parts(climb.map(|climb| answers(results, check, &climb))),
        Section::new("sets", "The sets of puzzles", finding::puzzles(results))
            .listed_as("Sets")
            .explains()
            .on_paper()
            .parts([corpora(results)]),
        Section::new("solvers", "Solvers", each).listed_as("Solvers").parts([solvers(results)]),
        Section::new("sources", "Sources", published).in_appendix(sources(results)),
        Section::new("environment", "Environment", machine)
            .on_paper()
            .parts([environment(results)]),
    ]
}

/// Answers to the first questions of a reader with a processor, puzzles and a language.
fn answers(results: &Results, check: &Check, climb: &Climb) -> Table {
    let Climb { corpus, from, fastest, .. } = climb;
    let elsewhere = check.climbs.iter().map(|(processor, climb)| (processor.clone(), times(climb)));
    let here = (results.environment.processor(), times(climb));
    let measured = [here].into_iter().chain(elsewhere).filter(|(_, times)| !times.is_empty());
    let rows = [
        ("my processor", by_default(results, fastest)),
        (
            "my language",
            "Rust: the crate sudoku-lab. Python: the package sudoku-lab. Any other: the command \
             sudoku-lab solve, which reads and writes lines. What a search \
             takes in other languages stands in Programs."
                .to_owned(),
        ),
        (
            "my puzzles",
            "sudoku-lab solve FILE reads nearly any form. cargo xtask bench --corpus FILE \
             --solver ID --solver ID measures solvers on them and writes reports/latest/index.html."
                .to_owned(),
        ),
        (
            "my program",
            "One that reads a puzzle a line, 81 characters with . for a blank, and writes 81 digits or \
             the word none: sudoku-lab race 'mine=COMMAND', or cargo xtask bench --program 'mine=COMMAND' for a \
             page with it."
                .to_owned(),
        ),
        (
            "the number to quote",
            format!(
                "{} as fast as {from} in total time on {corpus}{}, with the name of this processor.",
                finding::ends(fastest.time),
                finding::on_kind(climb).map_or_else(String::new, |kind| format!(" ({kind})"))
            ),
        ),
        (
            "how to run it, and how long",
            "cargo xtask bench --quick. The README says how long it compiles and measures."
                .to_owned(),
        ),
        ("the source", "In the lessons, each with the name of its file.".to_owned()),
    ];
    let rows = rows.into_iter().filter(|(_, answer)| !answer.is_empty());
    let rows = rows.map(|(question, answer)| (question.to_owned(), answer));
    let timed = measured.map(|(processor, times)| (format!("{corpus} on {processor}"), times));
    Table::of("reader", "What it means for you", single(rows.chain(timed)))
        .text("question", |(question, _)| Cell::text(question))
        .text("answer", |(_, answer)| Cell::text(answer))
        .table()
}

/// The solvers that programs choose from by default; empty for a run without their family.
fn by_default(results: &Results, fastest: &Against) -> String {
    let own = results.plan.solvers.iter().filter(|solver| solver.peer.is_none());
    let kin: Vec<_> = own.filter(|own| family(&own.id) == family(&fastest.solver)).collect();
    if kin.iter().all(|solver| solver.target.is_empty()) {
        return String::new();
    }
    let is_last = |(at, solver): &(usize, &&SolverRecord)| {
        kin[at + 1..].iter().all(|later| later.target != solver.target)
    };
    let named = kin.iter().enumerate().filter(is_last).map(|(_, solver)| match &*solver.target {
        "" => format!("{} (on ARM, where nothing is measured yet, this one)", solver.id),
        _ => solver.id.clone(),
    });
    let all = joined(named, ", ");
    let (first, last) = (&kin[0], &kin[kin.len() - 1]);
    let alone = kin.iter().rfind(|solver| solver.width == 1 && solver.tree == first.tree);
    let alone = alone.filter(|alone| alone.id != last.id).map_or_else(String::new, |alone| {
        format!(
            " For one puzzle, {} in place of {}. Solvers that search several puzzles or nodes at \
             once may show another one of several solutions.",
            alone.id, last.id
        )
    });
    format!(
        "For many puzzles, by default the last of these that it can run: {all}.{alone} What each \
         needs stands in Solvers."
    )
}

/// The time of a puzzle among many and alone; empty without times.
fn times(Climb { fastest, one, .. }: &Climb) -> String {
    let many = fastest
        .mean_ns
        .map(|ns| format!("Many at once: {}, a mean of {}.", fastest.solver, format::time(ns)));
    let alone = one.as_ref().and_then(|one| {
        let took = format::time(one.once_median_ns?);
        Some(format!("One, by a call of its own: {}, a median of {took}.", one.solver))
    });
    joined(many.into_iter().chain(alone), " ")
}

/// The table of the sets of puzzles.
fn corpora(results: &Results) -> Table {
    Table::of("sets", "The puzzles", single(&results.plan.corpora))
        .text("set", |corpus| Cell::text(&corpus.name).anchored(set_anchor(&corpus.name)))
        .number("puzzles", "In the whole set", |corpus| Cell::count(corpus.of))
        .number("taken", "By this run, from the beginning; of a file evenly spaced", |corpus| {
            Cell::count(corpus.puzzles)
        })
        .text("what it is", |corpus| Cell::text(&corpus.about))
        .text("SHA-256", |corpus| Cell::text(short(&corpus.sha256)).about(&corpus.sha256))
        .table()
}

/// The table of the solvers that take part.
fn solvers(results: &Results) -> Table {
    // A solver without a lesson has its anchor here.
    let has_lesson = |id: &str| results.pages.iter().any(|page| page.id == id);
    let table = Table::of("solvers", "The solvers", single(&results.plan.solvers))
        .text("solver", |solver| match &*solver.id {
            id if has_lesson(id) => Cell::solver(solver),
            id => Cell::text(names::name(solver)).anchored(anchor(id)),
        })
        .text("idea", |solver| match &*solver.target {
            "" => Cell::text(&solver.idea),
            target => {
                let instructions = target.replace(',', ", ");
                Cell::text(format!("{}; compiled for {instructions}", solver.idea))
            }
        })
        .text("source", |solver| Cell::text(joined(solver.sources.iter().map(brief), "; ")))
        .text("search tree", |solver| Cell::text(&solver.tree))
        .text("file", |solver| Cell::text(&solver.path));
    if results.setup.is_empty() {
        return table.table();
    }
    table
        .number("setup", "To make it ready, once for any number of puzzles", |solver| {
            let setup = results.setup.iter().find(|row| row.solver == solver.id);
            setup.map(|row| Cell::time(row.cpu_ns as f64))
        })
        .note(
            "Setup: the CPU time that it takes to build a solver's tables and to find memory for \
             them, once for any number of puzzles. It is in no other time.",
        )
        .table()
}

/// The publications that the solvers come from, and how the solvers differ; `None` if there are
/// none.
fn sources(results: &Results) -> Option<Table> {
    let sources = results.plan.solvers.iter();
    let sources =
        sources.flat_map(|solver| solver.sources.iter().map(move |source| (solver, source)));
    Table::of("sources", "Where the solvers come from", single(sources))
        .text("solver", |(solver, _)| Cell::text(&solver.id).leads_to_solver(&solver.id))
        .text("published in", |(_, source)| Cell::text(&source.title).leads_to(&source.address))
        .text("author", |(_, source)| Cell::text(&source.author))
        .text("year", |(_, source)| Cell::text(&source.year))
        .text("part", |(_, source)| Cell::text(&source.part))
        .text("what differs here", |(_, source)| Cell::text(&source.differs))
        .note("Unknown: the publication itself does not say.")
        .unless_empty()
}

/// A source in brief: `000, solution 1`.
fn brief(SourceRecord { key, part, .. }: &SourceRecord) -> String {
    if part.is_empty() { key.clone() } else { format!("{key}, {part}") }
}

/// The machine and the build that made the run.
fn environment(results: &Results) -> Table {
    let environment = &results.environment;
    let Environment { rustc, commit, dirty, program_sha256, .. } = environment;
    let known = |text: &Option<String>| text.clone().unwrap_or_else(|| "unknown".to_owned());
    let listed = |text: String| if text.is_empty() { "none".to_owned() } else { text };
    let [used, found] =
        [&environment.target_features, &environment.cpu_features].map(|all| listed(all.join(", ")));
    let changes = if *dirty == Some(true) { ", with changes" } else { "" };
    let command = &results.plan.command;
    let command = if command.is_empty() { "cargo xtask bench" } else { command };
    let rows = [
        ("measured by", command.to_owned()),
        ("drawn again by", "cargo xtask report DIR".to_owned()),
        ("started", environment.started.clone()),
        ("processor", environment.cpu.clone()),
        ("cores", environment.cores.to_string()),
        ("governor", known(&environment.governor)),
        ("load before the run", known(&environment.load)),
        ("platform", environment.platform.clone()),
        ("clock", environment.clock.clone()),
        ("compiler", rustc.lines().next().unwrap_or_default().to_owned()),
        ("compiler flags", listed(environment.rustflags.clone())),
        (
            "vector extensions",
            format!("{used}, but for the solvers that name theirs; the processor has {found}"),
        ),
        ("build", environment.build.clone()),
        ("commit", known(commit) + changes),
        ("lock file", short(&environment.lock_sha256)),
        ("program", short(&known(program_sha256))),
        ("samples", results.plan.samples.to_string()),
        ("budget", format::many(results.plan.call_budget, "recursive call") + " per puzzle"),
    ];
    Table::of("environment", "Where and with what", single(rows))
        .text("what", |(what, _)| Cell::text(*what))
        .text("found", |(_, found)| Cell::text(found))
        .note("Hashes are SHA-256.")
        .table()
}

/// The first characters of a hash, enough to tell it from others.
fn short(hash: &str) -> String {
    hash.chars().take(12).collect()
}
