//! The finding of a run, in one sentence: how much faster the fastest solver is than the reference,
//! and how much of that comes from fewer nodes and how much from cheaper nodes.

use sudoku_judge::claims::Check;
use sudoku_judge::{Against, Climb, Interval, Ratio, Ratios, Results, Status, Totals};

use crate::format::{self, joined};
use crate::names;
use crate::tables::programs::name;

/// The finding; for a run without ratios, what there is to say.
pub(crate) fn finding(results: &Results) -> String {
    let climb = || Some(sentence(&Climb::of(results)?));
    climb()
        .or_else(|| alone(results))
        .or_else(|| fastest(results))
        .unwrap_or_else(|| "Nothing was timed".to_owned())
        + "."
}

/// The 95 % intervals of the factors in total time and on a typical puzzle; `None` if the
/// difference is undecided.
fn interval(climb: &Climb) -> Option<String> {
    if climb.is_undecided() {
        return None;
    }
    let total = format!("95 % interval {} in total time", ends(climb.fastest.time));
    let kind = climb.fastest.kind.map(|kind| {
        let puzzles = format::count(kind.puzzles);
        format!(", {} for {puzzles} fresh puzzles of the kind", ends(kind.ratio))
    });
    let typical =
        climb.fastest.typical.map(|typical| format!(", {} on a typical puzzle", ends(typical)));
    Some([Some(total), kind, typical].into_iter().flatten().collect())
}

/// How many times as fast, at least and at most.
fn ends(Interval { low, high, .. }: Interval) -> String {
    let [least, most] = [high, low].map(|end| format::rounded(1.0 / end));
    format!("{least} to {most} times")
}

/// Says how many times as fast the fastest solver is as the reference, in total and on a typical
/// puzzle, without the reasons.
pub(crate) fn claim(climb: &Climb) -> String {
    let typical = factor_on_a_typical_puzzle(climb);
    let typical = typical.map(|factor| format!(", {factor} times on a typical puzzle"));
    in_total(climb) + &typical.unwrap_or_default()
}

/// How many times as fast the fastest solver is on a typical puzzle; `None` if the difference in
/// total time is undecided, or if the survey has no such ratio.
fn factor_on_a_typical_puzzle(climb: &Climb) -> Option<String> {
    let typical = climb.fastest.typical.filter(|_| !climb.is_undecided())?;
    Some(format::rounded(1.0 / typical.point))
}

/// The part of [`claim`] that is about the total time.
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

/// The claim with its reasons, the factor on a typical puzzle, and a peer that is faster still.
fn sentence(climb: &Climb) -> String {
    if climb.is_undecided() {
        return in_total(climb);
    }
    let peer = climb.peer.as_ref().map(|(peer, share)| {
        let again = format::rounded(1.0 / share);
        format!(". The peer {peer} is {again} times as fast as that")
    });
    let parts = [reasons(&climb.fastest), peer, typical(climb)];
    parts.into_iter().flatten().fold(in_total(climb), |text, part| text + &part)
}

