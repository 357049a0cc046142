//! Every line of every shipped set, checked with a solver of the registry; and the commands that
//! made the sets.

use crate::lab::lab;
use sudoku_core::{Goal, Puzzle};
use sudoku_puzzles::CORPORA;
use sudoku_record::Counted;
use sudoku_registry::{Limits, Outcome, find};

/// Checks the solution that a search in row-major order finds first, and its number of placements: on
/// every puzzle against the committed counts, and by a search on all but nine of ten that take long.
#[test]
fn every_placement_is_counted_right() {
    let id = "bitmask/blank-list";
    let mut solver = find(id).unwrap().start();
    let counted = Counted::of(sudoku_record::top(), id).unwrap();
    for corpus in CORPORA {
        let counted = counted.set(corpus.name);
        for (number, entry) in corpus.entries().into_iter().enumerate() {
            let at = format!("{}: {}", corpus.name, entry.grid);
            let Ok(puzzle) = Puzzle::try_from(entry.grid) else {
                assert_eq!((entry.solutions, entry.solution, entry.placements), (0, None, None));
                continue;
            };
            let before = counted.map(|set| set.runs[number].counts.placements);
            assert!(before.is_none() || before == entry.placements, "{at}");
            if before > Some(100_000) && number % 10 > 0 {
                continue;
            }
            let run = solver.tally(&puzzle, Goal::First, Limits::NONE);
            assert_eq!(entry.placements, Some(run.counts.placements), "{at}");
            let outcome = entry.solution.map_or(Outcome::NoSolution, Outcome::Solved);
            assert_eq!(run.outcome, outcome, "{at}");
        }
    }
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
