//! A second program makes the searches of the articles on a plain board and counts, straight from
//! the definitions, what each solver should look at. All counters of all solvers must agree with it.

mod common;

use common::{ENOUGH, Sample, any_sample, config, legal_digits, units_of};
use proptest::prelude::*;
use sudoku_core::{Counts, Grid, box_of, column_of, row_of};
use sudoku_registry::find;

proptest! {
    #![proptest_config(config())]

    #[test]
    fn the_solvers_count_the_same(Sample { puzzle, .. } in any_sample()) {
        for (id, expected) in expected(puzzle.grid()) {
            let solver = find(id).unwrap();
            let counts = solver.start().run(&puzzle, ENOUGH).counts;
            prop_assert_eq!(counts, expected.only(solver.info.counters), "{}", id);
        }
    }
}

/// What the solvers should count, from the definitions of the counters.
fn expected(grid: &Grid) -> [(&'static str, Counts); 16] {
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

    let dynamic = Choosing::of(grid, |cells, blanks| {
        blanks.iter().copied().min_by_key(|&at| (legal_digits(cells, at).len(), at))
    });
    let fewest = dynamic.counts();
    let (open, moves) = (dynamic.open, dynamic.entries + dynamic.neighbours);
    let first = *grid.cells();
    let fixed = Choosing::of(grid, move |_, blanks| {
        blanks.iter().copied().min_by_key(|&at| (legal_digits(&first, at).len(), at))
    });
    let cover = Covering::of(grid);
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
        ("fewest-candidates/scan", Counts { mask_computations: open, scan_steps: open, ..fewest }),
        ("fewest-candidates/buckets", Counts { mask_computations: moves, ..fewest }),
        ("fewest-candidates/static", fixed.counts()),
        ("exact-cover/dancing-links", cover),
        ("exact-cover/dancing-cells", cover),
        ("exact-cover/bitset", cover),
    ]
}

/// The search in row-major order on a plain board, and what every way to make it looks at.
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
    /// Units asked whether they hold a digit.
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

/// The search that chooses its blank, on a plain board.
#[derive(Default)]
struct Choosing {
    placements: u64,
    undos: u64,
    /// Nodes with a blank, and those of them with two legal digits or more.
    entries: u64,
    guesses: u64,
    deepest: u64,
    /// Blanks that are open at the nodes, and those in sight of a digit when it is written and when
    /// it is taken back.
    open: u64,
    neighbours: u64,
}

impl Choosing {
    /// Goes on at the blank that is chosen from those that are left.
    fn of(grid: &Grid, choose: impl Fn(&[u8; 81], &[usize]) -> Option<usize>) -> Self {
        let mut search = Self::default();
        search.search(&mut grid.cells().clone(), &choose, 1);
        search
    }

    fn search(
        &mut self,
        cells: &mut [u8; 81],
        choose: &impl Fn(&[u8; 81], &[usize]) -> Option<usize>,
        depth: u64,
    ) -> bool {
        self.deepest = self.deepest.max(depth);
        let blanks: Vec<usize> = (0..81).filter(|&at| cells[at] == 0).collect();
        let Some(at) = choose(cells, &blanks) else { return true };
        let digits = legal_digits(cells, at);
        let sees =
            |peer: &&usize| **peer != at && units_of(at).iter().flatten().any(|c| c == *peer);
        let neighbours = blanks.iter().filter(sees).count() as u64;
        self.entries += 1;
        self.guesses += u64::from(digits.len() > 1);
        self.open += blanks.len() as u64;
        for digit in digits {
            cells[at] = digit;
            self.placements += 1;
            self.neighbours += neighbours;
            if self.search(cells, choose, depth + 1) {
                return true;
            }
            cells[at] = 0;
            self.undos += 1;
            self.neighbours += neighbours;
        }
        false
    }

    /// What a solver counts that computes one mask at a node.
    fn counts(&self) -> Counts {
        Counts {
            calls: self.placements + 1,
            placements: self.placements,
            undos: self.undos,
            checks: self.placements,
            mask_computations: self.entries,
            mask_tests: self.entries + self.undos,
            max_depth: self.deepest,
            setup_cells: 81,
            nodes: self.placements + 1,
            guesses: self.guesses,
            ..Counts::default()
        }
    }
}

/// The search for an exact cover, on a plain list of demands and a plain list of options.
#[derive(Default)]
struct Covering {
    counts: Counts,
}

/// What an option meets: a cell, or a digit in a unit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Item {
    Cell(usize),
    Digit { sort: usize, unit: usize, digit: u8 },
}

#[derive(Clone, Copy, PartialEq, Eq)]
struct Choice {
    at: usize,
    digit: u8,
}

impl Choice {
    fn items(self) -> [Item; 4] {
        let Self { at, digit } = self;
        let in_unit = |sort, unit| Item::Digit { sort, unit, digit };
        [Item::Cell(at), in_unit(0, row_of(at)), in_unit(1, column_of(at)), in_unit(2, box_of(at))]
    }

    fn meets(self, item: Item) -> bool {
        self.items().contains(&item)
    }
}

impl Covering {
    fn of(grid: &Grid) -> Counts {
        let mut search = Self::default();
        search.counts.setup_cells = 81;
        let choices = (0..81).flat_map(|at| (1..=9).map(move |digit| Choice { at, digit }));
        let mut choices: Vec<Choice> = choices.collect();
        let mut open: Vec<Item> = choices.iter().flat_map(|choice| choice.items()).collect();
        open.sort_unstable();
        open.dedup();
        for at in (0..81).filter(|&at| grid.cells()[at] != 0) {
            for item in (Choice { at, digit: grid.cells()[at] }).items() {
                search.cover(item, &mut open, &mut choices);
            }
        }
        search.search(&open, &choices, 1);
        Counts { calls: search.counts.nodes, ..search.counts }
    }

    fn cover(&mut self, item: Item, open: &mut Vec<Item>, choices: &mut Vec<Choice>) {
        let before = choices.len();
        choices.retain(|choice| !choice.meets(item));
        open.retain(|other| *other != item);
        self.counts.links += 1 + 3 * (before - choices.len()) as u64;
    }

    fn search(&mut self, open: &[Item], choices: &[Choice], depth: u64) -> bool {
        self.counts.nodes += 1;
        self.counts.max_depth = self.counts.max_depth.max(depth);
        let meets = |item: Item| choices.iter().filter(move |choice| choice.meets(item));
        let Some(&item) = open.iter().min_by_key(|&&item| meets(item).count()) else { return true };
        self.counts.guesses += u64::from(meets(item).count() > 1);
        let (mut rest, mut left) = (open.to_vec(), choices.to_vec());
        self.cover(item, &mut rest, &mut left);
        for choice in meets(item) {
            let (mut rest, mut left) = (rest.clone(), left.clone());
            for other in choice.items().into_iter().filter(|&other| other != item) {
                self.cover(other, &mut rest, &mut left);
            }
            self.counts.placements += 1;
            if self.search(&rest, &left, depth + 1) {
                return true;
            }
            self.counts.undos += 1;
        }
        false
    }
}
