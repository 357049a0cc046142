//! The recorded steps of a search, made again on a board, lead to its answer.

use proptest::prelude::*;
use sudoku_registry::{Entry, available};

use crate::common::{ENOUGH, EXAMPLE, any_sample, config, laws, puzzle};

proptest! {
    #![proptest_config(config())]

    #[test]
    fn steps_lead_to_the_answer(sample in any_sample()) {
        laws::REPLAY.of_all(&sample)?;
    }

    #[test]
    fn looks_are_where_they_are_counted(sample in any_sample()) {
        laws::LOOKS.of_all(&sample)?;
    }
}

#[test]
fn a_short_recording_is_the_beginning_of_the_long_one() {
    let record = |solver: &Entry, limit| solver.start().replay(&puzzle(EXAMPLE), limit, ENOUGH);
    for solver in available() {
        let long = record(solver, usize::MAX);
        let short = record(solver, 10);
        assert_eq!(short.outcome, long.outcome, "{}", solver.info.id);
        assert_eq!(short.events, long.events[..10], "{}", solver.info.id);
        assert_eq!(short.dropped, long.events.len() as u64 - 10, "{}", solver.info.id);
    }
}
