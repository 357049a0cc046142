//! The steps of a search, repeated on a board, lead to its answer.

use proptest::prelude::*;

use crate::common::{any_sample, config, laws};

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
