//! Digits as bitboards over bands, with tables for locked candidates.

mod bivalue;
mod impact;
mod stacks;
mod tables;

use sudoku_core::{Counters, Publication};

pub use bivalue::Bivalue;
pub use impact::Impact;
pub use stacks::Stacks;

/// A solver in C that was posted to a forum, and improved there by others.
pub const ZHOUYUNDONG_2012: Publication = Publication {
    key: "zhouyundong-2012",
    title: "3.77us Solver(2.8G CPU, TestCase:17Sodoku)",
    author: "zhouyundong_2012",
    year: "2012",
    address: "unknown",
    language: "C",
};

/// A package in Rust, ported from a later version of the former.
pub const EMERENTIUS: Publication = Publication {
    key: "sudoku",
    title: "sudoku",
    author: "Emerentius",
    year: "unknown",
    address: "https://github.com/emerentius/sudoku",
    language: "Rust",
};

/// A strategy of search that looks for the variable that cuts down the rest most.
pub const REFALO_2004: Publication = Publication {
    key: "refalo-2004",
    title: "Impact-Based Search Strategies for Constraint Programming",
    author: "Philippe Refalo",
    year: "2004",
    address: "https://doi.org/10.1007/978-3-540-30201-8_41",
    language: "unknown",
};

/// A solver in C++ that treats rows and columns alike.
pub const DILLON: Publication = Publication {
    key: "tdoku",
    title: "Tdoku: A fast Sudoku Solver and Generator",
    author: "T. Dillon",
    year: "unknown",
    address: "https://github.com/t-dillon/tdoku",
    language: "C++",
};

/// What all three report.
const COUNTERS: Counters = Counters::named("placements max_depth nodes guesses deductions");
