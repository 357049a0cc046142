//! Everything that a reader must know besides the figures: warnings, notices, footnotes, the number
//! of puzzles behind a time, and the reason why a time is missing.

use sudoku_judge::format::{self, joined};
use sudoku_judge::status::{self, Status};
use sudoku_judge::{CONTENDED_BELOW, CountedOn, Ratios, Results, Rows, SelfCheck, SolverRow};
use sudoku_record::{Absent, CorpusRecord, Mode, SolverRecord};

use crate::names::printable;

/// Marks a time during which the thread did not have its core to itself.
const CONTENDED: &str = "†";

/// The warning that a run lacks these steps, which opens every text about the run; `None` if no
/// step is missing.
pub fn unfinished(missing: &[String]) -> Option<String> {
    let steps = missing.join(", ");
    let text = || format!("UNFINISHED: the run was cut short before it ended. Missing: {steps}.");
    (!missing.is_empty()).then(text)
}

/// The faults that are so serious that a report opens with them.
pub(crate) fn warnings(results: &Results) -> Vec<String> {
    let mut warnings = Vec::from_iter(unfinished(&results.missing));
    let wrong = results.rows.iter().filter(|row| row.wrong > 0);
    warnings.extend(wrong.map(|row| {
        let SolverRow { solver, corpus, wrong, .. } = row;
        let all = format::many(row.puzzles(), "puzzle");
        format!(
            "WRONG ANSWERS: {solver} answered {wrong} of {all} wrongly on {corpus}. Its times do not \
             count."
        )
    }));
    warnings.extend(results.programs.iter().filter_map(|record| {
        let (set, fault) = record.fault()?;
        let [name, fault] = [&record.name, fault].map(printable);
        Some(format!("A program LEFT THE RUN: {name} on {}: {fault}.", set.corpus))
    }));
    let build = &results.environment.build;
    if build != "release" {
        warnings
            .push(format!("This was a {build} build: its times say nothing about the solvers."));
    }
    warnings
}

/// The facts that a reader should know before relying on a figure.
pub(crate) fn notices(results: &Results) -> Vec<String> {
    let mut notices = Vec::new();
    for CorpusRecord { name, skipped, .. } in &results.plan.corpora {
        if skipped.entries > 0 {
            let shown: Vec<&str> = skipped.reasons.iter().map(String::as_str).take(3).collect();
            let more = if skipped.entries > shown.len() as u64 { "; ..." } else { "" };
            let (entries, reasons) = (format::count(skipped.entries), shown.join("; "));
            let noun = if skipped.entries == 1 { "entry" } else { "entries" };
            notices
                .push(format!("{name}: {entries} {noun} of its file left out: {reasons}{more}."));
        }
    }
    for SolverRecord { id, peer, absent, .. } in &results.plan.solvers {
        if let Some(Absent::LeftOut(why)) = absent {
            let version = peer.as_ref().map_or_else(String::new, |version| format!(" {version}"));
            notices.push(format!("{id}{version} is left out: when it was tried, it {why}."));
        }
    }
    if !results.recounted.is_empty() {
        let solvers = format::listed(&results.recounted);
        notices.push(format!(
            "Changed since this run, so that every figure is that of the earlier code: {solvers}."
        ));
    }
    if is_quick(results) {
        notices.push(
            "A quick run: its times are indicative, its intervals are not to be relied upon; without \
             --quick they are narrower. Counts and answers are as exact as ever."
                .to_owned(),
        );
    }
    let timings = status::all(results).filter_map(Status::timing);
    let contended: Vec<bool> = timings.map(|timing| timing.contended).collect();
    let (marked, all) = (contended.iter().filter(|&&one| one).count(), contended.len());
    if marked > 0 {
        let of = format::many(all, "time");
        // A tenth of the times has little influence.
        let cure = if marked * 10 > all { " Measure again on a quiet machine." } else { "" };
        notices.push(format!(
            "The machine was shared: {CONTENDED} marks {marked} of {of} as contended.{cure}"
        ));
    }
    notices.extend(sampled(results));
    notices
}

/// The files of the user of which a part was taken; `None` if there are none.
fn sampled(results: &Results) -> Option<String> {
    // The hash of a file of the user is that of the puzzles that were taken.
    let is_own = |corpus: &&CorpusRecord| corpus.sha256 == corpus.set_sha256;
    let own = results.plan.corpora.iter().filter(is_own);
    let files = own.filter(|corpus| corpus.puzzles < corpus.of).map(|corpus| {
        let [taken, all] = [corpus.puzzles, corpus.of].map(format::count);
        format!("{}: {taken} of your {all} puzzles", corpus.name)
    });
    let files = joined(files, "; ");
    let all = if results.plan.mode == Mode::Full { "" } else { " (--full: all)" };
    (!files.is_empty()).then(|| format!("{files} were taken, evenly spaced{all}."))
}

pub(crate) fn is_quick(results: &Results) -> bool {
    results.plan.mode == Mode::Quick
}

/// The warning in the corner of every chart, because charts may be copied without their report;
/// `None` if there is nothing to warn of.
pub(crate) fn tag(results: &Results) -> Option<&'static str> {
    if results.rows.iter().any(|row| row.wrong > 0) {
        Some("WRONG ANSWERS: see the report")
    } else if !results.missing.is_empty() {
        Some("UNFINISHED: the run was cut short")
    } else if results.environment.build != "release" {
        Some("NOT A RELEASE BUILD")
    } else {
        is_quick(results).then_some("INDICATIVE: a quick run")
    }
}

