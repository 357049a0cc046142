//! [`Climb`]: how much faster the fastest solver is than the reference, and how much of that comes
//! from fewer nodes and how much from cheaper nodes.

use crate::{Interval, Ladder, OnKind, Results, Rows, Rung};

/// A solver on a ladder, compared with the reference of that corpus.
#[derive(Debug, Clone, PartialEq)]
pub struct Against {
    /// The id of the solver.
    pub solver: String,
    /// The factor in total time.
    pub time: Interval,
    /// The factor in total time for fresh puzzles of the set's kind; `None` where these are not counted.
    pub kind: Option<OnKind>,
    /// The factor in time on a typical puzzle, from the survey; `None` where the survey has none.
    pub typical: Option<Interval>,
    /// How many puzzles the solver searches side by side in the race.
    pub width: usize,
    /// Nanoseconds per puzzle in the race; `None` without a time.
    pub mean_ns: Option<f64>,
    /// Nanoseconds within which half of the puzzles are solved, each once by a call of its own;
    /// `None` without such a time.
    pub once_median_ns: Option<f64>,
    /// The factor in nodes of the search, exact; `None` if the solver or the reference has no counts.
    pub work: Option<f64>,
    /// The greatest noise floor of the run.
    pub noise_floor: f64,
    /// True for a peer.
    pub is_peer: bool,
    /// True for a program in another language.
    pub is_program: bool,
}

impl Against {
    /// Every solver of the [leading ladder](Results::lead), as in [`on`](Self::on).
    pub fn all(results: &Results) -> Option<(&Ladder, Vec<Self>)> {
        let ladder = results.lead()?;
        Some((ladder, Self::on(results, ladder)?))
    }

    /// Compares every solver of a ladder that was run in pairs, the reference included, with the
    /// reference. The slowest comes first. `None` if fewer than two solvers were run in pairs.
    pub fn on(results: &Results, ladder: &Ladder) -> Option<Vec<Self>> {
        let ratios = results.ratios.as_ref()?;
        let against = |rung: &Rung| {
            let (solver, corpus) = (&*rung.solver, &*ladder.corpus);
            let record = results.plan.solvers.iter().find(|record| record.id == solver);
            let timing = results.rows.of(solver, corpus).and_then(|row| row.timing.as_ref());
            Some(Self {
                solver: rung.solver.clone(),
                time: ratios.to_reference(solver, corpus)?,
                kind: ratios.rows.of(solver, corpus).and_then(|row| row.kind),
                typical: results.typical(solver, corpus).map(|typical| typical.ratio),
                width: record.map_or(1, |record| record.width),
                mean_ns: timing.map(|timing| timing.mean_ns.point),
                once_median_ns: timing.and_then(|timing| timing.once_median_ns),
                work: ratios.rows.of(solver, corpus).map_or(Some(1.0), |row| row.work),
                noise_floor: ratios.noise_floor,
                is_peer: record.is_some_and(|record| record.peer.is_some()),
                is_program: record.is_none(),
            })
        };
        Some(ladder.rungs.iter().filter_map(against).collect())
    }

    /// The factor in time per node with its 95 % interval; `None` without nodes.
    pub fn cost(&self) -> Option<Interval> {
        Some(self.time.scaled(1.0 / self.work?))
    }
}

/// The fastest solver of a ladder, compared with the reference; peers and programs are left out.
#[derive(Debug, Clone, PartialEq)]
pub struct Climb {
    /// The set of the ladder.
    pub corpus: String,
    /// The reference.
    pub from: String,
    /// The fastest solver.
    pub fastest: Against,
    /// The fastest solver on a typical puzzle, by a call of its own; `None` where that is the reference
    /// or the survey has no such figures.
    pub one: Option<Against>,
    /// The fastest peer and its time divided by that of the fastest solver, if the peer is faster.
    pub peer: Option<(String, f64)>,
}

impl Climb {
    /// The climb on the leading ladder; `None` where fewer than two solvers were run in pairs.
    pub fn of(results: &Results) -> Option<Self> {
        let (ladder, all) = Against::all(results)?;
        let all: Vec<&Against> = all.iter().filter(|one| !one.is_program).collect();
        let fastest = *all.iter().rfind(|one| !one.is_peer)?;
        let peer = all.last().filter(|top| top.is_peer);
        let reference = results.ratios.as_ref()?.reference_on(&ladder.corpus)?;
        let point = |one: &Against| one.typical.map_or(f64::INFINITY, |typical| typical.point);
        let ours = all.iter().filter(|one| !one.is_peer && one.typical.is_some());
        let one = ours.min_by(|a, b| point(a).total_cmp(&point(b)));
        Some(Self {
            corpus: ladder.corpus.clone(),
            from: reference.to_owned(),
            fastest: fastest.clone(),
            one: one.filter(|one| one.solver != reference).map(|&one| one.clone()),
            peer: peer.map(|top| (top.solver.clone(), top.time.point / fastest.time.point)),
        })
    }

    /// True where chance or the noise floor could explain the difference.
    pub fn is_undecided(&self) -> bool {
        let Against { time: Interval { point, high, .. }, noise_floor, .. } = self.fastest;
        high >= 1.0 || point >= 1.0 - noise_floor
    }
}
