//! A second program makes the searches of the articles on a plain board and counts, straight from
//! the definitions, what each solver should look at. All counters of all solvers must agree with it.

use proptest::prelude::*;
use sudoku_core::{Counts, Goal, Grid};
use sudoku_registry::find;

use crate::common::{ENOUGH, Sample, any_sample, config, legal_digits, units_of};

proptest! {
    #![proptest_config(config())]

    #[test]
    fn the_solvers_count_the_same(Sample { puzzle, .. } in any_sample()) {
        for (id, expected) in expected(puzzle.grid()) {
            let solver = find(id).unwrap();
            let counts = solver.start().tally(&puzzle, Goal::First, ENOUGH).counts;
            prop_assert_eq!(counts, expected.only(solver.info.counters), "{}", id);
        }
    }
}

/// The counts that the solvers should report, from the definitions of the counters.
fn expected(grid: &Grid) -> [(&'static str, Counts); 10] {
    let search = Recount::of(*grid.cells());
    let tree = Counts {
        placements: search.placements,
        undos: search.undos,
        checks: search.checks,
        ..Counts::default()
    };
    let cursor = Counts {
        calls: search.walk + search.solved,
        scan_steps: search.walk,
        max_depth: search.furthest + 1,
        ..tree
    };
    let by_blank = Counts { calls: search.placements + 1, max_depth: search.deepest, ..tree };
    let from_start = Counts { scan_steps: search.from_corner, ..by_blank };
    let with_state = |counts| Counts { state_reads: search.looks, setup_cells: 81, ..counts };
    let lowest_bit = |search: &Recount| Counts {
        calls: search.placements + 1,
        placements: search.placements,
        undos: search.undos,
        checks: search.placements,
        mask_computations: search.entries,
        mask_tests: search.entries + search.undos,
        max_depth: search.deepest,
        setup_cells: 81,
        ..Counts::default()
    };

    let swept = Sweeps::of(*grid.cells());
    let prefill = Counts {
        setup_cells: 81 * (swept.passes + 2),
        prefilled: swept.filled,
        prefill_masks: swept.masks,
        passes: swept.passes,
        deductions: swept.filled,
        ..lowest_bit(&Recount::of(swept.cells))
    };
    let fused = Counts {
        calls: cursor.calls + search.row_ends,
        cell_reads: search.row_first,
        max_depth: search.furthest + search.furthest / 9 + 1,
        ..cursor
    };
    let next_blank = Counts { scan_steps: search.walk, ..by_blank };

    [
        ("brute-scan/three-loops", Counts { cell_reads: search.one_by_one, ..cursor }),
        ("brute-scan/fused", fused),
        ("scan-from-start/three-loops", Counts { cell_reads: search.one_by_one, ..from_start }),
        ("scan-from-start/fused", Counts { cell_reads: search.column_first, ..from_start }),
        ("state-arrays/cursor", with_state(cursor)),
        ("state-arrays/blank-list", with_state(by_blank)),
        ("bitmask/cursor", with_state(cursor)),
        ("bitmask/next-blank", with_state(next_blank)),
        ("bitmask/blank-list", lowest_bit(&search)),
        ("bitmask-singles/prefill", prefill),
    ]
}

/// The search in row-major order on a plain board, with the cells and units that each variant looks
/// at.
#[derive(Default)]
struct Recount {
    solved: u64,
    placements: u64,
    undos: u64,
    checks: u64,
    /// Times that the search came to a blank.
    entries: u64,
    /// Cells read: row, column, box; side by side with the row first; with the column first.
    one_by_one: u64,
    row_first: u64,
    column_first: u64,
    /// Units tested for a digit.
    looks: u64,
    /// Cells stepped on by a walk from blank to blank, and by one from the corner each time.
    walk: u64,
    from_corner: u64,
    row_ends: u64,
    /// The last cell reached, 81 beyond the end, and the most blanks on a path plus 1.
    furthest: u64,
    deepest: u64,
}

impl Recount {
    fn of(mut cells: [u8; 81]) -> Self {
        let mut recount = Self::default();
        recount.solved = u64::from(recount.search(&mut cells, None, 1));
        recount
    }

    fn search(&mut self, cells: &mut [u8; 81], last: Option<usize>, depth: u64) -> bool {
        let from = last.map_or(0, |last| last + 1);
        let next = (from..81).find(|&at| cells[at] == 0);
        let (at, steps) = next.map_or((81, 81 - from), |at| (at, at + 1 - from));
        self.walk += steps as u64;
        self.from_corner += (from + steps) as u64;
        self.row_ends += (at / 9 - last.unwrap_or(0) / 9) as u64;
        self.furthest = self.furthest.max(at as u64);
        self.deepest = self.deepest.max(depth);
        if next.is_none() {
            return true;
        }
        self.entries += 1;
        for digit in 1..=9 {
            if self.check(cells, at, digit) {
                cells[at] = digit;
                self.placements += 1;
                if self.search(cells, Some(at), depth + 1) {
                    return true;
                }
                cells[at] = 0;
                self.undos += 1;
            }
        }
        false
    }

    fn check(&mut self, cells: &[u8; 81], at: usize, digit: u8) -> bool {
        self.checks += 1;
        let units = units_of(at);
        let [row, column, _] = units;
        let side_by_side =
            |order: [[usize; 9]; 3]| (0..9).flat_map(move |i| order.map(|unit| unit[i]));
        self.one_by_one += reads(cells, digit, units.into_iter().flatten());
        self.row_first += reads(cells, digit, side_by_side(units));
        self.column_first += reads(cells, digit, side_by_side([column, row, units[2]]));
        let clash = units.iter().position(|unit| unit.iter().any(|&at| cells[at] == digit));
        self.looks += clash.map_or(3, |before| before as u64 + 1);
        clash.is_none()
    }
}

/// Cells read in this order up to the one that holds the digit.
fn reads(cells: &[u8; 81], digit: u8, mut order: impl Iterator<Item = usize>) -> u64 {
    order.position(|at| cells[at] == digit).map_or(27, |before| before as u64 + 1)
}

/// Sweeps that fill the cells with one candidate, until a sweep fills none.
struct Sweeps {
    cells: [u8; 81],
    filled: u64,
    masks: u64,
    passes: u64,
}

impl Sweeps {
    fn of(cells: [u8; 81]) -> Self {
        let mut sweeps = Self { cells, filled: 0, masks: 0, passes: 0 };
        loop {
            let before = sweeps.filled;
            sweeps.passes += 1;
            for at in 0..81 {
                if sweeps.cells[at] == 0 {
                    sweeps.masks += 1;
                    if let [single] = legal_digits(&sweeps.cells, at)[..] {
                        sweeps.cells[at] = single;
                        sweeps.filled += 1;
                    }
                }
            }
            if sweeps.filled == before {
                return sweeps;
            }
        }
    }
}
