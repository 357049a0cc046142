//! Random puzzles, and an oracle that shares nothing with the solvers it judges.

#![allow(dead_code, reason = "each file of tests takes what it needs")]

pub(crate) mod laws;

use std::ops::Range;

use proptest::prelude::*;
use sudoku_core::{Grid, Puzzle, Random, Symmetry, UNITS, box_of, column_of, row_of};
use sudoku_registry::Limits;

/// The example on `LeetCode` 37, which all the articles solve.
pub(crate) const EXAMPLE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// Its solution.
pub(crate) const SOLUTION: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

/// Far more calls than any sample needs, and still a matter of seconds.
pub(crate) const ENOUGH: Limits = Limits::calls(2_000_000);

pub(crate) fn grid(text: &str) -> Grid {
    text.parse().expect("the tests write grids as 81 characters")
}

pub(crate) fn puzzle(text: &str) -> Puzzle {
    Puzzle::try_from(grid(text)).expect("this grid has no conflict")
}

/// A sample is made from a seed, so there is nothing to shrink; a failure shows the puzzle.
pub(crate) fn config() -> ProptestConfig {
    ProptestConfig {
        cases: 48,
        max_shrink_iters: 0,
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

/// A puzzle, and its solutions by the oracle.
#[derive(Debug, Clone)]
pub(crate) struct Sample {
    pub(crate) puzzle: Puzzle,
    /// All its solutions if they are fewer than [`Sample::LIMIT`], in no particular order.
    pub(crate) solutions: Vec<Grid>,
}

impl Sample {
    pub(crate) const LIMIT: usize = 12;

    pub(crate) fn of(grid: Grid) -> Self {
        let puzzle = Puzzle::try_from(grid).expect("samples have no conflict");
        Self { puzzle, solutions: oracle(&grid, Self::LIMIT) }
    }
}

/// Puzzles of every sort: one solution, several, none.
pub(crate) fn any_sample() -> impl Strategy<Value = Sample> {
    prop_oneof![unique(), several(), unsolvable()]
}

/// Puzzles with exactly one solution.
pub(crate) fn unique() -> impl Strategy<Value = Sample> {
    samples(24..46, |seed, clues| Some(dig(seed, clues, true)))
}

/// Puzzles with more than one solution, as a rule.
pub(crate) fn several() -> impl Strategy<Value = Sample> {
    samples(30..46, |seed, clues| Some(dig(seed, clues, false)))
}

/// Puzzles without a solution: no two clues conflict, but one of them is wrong.
pub(crate) fn unsolvable() -> impl Strategy<Value = Sample> {
    samples(24..46, |seed, clues| {
        let solvable = dig(seed, clues, true);
        let solution = oracle(&solvable, 1)[0];
        let mut wrong = Vec::new();
        for at in (0..81).filter(|&at| solvable.cells()[at] == 0) {
            for digit in (1..=9).filter(|&digit| digit != solution.cells()[at]) {
                wrong.push(solvable.with(at, digit));
            }
        }
        wrong.retain(|grid| grid.conflict().is_none());
        Random::seeded(seed).shuffle(&mut wrong);
        wrong.first().copied()
    })
}

fn samples(
    clues: Range<usize>,
    make: fn(u64, usize) -> Option<Grid>,
) -> impl Strategy<Value = Sample> {
    (any::<u64>(), clues).prop_filter_map("too long a search", move |(seed, clues)| {
        make(seed, clues).filter(is_short).map(Sample::of)
    })
}

/// True when the searches that go through the blanks in a fixed order, in reading order or by their
/// number of legal digits, come to their end, or to more solutions than any test asks for, before
/// the tests take too long.
pub(crate) fn is_short(grid: &Grid) -> bool {
    fn walk(cells: &mut [u8; 81], order: &[usize], steps: &mut u32, solutions: &mut usize) {
        let Some((&at, rest)) = order.split_first() else {
            *solutions += 1;
            return;
        };
        for digit in legal_digits(cells, at) {
            if *steps == 0 || *solutions == Sample::LIMIT {
                return;
            }
            *steps -= 1;
            cells[at] = digit;
            walk(cells, rest, steps, solutions);
            cells[at] = 0;
        }
    }
    let blanks: Vec<usize> = (0..81).filter(|&at| grid.cells()[at] == 0).collect();
    let mut by_count = blanks.clone();
    by_count.sort_by_key(|&at| legal_digits(grid.cells(), at).len());
    [blanks, by_count].iter().all(|order| {
        let mut steps = 50_000;
        walk(&mut grid.cells().clone(), order, &mut steps, &mut 0);
        steps > 0
    })
}

/// The digits that no cell in sight holds.
pub(crate) fn legal_digits(cells: &[u8; 81], at: usize) -> Vec<u8> {
    let seen = |digit| units_of(at).iter().flatten().any(|&peer| cells[peer] == digit);
    (1..=9).filter(|&digit| !seen(digit)).collect()
}

/// The row, the column and the box of a cell.
pub(crate) fn units_of(at: usize) -> [[usize; 9]; 3] {
    [UNITS[row_of(at)], UNITS[9 + column_of(at)], UNITS[18 + box_of(at)]]
}

/// Takes clues away from a random solved grid, in random order, down to `clues` or as far as the
/// solution stays the only one.
pub(crate) fn dig(seed: u64, clues: usize, unique: bool) -> Grid {
    let mut random = Random::seeded(seed);
    let mut grid = solved(&mut random);
    let mut order: Vec<usize> = (0..81).collect();
    random.shuffle(&mut order);
    for at in order {
        let without = grid.with(at, 0);
        if grid.clues() > clues && (!unique || oracle(&without, 2).len() == 1) {
            grid = without;
        }
    }
    grid
}

/// A random solved grid: three boxes that do not see each other are filled at random.
fn solved(random: &mut Random) -> Grid {
    let mut grid = Grid::BLANK;
    for unit in [18, 22, 26] {
        let mut digits = [1, 2, 3, 4, 5, 6, 7, 8, 9];
        random.shuffle(&mut digits);
        for (at, digit) in UNITS[unit].into_iter().zip(digits) {
            grid = grid.with(at, digit);
        }
    }
    Symmetry::random(random.below(u64::MAX)).apply(&oracle(&grid, 1)[0])
}

/// The first `limit` solutions, by always filling the blank with the fewest candidates: not the
/// cells, not the order and not the tables of any solver in the list.
pub(crate) fn oracle(grid: &Grid, limit: usize) -> Vec<Grid> {
    let mut found = Vec::new();
    fill(*grid, limit, &mut found);
    found
}

fn fill(grid: Grid, limit: usize, found: &mut Vec<Grid>) {
    let mut used = [[[false; 10]; 9]; 3];
    for (at, &digit) in grid.cells().iter().enumerate() {
        for (unit, no) in [row_of(at), column_of(at), box_of(at)].into_iter().enumerate() {
            used[unit][no][digit as usize] = true;
        }
    }
    let candidates = |at: usize| {
        (1..=9).filter(move |&digit| {
            !used[0][row_of(at)][digit as usize]
                && !used[1][column_of(at)][digit as usize]
                && !used[2][box_of(at)][digit as usize]
        })
    };
    let blanks = (0..81).filter(|&at| grid.cells()[at] == 0);
    let Some(at) = blanks.min_by_key(|&at| candidates(at).count()) else {
        found.push(grid);
        return;
    };
    for digit in candidates(at) {
        if found.len() < limit {
            fill(grid.with(at, digit), limit, found);
        }
    }
}
