//! The searches of the family `propagation`: what they count on an example, and a second program
//! that makes the same searches on lists of candidates and must count the same.

use crate::common::{ENOUGH, Sample, any_sample, config, puzzle, units_of};
use proptest::prelude::*;
use proptest::test_runner::TestCaseError;
use sudoku_core::{Counts, Goal, Grid, Puzzle, UNITS};
use sudoku_registry::find;

fn run(id: &str, puzzle: &Puzzle) -> Counts {
    find(id).unwrap().start().tally(puzzle, Goal::First, ENOUGH).counts
}

/// The hard example of Norvig's essay.
const HARD: &str =
    "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";

/// The counts of the solvers of the family, from few rules to many.
#[test]
#[rustfmt::skip]
fn a_puzzle_that_needs_guesses_by_propagation() {
    for (variant, row) in [
        //                  placed scan depth setup nodes guesses path first deduced eliminated
        ("naked-singles",       &[130, 335, 17, 81, 131, 68, 11, 6, 683][..]),
        ("naked-singles-trail", &[130, 335, 17, 81, 131, 68, 11, 6, 683]),
        ("hidden-singles",      &[ 25, 192,  9, 81,  26, 15, 6, 5, 115]),
        ("locked-candidates",   &[  0,   0,  1, 81,   1,  0, 0, 0,  64, 25]),
    ] {
        let counts = run(&format!("propagation/{variant}"), &puzzle(HARD));
        let counted: Vec<u64> = counts.values().into_iter().flatten().collect();
        assert_eq!(counted, row, "{variant}");
    }
}

/// A proof goes on after the solution. Guesses that are open later are not on the path.
#[test]
fn a_proof_has_the_path_of_its_solution() {
    for id in ["propagation/naked-singles", "propagation/hidden-singles"] {
        let mut session = find(id).unwrap().start();
        let [first, proof] = [Goal::First, Goal::Unique]
            .map(|goal| session.tally(&puzzle(HARD), goal, ENOUGH).counts);
        assert!(first.guesses < proof.guesses, "{id}");
        let path = |counts: Counts| (counts.on_path, counts.right_first);
        assert_eq!(path(first), path(proof), "{id}");
    }
}

/// The path is known when the solution is found, not before.
#[test]
fn the_last_step_has_the_path() {
    let mut session = find("propagation/hidden-singles").unwrap().start();
    let run = session.tally(&puzzle(HARD), Goal::First, ENOUGH).counts;
    let trace = session.trace(&puzzle(HARD), Goal::First, 10_000, 0..10_001, false);
    let [.., before, last] = &trace.frames[..] else { panic!("no steps") };
    assert_eq!((before.counts.on_path, last.counts, trace.counts), (0, run, run));
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn the_solvers_count_the_same(Sample { puzzle, .. } in any_sample()) {
        recount(&puzzle)?;
    }

    /// A search that takes the blank with the fewest legal digits fills naked singles, one at each
    /// node.
    #[test]
    fn naked_singles_guess_where_fewest_candidates_do(sample in any_sample()) {
        let guesses = |id| run(id, &sample.puzzle).guesses;
        prop_assert_eq!(guesses("propagation/naked-singles"), guesses("fewest-candidates/scan"));
    }
}

/// On a blank board, the first choice is among 81 cells with nine digits each, as in no sample.
#[test]
fn the_solvers_count_the_same_on_a_blank_board() {
    recount(&Puzzle::try_from(Grid::BLANK).unwrap()).unwrap();
}

fn recount(puzzle: &Puzzle) -> Result<(), TestCaseError> {
    for (variant, expected) in expected(puzzle.grid()) {
        let id = format!("propagation/{variant}");
        let counters = find(&id).unwrap().info.counters;
        prop_assert_eq!(run(&id, puzzle), expected.only(counters), "{}", variant);
    }
    Ok(())
}

/// The counts that the solvers should report, from the definitions of the counters.
fn expected(grid: &Grid) -> [(&'static str, Counts); 4] {
    let naked = Propagating::of(grid, &[]);
    [
        ("naked-singles", naked),
        ("naked-singles-trail", naked),
        ("hidden-singles", Propagating::of(grid, &[Rule::HiddenSingles])),
        (
            "locked-candidates",
            Propagating::of(grid, &[Rule::HiddenSingles, Rule::LockedCandidates]),
        ),
    ]
}

/// The rules that are applied beyond naked singles.
#[derive(Clone, Copy)]
enum Rule {
    HiddenSingles,
    LockedCandidates,
}

/// The search that applies rules before each guess, on lists of candidates.
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
        let right = lists.left[at].iter().position(|&digit| {
            let mut lists = lists.clone();
            self.enter(depth + 1);
            self.counts.placements += 1;
            self.fill(&mut lists, at, digit).is_some()
                && self.propagate(&mut lists).is_some()
                && self.branch(&lists, depth + 1)
        });
        self.counts.on_path += u64::from(right.is_some());
        self.counts.right_first += u64::from(right == Some(0));
        right.is_some()
    }

    /// Writes a digit. `None` at a contradiction, as from the other methods.
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

    /// Removes candidates. Leaving a cell without a digit is a contradiction and is not counted.
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