/// The factor on a typical puzzle, and the time of a single call.
fn typical(climb: &Climb) -> Option<String> {
    let factor = factor_on_a_typical_puzzle(climb)?;
    let took = climb.fastest.once_median_ns.map(|ns| format!(" and takes {}", format::time(ns)));
    Some(format!(
        ". On a typical puzzle, solved by one call, once, it is {factor} times as fast{}",
        took.unwrap_or_default()
    ))
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

/// The finding without its reasons, in two lines or three.
pub(crate) fn in_brief(results: &Results) -> String {
    Climb::of(results).map_or_else(|| finding(results), |climb| claim(&climb) + ".")
}

/// The intervals of the finding, the processor, the day and the size of the run, in one line.
pub(crate) fn machine(results: &Results) -> String {
    let floor = |ratios: &Ratios| format!("noise floor {}", format::share(ratios.noise_floor));
    let Totals { solvers, sets, .. } = results.totals();
    let parts = [
        Climb::of(results).and_then(|climb| interval(&climb)),
        Some(format!("{}, {}", results.environment.cpu, names::day(results))),
        results.ratios.as_ref().map(floor),
        Some(format!("{} on {}", format::many(solvers, "solver"), format::many(sets, "set"))),
    ];
    joined(parts.into_iter().flatten(), "; ") + "."
}

/// How many times as fast as the baseline the fastest solver is by the references of other
/// processors; `None` without such references.
pub(crate) fn processors(check: &Check) -> Option<String> {
    let factor = |(processor, Ratio { solver, ratio, .. }): &(String, Ratio)| {
        let factor = format::rounded(1.0 / ratio.point);
        format!("{factor} times with {solver} on {processor} ({})", ends(*ratio))
    };
    let factors = joined(check.fastest.iter().map(factor), "; ");
    let text = format!(
        "The factor in total time on other processors: {factors}. One that was not measured may lie \
         outside."
    );
    (!factors.is_empty()).then_some(text)
}

/// The greatest noise floor of the run, in words; empty without ratios.
pub(crate) fn noise_floor(results: &Results) -> String {
    results.ratios.as_ref().map_or_else(String::new, |ratios| {
        let floor = format::share(ratios.noise_floor);
        format!("The noise floor, by which copies of one solver differ, is {floor}")
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
            format!("`{}` takes {} times as long", name(other), format::rounded(its / ns))
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
        factor if factor > 1.0 => format!("{solver} is {} times as fast", format::rounded(factor)),
        _ => "no solver of the run is as fast".to_owned(),
    });
    let beside = joined(against.into_iter().chain(fastest), "; ");
    let colon = if beside.is_empty() { "" } else { ": " };
    format!("`{}` solves {corpus} in {} a puzzle{colon}{beside}", name(id), format::time(ns))
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

/// The step of the leading ladder with the greatest factor in time.
pub(crate) fn steps(results: &Results) -> String {
    results.greatest_step().map_or_else(String::new, |(solver, step)| {
        let factor = format::factor(1.0 / step.time.point);
        format!("The greatest: {solver} is {factor} times as fast as {}", step.from)
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
            once_median_ns: None,
            work,
            noise_floor: 0.01,
            is_peer: false,
            is_program: false,
        };
        Climb { corpus: "set".to_owned(), from: "slow".to_owned(), fastest, peer: None }
    }

    fn why(time: f64, work: Option<f64>) -> String {
        let climb = climb(time, work);
        let (claim, whole) = (claim(&climb), sentence(&climb));
        whole.strip_prefix(&claim).unwrap_or_else(|| panic!("{whole}")).to_owned()
    }

    #[test]
    fn the_factor_has_its_interval() {
        let climb = climb(0.000_061, None);
        assert_eq!(sentence(&climb), "On set, fast is 16,000 times as fast as slow in total time");
        assert_eq!(interval(&climb).unwrap(), "95 % interval 8,200 to 33,000 times in total time");
    }

    #[test]
    fn a_typical_puzzle_is_named_beside_the_total() {
        let mut climb = climb(0.000_061, None);
        climb.fastest.typical = Some(Interval { point: 0.000_4, low: 0.000_38, high: 0.000_42 });
        climb.fastest.once_median_ns = Some(3210.0);
        climb.fastest.width = 2;
        let total =
            "On set, fast (two puzzles at a time) is 16,000 times as fast as slow in total time";
        assert_eq!(claim(&climb), format!("{total}, 2,500 times on a typical puzzle"));
        let once = "On a typical puzzle, solved by one call, once, it is 2,500 times as fast and \
                    takes 3.21 µs";
        assert_eq!(sentence(&climb), format!("{total}. {once}"));
        let both = "95 % interval 8,200 to 33,000 times in total time, 2,400 to 2,600 times on a \
                    typical puzzle";
        assert_eq!(interval(&climb).unwrap(), both);
        let ratio = Interval { point: 1e-4, low: 0.9e-4, high: 1.2e-4 };
        climb.fastest.kind = Some(OnKind { puzzles: 20_000, ratio });
        let all = both.replace(
            ", 2,400",
            ", 8,300 to 11,000 times for 20,000 fresh puzzles of the kind, 2,400",
        );
        assert_eq!(interval(&climb).unwrap(), all);
        climb.fastest.time = Interval { point: 0.9, low: 0.8, high: 1.1 };
        assert_eq!(claim(&climb), "On set, fast and slow cannot be told apart");
    }

    #[test]
    fn tree_and_step_are_distinguished() {
        let both = ": 50.0 times by fewer nodes, 2.00 times by cheaper nodes";
        assert_eq!(why(0.01, Some(0.02)), both);
        let dearer = ": 400 times by fewer nodes, although each takes 4.00 times as long";
        assert_eq!(why(0.01, Some(0.0025)), dearer);
        let larger = ": 20.0 times by cheaper nodes, although there are 2.00 times as many";
        assert_eq!(why(0.1, Some(2.0)), larger);
        assert_eq!(why(0.1, Some(1.0)), ", by cheaper nodes: their number is the same");
        assert_eq!(why(0.1, Some(0.1)), ", by fewer nodes: a node costs the same");
        assert_eq!(why(0.1, None), "", "work is not counted");
    }

    #[test]
    fn a_peer_that_is_faster_still_is_named() {
        let peer = Some(("peers/x".to_owned(), 0.5));
        let said = sentence(&Climb { peer, ..climb(0.1, Some(0.2)) });
        assert!(said.ends_with(" nodes. The peer peers/x is 2.00 times as fast as that"), "{said}");
    }

    #[test]
    fn a_ratio_within_noise_is_called_equal() {
        let said = |point: f64, spread: f64| {
            let mut climb = climb(point, Some(0.5));
            climb.fastest.time = Interval { point, low: point / spread, high: point * spread };
            assert_eq!(interval(&climb).is_none(), sentence(&climb).contains("told apart"));
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
