//! Clues that contradict each other never reach a solver through a `Session`. What its file says of
//! them is tried here, past the door.

use sudoku_core::{Counts, Grid, Puzzle, UNITS, Work, box_of, column_of, row_of};
use sudoku_registry::{Entry, Limits, Outcome, SOLVERS, available};

use crate::common::{EXAMPLE, SOLUTION, grid};

/// What a search makes of a digit that stands twice in a unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Clash {
    /// It marks a digit by writing or by OR: marked twice, the digit is marked.
    Mark,
    /// It marks a digit by XOR: marked twice, the digit is forgotten. The example with a second 3
    /// then costs this many placements.
    Flip(u64),
    /// It chooses the clues as it chooses any option: the second one has gone with the first.
    Cover,
    /// It takes a digit from all cells that see it, clues included: it refuses at the root.
    Refuse,
    /// It looks at the whole grid at once and finds no solution.
    WholeGrid,
}

/// What each solver of the list makes of it; `None` for one that is missing here.
#[expect(clippy::match_same_arms, reason = "a line for each family")]
fn clash(id: &str) -> Option<Clash> {
    Some(match id {
        "brute-scan/three-loops" | "brute-scan/fused" => Clash::Mark,
        "scan-from-start/three-loops" | "scan-from-start/fused" => Clash::Mark,
        "state-arrays/cursor" | "state-arrays/blank-list" => Clash::Mark,
        "bitmask/cursor" | "bitmask/next-blank" => Clash::Mark,
        "bitmask/blank-list" => Clash::Flip(10_599),
        "bitmask-singles/prefill" => Clash::Flip(0),
        "fewest-candidates/scan" | "fewest-candidates/buckets" => Clash::Flip(22),
        "fewest-candidates/static" => Clash::Flip(148),
        "exact-cover/dancing-links" | "exact-cover/dancing-cells" => Clash::Cover,
        "exact-cover/bitset" => Clash::Cover,
        "propagation/naked-singles" | "propagation/naked-singles-trail" => Clash::Refuse,
        "propagation/hidden-singles" | "propagation/locked-candidates" => Clash::Refuse,
        "bands/bivalue" | "bands/impact" | "bands/stacks" => Clash::Refuse,
        "whole-grid/words" | "whole-grid/avx2" | "whole-grid/avx512" => Clash::WholeGrid,
        _ => return None,
    })
}

/// The solvers that make this of it, as far as this processor can run them.
fn that(makes: impl Fn(Clash) -> bool) -> impl Iterator<Item = &'static Entry> {
    available().filter(move |solver| clash(solver.info.id).is_some_and(&makes))
}

/// The grid that a solver answers with, right or wrong, and the work it took.
fn answer(solver: &Entry, grid: &Grid) -> (Option<Grid>, Counts) {
    let run = solver.start().run(&Puzzle::unchecked(*grid), Limits::NONE);
    match run.outcome {
        Outcome::Solved(found) | Outcome::Wrong(found) => (Some(found), run.counts),
        _ => (None, run.counts),
    }
}

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

#[test]
fn every_solver_is_tried() {
    let missing: Vec<&str> =
        SOLVERS.iter().map(|solver| solver.info.id).filter(|id| clash(id).is_none()).collect();
    assert!(
        missing.is_empty(),
        "nothing says what {} with two equal clues in a unit: add a line to `clash` in \
         crates/registry/tests/every_solver/contradictions.rs, such as `\"{}\" => Clash::Mark,`",
        missing.join(", ") + if missing.len() == 1 { " does" } else { " do" },
        missing[0]
    );
}

/// A search that takes back what it tried keeps digits in one way or the other.
#[test]
fn a_search_that_undoes_marks_flips_or_covers() {
    for solver in SOLVERS {
        let Some(clash) = clash(solver.info.id) else { continue };
        let keeps = matches!(clash, Clash::Mark | Clash::Flip(_) | Clash::Cover);
        assert_eq!(keeps, solver.info.counters.has(Work::Undos), "{}", solver.info.id);
    }
}

