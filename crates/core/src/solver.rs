//! [`Solver`]: what every approach implements, and [`Info`]: what it says of itself.

use serde::{Deserialize, Serialize};

use crate::{Counters, Grid, Probe, Puzzle};

/// One way to search through a Sudoku.
///
/// `Default` builds whatever tables do not depend on a puzzle; it is timed apart from the search.
/// `solve` is the search, written once for every probe: timed, counted, stopped and followed runs
/// are all instances of the same lines.
///
/// # The contract
///
/// - A [`Puzzle`] has no [conflict](Grid::conflict); [`Info::contradictions`] states what a solver
///   does with a grid that has one.
/// - The result is a solved grid that extends the puzzle, or `None` when there is none; the
///   referee checks it. When the probe lets the search go on after a solution, `None` says that
///   the whole tree was searched.
/// - Every solve starts afresh: no solve may change the answer of another.
/// - Nothing is allocated on the heap while searching.
/// - An observation is one statement that begins with `probe.`, and a probe is never renamed or
///   stored; without those lines, and with `true` for `probe.solved(..)`, the code of the article
///   is left.
pub trait Solver: Default {
    /// The description of this solver.
    const INFO: Info;

    /// How many puzzles it searches side by side: above 1 for a solver with a
    /// [`solve_all`](Self::solve_all) of its own.
    const WIDTH: usize = 1;

    /// The instructions beyond those of the platform that its code is compiled for, such as `avx2`;
    /// empty when there are none. Tables name them beside its times.
    const TARGET: &'static str = "";

    /// True when this processor can run it. Asked before `Default`, so that a value exists only
    /// where the instructions that it needs do.
    fn available() -> bool {
        true
    }

    /// Searches for the first solution.
    ///
    /// # Errors
    ///
    /// When the probe stops the search; `Off` and `Counter` never do.
    fn solve<P: Probe>(&mut self, puzzle: &Puzzle, probe: P) -> Result<Option<Grid>, P::Stop>;

    /// Searches many puzzles, and writes the answer of each; `probe` gives the probe of a puzzle, by
    /// its place. One after the other, unless the solver has a better way.
    ///
    /// # Errors
    ///
    /// As [`solve`](Self::solve); what was answered before is written.
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

/// The question that is asked of a solver. It belongs to a set of puzzles: answers to different
/// questions are never mixed in one column.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "lowercase")]
pub enum Goal {
    /// A solution, the first one that is found, or none.
    #[default]
    First,
    /// Whether there is one solution, several, or none: the search goes on to a second solution, or
    /// to the end.
    Unique,
}

impl Goal {
    /// The suffix to the name of a set of puzzles of which this is asked: nothing, or `+unique`.
    pub const fn suffix(self) -> &'static str {
        match self {
            Self::First => "",
            Self::Unique => "+unique",
        }
    }

    /// The name of a set without this suffix, and what is asked of it.
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

/// The description that a solver gives of itself, for every table, chart and page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Info {
    /// `family/variant`, after the crate and the file it lives in.
    pub id: &'static str,
    /// The idea, in one line.
    pub idea: &'static str,
    /// Where it was published; at least one.
    pub sources: &'static [Source],
    /// Which search tree it walks.
    pub tree: Tree,
    /// Which counters it reports; the others are empty in every table, and never 0.
    pub counters: Counters,
    /// How a search takes a digit that stands twice in a unit. No [`Puzzle`] has one.
    pub contradictions: Contradictions,
    /// Bytes that the search keeps beside the board: the size of the value that lives as long as
    /// the search does, less that of a board, filling between fields included. Frames of the
    /// recursion are not in it ([`StackGauge`](crate::StackGauge) measures them), nor tables that
    /// are the same for every puzzle.
    pub state_bytes: usize,
}

/// Which search tree a solver walks, by name. Equal names promise equal placements and undos on
/// every puzzle; solvers that share a tree can be compared by cost per placement.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tree(pub &'static str);

impl Tree {
    /// Blanks in row-major order, digits ascending, a digit placed when no cell in sight holds
    /// it: the tree of the articles.
    pub const ROW_MAJOR: Self = Self("row-major");
}

/// How a search takes a clue whose digit stands in its row, column or box already.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Contradictions {
    /// Digits are marked by writing or by OR: the digit stays marked, and both clues in the solution.
    Marked,
    /// Digits are marked by XOR: the second mark takes the first one back, and the digit may stand
    /// there a third time.
    Forgotten,
    /// Clues are chosen like other options: the first one takes the second one away, and no node is
    /// searched.
    Covered,
    /// A clue takes its digit from every cell that it sees: the root is refused, and no guess made.
    Refused,
    /// Rounds over the whole grid find no solution, at whatever node.
    Searched,
    /// Not known: of a program from elsewhere, or a solver that is not finished.
    Unknown,
}

/// A program in a publication, and how the solver here differs from it. As data it is one object,
/// with the fields of the publication first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Source {
    /// Where it was published.
    #[serde(flatten)]
    pub work: &'static Publication,
    /// Which of its programs, as the publication counts them.
    pub part: &'static str,
    /// The differences of the code here from this program, apart from the language and the names;
    /// empty when there are no others.
    pub differs: &'static str,
}

/// A publication that solvers are taken from. What it does not say of itself is `unknown`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Publication {
    /// The short name by which tables and claims refer to it.
    pub key: &'static str,
    /// Its title.
    pub title: &'static str,
    /// Its author.
    pub author: &'static str,
    /// When, as far as it says.
    pub year: &'static str,
    /// Where it can be read; begins with `https://`.
    pub address: &'static str,
    /// The language of its programs.
    pub language: &'static str,
}

impl Info {
    /// Where the search is written, from the top of the repository.
    pub fn path(&self) -> String {
        Self::path_of(self.id)
    }

    /// Where the search of a solver is written, by its id alone.
    pub fn path_of(id: &str) -> String {
        let (family, variant) = id.split_once('/').unwrap_or((id, "lib"));
        format!("crates/{family}/src/{}.rs", variant.replace('-', "_"))
    }
}
