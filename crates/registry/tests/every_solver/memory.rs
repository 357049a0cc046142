//! The memory of a search: its state and its stack. (`allocations.rs` shows that it uses no heap.)

use sudoku_core::{Goal, Puzzle};
use sudoku_registry::{Limits, available, find};

use crate::common::{ENOUGH, EXAMPLE, SOLUTION, puzzle};

/// The size of the state as computed from its fields, without the board of 81 bytes.
#[test]
fn the_state_is_what_the_fields_need() {
    let tables = 3 * 9 * 10;
    let masks = 3 * 9 * 4;
    let blanks = 81 * 2 + size_of::<usize>();
    let buckets = (1 + 10) * size_of::<u128>();
    // Two bytes for each cell replace the board.
    let candidates = 81 * 2 - 81;
    let trail = 81 * 10 * size_of::<(u8, u16)>() + size_of::<usize>();
    let keys = 324 * 2;
    let lists = 4 * (4 * 729 + 324) + 4 * (324 + 1) + 324 * 2;
    let sets = 9 * 324 * 2 + 4 * 729 + size_of::<usize>();
    let bands = (9 + 1) * size_of::<u128>();
    for (id, least) in [
        ("brute-scan/three-loops", 0),
        ("brute-scan/fused", 0),
        ("scan-from-start/three-loops", 0),
        ("scan-from-start/fused", 0),
        ("state-arrays/cursor", tables),
        ("state-arrays/blank-list", 3 * 9 * 9 + blanks),
        ("bitmask/cursor", masks),
        ("bitmask/next-blank", masks),
        ("bitmask/blank-list", masks + blanks),
        ("bitmask-singles/prefill", masks + blanks),
        ("fewest-candidates/scan", masks + blanks),
        ("fewest-candidates/buckets", masks + buckets),
        ("fewest-candidates/static", masks + blanks),
        ("propagation/naked-singles", candidates),
        ("propagation/naked-singles-trail", candidates + trail),
        ("propagation/hidden-singles", candidates + 27 * 2),
        ("propagation/locked-candidates", candidates + 27 * 2),
        ("exact-cover/dancing-links", lists),
        ("exact-cover/dancing-cells", keys + sets),
        ("exact-cover/bitset", keys + 324 * 2),
        ("bands/bivalue", bands),
        ("bands/impact", bands),
        ("bands/stacks", bands),
    ] {
        let state = find(id).unwrap().info.state_bytes;
        let filling = state.checked_sub(least).unwrap_or_else(|| panic!("{id}: {state}"));
        assert!(filling < size_of::<usize>(), "{id}: {state} bytes where {least} are needed");
    }
}

/// The example has 51 blanks; after the sweeps of `bitmask-singles/prefill`, none is left.
#[test]
fn each_blank_takes_a_frame_of_the_stack() {
    let (example, solved) = (puzzle(EXAMPLE), puzzle(SOLUTION));
    for solver in available() {
        let id = solver.info.id;
        let mut session = solver.start();
        let taken = session.stack_bytes(&example, Goal::First);
        assert_eq!(taken, session.stack_bytes(&example, Goal::First), "{id}: the same again");
        let calls = session.tally(&example, Goal::First, ENOUGH).counts.placements;
        if calls == 0 {
            assert_eq!(taken, 0, "{id}: no call follows the first");
            continue;
        }
        // Whether calls on givens take a frame is up to the compiler, which may turn them into
        // jumps.
        let givens = session.stack_bytes(&solved, Goal::First);
        assert!(taken >= givens + 51 * 16, "{id}: {taken} bytes, {givens} without a blank");
        assert!(taken < 91 * 1024, "{id}: {taken} bytes");
    }
}

/// A search that goes on to a second solution may go deeper than to the first, and then takes more
/// stack; in bands it may take as much, because the last digit of a cell is tried in the same frame.
#[test]
fn a_proof_takes_the_stack_of_its_own_depth() {
    let entries = sudoku_puzzles::find("effort-1e3").unwrap().entries();
    let mut larger = 0;
    for solver in available() {
        let mut session = solver.start();
        for entry in &entries[..100] {
            let puzzle = Puzzle::try_from(entry.grid).unwrap();
            let [first, proof] = [Goal::First, Goal::Unique].map(|goal| {
                let depth = session.tally(&puzzle, goal, Limits::NONE).counts.max_depth;
                (depth, session.stack_bytes(&puzzle, goal))
            });
            if proof.0 > first.0 {
                let is_reused = solver.info.id.starts_with("bands/") && proof.1 == first.1;
                assert!(proof.1 > first.1 || is_reused, "{}: {first:?} {proof:?}", solver.info.id);
                larger += u32::from(!is_reused);
            }
        }
    }
    assert!(larger > 50, "{larger}");
}
