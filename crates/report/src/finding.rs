//! What a run has found, in one sentence: how much faster the fastest solver is than the slowest,
//! and how much of that is a smaller tree and how much a cheaper step.

use std::fmt::{self, Display, Formatter};

use sudoku_findings::{Interval, Ladder, Results, Rung};

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

/// A solver on the first ladder of a run against the one that all are compared with.
#[derive(Debug, Clone)]
pub(crate) struct Against {
    pub(crate) solver: String,
    /// The factor in time.
    pub(crate) time: Interval,
    /// The factor in nodes of the search; none where one of the two has no counts.
    pub(crate) work: Option<f64>,
    /// By how much two copies of one solver differ.
    noise_floor: f64,
    is_peer: bool,
}

impl Against {
    /// Every solver that was run in pairs, the slowest first, the reference among them; none where
    /// fewer than two were.
    pub(crate) fn all(results: &Results) -> Option<(&Ladder, Vec<Self>)> {
        let ladder = climbed(results).into_iter().next()?;
        let ratios = results.ratios.as_ref()?;
        let peers = results.plan.solvers.iter().filter(|solver| solver.peer.is_some());
        let peers: Vec<&str> = peers.map(|peer| peer.id.as_str()).collect();
        let reference = ratios.reference_on(&ladder.corpus)?;
        // The slowest has no step down to itself.
        let down = |rung: &Rung| rung.slowest.as_ref().map_or(Some(1.0), |step| step.work);
        let below = down(ladder.rungs.iter().find(|rung| rung.solver == reference)?);
        let against = |rung: &Rung| {
            Some(Self {
                solver: rung.solver.clone(),
                time: ratios.to_reference(&rung.solver, &ladder.corpus)?,
                work: down(rung).zip(below).map(|(above, below)| above / below),
                noise_floor: ratios.noise_floor,
                is_peer: peers.contains(&rung.solver.as_str()),
            })
        };
        Some((ladder, ladder.rungs.iter().filter_map(against).collect()))
    }

    /// What a node of the search costs, by what it costs the reference.
    pub(crate) fn cost(&self) -> Option<f64> {
        Some(self.time.point / self.work?)
    }
}

/// The fastest solver of a ladder, one of ours, whose tree is known, against the reference.
#[derive(Debug, Clone)]
pub(crate) struct Climb {
    corpus: String,
    from: String,
    fastest: Against,
    /// A peer that is faster still, and its time by that of the fastest.
    peer: Option<(String, f64)>,
}

impl Climb {
    /// None where fewer than two solvers were run in pairs.
    pub(crate) fn of(results: &Results) -> Option<Self> {
        let (ladder, all) = Against::all(results)?;
        let fastest = all.iter().rfind(|one| !one.is_peer)?;
        let peer = all.last().filter(|top| top.is_peer);
        let reference = results.ratios.as_ref()?.reference_on(&ladder.corpus)?;
        Some(Self {
            corpus: ladder.corpus.clone(),
            from: reference.to_owned(),
            fastest: fastest.clone(),
            peer: peer.map(|top| (top.solver.clone(), top.time.point / fastest.time.point)),
        })
    }

    /// True where chance or the noise floor could explain the difference.
    fn is_undecided(&self) -> bool {
        let Against { time: Interval { point, high, .. }, noise_floor, .. } = self.fastest;
        high >= 1.0 || point >= 1.0 - noise_floor
    }

    /// How well the factor is known; none where there is none to tell.
    pub(crate) fn interval(&self) -> Option<String> {
        let Interval { low, high, .. } = self.fastest.time;
        let [least, most] = [high, low].map(|end| format::rounded(1.0 / end));
        (!self.is_undecided()).then(|| format!("95 % interval {least} to {most} times"))
    }

    /// Who is how many times as fast as whom, without the reasons.
    pub(crate) fn claim(&self) -> String {
        let Self { corpus, from, fastest: Against { solver, time, .. }, .. } = self;
        if solver == from {
            return format!("On {corpus}, no solver is faster than {from}");
        }
        if self.is_undecided() {
            return format!("On {corpus}, {solver} and {from} cannot be told apart");
        }
        let whole = format::rounded(1.0 / time.point);
        format!("On {corpus}, {solver} is {whole} times as fast as {from}")
    }
}

impl Display for Climb {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.claim())?;
        if self.is_undecided() {
            return Ok(());
        }
        write!(f, "{}", self.fastest.reasons().unwrap_or_default())?;
        match &self.peer {
            Some((peer, share)) => {
                let again = format::rounded(1.0 / share);
                write!(f, ". The peer {peer} is {again} times as fast as that")
            }
            None => Ok(()),
        }
    }
}

impl Against {
    /// How much of the factor in time is the tree and how much the step; none where work is not
    /// counted.
    fn reasons(&self) -> Option<String> {
        let work = self.work?;
        let cost = self.cost()?;
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
        let time = Interval { point: time, low: time / 2.0, high: time * 2.0 };
        let fastest =
            Against { solver: "fast".to_owned(), time, work, noise_floor: 0.01, is_peer: false };
        Climb { corpus: "set".to_owned(), from: "slow".to_owned(), fastest, peer: None }
    }

    fn why(time: f64, work: Option<f64>) -> String {
        let climb = climb(time, work);
        let (claim, whole) = (climb.claim(), climb.to_string());
        whole.strip_prefix(&claim).unwrap_or_else(|| panic!("{whole}")).to_owned()
    }

    #[test]
    fn the_factor_has_its_interval() {
        let climb = climb(0.000_061, None);
        assert_eq!(climb.to_string(), "On set, fast is 16,000 times as fast as slow");
        assert_eq!(climb.interval().unwrap(), "95 % interval 8,200 to 33,000 times");
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
        let told = |point: f64, spread: f64| {
            let mut climb = climb(point, Some(0.5));
            climb.fastest.time = Interval { point, low: point / spread, high: point * spread };
            assert_eq!(climb.interval().is_none(), climb.to_string().contains("told apart"));
            climb.to_string()
        };
        let equal = "On set, fast and slow cannot be told apart";
        assert_eq!(told(0.9, 1.2), equal, "by chance");
        assert_eq!(told(0.995, 1.001), equal, "inside the noise floor");
        assert_ne!(told(0.9, 1.001), equal);
        let mut alone = climb(1.0, Some(1.0));
        alone.fastest.solver = "slow".to_owned();
        assert_eq!(alone.to_string(), "On set, no solver is faster than slow");
    }
}
