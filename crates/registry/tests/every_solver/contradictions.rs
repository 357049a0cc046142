//! Clues that contradict each other never reach a solver through a `Session`. What its file says of
//! them is tried here, past the door.

use sudoku_bands::{Bivalue, Impact, Stacks};
use sudoku_bitmask_singles::Prefill;
use sudoku_core::{Counter, Counts, Grid, Puzzle, Solver, UNITS, Work, box_of, column_of, row_of};
use sudoku_exact_cover::{Bitset, DancingCells, DancingLinks};
use sudoku_fewest_candidates::{Buckets, Scan, Static};
use sudoku_propagation::{HiddenSingles, LockedCandidates, NakedSingles, NakedSinglesTrail};
use sudoku_registry::{Limits, Outcome, SOLVERS, available};

use crate::common::{EXAMPLE, SOLUTION, grid};

/// An answer nobody judged, and the work it took.
type Answer = fn(&Grid) -> (Option<Grid>, Counts);

fn answer<S: Solver>(grid: &Grid) -> (Option<Grid>, Counts) {
    let counter = Counter::default();
    let Ok(answer) = S::default().solve(&Puzzle::unchecked(*grid), &counter);
    (answer, counter.counts())
}

/// Those that mark a digit by writing or by OR: marked twice, it is marked.
const MARK: [(&str, Answer); 8] = [
    (sudoku_brute_scan::ThreeLoops::INFO.id, answer::<sudoku_brute_scan::ThreeLoops>),
    (sudoku_brute_scan::Fused::INFO.id, answer::<sudoku_brute_scan::Fused>),
    (sudoku_scan_from_start::ThreeLoops::INFO.id, answer::<sudoku_scan_from_start::ThreeLoops>),
    (sudoku_scan_from_start::Fused::INFO.id, answer::<sudoku_scan_from_start::Fused>),
    (sudoku_state_arrays::Cursor::INFO.id, answer::<sudoku_state_arrays::Cursor>),
    (sudoku_state_arrays::BlankList::INFO.id, answer::<sudoku_state_arrays::BlankList>),
    (sudoku_bitmask::Cursor::INFO.id, answer::<sudoku_bitmask::Cursor>),
    (sudoku_bitmask::NextBlank::INFO.id, answer::<sudoku_bitmask::NextBlank>),
];

/// Those that mark it by XOR: marked twice, it is forgotten.
const FLIP: [(&str, Answer); 5] = [
    (sudoku_bitmask::BlankList::INFO.id, answer::<sudoku_bitmask::BlankList>),
    (Prefill::INFO.id, answer::<Prefill>),
    (Scan::INFO.id, answer::<Scan>),
    (Buckets::INFO.id, answer::<Buckets>),
    (Static::INFO.id, answer::<Static>),
];

/// Those that choose the clues as they choose any option: the second one has gone with the first.
const COVER: [(&str, Answer); 3] = [
    (DancingLinks::INFO.id, answer::<DancingLinks>),
    (DancingCells::INFO.id, answer::<DancingCells>),
    (Bitset::INFO.id, answer::<Bitset>),
];

/// Those that take a digit from all cells that see it, clues included: they refuse.
const REFUSE: [(&str, Answer); 7] = [
    (NakedSingles::INFO.id, answer::<NakedSingles>),
    (NakedSinglesTrail::INFO.id, answer::<NakedSinglesTrail>),
    (HiddenSingles::INFO.id, answer::<HiddenSingles>),
    (LockedCandidates::INFO.id, answer::<LockedCandidates>),
    (Bivalue::INFO.id, answer::<Bivalue>),
    (Impact::INFO.id, answer::<Impact>),
    (Stacks::INFO.id, answer::<Stacks>),
];

/// The example with a clue added at (row, column).
fn with(row: usize, column: usize, digit: u8) -> Grid {
    let contradictory = grid(EXAMPLE).with(row * 9 + column, digit);
    assert!(contradictory.conflict().is_some());
    contradictory
}

/// How often a digit stands in the row, the column and the box of a cell.
fn times(grid: &Grid, digit: u8, row: usize, column: usize) -> [usize; 3] {
    let at = row * 9 + column;
    [row_of(at), 9 + column_of(at), 18 + box_of(at)]
        .map(|unit| UNITS[unit].iter().filter(|&&at| grid.cells()[at] == digit).count())
}

