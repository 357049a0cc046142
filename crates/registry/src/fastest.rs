//! [`default_solver`]: the solver that programs use by default.

use std::cmp::Reverse;

use crate::{Entry, SOLVERS};

/// How many puzzles a program gives a solver at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Load {
    /// One: the program waits for each answer.
    One,
    /// As many as the solver can take at once.
    Many,
}

impl Load {
    /// The rule of [`default_among`] in words.
    pub const fn rule(self) -> &'static str {
        match self {
            Self::One => {
                "the last of the list that this processor can run, of those that search one puzzle \
                 at a time"
            }
            Self::Many => "the last of the list that this processor can run",
        }
    }

    fn suits(self, entry: &Entry) -> bool {
        self == Self::Many || entry.width == 1
    }
}

/// The solver that programs use by default.
///
/// # Panics
///
/// Never: a test checks that some solver needs no special instructions.
pub fn default_solver(load: Load) -> &'static Entry {
    default_among(SOLVERS, load).expect("some solvers run on every machine")
}

/// The one of these solvers that programs use by default. [`SOLVERS`] goes from slow to fast, so it
/// is the last in that list that this machine can run. If none of these solvers is in the list, it
/// is the first that can run. For [`Load::One`], a solver that searches several puzzles side by
/// side is chosen only if there is no other: its instructions take as long for one puzzle as for
/// all. `None` when this machine can run none of them.
///
/// Tests compare this rule with the times of every reference run.
pub fn default_among<'a>(
    solvers: impl IntoIterator<Item = &'a Entry>,
    load: Load,
) -> Option<&'a Entry> {
    let place = |id| SOLVERS.iter().position(|known| known.info.id == id);
    let available = solvers.into_iter().filter(|entry| entry.available());
    available.min_by_key(|entry| Reverse((load.suits(entry), place(entry.info.id))))
}
