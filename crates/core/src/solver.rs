//! [`Solver`]: what every approach implements, and [`Info`]: what it says of itself.

use crate::{Grid, Probe};

/// One way to backtrack through a Sudoku.
///
/// `Default` builds whatever tables do not depend on a puzzle; it is timed apart from the search.
/// `solve` is the search, written once for every probe: timed, counted, stopped and recorded runs
/// are all instances of the same lines.
///
/// # The contract
///
/// - The puzzle has no [conflict](Grid::conflict). What a solver does otherwise is its own
///   (documented) affair; the public entry points refuse such a puzzle.
/// - The result is a solved grid that extends the puzzle, or `None` when there is none; the
///   referee checks it.
/// - Every solve starts afresh: no solve may change the answer of another.
/// - Nothing is allocated on the heap while searching.
/// - An observation is one statement that begins with `probe.`, and a probe is never renamed or
///   stored; without those lines, and with `true` for `probe.solved(..)`, the code of the article
///   is left.
pub trait Solver: Default {
    /// What this solver is.
    const INFO: Info;

    /// Searches for the first solution.
    ///
    /// # Errors
    ///
    /// When the probe stops the search; `Off` and `Counter` never do.
    fn solve<P: Probe>(&mut self, puzzle: &Grid, probe: P) -> Result<Option<Grid>, P::Stop>;
}

/// What a solver says of itself, for every table, chart and page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Info {
    /// `family/variant`, after the crate and the file it lives in.
    pub id: &'static str,
    /// The idea, in one line.
    pub idea: &'static str,
    /// Where it was published; at least one.
    pub sources: &'static [Source],
    /// What this code does differently from the published program, apart from the language.
    pub differs: &'static str,
    /// Which search tree it walks.
    pub tree: Tree,
    /// Bytes that the search keeps beside the board: the size of the value that lives as long as
    /// the search does, less that of a board, filling between fields included. Frames of the
    /// recursion are not in it ([`StackGauge`](crate::StackGauge) measures them), nor tables that
    /// are the same for every puzzle.
    pub state_bytes: usize,
}

/// Which search tree a solver walks: it decides who can be compared by cost per placement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tree {
    /// Blanks in row-major order, digits ascending, a digit placed when no cell in sight holds
    /// it. All such solvers make equal placements and undos on every puzzle.
    RowMajor,
    /// A tree of its own.
    Own,
}

/// A program in a publication.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Source {
    /// Where it was published.
    pub article: Article,
    /// Which of its programs, as the article counts them.
    pub program: &'static str,
}

/// A publication that solvers are taken from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Article {
    /// The short name by which tables and claims refer to it.
    pub key: &'static str,
    /// Its title.
    pub title: &'static str,
    /// Who wrote it, and when, as far as it says.
    pub author: &'static str,
    /// The language of its programs.
    pub language: &'static str,
}

impl Article {
    /// Three programs in Java: scan, state arrays, masks.
    pub const A000: Self =
        Self { key: "000", title: "解数独 (Sudoku)", author: "MrHe", language: "Java" };
    /// One program in Java: masks and a walk to the next blank.
    pub const A001: Self = Self {
        key: "001",
        title: "Sudoku Solver",
        author: "a blog on LeetCode problems, 7 May 2016",
        language: "Java",
    };
    /// Three programs in Go: blank list with arrays, with masks, with prefilled singles.
    pub const A002: Self = Self {
        key: "002",
        title: "37. 解数独",
        author: "notes on the official LeetCode solutions",
        language: "Go",
    };
    /// One program in C++: scan from the start.
    pub const A003: Self = Self {
        key: "003",
        title: "代码随想录 回溯算法: 解数独",
        author: "a reader's notes on the Code Random Thoughts course",
        language: "C++",
    };
    /// Three programs in C++: scan from the start, the fused test, the cursor.
    pub const A004: Self = Self {
        key: "004",
        title: "Solutions to the Sudoku problem (untitled)",
        author: "unnamed",
        language: "C++",
    };
}

impl Info {
    /// The part of the id before the slash: the crate.
    pub fn family(&self) -> &'static str {
        self.id.split_once('/').map_or(self.id, |(family, _)| family)
    }

    /// Where the search is written, from the top of the repository.
    pub fn path(&self) -> String {
        let (family, variant) = self.id.split_once('/').unwrap_or((self.id, "lib"));
        format!("crates/{family}/src/{}.rs", variant.replace('-', "_"))
    }
}
