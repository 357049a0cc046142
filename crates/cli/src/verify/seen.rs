//! [`Seen`]: remembers puzzles, and finds those that came before.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::hash::{DefaultHasher, Hash, Hasher};

use sudoku_core::Grid;
use sudoku_lab::audit::Finding;
use sudoku_puzzles::representative;

/// The hashes by which identical and equivalent puzzles are found. Even among a billion puzzles,
/// hardly any two have equal hashes by chance.
#[derive(Debug, Clone, Copy)]
pub(super) struct Hashes {
    puzzle: u64,
    /// Equal for equivalent puzzles; `None` if only identical ones are looked for.
    all_equivalent: Option<u64>,
}

impl Hashes {
    pub(super) fn of(grid: &Grid, exact: bool) -> Self {
        let all_equivalent = (!exact).then(|| hash(&representative(grid)));
        Self { puzzle: hash(grid), all_equivalent }
    }
}

fn hash(grid: &Grid) -> u64 {
    let mut hasher = DefaultHasher::new();
    grid.hash(&mut hasher);
    hasher.finish()
}

/// The place of a puzzle: the number of the file, and the line.
pub(super) type SeenAt = (usize, u64);

/// The puzzles so far, in the order of the input: the first place of each hash.
#[derive(Default)]
pub(super) struct Seen {
    puzzles: HashMap<u64, SeenAt>,
    representatives: HashMap<u64, SeenAt>,
}

impl Seen {
    /// Returns the earlier place of this puzzle or of an equivalent one. If there is none,
    /// remembers this place.
    pub(super) fn again(&mut self, hashes: Hashes, place: SeenAt) -> Option<(Finding, SeenAt)> {
        if let Some(same) = earlier(&mut self.puzzles, hashes.puzzle, place) {
            return Some((Finding::Duplicate, same));
        }
        let equivalent = earlier(&mut self.representatives, hashes.all_equivalent?, place);
        Some((Finding::Equivalent, equivalent?))
    }
}

/// Returns the earlier place of a hash. If there is none, remembers this place.
fn earlier(map: &mut HashMap<u64, SeenAt>, hash: u64, place: SeenAt) -> Option<SeenAt> {
    match map.entry(hash) {
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

    #[test]
    fn each_puzzle_is_known_again_by_its_first_place() {
        let puzzle: Grid = LINE.parse().unwrap();
        let [turned, again] = [1, 2].map(|seed| Symmetry::random(seed).apply(&puzzle));
        let [mut seen, mut seen_exactly] = [(); 2].map(|()| Seen::default());
        let same = |line| Some((Finding::Duplicate, (0, line)));
        let like = |line| Some((Finding::Equivalent, (0, line)));
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
            let exactly = expected.as_ref().filter(|again| again.0 == Finding::Duplicate);
            let found = seen_exactly.again(Hashes::of(&grid, true), (0, line));
            assert_eq!(found.as_ref(), exactly, "line {line}");
            let found = seen.again(Hashes::of(&grid, false), (0, line));
            assert_eq!(found, expected, "line {line}");
        }
    }
}
