//! [`Budget`]: the limits of a search, and the advice when one was stopped.

use std::collections::BTreeSet;
use std::fmt;
use std::time::Duration;

use clap::Args;
use sudoku_registry::{Entry, Limits, Load, default_among};

use crate::number;

/// The limits of every single search.
#[derive(Debug, Clone, Copy, Args)]
pub(crate) struct Budget {
    /// Stop each search after N recursive calls, such as 1000000 or 1e6
    #[arg(long, value_name = "N", value_parser = number::calls)]
    max_calls: Option<u64>,

    /// Stop each search after this time, such as 500ms, 2s or 1.5m; where it stops depends on the
    /// machine
    #[arg(long, value_name = "TIME", value_parser = number::duration)]
    max_time: Option<Duration>,
}

impl Budget {
    pub(crate) const fn limits(self) -> Limits {
        Limits { calls: self.max_calls, time: self.max_time }
    }
}

/// The option as it was given, and advice on what to try instead.
impl fmt::Display for Budget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.max_calls, self.max_time) {
            (Some(calls), Some(time)) => {
                write!(f, "--max-calls {calls} or --max-time {time:?}: try higher ones")
            }
            (Some(calls), None) => write!(f, "--max-calls {calls}: try a higher one"),
            (None, Some(time)) => write!(f, "--max-time {time:?}: try a higher one"),
            (None, None) => f.write_str("no limit"),
        }
    }
}

/// The searches that were stopped.
#[derive(Debug, Default)]
pub(crate) struct Stopped {
    searches: u64,
    solvers: BTreeSet<&'static str>,
}

impl Stopped {
    pub(crate) fn add(&mut self, solver: &'static str) {
        self.searches += 1;
        self.solvers.insert(solver);
    }

    /// One line about them, if there are any: how many of how many, at which limit, and what to
    /// try. That may be a default solver, unless one was stopped itself: all of them make the same
    /// calls.
    pub(crate) fn advice(
        &self,
        all: impl fmt::Display,
        budget: Budget,
        solvers: &[&'static Entry],
    ) -> Option<String> {
        let default = |load| default_among(solvers.iter().copied(), load).map(|one| one.info.id);
        let defaults = [Load::One, Load::Many].map(default);
        let was_one = defaults.iter().flatten().any(|id| self.solvers.contains(id));
        let other = default(Load::Many).filter(|_| !was_one);
        let other = other.map(|id| format!(", or --solver {id}")).unwrap_or_default();
        let searches = self.searches;
        (searches > 0).then(|| format!("stopped {searches} of {all} at {budget}{other}"))
    }
}
