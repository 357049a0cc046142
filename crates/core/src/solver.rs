//! [`Solver`]: the trait that every approach implements, and [`Info`]: its description.

use serde::{Deserialize, Serialize};

use crate::{Counters, Grid, Probe, Puzzle};

/// One way to search through a Sudoku.
///
/// `Default` builds the tables that do not depend on a puzzle; it is timed separately from the
/// search. `solve` is the search, written once for every probe: timed, counted, stopped and
/// followed runs are all instances of the same lines.
///
/// # The contract
///
/// - A [`Puzzle`] has no [conflict](Grid::conflict). The contract does not cover a grid that has
///   one; [`Info::contradictions`] says what a solver then does.
/// - The result is a solved grid that extends the puzzle, or `None` if there is none; the referee
///   checks it. If the probe lets the search go on after a solution, `None` means that the whole
///   tree was searched.
/// - Solves are independent: none may change the answer of another.
/// - Nothing is allocated on the heap while searching.
/// - An observation is one statement that begins with `probe.`, and a probe is never renamed or
///   stored. Without these statements, and with `true` for `probe.solved(..)`, the code is that of
///   the article.
pub trait Solver: Default {
    /// The description of this solver.
    const INFO: Info;

    /// The number of puzzles that it searches side by side: above 1 for a solver with its own
    /// [`solve_all`](Self::solve_all).
    const WIDTH: usize = 1;

    /// The number of nodes of one puzzle that it searches side by side. Above 1, the first of
    /// several solutions may be another one than in its family, so it is a default only where
    /// [solutions are counted](Goal::Unique).
    const NODES: usize = 1;

    /// The instructions beyond those of the platform for which its code is compiled, such as
    /// `avx2`; empty if there are none. Tables show them beside its times.
    const TARGET: &'static str = "";

    /// True when this processor can run the solver. It is called before `Default`, so that a value
    /// exists only on a processor with the instructions.
    fn available() -> bool {
        true
    }

    /// Searches for the first solution.
    ///
    /// # Errors
    ///
    /// When the probe stops the search; `Off` and `Counter` never do.
    fn solve<P: Probe>(&mut self, puzzle: &Puzzle, probe: P) -> Result<Option<Grid>, P::Stop>;

    /// Searches many puzzles and writes the answer of each. `probe` returns the probe for a puzzle
    /// by its index. Puzzles are searched one after the other, unless the solver has a better way.
    ///
    /// # Errors
    ///
    /// As for [`solve`](Self::solve); the answers found before are written.
    fn solve_all<P: Probe>(
        &mut self,
        puzzles: &[Puzzle],
        answers: &mut [Option<Grid>],
        probe: impl Fn(usize) -> P,
    ) -> Result<(), P::Stop> {
        for (at, (puzzle, answer)) in puzzles.iter().zip(answers).enumerate() {
            *answer = self.solve(puzzle, probe(at))?;
        }
        Ok(())
    }
}

/// The question that a solver answers. It belongs to a set of puzzles: answers to different
/// questions are never mixed in one column.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "lowercase")]
pub enum Goal {
    /// The first solution that is found, or none.
    #[default]
    First,
    /// Whether there is one solution, several, or none: the search goes on to a second solution, or
    /// to the end.
    Unique,
}

impl Goal {
    /// The suffix to the name of a set of puzzles for this question: nothing, or `+unique`.
    pub const fn suffix(self) -> &'static str {
        match self {
            Self::First => "",
            Self::Unique => "+unique",
        }
    }

    /// Splits the name of a set into the name without the suffix and the question.
    ///
    /// ```
    /// use sudoku_core::Goal;
    ///
    /// assert_eq!(Goal::of_name("minimal+unique"), ("minimal", Goal::Unique));
    /// assert_eq!(Goal::of_name("minimal"), ("minimal", Goal::First));
    /// ```
    pub fn of_name(name: &str) -> (&str, Self) {
        match name.strip_suffix(Self::Unique.suffix()) {
            Some(set) => (set, Self::Unique),
            None => (name, Self::First),
        }
    }
}

/// The description of a solver, for every table, chart and page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Info {
    /// `family/variant`, after the crate and the file of the solver.
    pub id: &'static str,
    /// The idea, in one line.
    pub idea: &'static str,
    /// The publications of the idea; at least one.
    pub sources: &'static [Source],
    /// The search tree.
    pub tree: Tree,
    /// The counters that it reports; the others are empty in every table, not 0.
    pub counters: Counters,
    /// How the search handles a digit that occurs twice in a unit, which no [`Puzzle`] has.
    pub contradictions: Contradictions,
    /// The size in bytes of the search state without its board, padding included. It counts the
    /// value that exists during the whole search. Not included are the frames of the recursion,
    /// which [`StackGauge`](crate::StackGauge) measures, and tables that are the same for every
    /// puzzle.
    pub state_bytes: usize,
}

/// The name of a search tree. Solvers with equal names make equal placements and undos on every
/// puzzle, so they can be compared by cost per placement.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tree(pub &'static str);

impl Tree {
    /// Blanks in row-major order, digits ascending, a digit placed if no cell in the units of the
    /// blank holds it: the tree of the articles.
    pub const ROW_MAJOR: Self = Self("row-major");
}

/// How a search handles a clue whose digit its row, column or box already holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Contradictions {
    /// Digits are marked by writing or by OR: the digit stays marked, and the solution holds both
    /// clues.
    Marked,
    /// Digits are marked by XOR: the second mark clears the first one, and the digit may be placed
    /// in the unit a third time.
    Forgotten,
    /// Clues are chosen like other options: the first one removes the second one, and no node is
    /// searched.
    Covered,
    /// A clue removes its digit from every other cell of its units: the root is a dead end, and no
    /// guess is made.
    Refused,
    /// Rounds over the whole grid find no solution at any node.
    Searched,
    /// Not known, for a program by somebody else or an unfinished solver.
    Unknown,
}

impl Contradictions {
    /// True if a search soon ends without a solution, so that no check for a
    /// [conflict](crate::Grid::conflict) is needed before it.
    pub const fn end_the_search(self) -> bool {
        matches!(self, Self::Refused | Self::Searched)
    }
}

/// A program in a publication, and how the solver here differs from it. As data it is one object,
/// with the fields of the publication first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Source {
    /// The publication.
    #[serde(flatten)]
    pub work: &'static Publication,
    /// The program in the publication, as numbered there.
    pub part: &'static str,
    /// The differences of the code here from this program, apart from the language and the names;
    /// empty if there are no others.
    pub differs: &'static str,
}

/// A publication that solvers are taken from. A field that it does not state is `unknown`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Publication {
    /// The short name by which tables and claims refer to it.
    pub key: &'static str,
    /// Its title.
    pub title: &'static str,
    /// Its author.
    pub author: &'static str,
    /// Its year.
    pub year: &'static str,
    /// Its address; begins with `https://`.
    pub address: &'static str,
    /// The language of its programs.
    pub language: &'static str,
}

impl Info {
    /// The path of the file with the search, from the top of the repository.
    pub fn path(&self) -> String {
        Self::path_of(self.id)
    }

    /// The path of the file with the search of the solver with this id.
    pub fn path_of(id: &str) -> String {
        let (family, variant) = id.split_once('/').unwrap_or((id, "lib"));
        let folder = match family {
            "peers" => "benches/src/peers",
            _ => &format!("crates/{family}/src"),
        };
        format!("{folder}/{}.rs", variant.replace('-', "_"))
    }
}
