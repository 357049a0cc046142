//! The finding of a run, in two sentences: the fastest solver for many puzzles at a time, and that for
//! one puzzle, each with its factor to the reference.

use sudoku_judge::claims::Check;
use sudoku_judge::format::{self, joined};
use sudoku_judge::{Against, Climb, Interval, Ratio, Ratios, Results, Rows, Status, Totals};

use crate::names::{self, of_program};
use crate::tables::gains::greatest;

/// The finding; for a run without ratios, what there is to say.
pub(crate) fn finding(results: &Results) -> String {
    let climb = || Some(sentence(&Climb::of(results)?));
    climb()
        .or_else(|| alone(results))
        .or_else(|| fastest(results))
        .unwrap_or_else(|| "Nothing was timed".to_owned())
        + "."
}

/// The 95 % interval for fresh puzzles of the kind; `None` if the difference is undecided.
pub(crate) fn on_kind(climb: &Climb) -> Option<String> {
    let kind = climb.fastest.kind.filter(|_| !climb.is_undecided())?;
    let puzzles = format::count(kind.puzzles);
    Some(format!("in total time {} for {puzzles} fresh puzzles of the kind", ends(kind.ratio)))
}

/// How many times as fast, at least and at most.
pub(crate) fn ends(Interval { low, high, .. }: Interval) -> String {
    let [least, most] = [high, low].map(|end| format::rounded(1.0 / end));
    format!("{least} to {most} times")
}

/// How many times as fast the fastest solver is as the reference in total time.
fn in_total(climb: &Climb) -> String {
    let Climb { corpus, from, fastest: Against { solver, time, width, .. }, .. } = climb;
    if solver == from {
        return format!("On {corpus}, no solver is faster than {from}");
    }
    if climb.is_undecided() {
        return format!("On {corpus}, {solver} and {from} cannot be told apart");
    }
    let whole = format::rounded(1.0 / time.point);
    let side_by_side = match width {
        1 => String::new(),
        width => format!(" ({} puzzles at a time)", format::cardinal(*width)),
    };
    format!("On {corpus}, {solver}{side_by_side} is {whole} times as fast as {from} in total time")
}

/// The factor in total time with its interval, a peer that is faster still, and the fastest solver for
/// one puzzle.
fn sentence(climb: &Climb) -> String {
    if climb.is_undecided() {
        return in_total(climb);
    }
    let peer = climb.peer.as_ref().map(|(peer, share)| {
        let again = format::rounded(1.0 / share);
        format!(". The peer {peer} is {again} times as fast as that")
    });
    let parts = [Some(format!(" ({})", ends(climb.fastest.time))), peer, alone_at_a_time(climb)];
    parts.into_iter().flatten().fold(in_total(climb), |text, part| text + &part)
}

/// The fastest solver for one puzzle by a call of its own: its time and its factor.
fn alone_at_a_time(climb: &Climb) -> Option<String> {
    let Against { solver, typical, once_median_ns, .. } = climb.one.as_ref()?;
    let (typical, took) = ((*typical)?, format::time((*once_median_ns)?));
    let factor = format::rounded(1.0 / typical.point);
    Some(format!(
        ". For one puzzle at a time, {solver} is the fastest: a median of {took}, {factor} times as fast on a \
         typical puzzle ({})",
        ends(typical)
    ))
}

/// Where the factor in total time comes from; the factor alone if nodes are not counted.
pub(crate) fn in_factors(climb: &Climb) -> String {
    let Climb { from, fastest, .. } = climb;
    let reasons = reasons(fastest).filter(|reasons| !reasons.is_empty() && !climb.is_undecided());
    let whole = format::rounded(1.0 / fastest.time.point);
    let of = |reasons| format!("{} is {whole} times as fast as {from}{reasons}", fastest.solver);
    reasons.map_or_else(|| in_total(climb), of)
}

