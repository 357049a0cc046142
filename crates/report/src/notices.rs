//! Everything that a reader must know besides the figures: warnings, notices, footnotes, the number
//! of puzzles behind a time, and the reason why a time is missing.

use sudoku_findings::status::{self, Status};
use sudoku_findings::{Fidelity, Ratios, Results, SelfCheck, SolverRow, Unsound};
use sudoku_measure::{Absent, CorpusRecord, Mode, SolverRecord};

use crate::format::{self, joined};
use crate::tables::programs::printable;

/// Marks a time during which the thread did not have its core to itself.
const CONTENDED: &str = "†";

/// Marks a ratio that does not hold for the set.
pub(crate) const UNSOUND: &str = "‡";

/// Marks a ratio that is a product over bridges.
pub(crate) const PRODUCT: &str = "∏";

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
        let [name, fault] = [&record.program.name, fault].map(printable);
        Some(format!("A program LEFT THE RUN: {name} on {}: {fault}.", set.corpus))
    }));
    let build = &results.environment.build;
    if build != "release" {
        warnings
            .push(format!("This was a {build} build: its times say nothing about the solvers."));
    }
    warnings
}

/// The facts that a reader should know before relying on a figure; `processor`, a note on the
/// processor, comes first.
pub(crate) fn notices(results: &Results, processor: Option<&str>) -> Vec<String> {
    let mut notices: Vec<String> = processor.map(str::to_owned).into_iter().collect();
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
    notices.extend(unsound_solvers(results));
    if is_quick(results) {
        notices.push(
            "A quick run: its times are indicative, its intervals are not to be relied upon. \
             Counts and answers are as exact as ever."
                .to_owned(),
        );
    }
    let times = || status::all(results).filter_map(Status::timing);
    let contended = times().filter(|timing| timing.contended).count();
    if contended > 0 {
        notices.push(format!(
            "The machine was shared: {CONTENDED} marks {contended} of {} as contended.",
            format::many(times().count(), "time")
        ));
    }
    notices
}

/// The solvers whose timed puzzles are not as much work as the set's, with their factors; `None` if
/// there are none.
fn unsound_solvers(results: &Results) -> Option<String> {
    let unsound: Vec<_> = results.fidelity.iter().filter(|row| !row.sound).collect();
    let leagues = unsound.chunk_by(|a, b| (&a.corpus, a.league) == (&b.corpus, b.league));
    let league = |rows: &[&Fidelity]| format!("{} ({})", rows[0].corpus, factors(rows));
    let leagues = joined(leagues.map(league), "; ");
    let text = format!(
        "UNSOUND: in these leagues, the puzzles that were timed are not the same amount of work as \
         those of the set, but differ by this factor in nodes: {leagues}. {UNSOUND} marks the \
         ratios that involve them."
    );
    (!leagues.is_empty()).then_some(text)
}

/// The solvers on one set whose timed puzzles are not as much work as the set's; `None` if there
/// are none.
pub(crate) fn unsound_on(results: &Results, corpus: &str) -> Option<String> {
    let rows = results.fidelity.iter().filter(|row| !row.sound && row.corpus == corpus);
    let rows: Vec<&Fidelity> = rows.collect();
    (!rows.is_empty()).then(|| format!("unsound: {}", factors(&rows)))
}

fn factors(rows: &[&Fidelity]) -> String {
    joined(rows.iter().map(|row| factor(&row.solver, row.factor.point)), ", ")
}

fn factor(solver: &str, factor: f64) -> String {
    format!("{solver} {}", format::precise(factor))
}

/// The text that follows an unsound ratio and names the solvers: ` (unsound: bands/bivalue 0.531)`;
/// empty for a sound ratio.
pub(crate) fn unsound(solvers: &[Unsound]) -> String {
    let each = joined(solvers.iter().map(|one| factor(&one.solver, one.factor)), ", ");
    if each.is_empty() { each } else { format!(" (unsound: {each})") }
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
             counts and no budget; handing it a puzzle is part of its time."
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
                "{CONTENDED} contended: the thread did not have its core, and so its caches, to \
                 itself."
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
    match status {
        Status::Timed(..) => String::new(),
        Status::Wrong(row) => format!("WRONG on {} of {}", row.wrong, row.puzzles()),
        Status::Faulty => "WRONG elsewhere".to_owned(),
        Status::OverBudget(row) => format!("solved {} of {}", row.finished(), row.puzzles()),
        Status::NotTimed => "not timed".to_owned(),
        Status::NotRun => "not run".to_owned(),
        Status::NotAsked => "–".to_owned(),
        Status::Absent(Absent::NotOnThisMachine) => "not on this machine".to_owned(),
        Status::Absent(Absent::LeftOut(_)) => "left out".to_owned(),
    }
}

/// [`reason`] for a narrow column, with line breaks where the text should wrap.
pub(crate) fn reason_in_brief(status: Status<'_>) -> String {
    let reason = self::reason(status).replace("solved ", "solved\n");
    let reason = reason.replace("not on this ", "not on this\n");
    reason.replace("WRONG on ", "WRONG on\n").replace("WRONG else", "WRONG\nelse")
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

/// The note on ratios across leagues; `None` if every corpus has one league.
pub(crate) fn leagues(results: &Results) -> Option<String> {
    let corpora = results.plan.corpora.iter().map(|corpus| {
        let ours = results.self_checks.iter().filter(|check| check.corpus == corpus.name);
        (&corpus.name, ours.count())
    });
    let several = corpora.filter(|(_, leagues)| *leagues > 1);
    let each = joined(several.map(|(corpus, leagues)| format!("{corpus} {leagues}")), ", ");
    let text = format!(
        "Leagues: {each}. Solvers of different leagues did not run in the same rounds, except in \
         direct races. A ratio marked {PRODUCT} is a product over the bridges that neighbouring \
         leagues share."
    );
    (!each.is_empty()).then_some(text)
}

/// The number of puzzles behind the times on a corpus, and whether the times hold for exactly these
/// puzzles or for others of the kind. If leagues differ, the smallest and the greatest number.
pub(crate) fn timed(results: &Results, corpus: &CorpusRecord) -> String {
    let checks = || results.self_checks.iter().filter(|check| check.corpus == corpus.name);
    let Some(fewest) = checks().min_by_key(|check| check.puzzles) else {
        return format::many(corpus.puzzles, "puzzle");
    };
    let most = checks().map(|check| check.puzzles).max();
    match most.filter(|most| fewest.puzzles < *most) {
        Some(most) => {
            format!("{} to {}", format::count(fewest.puzzles), format::many(most, "puzzle"))
        }
        None => timed_in_league(fewest, corpus),
    }
}

fn timed_in_league(check: &SelfCheck, corpus: &CorpusRecord) -> String {
    let (timed, all) = (check.puzzles, format::many(corpus.of, "puzzle"));
    let (count, number) = (format::count(timed), format::many(timed, "puzzle"));
    match (check.own, timed) {
        (false, 1) => format!("{number}, learnt by heart"),
        (false, _) => format!("these {number}"),
        (true, more) if more > corpus.puzzles => format!("{count} with new ones"),
        (true, some) if some < corpus.of => format!("{count} of {all}"),
        (true, _) => number,
    }
}

/// The number of puzzles behind the times on each corpus, in one sentence.
pub(crate) fn timed_on(results: &Results) -> String {
    let corpora = results.plan.corpora.iter();
    let each = corpora.map(|corpus| format!("{} {}", corpus.name, timed(results, corpus)));
    format!("Timed on: {}.", joined(each, "; "))
}
