//! [`Choice`]: the solver that a command uses.

use clap::Args;
use sudoku_registry::{Entry, Load, default_among, find_among};

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
    pub(crate) fn among(
        &self,
        solvers: &[&'static Entry],
        load: Load,
    ) -> anyhow::Result<&'static Entry> {
        let solver = match &self.solver {
            Some(id) => find_among(solvers.iter().copied(), id)?,
            None => default_among(solvers.iter().copied(), load).unwrap_or(solvers[0]),
        };
        solver.demand()?;
        Ok(solver)
    }
}
