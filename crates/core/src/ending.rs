//! [`Ending`]: how a search ended, in one word.

use serde::{Deserialize, Serialize};

/// How a search ended, as the referee saw it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    /// With a solution; where the question was whether it is unique, with the only one.
    Solved,
    /// With two solutions, where the question was whether one is unique.
    Several,
    /// Without one.
    NoSolution,
    /// Over its budget.
    Stopped,
    /// With something that is not the answer: the solver is faulty.
    Wrong,
    /// There was none: the solver cannot answer this question.
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

    /// The words for a reader, as the end of a search.
    pub const fn in_words(self) -> &'static str {
        match self {
            Self::Several => "two solutions",
            Self::NoSolution => "no solution",
            Self::Wrong => "a wrong answer",
            Self::NotAsked => "not asked",
            other => other.word(),
        }
    }

    /// True for a search that went to its end and was right.
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
