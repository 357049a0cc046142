//! Identities between counters that hold for every search.

use proptest::prelude::*;

use crate::common::{any_sample, config, laws};

proptest! {
    #![proptest_config(config())]

    #[test]
    fn undos(sample in any_sample()) {
        laws::UNDOS.of_all(&sample)?;
    }
}
