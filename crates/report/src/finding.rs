//! What a run has found, in one sentence: how much faster the fastest solver is than the slowest,
//! and how much of that is a smaller tree and how much a cheaper step.

use std::fmt::{self, Display, Formatter};

use sudoku_measure::{Interval, Ladder, Order, Results};

use crate::charts::climbed;
use crate::standing::Standing;
use crate::{format, words};

/// The sentence; of a run without ratios, what there is.
pub(crate) fn finding(results: &Results) -> String {
    let sentence = || Some(Climb::of(results)?.to_string());
    sentence()
        .or_else(|| alone(results))
        .or_else(|| words::fastest(results))
        .unwrap_or_else(|| "Nothing was timed".to_owned())
        + "."
}

/// The fastest solver of a ladder against the one that all are compared with; where it is that one,
/// against the slowest.
#[derive(Debug, Clone)]
pub(crate) struct Climb {
    corpus: String,
    fastest: String,
    from: String,
    /// The factor in time, and what may be said of it.
    time: Interval,
    verdict: Order,
    /// The factor in nodes of the search.
    work: Option<f64>,
    /// A peer that is faster still, and its time by that of the fastest.
    peer: Option<(String, f64)>,
}

impl Climb {
    /// On the first ladder of a run; none where fewer than two solvers were run in pairs. The
    /// fastest is one of ours, whose tree is known.
    pub(crate) fn of(results: &Results) -> Option<Self> {
        let Ladder { corpus, rungs } = climbed(results).into_iter().next()?;
        let ratios = results.ratios.as_ref()?;
        let solvers = &results.plan.solvers;
        let is_peer = |id: &str| solvers.iter().any(|one| one.id == id && one.peer.is_some());
        let own = rungs.iter().rfind(|rung| !is_peer(&rung.solver))?;
        let top = rungs.last().filter(|top| top.solver != own.solver);
        let peer = top.and_then(|top| {
            let [theirs, ours] = [top, own].map(|rung| ratios.to_reference(&rung.solver, corpus));
            Some((top.solver.clone(), theirs?.point / ours?.point))
        });
        let climb = |from: &str, time, verdict, work| Self {
            corpus: corpus.clone(),
            fastest: own.solver.clone(),
            from: from.to_owned(),
            time,
            verdict,
            work,
            peer,
        };
        let whole = own.slowest.as_ref();
        let Some(row) = ratios.rows.of(&own.solver, corpus) else {
            let whole = whole?;
            return Some(climb(&whole.from, whole.time, whole.verdict, whole.work));
        };
        let reference = rungs.iter().find(|rung| rung.solver == row.reference)?;
        // The slowest has no step, and its own work.
        let down = reference.slowest.as_ref().map_or(Some(1.0), |step| step.work);
        let work = whole.and_then(|whole| Some(whole.work? / down?));
        Some(climb(&row.reference, row.ratio, row.verdict, work))
    }

    /// Who is how many times as fast as whom, without the reasons.
    pub(crate) fn claim(&self) -> String {
        let Self { corpus, fastest, from, time, .. } = self;
        if self.verdict != Order::Faster {
            return format!("On {corpus}, {fastest} and {from} cannot be told apart");
        }
        let whole = format::rounded(1.0 / time.point);
        format!("On {corpus}, {fastest} is {whole} times as fast as {from}")
    }
}

impl Display for Climb {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.claim())?;
        if self.verdict != Order::Faster {
            return Ok(());
        }
        let [least, most] = [self.time.high, self.time.low].map(|end| format::rounded(1.0 / end));
        write!(f, " (95 % interval {least} to {most}){}", self.reasons().unwrap_or_default())?;
        match &self.peer {
            Some((peer, share)) => {
                let again = format::rounded(1.0 / share);
                write!(f, ". The peer {peer} is {again} times as fast as that")
            }
            None => Ok(()),
        }
    }
}

impl Climb {
    /// How much of the factor in time is the tree and how much the step; none where work is not
    /// counted.
    fn reasons(&self) -> Option<String> {
        let work = self.work?;
        let cost = self.time.point / work;
        let [smaller, cheaper] = [1.0 / work, 1.0 / cost].map(format::rounded);
        let [larger, dearer] = [work, cost].map(format::rounded);
        Some(match (larger == "1.00", dearer == "1.00") {
            (true, true) => String::new(),
            (true, false) => ", by a cheaper step: the trees are of one size".to_owned(),
            (false, true) => ", by a smaller tree: a step costs the same".to_owned(),
            _ if work > 1.0 => format!(
                ": {cheaper} times by a cheaper step, although its tree is {larger} times as large"
            ),
            _ if cost > 1.0 => format!(
                ": {smaller} times by a smaller tree, although each step costs {dearer} times as \
                 much"
            ),
            _ => format!(": {smaller} times by a smaller tree, {cheaper} times by a cheaper step"),
        })
    }
}

/// The only solver of a run, on its first set with a time.
fn alone(results: &Results) -> Option<String> {
    let [solver] = results.plan.solvers.as_slice() else { return None };
    results.plan.corpora.iter().find_map(|corpus| {
        let timing = Standing::of(results, &solver.id, &corpus.name).timing()?;
        let time = format::time(timing.ns_per_puzzle.point);
        Some(format!("{} takes {time} for a puzzle of {}", solver.id, corpus.name))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn climb(time: f64, work: Option<f64>) -> Climb {
        Climb {
            corpus: "set".to_owned(),
            fastest: "fast".to_owned(),
            from: "slow".to_owned(),
            time: Interval { point: time, low: time / 2.0, high: time * 2.0 },
            verdict: Order::Faster,
            work,
            peer: None,
        }
    }

    fn why(time: f64, work: Option<f64>) -> String {
        let climb = climb(time, work);
        let told = climb.to_string();
        let (_, reasons) = told.split_once(')').expect("an interval");
        reasons.to_owned()
    }

    #[test]
    fn the_factor_has_its_interval() {
        let told = climb(0.000_061, None).to_string();
        let due = "On set, fast is 16,000 times as fast as slow (95 % interval 8,200 to 33,000)";
        assert_eq!(told, due);
    }

    #[test]
    fn tree_and_step_are_told_apart() {
        let both = ": 50.0 times by a smaller tree, 2.00 times by a cheaper step";
        assert_eq!(why(0.01, Some(0.02)), both);
        let dearer = ": 400 times by a smaller tree, although each step costs 4.00 times as much";
        assert_eq!(why(0.01, Some(0.0025)), dearer);
        let larger = ": 20.0 times by a cheaper step, although its tree is 2.00 times as large";
        assert_eq!(why(0.1, Some(2.0)), larger);
        assert_eq!(why(0.1, Some(1.0)), ", by a cheaper step: the trees are of one size");
        assert_eq!(why(0.1, Some(0.1)), ", by a smaller tree: a step costs the same");
        assert_eq!(why(0.1, None), "", "work is not counted");
    }

    #[test]
    fn a_peer_that_is_faster_still_is_named() {
        let peer = Some(("peers/x".to_owned(), 0.5));
        let told = Climb { peer, ..climb(0.1, Some(0.2)) }.to_string();
        assert!(told.ends_with(" step. The peer peers/x is 2.00 times as fast as that"), "{told}");
    }

    #[test]
    fn what_cannot_be_told_apart_is_not() {
        let told = Climb { verdict: Order::Undecided, ..climb(0.9, Some(0.5)) }.to_string();
        assert_eq!(told, "On set, fast and slow cannot be told apart");
    }
}
