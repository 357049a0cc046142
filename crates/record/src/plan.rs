//! [`Wish`] and [`Plan`]: what a run is asked to do, and what it sets out to do.
//!
//! The laboratory's program knows no solver. It makes a wish of the words of its command line, and
//! gets back the plan from the runner, which finds every name once. The plan is written into the
//! folder of the run, from which all later processes read it.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use sudoku_core::Goal;
use sudoku_puzzles::{Mode, Printable};

use crate::{ProgramRecord, SolverRecord, top};

/// The request for a run, in the words of the command line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Wish {
    /// The mode, which decides how long the run takes.
    pub mode: Mode,
    /// Patterns of solver ids; none stands for all solvers.
    pub solvers: Vec<String>,
    /// True if solvers from elsewhere may take part, which are tried first.
    pub peers: bool,
    /// Names of corpora or paths of puzzle files, relative to the current folder; none stands for the
    /// corpora that the mode has time for. `+unique` after a name asks for the proof that the solution
    /// is unique.
    pub corpora: Vec<String>,
    /// Programs in other languages, each with the folder that it is started in.
    pub programs: Vec<(ProgramRecord, PathBuf)>,
    /// How many builds share the race; 0 when nothing is timed.
    pub builds: u64,
}

impl Wish {
    /// The wish for every solver on the corpora that this mode has time for.
    pub fn all(mode: Mode) -> Self {
        // More builds give narrower intervals.
        let builds = if mode == Mode::Quick { 6 } else { 24 };
        let [solvers, corpora] = [Vec::new(), Vec::new()];
        Self { mode, solvers, peers: true, corpora, programs: Vec::new(), builds }
    }

    /// The `cargo xtask bench` command that makes this wish. Folders outside of the checkout are left
    /// out, because records contain no paths of this machine.
    pub fn command(&self) -> String {
        let mode = match self.mode {
            Mode::Quick => " --quick",
            Mode::Default => "",
            Mode::Full => " --full",
        };
        let mut command = format!("cargo xtask bench{mode}");
        for (name, values) in [("solver", &self.solvers), ("corpus", &self.corpora)] {
            for value in values {
                let file = Path::new(value).file_name().filter(|_| name == "corpus");
                let value = file.map_or(value.into(), |file| file.to_string_lossy());
                command += &format!(" --{name} '{value}'");
            }
        }
        command.extend(self.programs.iter().map(options));
        command
    }
}

/// The options of `cargo xtask bench` that ask for a program.
fn options((record, folder): &(ProgramRecord, PathBuf)) -> String {
    let ProgramRecord { name, version, author, build, .. } = record;
    if [version, author, build].iter().any(|known| known.is_some()) {
        let name = Path::new(folder.file_name().unwrap_or_default());
        let folder = folder.strip_prefix(top()).unwrap_or(name).to_string_lossy();
        return format!(" --entrant '{}'", Printable(&folder));
    }
    let option = |goal: Goal| {
        let command = Printable(record.command(goal)?);
        Some(format!(" --program '{name}{}={command}'", goal.suffix()))
    };
    [Goal::First, Goal::Unique].into_iter().filter_map(option).collect()
}

/// The plan of a run: its settings, solvers and corpora.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plan {
    /// The command that starts such a run.
    pub command: String,
    /// The mode, which decides how long the run takes.
    pub mode: Mode,
    /// The number of recursive calls that a solver may make on one puzzle.
    pub call_budget: u64,
    /// CPU time in nanoseconds within which a puzzle counts as solved in the survey.
    pub time_limit_ns: u64,
    /// The number of samples that criterion takes per solver and corpus.
    pub samples: usize,
    /// How many builds share the race; 0 when nothing is timed.
    pub builds: u64,
    /// The solvers, in the order of the registry; peers come last.
    pub solvers: Vec<SolverRecord>,
    /// The corpora, in the order of the tables.
    pub corpora: Vec<CorpusRecord>,
    /// The programs in other languages, each with the folder that it is started in. A complete run has
    /// them, without the folders, in `raw/programs.json` alone.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub programs: Vec<(ProgramRecord, PathBuf)>,
}

impl Plan {
    /// The plan without files and folders of this machine, as a complete run keeps it.
    #[must_use]
    pub fn without_paths(mut self) -> Self {
        self.programs.clear();
        self.corpora.iter_mut().for_each(|corpus| corpus.file = None);
        self
    }