/// How much of the factor in time comes from fewer and how much from cheaper nodes; `None` if work is
/// not counted.
fn reasons(against: &Against) -> Option<String> {
    let work = against.work?;
    let cost = against.cost()?.point;
    // Nodes are exact.
    let [smaller, larger] = [1.0 / work, work].map(format::counted);
    let [cheaper, dearer] = [1.0 / cost, cost].map(format::rounded);
    Some(match (larger == "1.00", dearer == "1.00") {
        (true, true) => String::new(),
        (true, false) => ", by cheaper nodes: their number is the same".to_owned(),
        (false, true) => ", by fewer nodes: a node costs the same".to_owned(),
        _ if work > 1.0 => {
            format!(": {cheaper} times by cheaper nodes, although there are {larger} times as many")
        }
        _ if cost > 1.0 => {
            format!(": {smaller} times by fewer nodes, although each takes {dearer} times as long")
        }
        _ => format!(": {smaller} times by fewer nodes, {cheaper} times by cheaper nodes"),
    })
}

/// The time of the only solver of a run, on its first set with a time; `None` if there are several.
fn alone(results: &Results) -> Option<String> {
    let [solver] = results.plan.solvers.as_slice() else { return None };
    results.plan.corpora.iter().find_map(|corpus| {
        let timing = Status::of(results, &solver.id, &corpus.name).timing()?;
        let time = format::time(timing.mean_ns.point);
        Some(format!("{} takes {time} for a puzzle of {}", solver.id, corpus.name))
    })
}

/// The finding about total time alone, in two lines.
pub(crate) fn in_brief(results: &Results) -> String {
    Climb::of(results).map_or_else(|| finding(results), |climb| in_total(&climb) + ".")
}

/// The factor for fresh puzzles, the processor, the day and the size of the run, in one line.
pub(crate) fn machine(results: &Results) -> String {
    let Totals { solvers, sets, .. } = results.totals();
    let parts = [
        Climb::of(results).and_then(|climb| on_kind(&climb)),
        Some(format!("{}, {}", results.environment.cpu, names::day(results))),
        results.ratios.as_ref().map(floor),
        Some(format!("{} on {}", format::many(solvers, "solver"), format::many(sets, "set"))),
    ];
    format::capital(&joined(parts.into_iter().flatten(), "; ")) + "."
}

/// How many times as fast as the baseline the fastest solver is by the references of other
/// processors; `None` without such references.
pub(crate) fn processors(check: &Check) -> Option<String> {
    let factor = |(processor, Climb { fastest, .. }): &(String, Climb)| {
        let Against { solver, time, .. } = fastest;
        let factor = format::rounded(1.0 / time.point);
        format!("{factor} times with {solver} on {processor} ({})", ends(*time))
    };
    let factors = joined(check.climbs.iter().map(factor), "; ");
    let text = format!(
        "The factor in total time on other processors: {factors}. One that was not measured may lie \
         outside."
    );
    (!factors.is_empty()).then_some(text)
}

/// The greatest noise floor of the run; without a second copy of a solver there is none.
fn floor_of(ratios: &Ratios) -> Option<String> {
    (!ratios.noise_floors.is_empty()).then(|| format::share(ratios.noise_floor))
}

/// The noise floor in short, as the head of the self-checks shows it.
pub(crate) fn floor(ratios: &Ratios) -> String {
    let floor = floor_of(ratios).unwrap_or_else(|| "not measured".to_owned());
    format!("noise floor {floor}")
}

/// The greatest noise floor of the run, in words; empty without ratios.
pub(crate) fn noise_floor(results: &Results) -> String {
    results.ratios.as_ref().map_or_else(String::new, |ratios| match floor_of(ratios) {
        Some(floor) => format!("The noise floor, by which copies of one solver differ, is {floor}"),
        None => "The noise floor was not measured".to_owned(),
    })
}

/// The number of sets and of puzzles, in words.
pub(crate) fn puzzles(results: &Results) -> String {
    let Totals { sets, puzzles, .. } = results.totals();
    format!("{}, {} taken", format::many(sets, "set"), format::many(puzzles, "puzzle"))
}

