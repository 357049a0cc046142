//! Every line of every set that comes with the laboratory, asked of a solver of the registry.

mod lab;

use lab::lab;
use sudoku_core::Puzzle;
use sudoku_corpus::CORPORA;
use sudoku_registry::{Limits, Outcome, find};

#[test]
fn every_answer_is_what_the_solvers_say() {
    let mut reader = find("bitmask/blank-list").unwrap().start();
    let mut other = find("bitmask-singles/prefill").unwrap().start();
    for corpus in CORPORA {
        for entry in corpus.entries() {
            let at = format!("{}: {}", corpus.name, entry.grid);
            let Ok(puzzle) = Puzzle::try_from(entry.grid) else {
                assert_eq!((entry.solutions, entry.solution, entry.placements), (0, None, None));
                continue;
            };
            let run = reader.run(&puzzle, Limits::NONE);
            assert_eq!(entry.placements, Some(run.counts.placements), "{at}");
            let outcome = entry.solution.map_or(Outcome::NoSolution, Outcome::Solved);
            assert_eq!(run.outcome, outcome, "{at}");
            for solver in [&mut reader, &mut other] {
                let all = solver.solutions(&puzzle, 2000, 0, Limits::NONE);
                assert_eq!(all.count as u64, entry.solutions, "{at}");
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
        let mut words = command.split_whitespace();
        assert_eq!(words.next(), Some("sudoku-lab"));
        let ran = lab(&words.collect::<Vec<_>>());
        assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{command}");
        let shipped = corpus.text.lines().filter(|line| !line.starts_with('#'));
        assert!(shipped.eq(ran.out.lines()), "`{command}` makes other puzzles than it did");
        made += 1;
    }
    assert!(made >= 8);
}
