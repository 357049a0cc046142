//! The publications from which solvers of several families are taken.

use crate::Publication;

/// Three programs in Java: scan, state arrays, masks.
pub const ARTICLE_000: Publication = Publication {
    key: "000",
    title: "解数独 (Sudoku)",
    author: "MrHe",
    year: "unknown",
    address: "unknown",
    language: "Java",
};

/// Notes on the official `LeetCode` solutions, three programs in Go: a list of blanks with arrays,
/// with masks, with prefilled singles.
pub const ARTICLE_002: Publication = Publication {
    key: "002",
    title: "37. 解数独",
    author: "unknown",
    year: "unknown",
    address: "https://leetcode-cn.com/problems/sudoku-solver/solution/jie-shu-du-by-leetcode-solution/",
    language: "Go",
};

/// Three programs in C++: scan from the start, the fused test, the cursor.
pub const ARTICLE_004: Publication = Publication {
    key: "004",
    title: "Solutions to the Sudoku problem (untitled)",
    author: "unknown",
    year: "unknown",
    address: "unknown",
    language: "C++",
};

/// The publication of exact cover by links that are removed and restored.
pub const KNUTH_2000: Publication = Publication {
    key: "knuth-2000",
    title: "Dancing Links",
    author: "Donald E. Knuth",
    year: "2000",
    address: "https://arxiv.org/abs/cs/0011047",
    language: "pseudocode",
};

/// A solver for Sudoku in two ideas, propagation and search, with its program.
pub const NORVIG_2006: Publication = Publication {
    key: "norvig-2006",
    title: "Solving Every Sudoku Puzzle",
    author: "Peter Norvig",
    year: "2006",
    address: "https://norvig.com/sudoku.html",
    language: "Python",
};

/// A solver that reasons on the configurations of bands, in vector registers, and an account of why
/// it is fast.
pub const TDOKU: Publication = Publication {
    key: "tdoku",
    title: "Tdoku: A fast Sudoku Solver and Generator",
    author: "Tom Dillon",
    year: "2019",
    address: "https://t-dillon.github.io/tdoku/",
    language: "C++",
};
