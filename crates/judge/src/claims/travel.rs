//! [`Travel`]: ratios of times that differ between processors.

use crate::Interval;

use crate::claims::{Reference, References};

/// A ratio moves if its greatest value on any processor is more than this many times its least.
pub const MOVES: f64 = 1.25;

/// The ratios of a solver to the reference solver, on different processors.
#[derive(Debug, Clone, PartialEq)]
pub struct Travel {
    /// The id of the solver.
    pub solver: String,
    /// The sets on which the ratio moves, with intervals that do not all overlap.
    pub moves: Vec<Move>,
    /// On how many sets the ratio moves as far, but with intervals that all overlap.
    pub unsure: usize,
    /// On how many sets all references have the ratio.
    pub sets: usize,
}

/// The ratio of a solver on one set, on every processor.
#[derive(Debug, Clone, PartialEq)]
pub struct Move {
    /// The name of the set.
    pub corpus: String,
    /// The ratio with its 95 % interval in each reference, in the order of the references.
    pub ratios: Vec<Interval>,
}

impl Move {
    /// The greatest ratio divided by the least.
    pub fn factor(&self) -> f64 {
        let points = || self.ratios.iter().map(|ratio| ratio.point);
        points().fold(0.0, f64::max) / points().fold(f64::INFINITY, f64::min)
    }

    /// True if two of the intervals do not overlap.
    fn is_sure(&self) -> bool {
        let lowest_end = self.ratios.iter().map(|ratio| ratio.high).fold(f64::INFINITY, f64::min);
        self.ratios.iter().any(|ratio| ratio.low > lowest_end)
    }
}

impl References {
    /// The solver that ratios are compared with: the first in the plan of the first reference that ran twice.
    pub fn reference_solver(&self) -> Option<&str> {
        let first = self.all().first()?;
        let twice = |id: &str| first.paired.noise_floors().iter().any(|floor| floor.solver == id);
        first.raw.plan.solvers.iter().map(|solver| solver.id.as_str()).find(|id| twice(id))
    }

    /// The ratios of every solver to the reference solver, on the sets where all references have
    /// them; empty with fewer than two references.
    pub fn travels(&self) -> Vec<Travel> {
        let [first, _, ..] = self.all() else { return Vec::new() };
        let Some(below) = self.reference_solver() else { return Vec::new() };
        let solvers = first.raw.plan.solvers.iter().filter(|solver| solver.id != below);
        let travel = |solver: &str| {
            let corpora = first.raw.plan.corpora.iter().map(|corpus| &corpus.name);
            let of = |corpus: &String| {
                let ratio =
                    |known: &Reference| Some(known.paired.ratio(corpus, solver, below)?.ratio);
                let ratios = self.all().iter().map(ratio).collect::<Option<_>>()?;
                Some(Move { corpus: corpus.clone(), ratios })
            };
            let all: Vec<Move> = corpora.filter_map(of).collect();
            let sets = all.len();
            let far = all.into_iter().filter(|one| one.factor() > MOVES);
            let (moves, unsure): (Vec<Move>, Vec<Move>) = far.partition(Move::is_sure);
            Travel { solver: solver.to_owned(), moves, unsure: unsure.len(), sets }
        };
        solvers.map(|solver| travel(&solver.id)).collect()
    }
}