/// The explanations of the marks beside times and of the texts in place of times, as far as these
/// occur in the run.
pub(crate) fn footnotes(results: &Results) -> Vec<String> {
    let occurs = |what: fn(&Status<'_>) -> bool| status::all(results).any(|found| what(&found));
    let budget = format::many(results.plan.call_budget, "recursive call");
    let solvers = &results.plan.solvers;
    let notes = [
        (
            solvers.iter().any(|solver| solver.peer.is_some()),
            "(peer): a package of somebody else. It is asked for its answer alone, so that it has no \
             counts and no budget: its times are for the puzzles that were timed, unless it makes the search of a solver here. Handing it a \
             puzzle is part of its time."
                .to_owned(),
        ),
        (
            solvers.iter().any(|solver| !solver.target.is_empty()),
            "In parentheses: the instructions that a solver is compiled for, all of which stand in the \
             table of solvers. The others use none beyond those of the platform."
                .to_owned(),
        ),
        (
            occurs(|found| !marks(*found).is_empty()),
            format!(
                "{CONTENDED} contended: the thread had its core for less than {} of the time that \
                 passed during its turns, so that others used its caches too.",
                format::share(CONTENDED_BELOW)
            ),
        ),
        (
            occurs(|found| matches!(found, Status::OverBudget(_))),
            format!(
                "solved k of n: stopped after {budget} on the other puzzles. A mean is shown of \
                 solvers that finished them all."
            ),
        ),
    ];
    notes.into_iter().filter(|(occurs, _)| *occurs).map(|(_, note)| note).collect()
}

/// The marks beside a time: a dagger if the thread did not have its core to itself.
pub(crate) fn marks(status: Status<'_>) -> String {
    let contended = status.timing().is_some_and(|timing| timing.contended);
    if contended { CONTENDED } else { "" }.to_owned()
}

/// Why there is no time; empty if there is one.
pub(crate) fn reason(status: Status<'_>) -> String {
    reason_in_brief(status).replace('\n', " ")
}

/// [`reason`] for a narrow column, with line breaks where the text should wrap.
pub(crate) fn reason_in_brief(status: Status<'_>) -> String {
    match status {
        Status::Timed(..) => String::new(),
        Status::Wrong(row) => format!("WRONG on\n{} of {}", row.wrong, row.puzzles()),
        Status::Faulty => "WRONG\nelsewhere".to_owned(),
        Status::OverBudget(row) => format!("solved\n{} of {}", row.finished(), row.puzzles()),
        Status::NotTimed => "not timed".to_owned(),
        Status::NotRun => "not run".to_owned(),
        Status::NotAsked => "–".to_owned(),
        Status::Absent(Absent::NotOnThisMachine) => "not on this\nmachine".to_owned(),
        Status::Absent(Absent::LeftOut(_)) => "left out".to_owned(),
    }
}

/// The solvers that replace the reference on the corpora where it was not run in pairs; `None` if
/// it ran everywhere.
pub(crate) fn stand_ins(results: &Results, ratios: &Ratios) -> Option<String> {
    let corpora = results.plan.corpora.iter().filter_map(|corpus| {
        let reference = ratios.reference_on(&corpus.name)?;
        (reference != ratios.reference).then(|| format!("{} {reference}", corpus.name))
    });
    let (each, reference) = (joined(corpora, "; "), &ratios.reference);
    (!each.is_empty()).then(|| format!("Not run in pairs: {reference}. Against: {each}."))
}

/// The puzzles that a time or a ratio is for, and how many of them were timed.
pub(crate) fn puzzles(counted_on: Option<CountedOn>, timed: usize) -> String {
    match counted_on {
        Some(CountedOn { puzzles, whole_set }) => {
            let all = if whole_set { "of the set" } else { "taken" };
            let [puzzles, timed] = [format::many(puzzles, "puzzle"), format::count(timed)];
            format!("for the {puzzles} {all}, by their counts; {timed} timed")
        }
        None => format!("on {}", format::many(timed, "puzzle")),
    }
}

/// The puzzles that the times on a corpus are for, and how many were timed: if solvers differ, the
/// smallest and the greatest number.
pub(crate) fn timed(results: &Results, corpus: &CorpusRecord) -> String {
    let of_set = |check: &&SelfCheck| check.corpus == corpus.name;
    let Some(check) = results.self_checks.iter().find(of_set) else {
        return format::many(corpus.puzzles, "puzzle");
    };
    let SelfCheck { reference, fewest, most, rested, .. } = check;
    let number = if fewest == most {
        format::count(*most)
    } else {
        format!("{} to {}", format::count(*fewest), format::count(*most))
    };
    let noun = if *most == 1 { "puzzle" } else { "puzzles" };
    let row = results.rows.of(reference, &corpus.name);
    match row.and_then(|row| row.timing.as_ref()?.counted_on) {
        Some(CountedOn { puzzles, whole_set }) => {
            let which = if whole_set {
                format!("all {}", format::many(puzzles, "puzzle"))
            } else {
                let taken = format::many(corpus.puzzles, "puzzle");
                let over =
                    if puzzles < corpus.puzzles { ", those that a solver finished" } else { "" };
                format!("{taken} taken{over}")
            };
            format!("{which}, by their counts, {number} timed")
        }
        None if !rested => format!("{number} {noun}, learnt by heart"),
        None => format!("{number} {noun}"),
    }
}

/// The puzzles that the times on each corpus are for, in one sentence.
pub(crate) fn timed_on(results: &Results) -> String {
    let corpora = results.plan.corpora.iter();
    let each = corpora.map(|corpus| format!("{} {}", corpus.name, timed(results, corpus)));
    format!("The times are for: {}.", joined(each, "; "))
}
