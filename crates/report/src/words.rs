//! The sentences that Markdown, page and terminal share.

use sudoku_findings::{Ratios, Results, SelfCheck};
use sudoku_measure::{Absent, CorpusRecord, Mode, SolverRecord};

use crate::charts::climbed;
use crate::finding::Climb;
use crate::format;
use crate::standing::{self, CONTENDED, Standing};

/// What README.md and the page are called, before the day of the run.
pub(crate) const TITLE: &str = "Sudoku Lab: a run of";

/// What is so wrong that a report opens with it.
pub(crate) fn warnings(results: &Results) -> Vec<String> {
    let mut warnings = Vec::new();
    if !results.missing.is_empty() {
        warnings.push(format!(
            "UNFINISHED: the run was cut short before it ended. Missing: {}.",
            results.missing.join(", ")
        ));
    }
    let wrong = results.rows.iter().filter(|row| row.wrong > 0);
    warnings.extend(wrong.map(|row| {
        format!(
            "WRONG ANSWERS: {} answered {} of {} wrongly on {}. Its times do not count.",
            row.solver,
            row.wrong,
            format::many(row.puzzles(), "puzzle"),
            row.corpus
        )
    }));
    if results.environment.build != "release" {
        warnings.push(format!(
            "This was a {} build: its times say nothing about the solvers.",
            results.environment.build
        ));
    }
    warnings
}

/// What a reader should know before believing a figure; first what is said of the processor.
pub(crate) fn notices(results: &Results, processor: Option<&str>) -> Vec<String> {
    let mut notices: Vec<String> = processor.map(str::to_owned).into_iter().collect();
    for CorpusRecord { name, skipped, .. } in &results.plan.corpora {
        if skipped.entries > 0 {
            let shown: Vec<&str> = skipped.reasons.iter().map(String::as_str).take(3).collect();
            let more = if skipped.entries > shown.len() as u64 { "; ..." } else { "" };
            let entries = if skipped.entries == 1 { "entry" } else { "entries" };
            notices.push(format!(
                "{name}: {} {entries} of its file left out: {}{more}.",
                format::count(skipped.entries),
                shown.join("; ")
            ));
        }
    }
    for SolverRecord { id, peer, absent, .. } in &results.plan.solvers {
        if let Some(Absent::LeftOut(why)) = absent {
            let version = peer.as_ref().map_or_else(String::new, |version| format!(" {version}"));
            notices.push(format!("{id}{version} is left out: when it was tried, it {why}."));
        }
    }
    if is_quick(results) {
        notices.push(
            "A quick run: its times are indicative, its intervals are not to be relied upon. \
             Counts and answers are as exact as ever."
                .to_owned(),
        );
    }
    let times = || standing::all(results).filter_map(Standing::timing);
    let contended = times().filter(|timing| timing.contended).count();
    if contended > 0 {
        notices.push(format!(
            "The machine was shared: {CONTENDED} marks {contended} of {} as contended.",
            format::many(times().count() as u64, "time")
        ));
    }
    notices
}

pub(crate) fn is_quick(results: &Results) -> bool {
    results.plan.mode == Mode::Quick
}

/// What every chart says in its corner, for charts travel without their report.
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

/// What the marks beside the times mean, and the words in their place: those that occur.
pub(crate) fn footnotes(results: &Results) -> Vec<String> {
    let occurs = |what: fn(&Standing<'_>) -> bool| standing::all(results).any(|found| what(&found));
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
            occurs(|found| found.marks().contains(CONTENDED)),
            format!(
                "{CONTENDED} contended: the thread did not have its core, and so its caches, to \
                 itself."
            ),
        ),
        (
            occurs(|found| matches!(found, Standing::OverBudget(_))),
            format!(
                "solved k of n: stopped after {budget} on the other puzzles. A mean is shown of \
                 solvers that finished them all."
            ),
        ),
    ];
    notes.into_iter().filter(|(occurs, _)| *occurs).map(|(_, note)| note).collect()
}

/// What a solver is called in a table: with the first of the instructions that it is compiled for,
/// and the mark of one from elsewhere.
pub(crate) fn name(solver: &SolverRecord) -> String {
    let peer = solver.peer.as_ref().map(|_| "peer".to_owned());
    let target = match solver.target.split_once(',') {
        Some((first, _)) => format!("{first}, …"),
        None => solver.target.clone(),
    };
    let target = Some(target).filter(|target| !target.is_empty());
    let said: Vec<String> = peer.into_iter().chain(target).collect();
    if said.is_empty() { solver.id.clone() } else { format!("{} ({})", solver.id, said.join(", ")) }
}

