//! The macro and the function that every peer is made with.

use sudoku_core::Grid;

/// Describes a type by its package, and has `up_to` search for it.
macro_rules! peer {
    ($peer:ident, $name:literal $version:literal by $author:literal at $address:literal, $idea:literal) => {
        impl sudoku_core::Peer for $peer {
            const INFO: sudoku_core::Info = sudoku_core::Info::of_peer(
                concat!("peers/", $name),
                $idea,
                &[sudoku_core::Source {
                    work: &sudoku_core::Publication {
                        key: $name,
                        title: $name,
                        author: $author,
                        year: "unknown",
                        address: $address,
                        language: "Rust",
                    },
                    part: $version,
                    differs: "",
                }],
            );
            const VERSION: &'static str = $version;
            const FIRST: Option<sudoku_core::First<Self>> = Some(|_, puzzle| up_to::<1>(puzzle)[0]);
            const TWO: Option<sudoku_core::Two<Self>> = Some(|_, puzzle| up_to::<2>(puzzle));
        }
    };
}
pub(super) use peer;

/// Takes the first solutions of a search; `None` once there are no more.
pub(super) fn taken<const N: usize>(
    mut solutions: impl Iterator<Item = Grid>,
) -> [Option<Grid>; N] {
    std::array::from_fn(|_| solutions.next())
}