/// How the fastest program in another language compares with the baseline, the fastest solver and
/// three other programs, on the leading set or else on the first set with a time of a program;
/// empty without programs.
pub(crate) fn programs(results: &Results) -> String {
    if results.programs.is_empty() {
        return String::new();
    }
    let asked = format::many(results.programs.len(), "program");
    let left = results.programs.iter().filter(|record| record.fault().is_some()).count();
    let left = (left > 0).then(|| format!("{left} of {asked} left the run"));
    let on = |corpus: &str| {
        let times = results.program_times.on(corpus).filter_map(|time| {
            Some((time.program.clone(), results.program_mean(&time.program, corpus)?.point))
        });
        let mut times: Vec<(String, f64)> = times.collect();
        times.sort_by(|one, other| one.1.total_cmp(&other.1));
        let ((id, ns), others) = times.split_first()?;
        let others = others.iter().take(3).map(|(other, its)| {
            let factor = format::rounded(its / ns);
            format!("{} takes {factor} times as long as {}", of_program(other), of_program(id))
        });
        Some(joined([program(results, corpus, id, *ns)].into_iter().chain(others), "; "))
    };
    let lead = results.lead().map(|ladder| &*ladder.corpus);
    let sets = results.plan.corpora.iter().map(|corpus| &*corpus.name);
    let timed = lead.into_iter().chain(sets).find_map(on);
    let nothing = || "No program was timed".to_owned();
    let parts = [timed.or_else(|| left.is_none().then(nothing)), left];
    joined(parts.into_iter().flatten(), "; ")
}

/// The time of a program for a puzzle, beside the baseline and the fastest solver.
fn program(results: &Results, corpus: &str, id: &str, ns: f64) -> String {
    let baseline = results.ratios.as_ref().and_then(|ratios| {
        Some((ratios.reference_on(corpus)?, ratios.to_reference(id, corpus)?.point))
    });
    let against = baseline.map(|(baseline, ratio)| match ratio {
        ratio if ratio < 1.0 => {
            format!("{} times as fast as {baseline}", format::rounded(1.0 / ratio))
        }
        ratio => format!("it takes {} times as long as {baseline}", format::rounded(ratio)),
    });
    let fastest = results.fastest_on(corpus);
    let fastest = fastest.filter(|(solver, _)| baseline.is_none_or(|(known, _)| known != *solver));
    let fastest = fastest.map(|(solver, its)| match ns / its {
        factor if factor > 1.0 => {
            format!("{solver} is {} times as fast as it", format::rounded(factor))
        }
        _ => "no solver of the run is as fast".to_owned(),
    });
    let beside = joined(against.into_iter().chain(fastest), "; ");
    let colon = if beside.is_empty() { "" } else { ": " };
    format!("{} solves {corpus} in {} a puzzle{colon}{beside}", of_program(id), format::time(ns))
}

/// The solver that is the fastest on most sets, and the next two; `None` if nothing was timed.
pub(crate) fn fastest(results: &Results) -> Option<String> {
    let sets = results.fastest();
    let all = format::many(sets.iter().map(|(_, number)| number).sum::<usize>(), "set");
    match sets.as_slice() {
        [] => None,
        [(only, 1)] => Some(format!("{only} is the fastest on the only set with times")),
        [(only, _)] => Some(format!("{only} is the fastest on all of {all}")),
        [(first, most), others @ ..] => {
            let others = others.iter().take(2).map(|(id, number)| format!("{id} on {number}"));
            let others = format::listed(&others.collect::<Vec<_>>());
            Some(format!("{first} is the fastest on {most} of {all}, {others}"))
        }
    }
}

/// The lesson whose solver gains most on the leading set.
pub(crate) fn steps(results: &Results, check: &Check) -> String {
    let set = results.lead().map_or("", |ladder| &ladder.corpus);
    greatest(&check.gains, set).map_or_else(String::new, |Ratio { solver, reference, ratio, .. }| {
        let factor = format::factor(1.0 / ratio.point);
        format!(
            "The greatest single step on {set}: {solver} is {factor} times as fast as {reference}, \
             the fastest with which its lesson compares it"
        )
    })
}

/// The run in a few figures, each with its name.
pub(crate) fn facts(results: &Results) -> String {
    let Totals { solvers, sets, puzzles, right, wrong, stopped } = results.totals();
    let named = [
        (solvers, "solver"),
        (sets, "set"),
        (puzzles, "puzzle"),
        (right, "right answer"),
        (wrong, "wrong answer"),
    ];
    let stopped = (stopped > 0).then(|| format!("{} stopped", format::count(stopped)));
    let facts = named.into_iter().map(|(number, thing)| format::many(number, thing));
    joined(facts.chain(stopped), ", ")
}

#[cfg(test)]
mod tests {
    use sudoku_judge::OnKind;

    use super::*;