/// The same for a solver of which only the id is at hand.
pub(crate) fn name_of(results: &Results, id: &str) -> String {
    let mut solvers = results.plan.solvers.iter();
    solvers.find(|solver| solver.id == id).map_or_else(|| id.to_owned(), name)
}

/// What the ratios on some corpora are against, because the reference was not run in pairs there.
pub(crate) fn stand_ins(results: &Results, ratios: &Ratios) -> Option<String> {
    let corpora = results.plan.corpora.iter().filter_map(|corpus| {
        let reference = ratios.reference_on(&corpus.name)?;
        (reference != ratios.reference).then(|| format!("{} {reference}", corpus.name))
    });
    let each: Vec<String> = corpora.collect();
    let reference = &ratios.reference;
    let text = || format!("Not run in pairs: {reference}. Against: {}.", each.join("; "));
    (!each.is_empty()).then(text)
}

/// What leads through several leagues.
pub(crate) fn leagues(results: &Results) -> Option<String> {
    let corpora = results.plan.corpora.iter().map(|corpus| {
        let ours = results.self_checks.iter().filter(|check| check.corpus == corpus.name);
        (&corpus.name, ours.count())
    });
    let several: Vec<_> = corpora.filter(|(_, leagues)| *leagues > 1).collect();
    let each = several.iter().map(|(corpus, leagues)| format!("{corpus} {leagues}"));
    let text = || {
        format!(
            "Leagues: {}. Solvers in different leagues were not run in the same rounds; their \
             ratio is the product of those to the solvers that neighbouring leagues share.",
            each.collect::<Vec<_>>().join(", ")
        )
    };
    (!several.is_empty()).then(text)
}

/// On how many puzzles of a corpus its times stand, and of what they speak; of several leagues the
/// fewest and the most.
pub(crate) fn timed(results: &Results, corpus: &CorpusRecord) -> String {
    let checks = results.self_checks.iter().filter(|check| check.corpus == corpus.name);
    let ordered = || checks.clone().map(|check| (check.puzzles, check));
    match (ordered().min_by_key(|(puzzles, _)| *puzzles), ordered().map(|(most, _)| most).max()) {
        (Some((fewest, _)), Some(most)) if fewest < most => {
            let most = format::many(most as u64, "puzzle");
            format!("{} to {most}", format::count(fewest as u64))
        }
        (Some((_, check)), _) => timed_in_league(check, corpus),
        _ => format::many(corpus.puzzles as u64, "puzzle"),
    }
}

fn timed_in_league(check: &SelfCheck, corpus: &CorpusRecord) -> String {
    let number = format::many(check.puzzles as u64, "puzzle");
    match (check.own, check.puzzles) {
        (false, 1) => format!("{number}, learnt by heart"),
        (false, _) => format!("these {number}"),
        (true, timed) if timed > corpus.puzzles => {
            format!("{} with variants", format::count(timed as u64))
        }
        (true, timed) if timed < corpus.of => {
            format!(
                "{} of {}",
                format::count(timed as u64),
                format::many(corpus.of as u64, "puzzle")
            )
        }
        _ => number,
    }
}

/// On how many puzzles the times of each corpus stand, in one sentence.
pub(crate) fn timed_on(results: &Results) -> String {
    let corpora = results.plan.corpora.iter();
    let each = corpora.map(|corpus| format!("{} {}", corpus.name, timed(results, corpus)));
    format!("Timed on: {}.", each.collect::<Vec<_>>().join("; "))
}

/// Which clock the times are from.
pub(crate) fn clock(results: &Results) -> &str {
    &results.environment.clock
}

/// The day of the run.
pub(crate) fn day(results: &Results) -> &str {
    let started = &results.environment.started;
    started.split_once('T').map_or(started, |(day, _)| day)
}