    /// The ids of the solvers whose instructions callgrind can count. It executes the instructions of
    /// the platform, but not all of those beyond.
    pub fn countable(&self) -> Vec<&str> {
        let ours = self.solvers.iter().filter(|solver| solver.peer.is_none());
        let plain = ours.filter(|solver| solver.absent.is_none() && solver.target.is_empty());
        plain.map(|solver| solver.id.as_str()).collect()
    }
}

/// A corpus in a plan.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CorpusRecord {
    /// The name of the corpus.
    pub name: String,
    /// The question that solvers answer on these puzzles; the name of the corpus includes it.
    pub goal: Goal,
    /// A description in one line.
    pub about: String,
    /// How many of the corpus's puzzles the run takes.
    pub puzzles: usize,
    /// How many puzzles the corpus has.
    pub of: usize,
    /// The entries of the corpus's file that are not puzzles.
    pub skipped: Skipped,
    /// SHA-256 of the puzzles that the run takes, as lines of 81 characters and a newline.
    pub sha256: String,
    /// SHA-256 of the whole corpus with all that is known of it: of the lines of its file, as in
    /// the file's header. For a user's own file, SHA-256 of the puzzles that the run takes.
    pub set_sha256: String,
    /// The user's own file, with its absolute path. A complete run does not name it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<PathBuf>,
}

impl CorpusRecord {
    /// The words that ask for this set: the name of a corpus or the path of a file, and the question.
    pub fn wish(&self) -> String {
        let file = self.file.as_ref().map(|file| file.to_string_lossy().into_owned());
        file.map_or(self.name.clone(), |file| file + self.goal.suffix())
    }

    /// The name of the set of puzzles, without the suffix for the question.
    pub fn set(&self) -> &str {
        self.name.strip_suffix(self.goal.suffix()).unwrap_or(&self.name)
    }
}

/// The entries of a file that are not puzzles.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Skipped {
    /// The number of such entries.
    pub entries: u64,
    /// The errors of the first ten entries: file, line, and what was expected.
    pub reasons: Vec<String>,
}

impl Skipped {
    /// Counts one more entry, and keeps its reason if it is one of the first ten.
    pub fn add(&mut self, reason: String) {
        const KEPT: usize = 10;
        self.entries += 1;
        if self.reasons.len() < KEPT {
            self.reasons.push(reason);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_is_its_name_without_what_is_asked_of_it() {
        let set = |name: &str, goal| {
            let [about, sha256, set_sha256] = [(); 3].map(|()| String::new());
            let (name, skipped) = (name.to_owned(), Skipped::default());
            let record = CorpusRecord {
                name,
                goal,
                about,
                puzzles: 1,
                of: 1,
                skipped,
                sha256,
                set_sha256,
                file: None,
            };
            record.set().to_owned()
        };
        assert_eq!(set("minimal+unique", Goal::Unique), "minimal");
        assert_eq!(set("minimal", Goal::First), "minimal");
        assert_eq!(set("mine+unique", Goal::First), "mine+unique", "a file of one's own");
    }

    #[test]
    fn the_command_names_no_folder_of_the_machine() {
        let folder = std::env::temp_dir();
        let file = folder.join("mine.csv").to_string_lossy().into_owned();
        let wish = Wish {
            solvers: vec!["bitmask/*".to_owned()],
            corpora: vec!["hard".to_owned(), file],
            ..Wish::all(Mode::Quick)
        };
        assert_eq!(
            wish.command(),
            "cargo xtask bench --quick --solver 'bitmask/*' --corpus 'hard' --corpus 'mine.csv'"
        );
        let asked = |author: Option<&str>| {
            let record = ProgramRecord {
                name: "a".to_owned(),
                author: author.map(str::to_owned),
                first: Some("./a\t-x".to_owned()),
                ..ProgramRecord::default()
            };
            (record, folder.join("mine"))
        };
        let programs = vec![asked(None), asked(Some("A"))];
        assert_eq!(
            Wish { programs, ..Wish::all(Mode::Default) }.command(),
            "cargo xtask bench --program 'a=./a\\t-x' --entrant 'mine'"
        );
    }
}