    fn climb(time: f64, work: Option<f64>) -> Climb {
        let time = Interval { point: time, low: time / 2.0, high: time * 2.0 };
        let fastest = Against {
            solver: "fast".to_owned(),
            time,
            kind: None,
            typical: None,
            width: 1,
            mean_ns: None,
            once_median_ns: None,
            work,
            noise_floor: 0.01,
            is_peer: false,
            is_program: false,
        };
        let [corpus, from] = ["set", "slow"].map(str::to_owned);
        Climb { corpus, from, fastest, one: None, peer: None }
    }

    #[test]
    fn the_factor_has_its_interval() {
        let said = sentence(&climb(0.000_061, None));
        let total = "On set, fast is 16,000 times as fast as slow in total time";
        assert_eq!(said, format!("{total} (8,200 to 33,000 times)"));
    }

    #[test]
    fn the_fastest_for_one_puzzle_is_named_beside_the_fastest_for_many() {
        let mut climb = climb(0.000_061, None);
        climb.fastest.width = 2;
        let one = Against {
            solver: "nimble".to_owned(),
            typical: Some(Interval { point: 0.000_4, low: 0.000_38, high: 0.000_42 }),
            once_median_ns: Some(3210.0),
            ..climb.fastest.clone()
        };
        climb.one = Some(one);
        let total =
            "On set, fast (two puzzles at a time) is 16,000 times as fast as slow in total time";
        let one = "For one puzzle at a time, nimble is the fastest: a median of 3.21 µs, 2,500 times as fast on \
                   a typical puzzle (2,400 to 2,600 times)";
        assert_eq!(sentence(&climb), format!("{total} (8,200 to 33,000 times). {one}"));
        assert_eq!(on_kind(&climb), None);
        let ratio = Interval { point: 1e-4, low: 0.9e-4, high: 1.2e-4 };
        climb.fastest.kind = Some(OnKind { puzzles: 20_000, ratio });
        let kind = "in total time 8,300 to 11,000 times for 20,000 fresh puzzles of the kind";
        assert_eq!(on_kind(&climb).unwrap(), kind);
        climb.fastest.time = Interval { point: 0.9, low: 0.8, high: 1.1 };
        assert_eq!(sentence(&climb), "On set, fast and slow cannot be told apart");
        assert_eq!(on_kind(&climb), None);
    }

    #[test]
    fn tree_and_step_are_distinguished() {
        let why = |time, work| reasons(&climb(time, work).fastest).unwrap_or_default();
        let both = ": 50.0 times by fewer nodes, 2.00 times by cheaper nodes";
        assert_eq!(why(0.01, Some(0.02)), both);
        let dearer = ": 400 times by fewer nodes, although each takes 4.00 times as long";
        assert_eq!(why(0.01, Some(0.0025)), dearer);
        let larger = ": 20.0 times by cheaper nodes, although there are 2.00 times as many";
        assert_eq!(why(0.1, Some(2.0)), larger);
        assert_eq!(why(0.1, Some(1.0)), ", by cheaper nodes: their number is the same");
        assert_eq!(why(0.1, Some(0.1)), ", by fewer nodes: a node costs the same");
        assert_eq!(why(0.1, None), "", "work is not counted");
        assert_eq!(
            in_factors(&climb(0.01, Some(0.02))),
            format!("fast is 100 times as fast as slow{both}")
        );
        let total = "On set, fast is 10.0 times as fast as slow in total time";
        assert_eq!(in_factors(&climb(0.1, None)), total);
    }

    #[test]
    fn a_peer_that_is_faster_still_is_named() {
        let peer = Some(("peers/x".to_owned(), 0.5));
        let said = sentence(&Climb { peer, ..climb(0.1, Some(0.2)) });
        assert!(
            said.ends_with(" times). The peer peers/x is 2.00 times as fast as that"),
            "{said}"
        );
    }

    #[test]
    fn a_ratio_within_noise_is_called_equal() {
        let said = |point: f64, spread: f64| {
            let mut climb = climb(point, Some(0.5));
            climb.fastest.time = Interval { point, low: point / spread, high: point * spread };
            sentence(&climb)
        };
        let equal = "On set, fast and slow cannot be told apart";
        assert_eq!(said(0.9, 1.2), equal, "by chance");
        assert_eq!(said(0.995, 1.001), equal, "inside the noise floor");
        assert_ne!(said(0.9, 1.001), equal);
        let mut alone = climb(1.0, Some(1.0));
        alone.fastest.solver = "slow".to_owned();
        assert_eq!(sentence(&alone), "On set, no solver is faster than slow");
    }
}
