//! Reads the request for a run from the environment: criterion parses the command line of a bench.

use std::env;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use sudoku_core::Goal;
use sudoku_programs::Program;
use sudoku_puzzles::{Printable, timed};
use sudoku_record::{Mode, ProgramRecord, RunFolder};
use sudoku_registry::select_among;

use crate::sets::sets;
use crate::{Request, Settings, contestants, programs};

impl Request {
    /// Reads the environment:
    ///
    /// | variable | meaning | default |
    /// |---|---|---|
    /// | `SUDOKU_LAB_MODE` | `quick`, `default` or `full` | `default` |
    /// | `SUDOKU_LAB_SOLVERS` | patterns of solver ids, one per line | all |
    /// | `SUDOKU_LAB_CORPORA` | names of corpora or paths of puzzle files, one per line; `+unique` after a name asks for the proof that the solution is unique | those that the mode has time for |
    /// | `SUDOKU_LAB_OUT` | the folder of the run; the program `solvers` makes `raw` in it | nothing is written |
    /// | `SUDOKU_LAB_BUILDS` | how many builds share the race; 0: nothing is timed | 1 |
    /// | `SUDOKU_LAB_PROGRAMS` | programs in other languages and their folders, in JSON | none |
    /// | `SUDOKU_LAB_BUILD` | the number of this build, from 1 | 1 |
    ///
    /// A path is relative to the current folder. Cargo runs a bench in the folder `benches`, so
    /// `cargo xtask` passes absolute paths.
    ///
    /// # Errors
    ///
    /// When a name is unknown (the error names the nearest) or a file cannot be read.
    pub fn from_env() -> Result<Self> {
        let out = env::var_os("SUDOKU_LAB_OUT").map(|folder| RunFolder::new(PathBuf::from(folder)));
        // `cargo test` runs benches too, to see that they work; such a run is short. `cargo bench`
        // passes `--bench`, and `--check` is asked before a serious run.
        let serious = |arg: &str| ["--bench", "--check"].contains(&arg);
        let smoke = out.is_none() && !env::args().any(|arg| serious(&arg));
        let mode = match env::var("SUDOKU_LAB_MODE").as_deref().unwrap_or("default") {
            "quick" => Mode::Quick,
            "default" => Mode::Default,
            "full" => Mode::Full,
            other => bail!("SUDOKU_LAB_MODE is `{other}`, expected quick, default or full"),
        };
        let settings = Settings::of(if smoke { Mode::Quick } else { mode });
        let patterns = lines("SUDOKU_LAB_SOLVERS");
        let asked = select_among(contestants(), &patterns)?;
        let mut corpora = lines("SUDOKU_LAB_CORPORA");
        let programs = programs::from_env()?;
        let command = command(mode, &patterns, &corpora, &programs);
        if corpora.is_empty() && smoke {
            corpora = vec!["leetcode-37".to_owned()];
        }
        if corpora.is_empty() {
            corpora = timed(mode).collect();
        }
        let builds = number("SUDOKU_LAB_BUILDS", 1)?;
        let build = one_of(number("SUDOKU_LAB_BUILD", 1)?, builds)?;
        let sets = sets(&corpora, &settings)?;
        let mut request = Self { command, sets, programs, builds, build, ..Self::bare(settings) };
        request.admit(&asked, out.as_ref().and_then(|out| out.plan().ok()).as_ref());
        request.demand_one()?;
        request.out = out;
        Ok(request)
    }
}

/// Returns the `cargo xtask bench` command that makes this request. Files are named without their
/// folders, because records contain no paths of this machine.
fn command(mode: Mode, patterns: &[String], corpora: &[String], programs: &[Program]) -> String {
    let mode = match mode {
        Mode::Quick => " --quick",
        Mode::Default => "",
        Mode::Full => " --full",
    };
    let mut command = format!("cargo xtask bench{mode}");
    for (name, values) in [("solver", patterns), ("corpus", corpora)] {
        for value in values {
            let file = Path::new(value).file_name().filter(|_| Path::new(value).is_absolute());
            let value = file.map_or(value.into(), |file| file.to_string_lossy());
            command += &format!(" --{name} '{value}'");
        }
    }
    command.extend(programs.iter().map(options));
    command
}

/// Returns the options of `cargo xtask bench` that ask for a program.
fn options(Program { record, folder, .. }: &Program) -> String {
    let ProgramRecord { name, version, author, build, .. } = record;
    if [version, author, build].iter().any(|known| known.is_some()) {
        let folder = folder.file_name().unwrap_or_default().to_string_lossy();
        return format!(" --entrant '{}'", Printable(&folder));
    }
    let option = |goal: Goal| {
        let command = Printable(record.command(goal)?);
        Some(format!(" --program '{name}{}={command}'", goal.suffix()))
    };
    [Goal::First, Goal::Unique].into_iter().filter_map(option).collect()
}

fn number(variable: &str, default: usize) -> Result<usize> {
    match env::var(variable) {
        Ok(text) => {
            text.parse().with_context(|| format!("{variable} is `{text}`, expected a number"))
        }
        Err(_) => Ok(default),
    }
}

/// Returns `build` if it is from 1 to `builds`, or is 1 where nothing is timed (`builds` is 0).
fn one_of(build: usize, builds: usize) -> Result<usize> {
    let last = builds.max(1);
    ensure!((1..=last).contains(&build), "SUDOKU_LAB_BUILD is {build}, expected 1 to {last}");
    Ok(build)
}

fn lines(variable: &str) -> Vec<String> {
    let text = env::var(variable).unwrap_or_default();
    text.lines().map(str::trim).filter(|line| !line.is_empty()).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_build_is_one_of_those_that_there_are() {
        for (build, builds) in [(1, 0), (1, 1), (6, 6)] {
            assert_eq!(one_of(build, builds).ok(), Some(build));
        }
        for (build, builds) in [(0, 6), (7, 6), (2, 0)] {
            assert!(one_of(build, builds).is_err(), "{build} of {builds}");
        }
        let error = one_of(0, 6).unwrap_err().to_string();
        assert_eq!(error, "SUDOKU_LAB_BUILD is 0, expected 1 to 6");
    }

    #[test]
    fn the_command_names_no_folder_of_the_machine() {
        let file = env::temp_dir().join("mine.csv").to_str().unwrap().to_owned();
        let [patterns, corpora] = [vec!["bitmask/*".to_owned()], vec!["hard".to_owned(), file]];
        assert_eq!(
            command(Mode::Quick, &patterns, &corpora, &[]),
            "cargo xtask bench --quick --solver 'bitmask/*' --corpus 'hard' --corpus 'mine.csv'"
        );
        let asked = |author: Option<&str>| {
            let asked = ProgramRecord {
                name: "a".to_owned(),
                author: author.map(str::to_owned),
                first: Some("./a\t-x".to_owned()),
                ..ProgramRecord::default()
            };
            Program::new(asked, &env::temp_dir().join("mine")).unwrap()
        };
        assert_eq!(
            command(Mode::Default, &[], &[], &[asked(None), asked(Some("A"))]),
            "cargo xtask bench --program 'a=./a\\t-x' --entrant 'mine'"
        );
    }
}
