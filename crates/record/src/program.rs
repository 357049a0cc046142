//! [`ProgramRecord`] and [`ProgramRow`]: programs in other languages, their answers and times in
//! a run.

use serde::{Deserialize, Serialize};
use sudoku_core::Goal;

/// A program that a run is asked to measure and, in `raw/programs.json`, its answers.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProgramRecord {
    /// The name of the program, printable and unique in a run.
    pub name: String,
    /// The version, as given by the author.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// The author of the program.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub author: Option<String>,
    /// The address of the source.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// The command that compiled the program.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub build: Option<String>,
    /// The first line that the compiler prints about its version.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub compiler: Option<String>,
    /// The command that answers with the first solution; `None` if the program does not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first: Option<String>,
    /// The command that answers whether the solution is unique; `None` if the program does not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unique: Option<String>,
    /// The file with the author's claims.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub claims: Option<String>,
    /// The answers, set by set, on sets whose question the program has a command for.
    #[serde(default)]
    pub answers: Vec<ProgramAnswers>,
}

impl ProgramRecord {
    /// The prefix of the ids of programs.
    pub const FAMILY: &str = "programs/";

    /// The id of the program in results, ladders and claims.
    pub fn id(&self) -> String {
        format!("{}{}", Self::FAMILY, self.name)
    }

    /// The solver whose search the program makes, which its name says: `bitmask/cursor, Java` makes
    /// that of `bitmask/cursor`. `None` if the name is no `FAMILY/VARIANT, LANGUAGE`.
    pub fn twin(&self) -> Option<&str> {
        let (solver, _) = self.name.split_once(", ")?;
        Some(solver).filter(|solver| solver.contains('/'))
    }

    /// The command that answers this question; `None` if the program has no such command.
    pub fn command(&self, goal: Goal) -> Option<&str> {
        match goal {
            Goal::First => self.first.as_deref(),
            Goal::Unique => self.unique.as_deref(),
        }
    }

    /// The answers to a set; `None` if the program was not asked them.
    pub fn answers_to(&self, corpus: &str) -> Option<&ProgramAnswers> {
        self.answers.iter().find(|answers| answers.corpus == corpus)
    }

    /// The first fault of the program and the answers of that set; `None` if there is no fault.
    pub fn fault(&self) -> Option<(&ProgramAnswers, &str)> {
        self.answers.iter().find_map(|set| Some((set, set.fault.as_deref()?)))
    }
}

/// The answers of a program on a set.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProgramAnswers {
    /// The name of the set.
    pub corpus: String,
    /// How many puzzles, from the first one on, the program has answered correctly within the
    /// limit.
    pub answered: usize,
    /// How many puzzles the program has correctly reported to have no solution.
    pub no_solution: usize,
    /// How many puzzles the set has.
    pub puzzles: usize,
    /// Why the program left the run on this set, as printable text; `None` if it did not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fault: Option<String>,
}

/// A row of `raw/programs.csv`: one pass over some puzzles of a set.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProgramRow {
    /// The name of the set.
    pub corpus: String,
    /// The round, from 0.
    pub round: u32,
    /// The name of the program. Older runs also have rows of solvers and of a program that only
    /// copied lines; no program has their names.
    pub track: String,
    /// The number of puzzles in the pass; 0 stands for a pass over one puzzle with one blank, the
    /// start-up.
    pub puzzles: usize,
    /// The digits that the program's [twin](ProgramRecord::twin) places on these puzzles; `None` for a
    /// program without one.
    #[serde(default)]
    pub placements: Option<u64>,
    /// The nodes that it visits.
    #[serde(default)]
    pub nodes: Option<u64>,
    /// CPU time in nanoseconds: user and system time of all processes, including their start.
    pub cpu_ns: u64,
    /// Wall time in nanoseconds.
    pub wall_ns: u64,
}

/// True for a set whose puzzles were chosen by the effort of a search that tries digits in ascending
/// order: relabelled, they are other puzzles.
pub fn are_shaped_by_labels(corpus: &str) -> bool {
    corpus.starts_with("effort-") || corpus.starts_with("anti-")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_is_read_as_it_was_written_and_lacks_what_is_unknown() {
        let answers = ProgramAnswers {
            corpus: "easy".to_owned(),
            answered: 3,
            no_solution: 1,
            puzzles: 5,
            fault: None,
        };
        let record = ProgramRecord {
            name: "mine".to_owned(),
            first: Some("./mine".to_owned()),
            answers: vec![answers],
            ..ProgramRecord::default()
        };
        let text = serde_json::to_string(&record).unwrap();
        assert_eq!(serde_json::from_str::<ProgramRecord>(&text).unwrap(), record);
        assert!(!text.contains("null") && text.starts_with(r#"{"name":"mine","first":"./mine","#));
        assert_eq!(record.id(), "programs/mine");
        assert_eq!(record.command(Goal::First), Some("./mine"));
        assert_eq!((record.command(Goal::Unique), record.fault()), (None, None));
        let twin = |name: &str| {
            let program = ProgramRecord { name: name.to_owned(), ..ProgramRecord::default() };
            program.twin().map(str::to_owned)
        };
        assert_eq!(twin("bitmask/cursor, C++ -O2").as_deref(), Some("bitmask/cursor"));
        assert_eq!([twin("mine"), twin("mine, too"), twin("a/b")], [None, None, None]);
    }
}
