//! [`Peer`]: a solver from elsewhere, behind our types.

use crate::{Contradictions, Counters, Grid, Info, Puzzle, Source, Tree};

/// The search of a [`Peer`] for one solution: the first that it finds, or none.
pub type First<T> = fn(&mut T, &Puzzle) -> Option<Grid>;

/// The search of a [`Peer`] for two solutions: fewer than two when there are no more.
pub type Two<T> = fn(&mut T, &Puzzle) -> [Option<Grid>; 2];

/// A program from elsewhere that is measured beside the solvers of the laboratory.
///
/// Only its answers are used. It reports no step, cannot be stopped, and may hang, panic or answer
/// wrongly: the benches try it in a separate process before they run it. Converting the puzzle and
/// the answer is part of its time.
///
/// A peer can do exactly what it has a function for; it is never asked for the rest.
pub trait Peer: Default {
    /// The description of the peer; [`Info::of_peer`] makes one.
    const INFO: Info;

    /// The version of its package.
    const VERSION: &'static str;

    /// Its search for one solution, when it can stop at the first.
    const FIRST: Option<First<Self>> = None;

    /// Its search for two solutions, when it can prove a solution to be the only one.
    const TWO: Option<Two<Self>> = None;
}

impl Info {
    /// The description of a peer: it reports no counter, and its tree is unknown.
    pub const fn of_peer(id: &'static str, idea: &'static str, sources: &'static [Source]) -> Self {
        let counters = Counters::of(&[]);
        let (tree, contradictions) = (Tree("unknown"), Contradictions::Unknown);
        Self { id, idea, sources, tree, counters, contradictions, state_bytes: 0 }
    }
}
