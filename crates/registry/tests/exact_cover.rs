//! The searches of the family `exact-cover`: what they count on the example, and a second program
//! that makes the same searches on plain lists and must count the same.

use crate::common::{ENOUGH, EXAMPLE, Sample, any_sample, config, puzzle};
use proptest::prelude::*;
use sudoku_core::{Counts, Goal, Grid, Puzzle, box_of, column_of, row_of};
use sudoku_registry::find;

const VARIANTS: [&str; 3] = ["dancing-links", "dancing-cells", "bitset"];

fn run(variant: &str, puzzle: &Puzzle) -> Counts {
    let solver = find(&format!("exact-cover/{variant}")).unwrap();
    solver.start().tally(puzzle, Goal::First, ENOUGH).counts
}

/// The search never goes back, so it removes every item once and every option three times.
#[test]
fn the_example_by_exact_cover() {
    for variant in VARIANTS {
        let counts = run(variant, &puzzle(EXAMPLE));
        let counted: Vec<u64> = counts.values().into_iter().flatten().collect();
        // calls, placed, undone, depth, setup, nodes, guesses, links
        assert_eq!(counted, [52, 51, 0, 52, 81, 52, 0, 324 + 3 * 729], "{variant}");
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn the_solvers_count_the_same(Sample { puzzle, .. } in any_sample()) {
        let expected = Covering::of(puzzle.grid());
        for variant in VARIANTS {
            let counters = find(&format!("exact-cover/{variant}")).unwrap().info.counters;
            prop_assert_eq!(run(variant, &puzzle), expected.only(counters), "{}", variant);
        }
    }
}

/// The search for an exact cover on plain lists of items and options.
#[derive(Default)]
struct Covering {
    counts: Counts,
}

/// An item that an option meets: a cell, or a digit in a unit.
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
