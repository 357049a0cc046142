//! [`Peer`]: a solver by somebody else, behind the types of this crate.

use crate::{Contradictions, Counters, Grid, Info, Puzzle, Source, Tree};

/// The search of a [`Peer`] for one solution; `None` if there is none.
pub type First<T> = fn(&mut T, &Puzzle) -> Option<Grid>;

/// The search of a [`Peer`] for two solutions; fewer if there are fewer.
pub type Two<T> = fn(&mut T, &Puzzle) -> [Option<Grid>; 2];

/// A program by somebody else that is measured beside the solvers of the laboratory.
///
/// It gives only answers. It reports no step, cannot be stopped, and may hang, panic or return a
/// wrong answer, so the benches first try it in a separate process. Its time includes passing it a
/// puzzle and reading its answer.
///
/// A peer can do what it has a function for; it is never run for anything else.
pub trait Peer: Default {
    /// The description of the peer; [`Info::of_peer`] makes one.
    const INFO: Info;

    /// The version of its package.
    const VERSION: &'static str;

    /// The search for one solution; `None` if it cannot stop at the first.
    const FIRST: Option<First<Self>> = None;

    /// The search for two solutions; `None` if it cannot prove a solution to be the only one.
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