#[test]
fn two_sixes_stay_in_a_row_a_column_and_a_box() {
    let contradictory = with(6, 0, 6);
    for solver in that(|clash| clash == Clash::Mark) {
        let id = solver.info.id;
        let found = answer(solver, &contradictory).0.unwrap_or_else(|| panic!("{id} finds none"));
        assert!(found.extends(&contradictory) && found.blanks() == 0, "{id}: {found}");
        assert_eq!(times(&found, 6, 6, 0), [2, 2, 2], "{id}: {found}");
    }
}

#[test]
fn a_second_three_costs_the_whole_tree() {
    let contradictory = with(0, 2, 3);
    for solver in available() {
        let tree = match clash(solver.info.id) {
            Some(Clash::Mark) => 6804,
            Some(Clash::Flip(placements)) => placements,
            _ => continue,
        };
        let (found, counts) = answer(solver, &contradictory);
        let did = (found, counts.placements, counts.undos);
        assert_eq!(did, (None, tree, tree), "{}", solver.info.id);
    }
}

#[test]
fn a_clue_that_is_flipped_twice_is_forgotten() {
    let contradictory = with(3, 7, 6);
    for solver in that(|clash| matches!(clash, Clash::Mark | Clash::Flip(_))) {
        let id = solver.info.id;
        let found = answer(solver, &contradictory).0.unwrap_or_else(|| panic!("{id} finds none"));
        let flips = clash(id) != Some(Clash::Mark);
        assert!(!flips || found.extends(&contradictory), "{id}: {found}");
        assert_eq!(times(&found, 6, 3, 7)[0], if flips { 3 } else { 2 }, "{id}: {found}");
    }
}

#[test]
fn a_board_without_a_blank_comes_back_whatever_it_holds() {
    for at in 0..81 {
        let wrong = grid(SOLUTION).with(at, grid(SOLUTION).cells()[at] % 9 + 1);
        for solver in that(|clash| matches!(clash, Clash::Mark | Clash::Flip(_))) {
            assert_eq!(answer(solver, &wrong).0, Some(wrong), "{}", solver.info.id);
        }
    }
}

/// A grid in which no cell and no sum gives the clash away: every box adds up to what a solved one
/// does, and every cell has one digit.
#[test]
fn a_search_of_the_whole_grid_finds_no_solution_where_clues_clash() {
    let full = grid(SOLUTION);
    let swapped = |one: usize, other: usize| {
        full.with(one, full.cells()[other]).with(other, full.cells()[one])
    };
    let mut clashes = vec![with(6, 0, 6), with(0, 2, 3), with(3, 7, 6)];
    clashes.extend((0..81).map(|at| full.with(at, full.cells()[at] % 9 + 1)));
    clashes.extend([swapped(0, 1), swapped(0, 9), swapped(30, 40), swapped(0, 80)]);
    for solver in that(|clash| clash == Clash::WholeGrid) {
        for grid in &clashes {
            assert_eq!(answer(solver, grid).0, None, "{} on {grid}", solver.info.id);
        }
    }
}

#[test]
fn clues_that_share_an_item_are_no_cover() {
    let wrong = |at: usize| grid(SOLUTION).with(at, grid(SOLUTION).cells()[at] % 9 + 1);
    let examples = [with(6, 0, 6), with(0, 2, 3), with(3, 7, 6)];
    for contradictory in examples.into_iter().chain((0..81).map(wrong)) {
        for solver in that(|clash| clash == Clash::Cover) {
            let (found, counts) = answer(solver, &contradictory);
            assert_eq!((found, counts.nodes), (None, 0), "{}: {contradictory}", solver.info.id);
        }
    }
}

#[test]
fn contradictory_clues_are_refused_at_the_root() {
    let solved = grid(SOLUTION);
    let wrong = |at: usize| solved.with(at, solved.cells()[at] % 9 + 1);
    let added = [with(6, 0, 6), with(0, 2, 3), with(3, 7, 6)];
    for grid in added.into_iter().chain((0..81).map(wrong)) {
        for solver in that(|clash| clash == Clash::Refuse) {
            let (found, counts) = answer(solver, &grid);
            let did = (found, counts.nodes, counts.guesses);
            assert_eq!(did, (None, 1, 0), "{} on {grid}", solver.info.id);
        }
    }
}
