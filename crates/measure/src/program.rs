//! [`ProgramRecord`] and [`ProgramRow`]: programs in other languages, as a run has asked and timed
//! them.

use serde::{Deserialize, Serialize};
use sudoku_core::Goal;

use crate::RawRow;

/// A program that a run is asked to measure.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct AskedProgram {
    /// Its name, printable; no two programs of a run share one.
    pub name: String,
    /// Its version, as its author says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// Its author.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub author: Option<String>,
    /// The address of its source.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// The command that compiled it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub build: Option<String>,
    /// The first line of the compiler's description of itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub compiler: Option<String>,
    /// The command that answers with a first solution.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first: Option<String>,
    /// The command that says whether a solution is unique.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unique: Option<String>,
    /// The file with the claims of its author.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub claims: Option<String>,
}

impl AskedProgram {
    /// The beginning of the ids of programs.
    pub const FAMILY: &str = "programs/";

    /// The id under which results, ladders and claims name it.
    pub fn id(&self) -> String {
        format!("{}{}", Self::FAMILY, self.name)
    }

    /// The command that answers this question, if it has one.
    pub fn command(&self, goal: Goal) -> Option<&str> {
        match goal {
            Goal::First => self.first.as_deref(),
            Goal::Unique => self.unique.as_deref(),
        }
    }
}

/// A program in `raw/programs.json`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProgramRecord {
    /// The program.
    #[serde(flatten)]
    pub program: AskedProgram,
    /// Its answers, set by set, as far as it has a command for what is asked.
    pub answers: Vec<ProgramAnswers>,
}

impl ProgramRecord {
    /// Its first fault; `None` if there is none.
    pub fn fault(&self) -> Option<(&ProgramAnswers, &str)> {
        self.answers.iter().find_map(|set| Some((set, set.fault.as_deref()?)))
    }
}

/// The answers of a program on a set.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProgramAnswers {
    /// The name of the set.
    pub corpus: String,
    /// How many of its first puzzles the program has answered rightly within the limit.
    pub answered: usize,
    /// The puzzles that it has rightly shown to have no solution.
    pub no_solution: usize,
    /// How many puzzles the set has.
    pub puzzles: usize,
    /// The limit of wall time in nanoseconds.
    pub within_ns: u64,
    /// Why the program has left the run here, printable; `None` if it has not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<String>,
}

/// A kind of thing that is timed in passes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TrackKind {
    /// A program, by its name.
    Program,
    /// A solver of the run in process, by its id.
    Solver,
    /// A program that writes the lines that it reads.
    Echo,
}

/// One row of `raw/programs.csv`: one pass over some puzzles of a set.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProgramRow {
    /// The name of the set.
    pub corpus: String,
    /// Which group of the set: all of a group get the same puzzles in the same round.
    pub group: u32,
    /// The round, from 0.
    pub round: u32,
    /// The kind of the track.
    pub kind: TrackKind,
    /// The name of a program, or the id of a solver.
    pub track: String,
    /// The length of the pass. 0 is a pass over one puzzle with one blank: the start-up.
    pub puzzles: usize,
    /// CPU time in nanoseconds: of a solver, that of its thread; of a program, user and system time
    /// of all its processes, from their start.
    pub cpu_ns: u64,
    /// Wall time in nanoseconds.
    pub wall_ns: u64,
}

impl RawRow for ProgramRow {
    const FILE: &'static str = "raw/programs.csv";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_is_read_as_it_was_written_and_lacks_what_is_unknown() {
        let program = AskedProgram {
            name: "mine".to_owned(),
            first: Some("./mine".to_owned()),
            ..AskedProgram::default()
        };
        let answers = ProgramAnswers {
            corpus: "easy".to_owned(),
            answered: 3,
            no_solution: 1,
            puzzles: 5,
            within_ns: 7,
            fault: None,
        };
        let record = ProgramRecord { program, answers: vec![answers] };
        let text = serde_json::to_string(&record).unwrap();
        assert_eq!(serde_json::from_str::<ProgramRecord>(&text).unwrap(), record);
        assert!(!text.contains("null") && text.starts_with(r#"{"name":"mine","first":"./mine","#));
        assert_eq!(record.program.id(), "programs/mine");
        assert_eq!(record.program.command(Goal::First), Some("./mine"));
        assert_eq!((record.program.command(Goal::Unique), record.fault()), (None, None));
    }
}
