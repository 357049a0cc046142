//! The recorded steps of a search, made again on a board, lead to its answer.

mod common;

use common::{ENOUGH, EXAMPLE, Sample, any_sample, config, puzzle};
use proptest::prelude::*;
use sudoku_core::{Event, Grid, Puzzle};
use sudoku_registry::{Entry, Outcome, SOLVERS};

/// Makes the steps on a board and gives it back; panics at a step that cannot be made.
fn make(puzzle: &Puzzle, events: &[Event]) -> Grid {
    let mut board = *puzzle.grid();
    for (step, &event) in events.iter().enumerate() {
        board = match event {
            Event::Place { at, digit } | Event::Prefill { at, digit } => {
                assert_eq!(board.cells()[at as usize], 0, "step {step} writes on a filled cell");
                let board = board.with(at as usize, digit);
                assert!((1..=9).contains(&digit), "step {step} writes no digit");
                assert_eq!(board.conflict(), None, "step {step} writes a digit that clashes");
                board
            }
            Event::Undo { at } => {
                assert_ne!(board.cells()[at as usize], 0, "step {step} clears a blank cell");
                assert_eq!(puzzle.grid().cells()[at as usize], 0, "step {step} clears a clue");
                board.with(at as usize, 0)
            }
            Event::Solved => {
                assert!(board.is_solved(), "step {step} calls this solved");
                board
            }
        };
    }
    board
}

fn number(events: &[Event], sort: fn(&Event) -> bool) -> u64 {
    events.iter().filter(|&event| sort(event)).count() as u64
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn steps_lead_to_the_answer(Sample { puzzle, .. } in any_sample()) {
        for solver in SOLVERS {
            let id = solver.info.id;
            let replay = solver.start().replay(&puzzle, usize::MAX, ENOUGH);
            let run = solver.start().run(&puzzle, ENOUGH);
            prop_assert_eq!(replay.outcome, run.outcome, "{}", id);
            prop_assert_eq!(replay.dropped, 0);

            let end = make(&puzzle, &replay.events);
            let solved = number(&replay.events, |event| matches!(event, Event::Solved));
            if let Outcome::Solved(solution) = replay.outcome {
                prop_assert_eq!(end, solution, "{}", id);
                prop_assert_eq!(solved, 1);
                prop_assert_eq!(replay.events.last(), Some(&Event::Solved));
            } else {
                prop_assert_eq!(solved, 0, "{}", id);
                let prefilled = end.clues() - puzzle.grid().clues();
                prop_assert_eq!(prefilled as u64, run.counts.prefilled, "{} left digits", id);
            }
            let placed = number(&replay.events, |event| matches!(event, Event::Place { .. }));
            let undone = number(&replay.events, |event| matches!(event, Event::Undo { .. }));
            let filled = number(&replay.events, |event| matches!(event, Event::Prefill { .. }));
            prop_assert_eq!(placed, run.counts.placements, "{}", id);
            prop_assert_eq!(undone, run.counts.undos, "{}", id);
            prop_assert_eq!(filled, run.counts.prefilled, "{}", id);
        }
    }
}

#[test]
fn a_short_recording_is_the_beginning_of_the_long_one() {
    let record = |solver: &Entry, limit| solver.start().replay(&puzzle(EXAMPLE), limit, ENOUGH);
    for solver in SOLVERS {
        let long = record(solver, usize::MAX);
        let short = record(solver, 10);
        assert_eq!(short.outcome, long.outcome, "{}", solver.info.id);
        assert_eq!(short.events, long.events[..10], "{}", solver.info.id);
        assert_eq!(short.dropped, long.events.len() as u64 - 10, "{}", solver.info.id);
    }
}
