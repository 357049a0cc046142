//! [`Choice`] and [`Budget`]: the solver and the limits of a search, and the advice after searches
//! were stopped.

use std::collections::BTreeSet;
use std::fmt;
use std::time::Duration;

use anyhow::Result;
use clap::Args;
use sudoku_registry::{Entry, Limits, Load, default_among, find_among};

use crate::console::Console;
use crate::number;

/// The solver that was named, if one was.
#[derive(Debug, Args)]
pub(crate) struct Choice {
    /// The solver to use, by its id in `sudoku-lab list` [default: the fastest here, which it names]
    #[arg(long, value_name = "ID")]
    solver: Option<String>,
}

impl Choice {
    /// The solver with this id, or else the fastest that this machine can run for this load.
    ///
    /// # Errors
    ///
    /// When there is no such solver, or this machine cannot run it.
    pub(crate) fn among(&self, solvers: &[&'static Entry], load: Load) -> Result<&'static Entry> {
        let solver = match &self.solver {
            Some(id) => find_among(solvers.iter().copied(), id)?,
            None => default_among(solvers.iter().copied(), load).unwrap_or(solvers[0]),
        };
        solver.demand()?;
        Ok(solver)
    }
}

/// The limits of every single search.
#[derive(Debug, Clone, Copy, Args)]
pub(crate) struct Budget {
    /// Stop each search after N recursive calls, such as 1e6
    #[arg(long, value_name = "N", value_parser = number::calls)]
    max_calls: Option<u64>,

    /// Stop each search after this time, such as 500ms or 2s
    ///
    /// Where it stops depends on the machine.
    #[arg(long, value_name = "TIME", value_parser = number::duration)]
    max_time: Option<Duration>,
}

impl Budget {
    pub(crate) const fn limits(self) -> Limits {
        Limits { calls: self.max_calls, time: self.max_time }
    }
}

/// The options that were given, and a suggestion.
impl fmt::Display for Budget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let calls = self.max_calls.map(|calls| format!("--max-calls {calls}"));
        let time = self.max_time.map(|time| format!("--max-time {time:?}"));
        let given: Vec<String> = calls.into_iter().chain(time).collect();
        let better = if given.len() == 2 { "higher ones" } else { "a higher one" };
        write!(f, "{}: try {better}", given.join(" or "))
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

    /// Says in one line how many of `all` searches were stopped, by which limit, and what to try:
    /// also the default solver, unless a default solver was stopped itself, as all of them make the
    /// same calls. False if there is nothing to say.
    pub(crate) fn advise(
        &self,
        all: impl fmt::Display,
        budget: Budget,
        console: &Console<'_>,
    ) -> bool {
        let default = |load| {
            default_among(console.solvers.iter().copied(), load).map(|solver| solver.info.id)
        };
        let defaults = [Load::One, Load::Many].map(default);
        let was_one = defaults.iter().flatten().any(|id| self.solvers.contains(id));
        let other = defaults[1].filter(|_| !was_one).map(|id| format!(", or --solver {id}"));
        if self.searches > 0 {
            let (searches, other) = (self.searches, other.unwrap_or_default());
            console.say(format_args!("stopped {searches} of {all} at {budget}{other}"));
        }
        self.searches > 0
    }
}
