//! [`Travel`]: ratios of times that differ between processors, and why as far as it is known.

use std::sync::LazyLock;

use serde::Deserialize;
use sudoku_findings::Interval;

use crate::references::{Reference, References};

/// A ratio moves when its greatest value on any processor is more than this many times its least.
pub const MOVES: f64 = 1.25;

/// The ratios of one solver to the reference solver, from one processor to another.
#[derive(Debug, Clone, PartialEq)]
pub struct Travel {
    /// The id of the solver.
    pub solver: String,
    /// The sets on which its ratio moves, beyond the intervals.
    pub moves: Vec<Move>,
    /// On how many sets its ratio moves as far, but within the intervals.
    pub unsure: usize,
    /// On how many sets all references have its ratio.
    pub sets: usize,
}

/// A ratio that moves.
#[derive(Debug, Clone, PartialEq)]
pub struct Move {
    /// The set.
    pub corpus: String,
    /// The ratio with its 95 % interval in each reference, in their order.
    pub ratios: Vec<Interval>,
}

impl Move {
    /// The greatest ratio divided by the least.
    pub fn factor(&self) -> f64 {
        let points = || self.ratios.iter().map(|ratio| ratio.point);
        points().fold(0.0, f64::max) / points().fold(f64::INFINITY, f64::min)
    }

    /// True where two of the intervals have nothing in common.
    fn is_sure(&self) -> bool {
        let lowest_end = self.ratios.iter().map(|ratio| ratio.high).fold(f64::INFINITY, f64::min);
        self.ratios.iter().any(|ratio| ratio.low > lowest_end)
    }
}

/// Why times depend on the processor, and in which solvers.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mechanism {
    /// Its name.
    pub name: String,
    /// A description of it.
    pub what: String,
    /// Where it happens.
    pub solvers: Vec<Place>,
}

/// A solver in which a mechanism is at work.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Place {
    /// The id of the solver.
    pub id: String,
    /// Whether the compiled code has shown it.
    pub known: Certainty,
    /// Where in the search it happens.
    pub why: String,
}

/// How well a mechanism is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Certainty {
    /// The compiled code and an experiment show it.
    Proven,
    /// The code does the same, but no experiment has shown that this takes the time.
    Likely,
}

/// The known mechanisms.
///
/// # Panics
///
/// When `claims/mechanisms.toml` is not as its head says.
pub fn mechanisms() -> &'static [Mechanism] {
    #[derive(Deserialize)]
    struct File {
        mechanism: Vec<Mechanism>,
    }
    static ALL: LazyLock<Vec<Mechanism>> = LazyLock::new(|| {
        let file: File = toml::from_str(include_str!("../claims/mechanisms.toml"))
            .expect("claims/mechanisms.toml is as its head says");
        file.mechanism
    });
    &ALL
}

impl References {
    /// The solver that ratios are compared with: the first of the newest plan that ran twice.
    pub fn reference_solver(&self) -> Option<&str> {
        let newest = self.all().first()?;
        let twice = |id: &str| newest.paired.noise_floors().iter().any(|floor| floor.solver == id);
        newest.plan.solvers.iter().map(|solver| solver.id.as_str()).find(|id| twice(id))
    }

    /// The ratio of every solver to the reference solver, on the sets where all references have
    /// it; empty with fewer than two references.
    pub fn travels(&self) -> Vec<Travel> {
        let [newest, _, ..] = self.all() else { return Vec::new() };
        let Some(below) = self.reference_solver() else { return Vec::new() };
        let solvers = newest.plan.solvers.iter().filter(|solver| solver.id != below);
        let travel = |solver: &str| {
            let corpora = newest.plan.corpora.iter().map(|corpus| &corpus.name);
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
