//! [`Settings`]: how long a run may take, by its mode.

use std::time::Duration;

use sudoku_programs::PassLengths;
use sudoku_record::Mode;

/// How long a run may take.
#[derive(Debug, Clone, Copy)]
pub struct Settings {
    /// The mode that the user chose.
    pub mode: Mode,
    /// Recursive calls that a solver may make on one puzzle.
    pub call_budget: u64,
    /// CPU time within which a puzzle counts as solved in the survey.
    pub time_limit: Duration,
    /// The most puzzles that are taken from a set: the first ones of a corpus, evenly spaced ones of
    /// a file.
    pub puzzles: usize,
    /// The most digits that a search in reading order may place on all puzzles taken from a corpus
    /// together; at least 16 puzzles are taken, if the corpus has them, and up to 96 in three times
    /// this number.
    pub placements: u64,
    /// Timed samples per solver and set.
    pub samples: usize,
    /// Time for each solver and set before its samples are taken.
    pub warm_up: Duration,
    /// Time for all samples of a solver on a set together; more if a puzzle takes too long.
    pub measurement: Duration,
    /// CPU time for the race of all solvers on all sets in all builds, shared out equally; a solver
    /// that is too slow for its share takes longer.
    pub race: Duration,
    /// The most that a solver gets of it on a set in a build.
    pub most: Duration,
    /// Wall time for the answers of a peer that is tried to all sets with one question, and of a
    /// program in another language to one set.
    pub answers: Duration,
    /// How long the passes of programs in other languages are.
    pub pace: PassLengths,
}

impl Settings {
    /// The share of a solver of the [race](Self::race), on a set in a build.
    pub fn share(&self, solvers: usize, sets: usize, builds: usize) -> Duration {
        (self.race / (solvers * sets * builds).max(1) as u32).min(self.most)
    }

    /// Returns the settings of a mode: of quick, default and full runs, as they stand side by side.
    pub fn of(mode: Mode) -> Self {
        let of = |[quick, default, full]: [u64; 3]| match mode {
            Mode::Quick => quick,
            Mode::Default => default,
            Mode::Full => full,
        };
        let ms = |modes| Duration::from_millis(of(modes));
        Self {
            mode,
            call_budget: of([4_000_000, 20_000_000, 200_000_000]),
            time_limit: ms([100, 500, 5_000]),
            puzzles: of([500, 500, u64::MAX]) as usize,
            placements: of([6_000_000, 30_000_000, u64::MAX]),
            samples: of([10, 30, 100]) as usize,
            warm_up: ms([10, 20, 500]),
            measurement: ms([30, 60, 3_000]),
            race: ms([50_000, 460_000, 3_600_000]),
            most: ms([50, 100, 500]),
            answers: ms([10_000, 60_000, 600_000]),
            pace: PassLengths {
                unit: ms([15, 20, 50]),
                longest: ms([300, 600, 2_000]),
                rounds: of([8, 24, 12]) as usize,
                within: ms([8_000, 8_000, 10_000]),
            },
        }
    }
}
