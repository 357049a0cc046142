//! The searches of the family `fewest-candidates`: what they count on the example, and a second
//! program that makes the same searches on a plain board and must count the same.

use crate::common::{ENOUGH, EXAMPLE, Sample, any_sample, config, legal_digits, puzzle, units_of};
use proptest::prelude::*;
use sudoku_core::{Counts, Goal, Grid, Puzzle};
use sudoku_registry::find;

fn run(variant: &str, puzzle: &Puzzle) -> Counts {
    let solver = find(&format!("fewest-candidates/{variant}")).unwrap();
    solver.start().tally(puzzle, Goal::First, ENOUGH).counts
}

/// In the example there always is a blank with a single digit.
#[test]
#[rustfmt::skip]
fn the_example_by_fewest_candidates() {
    for (variant, row) in [
        //          calls placed undone checks masks tests  scan depth setup nodes guesses
        ("scan",    [ 52,   51,    0,    51,  1326,   51,  1326,  52,   81,   52,   0]),
        ("buckets", [ 52,   51,    0,    51,   364,   51,     0,  52,   81,   52,   0]),
        ("static",  [103,  102,   51,   102,   102,  153,     0,  52,   81,  103,  16]),
    ] {
        let counts = run(variant, &puzzle(EXAMPLE));
        let counted: Vec<u64> = counts.values().into_iter().flatten().collect();
        assert_eq!(counted, row, "{variant}");
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn the_solvers_count_the_same(Sample { puzzle, .. } in any_sample()) {
        for (variant, expected) in expected(puzzle.grid()) {
            let counters = find(&format!("fewest-candidates/{variant}")).unwrap().info.counters;
            prop_assert_eq!(run(variant, &puzzle), expected.only(counters), "{}", variant);
        }
    }
}

/// The counts that the solvers should report, from the definitions of the counters.
fn expected(grid: &Grid) -> [(&'static str, Counts); 3] {
    let dynamic = Choosing::of(grid, |cells, blanks| {
        blanks.iter().copied().min_by_key(|&at| (legal_digits(cells, at).len(), at))
    });
    let fewest = dynamic.counts();
    let (open, moves) = (dynamic.open, dynamic.entries + dynamic.neighbours);
    let first = *grid.cells();
    let fixed = Choosing::of(grid, move |_, blanks| {
        blanks.iter().copied().min_by_key(|&at| (legal_digits(&first, at).len(), at))
    });
    [
        ("scan", Counts { mask_computations: open, scan_steps: open, ..fewest }),
        ("buckets", Counts { mask_computations: moves, ..fewest }),
        ("static", fixed.counts()),
    ]
}

/// The search that chooses which blank to fill, on a plain board.
#[derive(Default)]
struct Choosing {
    placements: u64,
    undos: u64,
    /// Nodes with a blank, and how many of these have two legal digits or more.
    entries: u64,
    guesses: u64,
    deepest: u64,
    /// Over all nodes, the number of blanks that are open there; and over all digits, the number of
    /// blanks in their units when they are written and when they are removed.
    open: u64,
    neighbours: u64,
}

impl Choosing {
    /// The search that fills the blank chosen by `choose` from those that are left.
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

    /// The counts of a solver that computes one mask at each node.
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
