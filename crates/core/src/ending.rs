//! [`Ending`]: how a search ended, in one word.

use serde::{Deserialize, Serialize};

/// How a search ended, as the referee saw it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    /// With a solution; if the question was whether it is unique, with the only one.
    Solved,
    /// With two solutions, if the question was whether a solution is unique.
    Several,
    /// Without a solution.
    NoSolution,
    /// Stopped at its limit.
    Stopped,
    /// With a wrong answer: the solver is faulty.
    Wrong,
    /// There was no search: the solver cannot answer this question.
    NotAsked,
}

impl Ending {
    /// The word in columns and in JSON.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Solved => "solved",
            Self::Several => "several",
            Self::NoSolution => "no-solution",
            Self::Stopped => "stopped",
            Self::Wrong => "wrong",
            Self::NotAsked => "not-asked",
        }
    }

    /// The end of a search in words for a reader.
    pub const fn in_words(self) -> &'static str {
        match self {
            Self::Several => "two solutions",
            Self::NoSolution => "no solution",
            Self::Wrong => "a wrong answer",
            Self::NotAsked => "not asked",
            other => other.word(),
        }
    }

    /// True for a search that reached its end with an answer that is not wrong.
    pub const fn is_finished(self) -> bool {
        matches!(self, Self::Solved | Self::Several | Self::NoSolution)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn raw_data_have_the_word() {
        use Ending::{NoSolution, NotAsked, Several, Solved, Stopped, Wrong};
        for ending in [Solved, Several, NoSolution, Stopped, Wrong, NotAsked] {
            assert_eq!(serde_json::to_value(ending).unwrap(), ending.word());
        }
    }
}