/// Whoever takes back what it tried keeps digits in one way or the other.
#[test]
fn every_search_that_undoes_is_tried() {
    let tried = MARK.iter().chain(&FLIP).chain(&COVER).map(|(id, _)| *id);
    let mut tried: Vec<&str> = tried.collect();
    let undoes = SOLVERS.iter().filter(|solver| solver.info.counters.has(Work::Undos));
    let mut all: Vec<&str> = undoes.map(|solver| solver.info.id).collect();
    tried.sort_unstable();
    all.sort_unstable();
    assert_eq!(tried, all);
}

#[test]
fn two_sixes_stay_in_a_row_a_column_and_a_box() {
    let contradictory = with(6, 0, 6);
    for (id, answer) in MARK {
        let found = answer(&contradictory).0.unwrap_or_else(|| panic!("{id} finds nothing"));
        assert!(found.extends(&contradictory) && found.blanks() == 0, "{id}: {found}");
        assert_eq!(times(&found, 6, 6, 0), [2, 2, 2], "{id}: {found}");
    }
}

#[test]
fn a_second_three_costs_the_whole_tree() {
    let contradictory = with(0, 2, 3);
    for (id, answer) in MARK {
        let (found, counts) = answer(&contradictory);
        assert_eq!((found, counts.placements, counts.undos), (None, 6804, 6804), "{id}");
    }
    for ((id, answer), tree) in FLIP.into_iter().zip([10_599, 0, 22, 22, 148]) {
        let (found, counts) = answer(&contradictory);
        assert_eq!((found, counts.placements, counts.undos), (None, tree, tree), "{id}");
    }
}

#[test]
fn a_clue_that_is_flipped_twice_is_forgotten() {
    let contradictory = with(3, 7, 6);
    for (id, answer) in MARK {
        let found = answer(&contradictory).0.unwrap_or_else(|| panic!("{id} finds nothing"));
        assert_eq!(times(&found, 6, 3, 7)[0], 2, "{id}: {found}");
    }
    for (id, answer) in FLIP {
        let found = answer(&contradictory).0.unwrap_or_else(|| panic!("{id} finds nothing"));
        assert!(found.extends(&contradictory), "{id}: {found}");
        assert_eq!(times(&found, 6, 3, 7)[0], 3, "{id}: {found}");
    }
}

#[test]
fn a_board_without_a_blank_comes_back_whatever_it_holds() {
    for at in 0..81 {
        let wrong = grid(SOLUTION).with(at, grid(SOLUTION).cells()[at] % 9 + 1);
        for (id, answer) in MARK.iter().chain(&FLIP) {
            assert_eq!(answer(&wrong).0, Some(wrong), "{id}");
        }
    }
}

/// A grid in which no cell and no sum gives the clash away: every box adds up to what a solved one
/// does, and every cell has one digit.
#[test]
fn a_search_of_the_whole_grid_finds_no_solution_where_clues_clash() {
    let searches = available().filter(|solver| solver.info.id.starts_with("whole-grid/"));
    let full = grid(SOLUTION);
    let swapped = |one: usize, other: usize| {
        full.with(one, full.cells()[other]).with(other, full.cells()[one])
    };
    let mut clashes = vec![with(6, 0, 6), with(0, 2, 3), with(3, 7, 6)];
    clashes.extend((0..81).map(|at| full.with(at, full.cells()[at] % 9 + 1)));
    clashes.extend([swapped(0, 1), swapped(0, 9), swapped(30, 40), swapped(0, 80)]);
    for solver in searches {
        for grid in &clashes {
            let run = solver.start().run(&Puzzle::unchecked(*grid), Limits::NONE);
            assert_eq!(run.outcome, Outcome::NoSolution, "{} on {grid}", solver.info.id);
        }
    }
}

#[test]
fn clues_that_share_an_item_are_no_cover() {
    let wrong = |at: usize| grid(SOLUTION).with(at, grid(SOLUTION).cells()[at] % 9 + 1);
    let examples = [with(6, 0, 6), with(0, 2, 3), with(3, 7, 6)];
    for contradictory in examples.into_iter().chain((0..81).map(wrong)) {
        for (id, answer) in COVER {
            let (found, counts) = answer(&contradictory);
            assert_eq!((found, counts.nodes), (None, 0), "{id}: {contradictory}");
        }
    }
}

#[test]
fn contradictory_clues_are_refused_at_the_root() {
    let solved = grid(SOLUTION);
    let wrong = |at: usize| solved.with(at, solved.cells()[at] % 9 + 1);
    let added = [with(6, 0, 6), with(0, 2, 3), with(3, 7, 6)];
    for grid in added.into_iter().chain((0..81).map(wrong)) {
        for (id, answer) in REFUSE {
            let (found, counts) = answer(&grid);
            assert_eq!((found, counts.nodes, counts.guesses), (None, 1, 0), "{id} on {grid}");
        }
    }
}
