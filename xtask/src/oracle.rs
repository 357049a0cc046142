//! `cargo xtask oracle`: compares published ratings with our solvers, or makes a census of puzzles.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use clap::Args;

use crate::{cargo, passed_on, path, root};

/// Compare published ratings with what the solvers find
///
/// DIR holds a copy of denis-berthier/Controlled-bias_Sudoku_generator_and_collection or of
/// denis-berthier/Sudoku-classif, or of some of their folders. Compares clues, the cells that naked and
/// hidden singles fill, what they and locked candidates solve, that there is one solution, and that
/// every clue is needed, and prints estimates for all minimal puzzles. About two minutes for a million
/// puzzles; exits with 1 if anything differs.
#[derive(Args)]
pub(crate) struct Oracle {
    /// The folder of the ratings
    #[arg(value_name = "DIR", value_parser = path())]
    folder: PathBuf,
    /// Draw N puzzles that represent all minimal puzzles, and show the work of every solver, the times
    /// of the ten fastest, and how guesses rank puzzles beside SER and W ratings
    #[arg(long, value_name = "N")]
    census: Option<usize>,
    /// Stop searches of the census after N calls
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    max_calls: u64,
    /// Draw other puzzles
    #[arg(long, value_name = "SEED", default_value_t = 0)]
    seed: u64,
}

impl Oracle {
    pub(crate) fn run(self) -> Result<ExitCode> {
        let Self { folder, census, max_calls, seed } = self;
        let mut program =
            cargo("run --release --manifest-path ../research/Cargo.toml --bin oracle --");
        program.current_dir(root().join("benches"));
        if let Some(puzzles) = census {
            let numbers = [puzzles.to_string(), max_calls.to_string(), seed.to_string()];
            program.arg("--census").arg(folder).args(numbers);
        } else {
            program.arg("--compare").arg(folder);
        }
        Ok(ExitCode::from(passed_on(program.status()?, 2, "the comparison ended early")?))
    }
}