/// How well the finding is known, where and when it was measured, in one line.
pub(crate) fn machine(results: &Results) -> String {
    let floor = |ratios: &Ratios| format!("noise floor {}", format::share(ratios.noise_floor));
    let run = results.plan.solvers.iter().filter(|solver| solver.absent.is_none()).count();
    let parts = [
        Climb::of(results).and_then(|climb| climb.interval()),
        Some(format!("{}, {}", results.environment.cpu, day(results))),
        results.ratios.as_ref().map(floor),
        Some(format!(
            "{} on {}",
            format::many(run as u64, "solver"),
            format::many(results.plan.corpora.len() as u64, "set")
        )),
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join("; ") + "."
}

/// By how much two copies of one solver differ in this run.
pub(crate) fn noise_floor(results: &Results) -> String {
    let floor = |ratios: &Ratios| {
        format!(
            "The noise floor, by which copies of one solver differ, is {}",
            format::share(ratios.noise_floor)
        )
    };
    results.ratios.as_ref().map(floor).unwrap_or_default()
}

/// How much there is to solve.
pub(crate) fn puzzles(results: &Results) -> String {
    let corpora = &results.plan.corpora;
    let puzzles = corpora.iter().map(|corpus| corpus.puzzles as u64).sum();
    let sets = format::many(corpora.len() as u64, "set");
    format!("{sets}, {} taken", format::many(puzzles, "puzzle"))
}

/// Who is the fastest on how many sets: those with most of them first.
pub(crate) fn fastest(results: &Results) -> Option<String> {
    let on = |corpus: &CorpusRecord| {
        let times = results.plan.solvers.iter().filter_map(|solver| {
            let timing = Standing::of(results, &solver.id, &corpus.name).timing()?;
            Some((solver.id.as_str(), timing.ns_per_puzzle.point))
        });
        Some(times.min_by(|one, other| one.1.total_cmp(&other.1))?.0)
    };
    let mut sets: Vec<(&str, usize)> = Vec::new();
    for solver in results.plan.corpora.iter().filter_map(on) {
        match sets.iter_mut().find(|(known, _)| *known == solver) {
            Some((_, number)) => *number += 1,
            None => sets.push((solver, 1)),
        }
    }
    sets.sort_by_key(|(_, number)| std::cmp::Reverse(*number));
    let all = format::many(sets.iter().map(|(_, number)| *number as u64).sum(), "set");
    match sets.as_slice() {
        [] => None,
        [(only, 1)] => Some(format!("{only} is the fastest on the only set with times")),
        [(only, _)] => Some(format!("{only} is the fastest on all of {all}")),
        [(first, most), others @ ..] => {
            let others: Vec<_> =
                others.iter().take(2).map(|(id, number)| format!("{id} on {number}")).collect();
            let others: Vec<&str> = others.iter().map(String::as_str).collect();
            Some(format!("{first} is the fastest on {most} of {all}, {}", listed(&others)))
        }
    }
}

/// The rung that takes most time off the one below, on the ladder that is shown first.
pub(crate) fn steps(results: &Results) -> String {
    let ladder = climbed(results).into_iter().next();
    let rungs = ladder.iter().flat_map(|ladder| &ladder.rungs);
    let steps = rungs.filter_map(|rung| Some((&rung.solver, rung.below.as_ref()?)));
    let greatest = steps.min_by(|one, other| one.1.time.point.total_cmp(&other.1.time.point));
    greatest.map_or_else(String::new, |(solver, step)| {
        let factor = format::factor(1.0 / step.time.point);
        format!("The greatest: {solver} is {factor} times as fast as {}", step.from)
    })
}

/// What the run was, in a few figures: each with its name.
pub(crate) fn facts(results: &Results) -> Vec<(String, String)> {
    let plan = &results.plan;
    let puzzles: usize = plan.corpora.iter().map(|corpus| corpus.puzzles).sum();
    let sum = |of: fn(&sudoku_findings::Row) -> u64| results.rows.iter().map(of).sum::<u64>();
    let fact = |number: u64, thing: &str| {
        let text = format::many(number, thing);
        let (number, thing) = text.split_once(' ').unwrap_or((&text, ""));
        (number.to_owned(), thing.to_owned())
    };
    let mut facts = vec![
        fact(plan.solvers.iter().filter(|one| one.absent.is_none()).count() as u64, "solver"),
        (
            plan.corpora.len().to_string(),
            if plan.corpora.len() == 1 { "set" } else { "sets" }.to_owned(),
        ),
        fact(puzzles as u64, "puzzle"),
        fact(sum(|row| row.solved + row.no_solution), "right answer"),
        fact(sum(|row| row.wrong), "wrong answer"),
    ];
    if sum(|row| row.stopped) > 0 {
        facts.push((format::count(sum(|row| row.stopped)), "stopped".to_owned()));
    }
    facts
}

/// When, where and with what, in one line.
pub(crate) fn provenance(results: &Results) -> String {
    let environment = &results.environment;
    let mode = match results.plan.mode {
        Mode::Quick => "quick",
        Mode::Default => "default",
        Mode::Full => "full",
    };
    let compiler: Vec<_> = environment.rustc.split_whitespace().take(2).collect();
    let commit = environment.commit.as_deref().map_or_else(String::new, |commit| {
        let commit: String = commit.chars().take(10).collect();
        let changes = if environment.dirty == Some(true) { " with changes" } else { "" };
        format!(", commit {commit}{changes}")
    });
    format!(
        "A {mode} run of {} on {}, {}{commit}.",
        environment.started.replace('T', " ").replace('Z', " UTC"),
        environment.cpu,
        compiler.join(" ")
    )
}

const WAITING_IS_FREE: &str = " A thread that waits for its core spends no CPU time, so a busy \
    machine does less harm than it would to wall time.";

/// What each number means, and what it does not.
pub(crate) fn meaning(results: &Results) -> Vec<(&'static str, String)> {
    let budget = format::many(results.plan.call_budget, "recursive call");
    vec![
        (
            "Time per puzzle",
            format!(
                "{}: the mean over all puzzles that were timed, each equally often. A few hard \
                 puzzles may make up most of it; the median puzzle stands beside it, from one \
                 solve of every puzzle.{}",
                capital(clock(results)),
                if clock(results) == "wall time" { "" } else { WAITING_IS_FREE }
            ),
        ),
        (
            "95 % interval",
            "From the spread between builds, each with its own order of functions and, where \
             there are enough, its own puzzles. It says what other puzzles of the kind would give \
             on this machine and with this compiler, not what another machine would."
                .to_owned(),
        ),
        (
            "Time per placement",
            "The time divided by the digits placed. Solvers with the row-major tree place the \
             same digits, so between them it is the cost of a step and nothing else. For a solver \
             with a tree of its own it is not comparable."
                .to_owned(),
        ),
        (
            "Few puzzles",
            "A single puzzle, solved over and over, is learnt by heart: its branches are \
             foreseen, and it comes out cheaper per placement than the same work on puzzles that \
             change. leetcode-37 and finished are such puzzles. Everywhere else a puzzle comes \
             back only after all others of its build have passed."
                .to_owned(),
        ),
        (
            "× fastest",
            "The mean time divided by that of the fastest solver. The table of ratios says how well \
             such a figure is known."
                .to_owned(),
        ),
        (
            "Ratios",
            "All solvers of a league go over a few puzzles in turn, in random order, then over the \
             next few. The puzzles are dealt out to several builds with their functions in \
             different orders; the ratio is that of all times together on the puzzles that both \
             solvers finished, and its interval comes from the spread between the builds. The \
             noise floor is by how much a solver differs from a copy of itself."
                .to_owned(),
        ),
        (
            "Counts",
            "Exact, and the same on every machine. They are made by the code that is timed, in a \
             run of its own."
                .to_owned(),
        ),
        (
            "Answers",
            "Every answer was checked before anything was timed: a full grid without conflict \
             that extends the puzzle, or truly no solution. Who answers wrongly is not timed."
                .to_owned(),
        ),
        (
            "Budget",
            format!(
                "A solver that makes more than {budget} on a puzzle is stopped there, which takes \
                 the puzzle from nobody else. Means and sums are shown of solvers that finished \
                 every puzzle of a set; a ratio stands on the puzzles that its two solvers \
                 finished, and who is stopped on more than a tenth of a set has none there."
            ),
        ),
        (
            "No single number",
            "There is no mean over the sets, geometric or other. Which solver is fastest \
             depends on the puzzles; a mean would only say which puzzles were chosen."
                .to_owned(),
        ),
    ]
}

/// The commands that make such a report, each with what it does.
pub(crate) fn commands(results: &Results) -> [(&str, &'static str); 2] {
    let bench = match results.plan.command.as_str() {
        "" => "cargo xtask bench",
        command => command,
    };
    [(bench, "measures again"), ("cargo xtask report DIR", "draws a run again from its raw data")]
}

/// With a capital at its beginning.
pub(crate) fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

/// `a`, `a and b`, `a, b and c`.
pub(crate) fn listed(names: &[&str]) -> String {
    match names {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_listed_as_people_do() {
        assert_eq!(listed(&["a"]), "a");
        assert_eq!(listed(&["a", "b", "c"]), "a, b and c");
    }
}
