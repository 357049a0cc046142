//! A second program makes the searches of the articles on a plain board and counts, straight from
//! the definitions, what each solver should look at. All counters of all solvers must agree with it.

mod common;

use common::{ENOUGH, Sample, any_sample, config, legal_digits, units_of};
use proptest::prelude::*;
use proptest::test_runner::TestCaseError;
use sudoku_core::{Counts, Grid, Puzzle, UNITS};
use sudoku_registry::find;

proptest! {
    #![proptest_config(config())]

    #[test]
    fn the_solvers_count_the_same(Sample { puzzle, .. } in any_sample()) {
        recount(&puzzle)?;
    }
}

/// Where a choice begins among 81 cells with nine digits each, which no sample has.
#[test]
fn the_solvers_count_the_same_on_a_blank_board() {
    recount(&Puzzle::try_from(Grid::BLANK).unwrap()).unwrap();
}

fn recount(puzzle: &Puzzle) -> Result<(), TestCaseError> {
    for (id, expected) in expected(puzzle.grid()) {
        let solver = find(id).unwrap();
        let counts = solver.start().run(puzzle, ENOUGH).counts;
        prop_assert_eq!(counts, expected.only(solver.info.counters), "{}", id);
    }
    Ok(())
}

/// What the solvers should count, from the definitions of the counters.
fn expected(grid: &Grid) -> [(&'static str, Counts); 17] {
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
    let naked = Propagating::of(grid, &[]);
    let hidden = Propagating::of(grid, &[Rule::HiddenSingles]);
    let locked = Propagating::of(grid, &[Rule::HiddenSingles, Rule::LockedCandidates]);
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
        ("propagation/naked-singles", naked),
        ("propagation/naked-singles-trail", naked),
        ("propagation/hidden-singles", hidden),
        ("propagation/locked-candidates", locked),
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

/// What is applied beyond naked singles.
#[derive(Clone, Copy)]
enum Rule {
    HiddenSingles,
    LockedCandidates,
}

/// The search that draws conclusions first, on lists of candidates.
struct Propagating<'a> {
    rules: &'a [Rule],
    counts: Counts,
}

/// A board, and the digits that are left for each of its blanks.
#[derive(Clone)]
struct Lists {
    board: [u8; 81],
    left: Vec<Vec<u8>>,
}

impl Lists {
    fn places(&self, unit: &[usize], digit: u8) -> Vec<usize> {
        let takes = |at: &&usize| self.board[**at] == 0 && self.left[**at].contains(&digit);
        unit.iter().filter(takes).copied().collect()
    }

    fn holds(&self, unit: &[usize], digit: u8) -> bool {
        unit.iter().any(|&at| self.board[at] == digit)
    }

    fn blanks(&self) -> impl Iterator<Item = usize> {
        (0..81).filter(|&at| self.board[at] == 0)
    }
}

impl<'a> Propagating<'a> {
    fn of(grid: &Grid, rules: &'a [Rule]) -> Counts {
        let mut search = Self { rules, counts: Counts::default() };
        search.counts.setup_cells = 81;
        let mut lists = Lists { board: *grid.cells(), left: vec![(1..=9).collect(); 81] };
        search.enter(1);
        let mut clues = (0..81).filter(|&at| grid.cells()[at] != 0);
        let stands = clues.all(|at| search.fill(&mut lists, at, grid.cells()[at]).is_some());
        if stands && search.propagate(&mut lists).is_some() {
            search.branch(&lists, 1);
        }
        search.counts
    }

    fn enter(&mut self, depth: u64) {
        self.counts.nodes += 1;
        self.counts.max_depth = self.counts.max_depth.max(depth);
    }

    fn branch(&mut self, lists: &Lists, depth: u64) -> bool {
        let Some(fewest) = lists.blanks().map(|at| lists.left[at].len()).min() else { return true };
        let at = lists.blanks().find(|&at| lists.left[at].len() == fewest).unwrap();
        let looked = lists.blanks().filter(|&blank| fewest > 2 || blank <= at);
        self.counts.scan_steps += looked.count() as u64;
        self.counts.guesses += 1;
        lists.left[at].iter().any(|&digit| {
            let mut lists = lists.clone();
            self.enter(depth + 1);
            self.counts.placements += 1;
            self.fill(&mut lists, at, digit).is_some()
                && self.propagate(&mut lists).is_some()
                && self.branch(&lists, depth + 1)
        })
    }

    /// None at a contradiction; so do the others.
    fn fill(&mut self, lists: &mut Lists, at: usize, digit: u8) -> Option<()> {
        lists.board[at] = digit;
        let mut sight = units_of(at).concat();
        sight.sort_unstable();
        sight.dedup();
        for peer in sight.into_iter().filter(|&peer| peer != at) {
            if lists.board[peer] == digit {
                return None;
            }
            if lists.board[peer] == 0 {
                self.take(lists, peer, &[digit])?;
            }
        }
        Some(())
    }

    fn take(&mut self, lists: &mut Lists, at: usize, digits: &[u8]) -> Option<()> {
        lists.left[at].retain(|digit| !digits.contains(digit));
        match lists.left[at][..] {
            [] => None,
            [single] => self.deduce(lists, at, single),
            _ => Some(()),
        }
    }

    fn deduce(&mut self, lists: &mut Lists, at: usize, digit: u8) -> Option<()> {
        self.counts.deductions += 1;
        self.fill(lists, at, digit)
    }

    fn propagate(&mut self, lists: &mut Lists) -> Option<()> {
        let mut before = None;
        while before != Some(self.counts.eliminations) {
            before = Some(self.counts.eliminations);
            for rule in self.rules {
                match rule {
                    Rule::HiddenSingles => self.hidden_singles(lists)?,
                    Rule::LockedCandidates => self.locked_candidates(lists)?,
                }
            }
        }
        Some(())
    }

    fn hidden_singles(&mut self, lists: &mut Lists) -> Option<()> {
        let mut quiet = 0;
        for unit in UNITS.iter().cycle() {
            quiet += 1;
            let open = (1..=9).filter(|&digit| !lists.holds(unit, digit));
            let places: Vec<_> = open.map(|digit| (digit, lists.places(unit, digit))).collect();
            if places.iter().any(|(_, places)| places.is_empty()) {
                return None;
            }
            for (digit, _) in places.into_iter().filter(|(_, places)| places.len() == 1) {
                quiet = 0;
                if !lists.holds(unit, digit) {
                    let at = *lists.places(unit, digit).first()?;
                    self.deduce(lists, at, digit)?;
                }
            }
            if quiet == 27 {
                break;
            }
        }
        Some(())
    }

    fn locked_candidates(&mut self, lists: &mut Lists) -> Option<()> {
        // Bands, then stacks: rows 0 to 2 with boxes 0 to 2 and so on.
        for (chute, lines) in UNITS[..18].chunks(3).enumerate() {
            let boxes: Vec<_> = (0..3)
                .map(|i| UNITS[18 + if chute < 3 { chute * 3 + i } else { chute - 3 + i * 3 }])
                .collect();
            let before = lists.clone();
            for line in lines {
                for block in &boxes {
                    let cut = |these: &[usize; 9], those: &[usize; 9]| -> Vec<usize> {
                        these.iter().copied().filter(|at| !those.contains(at)).collect()
                    };
                    for (here, there) in [(block, line), (line, block)] {
                        let (outside, rest) = (cut(here, there), cut(there, here));
                        let locked: Vec<u8> = (1..=9)
                            .filter(|&digit| {
                                !before.holds(here, digit)
                                    && before.places(&outside, digit).is_empty()
                                    && !before.places(here, digit).is_empty()
                            })
                            .collect();
                        for at in rest {
                            self.remove(lists, at, &locked)?;
                        }
                    }
                }
            }
        }
        Some(())
    }

    /// What leaves a cell without a digit is a contradiction, and not counted.
    fn remove(&mut self, lists: &mut Lists, at: usize, digits: &[u8]) -> Option<()> {
        if lists.board[at] != 0 {
            return (!digits.contains(&lists.board[at])).then_some(());
        }
        let lost = lists.left[at].iter().filter(|digit| digits.contains(digit)).count();
        if lost == lists.left[at].len() {
            return None;
        }
        self.counts.eliminations += lost as u64;
        if lost > 0 { self.take(lists, at, digits) } else { Some(()) }
    }
}
