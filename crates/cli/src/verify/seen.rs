//! The puzzles of earlier lines, and whether one of them is the same.

use std::collections::HashMap;
use std::collections::hash_map::{DefaultHasher, Entry};
use std::hash::{Hash, Hasher};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use sudoku_core::Grid;
use sudoku_corpus::{canonical, invariant};

use super::Place;

/// A puzzle, however often it comes.
pub(super) struct Sighting {
    grid: Grid,
    invariant: u64,
    /// Hash of the canonical form: even among a billion, hardly any two are equal.
    form: OnceLock<u64>,
    /// The first place, in the order of the input.
    place: OnceLock<Place>,
}

impl Sighting {
    fn form(&self) -> u64 {
        *self.form.get_or_init(|| hash(&canonical(&self.grid)))
    }
}

/// The sightings of all threads. Canonical forms take ten times as long as the rest, and are made
/// only of puzzles that have their invariant in common with another one.
#[derive(Default)]
pub(super) struct Sightings(Mutex<Known>);

#[derive(Default)]
struct Known {
    /// The first puzzle with this invariant.
    first: HashMap<u64, Arc<Sighting>>,
    /// All others, by their hash.
    others: HashMap<u64, Arc<Sighting>>,
}

impl Sightings {
    /// The sighting of a puzzle: the one that is there, if it came before in any thread.
    pub(super) fn of(&self, grid: &Grid) -> Arc<Sighting> {
        let invariant = invariant(grid);
        let new = || {
            let (form, place) = (OnceLock::new(), OnceLock::new());
            Arc::new(Sighting { grid: *grid, invariant, form, place })
        };
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let first = match known.first.entry(invariant) {
            Entry::Vacant(vacant) => return Arc::clone(vacant.insert(new())),
            Entry::Occupied(first) => Arc::clone(first.get()),
        };
        if first.grid == *grid {
            return first;
        }
        let other = Arc::clone(known.others.entry(hash(grid)).or_insert_with(new));
        drop(known);
        // Here, and not where all threads wait for it.
        first.form();
        other.form();
        other
    }
}

/// The puzzles so far, in the order of the input.
#[derive(Default)]
pub(super) struct Seen {
    /// The first puzzle with this invariant.
    first: HashMap<u64, Arc<Sighting>>,
    /// The first place of each canonical form of those that are not alone with their invariant.
    forms: HashMap<u64, Place>,
    /// The first place of each puzzle, by its hash, where equivalent ones are not looked for.
    same: HashMap<u64, Place>,
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
    /// The earlier place of this puzzle or of an equivalent one; otherwise this is its place.
    pub(super) fn again(&mut self, sighting: &Arc<Sighting>, place: Place) -> Option<Again> {
        if sighting.place.set(place).is_err() {
            return sighting.place.get().copied().map(Again::Duplicate);
        }
        let first = match self.first.entry(sighting.invariant) {
            Entry::Vacant(vacant) => {
                vacant.insert(Arc::clone(sighting));
                return None;
            }
            Entry::Occupied(first) => first.into_mut(),
        };
        if let Some(&place) = first.place.get() {
            self.forms.entry(first.form()).or_insert(place);
        }
        earlier(&mut self.forms, sighting.form(), place).map(Again::Equivalent)
    }

    /// The earlier place of this puzzle; otherwise this is its place.
    pub(super) fn same(&mut self, grid: &Grid, place: Place) -> Option<Place> {
        earlier(&mut self.same, hash(grid), place)
    }
}

fn hash(grid: &Grid) -> u64 {
    let mut hasher = DefaultHasher::new();
    grid.hash(&mut hasher);
    hasher.finish()
}

/// The place of a hash; otherwise this is its place.
fn earlier(map: &mut HashMap<u64, Place>, hash: u64, place: Place) -> Option<Place> {
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

    fn place(line: u64) -> Place {
        Place { input: 0, line }
    }

    #[test]
    fn each_puzzle_is_known_again_by_its_first_place() {
        let puzzle: Grid = LINE.parse().unwrap();
        let [turned, again] = [1, 2].map(|seed| Symmetry::random(seed).apply(&puzzle));
        let (sightings, mut seen) = (Sightings::default(), Seen::default());
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
            assert_eq!(seen.again(&sightings.of(&grid), place(line)), expected, "line {line}");
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
        let (sightings, mut seen) = (Sightings::default(), Seen::default());
        let mut again = |grid: &Grid, line| seen.again(&sightings.of(grid), place(line));
        assert_eq!([again(&one, 1), again(&other, 2)], [None, None]);
        let turned = Symmetry::random(1).apply(&other);
        assert_eq!(again(&turned, 3), Some(Again::Equivalent(place(2))));
    }

    #[test]
    fn the_order_of_the_threads_is_of_no_matter() {
        let puzzle: Grid = LINE.parse().unwrap();
        let turned = Symmetry::random(1).apply(&puzzle);
        let (sightings, mut seen) = (Sightings::default(), Seen::default());
        // The last line is the first that a thread takes.
        let [last, same, first] = [puzzle, turned, turned].map(|grid| sightings.of(&grid));
        assert_eq!(seen.again(&first, place(1)), None);
        assert_eq!(seen.again(&same, place(2)), Some(Again::Duplicate(place(1))));
        assert_eq!(seen.again(&last, place(3)), Some(Again::Equivalent(place(1))));
    }
}
