//! Every line of every shipped set, checked with a solver of the registry; and the commands that
//! made the sets.

use crate::lab::lab;
use sudoku_core::{Goal, Puzzle};
use sudoku_puzzles::{CORPORA, Corpus};
use sudoku_registry::{Limits, Outcome, find};

/// Checks the solution that a search in row-major order finds first, and its number of placements.
fn check<'a>(corpora: impl Iterator<Item = &'a Corpus>) {
    let mut solver = find("bitmask/blank-list").unwrap().start();
    for corpus in corpora {
        for entry in corpus.entries() {
            let at = format!("{}: {}", corpus.name, entry.grid);
            let Ok(puzzle) = Puzzle::try_from(entry.grid) else {
                assert_eq!((entry.solutions, entry.solution, entry.placements), (0, None, None));
                continue;
            };
            let run = solver.tally(&puzzle, Goal::First, Limits::NONE);
            assert_eq!(entry.placements, Some(run.counts.placements), "{at}");
            let outcome = entry.solution.map_or(Outcome::NoSolution, Outcome::Solved);
            assert_eq!(run.outcome, outcome, "{at}");
        }
    }
}

/// Nearly all placements are in these three sets, which are checked on separate threads.
const AGAINST_THE_ORDER: &str = "anti-row-major";
const LONG: [&str; 2] = ["effort-1e6", "classics"];

#[test]
fn every_placement_is_counted_right() {
    let short = |name: &str| name != AGAINST_THE_ORDER && !LONG.contains(&name);
    check(CORPORA.iter().filter(|corpus| short(corpus.name)));
}

#[test]
fn every_placement_is_counted_right_in_long_searches() {
    check(CORPORA.iter().filter(|corpus| LONG.contains(&corpus.name)));
}

#[test]
fn every_placement_is_counted_right_against_the_order() {
    check(CORPORA.iter().filter(|corpus| corpus.name == AGAINST_THE_ORDER));
}

#[test]
fn solvers_count_as_many_solutions() {
    let mut solvers =
        ["bitmask/blank-list", "bitmask-singles/prefill"].map(|id| find(id).unwrap().start());
    for corpus in CORPORA {
        for entry in corpus.entries().into_iter().take(14) {
            let Ok(puzzle) = Puzzle::try_from(entry.grid) else { continue };
            if entry.placements > Some(1_000_000) {
                continue;
            }
            for solver in &mut solvers {
                let all = solver.solutions(&puzzle, 100_001, Limits::NONE, 0);
                assert_eq!(all.count as u64, entry.solutions, "{}: {}", corpus.name, entry.grid);
            }
        }
    }
}

#[test]
fn the_commands_in_the_headers_make_the_same_puzzles() {
    let mut made = 0;
    for corpus in CORPORA {
        let Some(command) = corpus.text.lines().find_map(|line| line.strip_prefix("# command: "))
        else {
            continue;
        };
        // A shorter run makes the same puzzles, only fewer.
        let count = match corpus.name {
            // These take seconds for each puzzle.
            "anti-row-major" | "hard" => 1,
            "effort-1e6" => 2,
            _ => 12,
        };
        let count = count.to_string();
        let mut words: Vec<&str> = command.split_whitespace().collect();
        assert_eq!(words.remove(0), "sudoku-lab");
        let at = words.iter().position(|word| *word == "--count").unwrap() + 1;
        assert_eq!(words[at].parse(), Ok(corpus.entries().len()), "{}: its command", corpus.name);
        words[at] = &count;
        let ran = lab(&words);
        assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{command}");
        let shipped = corpus.text.lines().filter(|line| !line.starts_with('#'));
        let shipped = shipped.take(count.parse().unwrap());
        assert!(shipped.eq(ran.out.lines()), "`{command}` makes other puzzles than it did");
        made += 1;
    }
    assert!(made > 10, "{made}");
}
