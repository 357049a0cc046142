//! The puzzles of earlier lines, and whether one of them is the same.

use std::collections::HashMap;
use std::collections::hash_map::{DefaultHasher, Entry};
use std::hash::{Hash, Hasher};

use sudoku_core::Grid;
use sudoku_corpus::{canonical, invariant};

use super::Place;

/// All puzzles so far. Canonical forms take a hundred times as long as the rest, and are made only of
/// those that have their invariant in common.
#[derive(Default)]
pub(super) struct Seen {
    /// Equivalent puzzles are not looked for.
    exact: bool,
    puzzles: Vec<(Grid, Place)>,
    /// The first puzzle with this invariant.
    first: HashMap<u64, usize>,
    /// Where each puzzle came first, of those with the same invariant or of all. Hashes do: even
    /// among a billion, hardly any two are equal.
    same: HashMap<u64, Place>,
    /// Where each canonical form of these came first.
    forms: HashMap<u64, Place>,
}

/// A puzzle that was here before.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Again {
    /// The same, here.
    Duplicate(Place),
    /// One that symmetries turn into it, here.
    Equivalent(Place),
}

impl Seen {
    pub(super) fn new(exact: bool) -> Self {
        Self { exact, ..Self::default() }
    }

    /// What came before of this puzzle; if nothing did, here is where.
    pub(super) fn again(&mut self, grid: &Grid, place: Place) -> Option<Again> {
        if self.exact {
            return earlier(&mut self.same, grid, place).map(Again::Duplicate);
        }
        let first = match self.first.entry(invariant(grid)) {
            Entry::Vacant(vacant) => {
                vacant.insert(self.puzzles.len());
                self.puzzles.push((*grid, place));
                return None;
            }
            Entry::Occupied(first) => &self.puzzles[*first.get()],
        };
        if earlier(&mut self.same, &first.0, first.1).is_none() {
            earlier(&mut self.forms, &canonical(&first.0), first.1);
        }
        let same = earlier(&mut self.same, grid, place).map(Again::Duplicate);
        let equivalent =
            || earlier(&mut self.forms, &canonical(grid), place).map(Again::Equivalent);
        same.or_else(equivalent)
    }
}

/// Where the same grid was before; if it was not, here is where.
fn earlier(map: &mut HashMap<u64, Place>, grid: &Grid, place: Place) -> Option<Place> {
    let mut hasher = DefaultHasher::new();
    grid.hash(&mut hasher);
    match map.entry(hasher.finish()) {
        Entry::Occupied(earlier) => Some(*earlier.get()),
        Entry::Vacant(vacant) => {
            vacant.insert(place);
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use sudoku_core::Symmetry;

    use super::*;

    const LINE: &str =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    fn place(line: u64) -> Place {
        Place { input: 0, line }
    }

    #[test]
    fn each_puzzle_is_known_again_by_its_first_place() {
        let puzzle: Grid = LINE.parse().unwrap();
        let [turned, again] = [1, 2].map(|seed| Symmetry::random(seed).apply(&puzzle));
        let mut seen = Seen::default();
        let same = |line| Some(Again::Duplicate(place(line)));
        let like = |line| Some(Again::Equivalent(place(line)));
        for (line, grid, expected) in [
            (1, puzzle, None),
            (2, puzzle.with(0, 0), None),
            (3, turned, like(1)),
            (4, again, like(1)),
            (5, turned, same(3)),
            (6, puzzle, same(1)),
            (7, again, same(4)),
            (8, Symmetry::random(3).apply(&puzzle.with(0, 0)), like(2)),
        ] {
            assert_eq!(seen.again(&grid, place(line)), expected, "line {line}");
        }
    }

    /// Full grids look alike to the invariant.
    #[test]
    fn puzzles_that_only_look_alike_differ() {
        let solved =
            "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
        let shifted =
            "123456789456789123789123456231564897564897231897231564312645978645978312978312645";
        let [one, other] = [solved, shifted].map(|text| text.parse::<Grid>().unwrap());
        assert!(other.is_solved() && invariant(&one) == invariant(&other));
        let mut seen = Seen::default();
        assert_eq!(
            [1, 2].map(|line| seen.again(&[one, other][line as usize - 1], place(line))),
            [None, None]
        );
        let turned = Symmetry::random(1).apply(&other);
        assert_eq!(seen.again(&turned, place(3)), Some(Again::Equivalent(place(2))));
    }
}
