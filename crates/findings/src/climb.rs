//! [`Climb`]: how much faster the fastest solver is than the one that all are compared with, and
//! how much of that is a smaller tree and how much a cheaper step.

use crate::{Interval, Ladder, Results, Rung};

/// A solver on a ladder of a run against the one that all are compared with there.
#[derive(Debug, Clone)]
pub struct Against {
    /// Its id.
    pub solver: String,
    /// The factor in total time, from the paired rounds.
    pub time: Interval,
    /// The factor in time on a typical puzzle, each solved once; `None` where the survey does not say.
    pub typical: Option<Interval>,
    /// How many puzzles it searches side by side in the paired rounds.
    pub width: usize,
    /// Nanoseconds that half of the puzzles take at most, each solved once by a call of its own.
    pub once_median_ns: Option<f64>,
    /// The factor in nodes of the search; `None` if one of the two has no counts.
    pub work: Option<f64>,
    /// By how much two copies of one solver differ.
    pub noise_floor: f64,
    /// True for one from elsewhere.
    pub is_peer: bool,
    /// True for a program in another language.
    pub is_program: bool,
}

impl Against {
    /// Every solver of the [leading ladder](Results::lead), as [`on`](Self::on) gives them.
    pub fn all(results: &Results) -> Option<(&Ladder, Vec<Self>)> {
        let ladder = results.lead()?;
        Some((ladder, Self::on(results, ladder)?))
    }

    /// Every solver that was run in pairs, the slowest first, the reference among them. `None` if
    /// fewer than two were.
    pub fn on(results: &Results, ladder: &Ladder) -> Option<Vec<Self>> {
        let ratios = results.ratios.as_ref()?;
        let reference = ratios.reference_on(&ladder.corpus)?;
        // The slowest has no step down to itself.
        let down = |rung: &Rung| rung.slowest.as_ref().map_or(Some(1.0), |step| step.work);
        let below = down(ladder.rungs.iter().find(|rung| rung.solver == reference)?);
        let against = |rung: &Rung| {
            let (solver, corpus) = (&*rung.solver, &*ladder.corpus);
            let record = results.plan.solvers.iter().find(|record| record.id == solver);
            let timing = results.rows.of(solver, corpus).and_then(|row| row.timing.as_ref());
            Some(Self {
                solver: rung.solver.clone(),
                time: ratios.to_reference(solver, corpus)?,
                typical: results.typical(solver, corpus).map(|typical| typical.ratio),
                width: record.map_or(1, |record| record.width),
                once_median_ns: timing.and_then(|timing| timing.once_median_ns),
                work: down(rung).zip(below).map(|(above, below)| above / below),
                noise_floor: ratios.noise_floor,
                is_peer: record.is_some_and(|record| record.peer.is_some()),
                is_program: record.is_none(),
            })
        };
        Some(ladder.rungs.iter().filter_map(against).collect())
    }

    /// The time per node of the search, divided by that of the reference.
    pub fn cost(&self) -> Option<f64> {
        Some(self.time.point / self.work?)
    }
}

/// The fastest solver of a ladder, one of ours, whose tree is known, against the reference.
#[derive(Debug, Clone)]
pub struct Climb {
    /// The set of the ladder.
    pub corpus: String,
    /// The reference.
    pub from: String,
    /// The fastest solver.
    pub fastest: Against,
    /// A peer that is faster still, and its time divided by that of the fastest.
    pub peer: Option<(String, f64)>,
}

impl Climb {
    /// None where fewer than two solvers were run in pairs.
    pub fn of(results: &Results) -> Option<Self> {
        let (ladder, all) = Against::all(results)?;
        let all: Vec<&Against> = all.iter().filter(|one| !one.is_program).collect();
        let fastest = *all.iter().rfind(|one| !one.is_peer)?;
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
    pub fn is_undecided(&self) -> bool {
        let Against { time: Interval { point, high, .. }, noise_floor, .. } = self.fastest;
        high >= 1.0 || point >= 1.0 - noise_floor
    }
}
