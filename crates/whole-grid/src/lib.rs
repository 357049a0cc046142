//! TODO

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod words;

use sudoku_core::{Counters, Publication};

#[cfg(target_arch = "x86_64")]
pub use avx2::Avx2;
#[cfg(target_arch = "x86_64")]
pub use avx512::Avx512;
pub use words::Words;

/// A solver that looks at configurations of bands, and what makes it fast.
pub const TDOKU: Publication = Publication {
    key: "tdoku",
    title: "Tdoku: A fast Sudoku solver and generator",
    author: "Tom Dillon",
    year: "2019",
    address: "https://t-dillon.github.io/tdoku/",
    language: "C++",
};

const COUNTERS: Counters = Counters::named("nodes guesses rounds");
