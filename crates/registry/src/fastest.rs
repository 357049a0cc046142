//! [`default_solver`]: the solver that programs use by default.

use std::cmp::Reverse;

use crate::{Entry, SOLVERS};

/// The puzzles that a program gives a solver at once, and the question about them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Load {
    /// One puzzle: the program waits for each answer.
    One,
    /// As many as the solver can take at once.
    Many,
    /// One puzzle, of which only the number of solutions is asked: which one comes first does not
    /// matter.
    Count,
}

impl Load {
    /// The rule of [`default_among`] in words.
    pub const fn rule(self) -> &'static str {
        match self {
            Self::One => {
                "the last of the list that this processor can run, of those that search one puzzle \
                 at a time, node by node"
            }
            Self::Many => "the last of the list that this processor can run",
            Self::Count => {
                "as for one puzzle, or one that searches nodes side by side where the processor does \
                 512 bits at once"
            }
        }
    }

    fn suits(self, entry: &Entry) -> bool {
        match self {
            Self::One => entry.width == 1 && entry.nodes == 1,
            Self::Many => true,
            Self::Count => entry.width == 1 && (entry.nodes == 1 || has_whole_registers()),
        }
    }
}

/// True if the processor does 512 bits at once: those that have AVX-VNNI beside AVX-512 do. On
/// those that do them in two halves, nodes side by side save nothing.
fn has_whole_registers() -> bool {
    #[cfg(target_arch = "x86_64")]
    return is_x86_feature_detected!("avxvnni");
    #[cfg(not(target_arch = "x86_64"))]
    false
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
/// is the first that can run. For [`Load::One`], a solver that searches several puzzles or nodes side
/// by side is chosen only if there is no other: instructions for many puzzles take as long for one,
/// and nodes side by side would show other solutions on other processors. `None` when this machine
/// can run none of them.
pub fn default_among<'a>(
    solvers: impl IntoIterator<Item = &'a Entry>,
    load: Load,
) -> Option<&'a Entry> {
    let place = |id| SOLVERS.iter().position(|known| known.info.id == id);
    let available = solvers.into_iter().filter(|entry| entry.available());
    available.min_by_key(|entry| Reverse((load.suits(entry), place(entry.info.id))))
}
