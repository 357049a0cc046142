//! The kernels of `whole-grid` on altered puzzles with one solution, with several and with none, in
//! batches of every size and of mixed kinds, stopped anywhere and asked again. Every answer is
//! compared with that of the package `sudoku`, and checked by code of this file alone.
//!
//! To test one million grids, from the top of the repository:
//!
//! ```sh
//! KERNEL_GRIDS=1000000 cargo test --release -p sudoku-benches --test all kernels
//! ```
//!
//! On 2026-11-24, with AVX-512 VBMI, one million passed in half a minute.

use std::env;

use sudoku_benches::contestants;
use sudoku_core::{Goal, Grid, Proof, Puzzle, Random, Symmetry};
use sudoku_puzzles::find;
use sudoku_registry::{Entry, Limits, Outcome, Session, available, referee};

/// The sets whose puzzles are altered: with one solution, several and none, many guesses and few.
const SETS: [&str; 6] = ["easy", "minimal", "hard", "multi", "none", "finished"];

/// The largest batch: more puzzles than any kernel has slots, and not a multiple of their number.
const BATCH: u64 = 257;

#[test]
fn kernels_answer_as_another_program_does() {
    let grids = env::var("KERNEL_GRIDS").ok();
    let grids = grids.map_or(20_000, |grids| grids.parse().expect("KERNEL_GRIDS is a number"));
    let kernels: Vec<&Entry> =
        available().filter(|entry| entry.info.id.starts_with("whole-grid/")).collect();
    assert!(kernels.iter().any(|kernel| kernel.info.id == "whole-grid/words"));
    let mut sessions: Vec<Session> = kernels.iter().map(|kernel| kernel.start()).collect();
    let mut other = contestants().find(|entry| entry.info.id == "peers/sudoku").unwrap().start();
    let sources: Vec<Vec<Grid>> = SETS.map(grids_of).into();
    let mut random = Random::seeded(25);
    let (mut done, mut batches, mut kinds, mut stopped) = (0, 0, [0_usize; 3], 0);
    while done < grids {
        let size = random.below(BATCH + 1);
        let puzzles: Vec<Puzzle> = (0..size).map(|_| altered(&sources, &mut random)).collect();
        let expected = ask(&mut other, Goal::Unique, &puzzles);
        for (kernel, session) in kernels.iter().zip(&mut sessions) {
            let id = kernel.info.id;
            stopped += usize::from(stop(session, &puzzles, random.below(3 * size + 1)));
            for goal in [Goal::Unique, Goal::First] {
                let answers = ask(session, goal, &puzzles);
                for ((puzzle, answer), expected) in puzzles.iter().zip(&answers).zip(&expected) {
                    let at = format!("{id}, batch {batches} of {size}: {}", puzzle.grid());
                    assert_agrees(&at, puzzle, goal, answer, expected);
                }
            }
        }
        for answer in &expected {
            kinds[kind(answer)] += 1;
        }
        done += puzzles.len();
        batches += 1;
    }
    println!(
        "{} kernels: {done} grids in {batches} batches, {} with one solution, {} with several, {} \
         with none; {stopped} batches were stopped",
        kernels.len(),
        kinds[0],
        kinds[1],
        kinds[2]
    );
    assert!(kinds.iter().all(|&number| number > done / 20), "one, several, none: {kinds:?}");
    assert!(stopped > batches / 2, "{stopped} of {batches} batches");
}

fn grids_of(set: &str) -> Vec<Grid> {
    find(set).unwrap().entries().into_iter().map(|entry| entry.grid).collect()
}

/// Returns a random arrangement of a puzzle of the sets, in which up to four cells are changed.
fn altered(sources: &[Vec<Grid>], random: &mut Random) -> Puzzle {
    loop {
        let source = &sources[random.below(sources.len() as u64) as usize];
        let grid = source[random.below(source.len() as u64) as usize];
        let mut grid = Symmetry::random(random.below(u64::MAX)).apply(&grid);
        for _ in 0..random.below(5) {
            let at = random.below(81) as usize;
            let digit = if random.below(3) == 0 { 0 } else { 1 + random.below(9) as u8 };
            grid = grid.with(at, digit);
        }
        // Grids with contradictory clues are no puzzles. With few clues, `sudoku` takes long.
        if grid.clues() > 15
            && let Ok(puzzle) = Puzzle::try_from(grid)
        {
            return puzzle;
        }
    }
}

/// Limits a batch to this many calls; returns true if that stops it before its end.
fn stop(session: &mut Session, puzzles: &[Puzzle], calls: u64) -> bool {
    let mut proofs: Vec<Proof> = puzzles.iter().map(|_| Proof::default()).collect();
    let mut answers = vec![None; puzzles.len()];
    let limits = Limits::calls(calls);
    session.solve_within(puzzles, Goal::Unique, limits, &mut answers, &mut proofs).is_err()
}

fn ask(session: &mut Session, goal: Goal, puzzles: &[Puzzle]) -> Vec<Outcome> {
    let mut proofs: Vec<Proof> = puzzles.iter().map(|_| Proof::default()).collect();
    let mut answers = vec![None; puzzles.len()];
    session.solve_all(puzzles, goal, &mut answers, &mut proofs);
    let answers = puzzles.iter().zip(answers).zip(&proofs);
    answers.map(|((puzzle, answer), proof)| referee(goal, puzzle, answer.as_ref(), proof)).collect()
}

fn kind(answer: &Outcome) -> usize {
    match answer {
        Outcome::Solved(_) => 0,
        Outcome::Several(_) => 1,
        Outcome::NoSolution => 2,
        wrong => panic!("{wrong:?}"),
    }
}

fn assert_agrees(at: &str, puzzle: &Puzzle, goal: Goal, answer: &Outcome, expected: &Outcome) {
    match (goal, answer, expected) {
        (_, Outcome::NoSolution, Outcome::NoSolution) => {}
        (Goal::Unique, Outcome::Several(ours), Outcome::Several(_)) => {
            assert_ne!(ours[0], ours[1], "{at}");
            for solution in ours {
                assert!(is_solution(puzzle.grid().cells(), solution.cells()), "{at}: {solution}");
            }
        }
        (_, Outcome::Solved(ours), Outcome::Solved(theirs)) => assert_eq!(ours, theirs, "{at}"),
        (Goal::First, Outcome::Solved(ours), Outcome::Several(_)) => {
            assert!(is_solution(puzzle.grid().cells(), ours.cells()), "{at}: {ours}");
        }
        _ => panic!("{at}: {answer:?}, expected {expected:?}"),
    }
}

/// True if every row, column and box has all nine digits, and every clue is kept.
fn is_solution(puzzle: &[u8; 81], solution: &[u8; 81]) -> bool {
    let mut units = [[false; 10]; 27];
    for (at, (&clue, &digit)) in puzzle.iter().zip(solution).enumerate() {
        let (row, column) = (at / 9, at % 9);
        for unit in [row, 9 + column, 18 + row / 3 * 3 + column / 3] {
            units[unit][usize::from(digit)] = true;
        }
        if clue != 0 && clue != digit {
            return false;
        }
    }
    units.iter().all(|digits| digits[1..].iter().all(|&there| there))
}
