//! [`CORPORA`]: the puzzle sets that come with the laboratory.

use std::str::FromStr;

use serde::{Deserialize, Serialize};
use sudoku_core::{Goal, nearest};

use crate::{Generator, KnownPuzzle, Options, PuzzleKind, Reader, Record};

/// A set by its name, which is also that of its file. After it comes, for each goal, the shortest mode
/// of a run that times the set by default, if there is one.
macro_rules! corpus {
    ($name:literal, $first:expr, $unique:expr) => {
        Corpus {
            name: $name,
            first: $first,
            unique: $unique,
            text: include_str!(concat!("../data/", $name, ".txt")),
        }
    };
}

/// Every set: the ordinary ones first, then by growing effort, then those built to be hard, then
/// those without exactly one solution. The order within a set is random, so that the first puzzles
/// of a large set represent it. Exceptions: `classics` have an order of their own, the numbers of
/// solutions in `multi` grow over sixteen puzzles and begin anew, and the kinds in `contradictory`
/// take turns.
pub static CORPORA: &[Corpus] = &[
    corpus!("leetcode-37", Some(Mode::Quick), None),
    corpus!("finished", Some(Mode::Quick), None),
    corpus!("classics", Some(Mode::Full), None),
    corpus!("easy", Some(Mode::Quick), None),
    corpus!("minimal", Some(Mode::Default), Some(Mode::Quick)),
    corpus!("effort-1e2", Some(Mode::Default), None),
    corpus!("effort-1e3", Some(Mode::Quick), None),
    corpus!("effort-1e4", Some(Mode::Quick), None),
    corpus!("effort-1e5", Some(Mode::Quick), None),
    corpus!("effort-1e6", Some(Mode::Default), None),
    corpus!("anti-row-major", Some(Mode::Default), None),
    corpus!("anti-reversed", Some(Mode::Default), None),
    corpus!("hard", Some(Mode::Default), Some(Mode::Default)),
    corpus!("multi", None, Some(Mode::Default)),
    corpus!("none", None, Some(Mode::Default)),
    corpus!("contradictory", None, None),
];

/// How long a run may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    /// A few minutes: indicative.
    Quick,
    /// About a quarter of an hour: the results that the README shows.
    Default,
    /// The time that narrow intervals take.
    Full,
}

/// The names of the sets that a run in this mode times by default, with `+unique` for those in
/// which it times proofs of uniqueness.
pub fn timed(mode: Mode) -> impl Iterator<Item = String> {
    timed_of(CORPORA, mode)
}

fn timed_of(corpora: &[Corpus], mode: Mode) -> impl Iterator<Item = String> {
    let goals = |corpus: &Corpus| [(Goal::First, corpus.first), (Goal::Unique, corpus.unique)];
    corpora.iter().flat_map(move |corpus| {
        let timed = goals(corpus)
            .into_iter()
            .filter(move |(_, shortest)| shortest.is_some_and(|shortest| shortest <= mode));
        timed.map(|(goal, _)| format!("{}{}", corpus.name, goal.suffix()))
    })
}

/// A set of puzzles with known answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Corpus {
    /// The name of the set on the command line and in results.
    pub name: &'static str,
    /// The shortest mode in which a run times searches for a first solution; `None` if a run times
    /// these only when the set is asked for by name.
    pub first: Option<Mode>,
    /// The shortest mode in which a run times proofs that there is one solution, several or none;
    /// `None` as for `first`.
    pub unique: Option<Mode>,
    /// The whole file: a header of `# key: value` lines, such as the origin of the puzzles and the
    /// SHA-256 of their lines, and one [`KnownPuzzle`] per line.
    pub text: &'static str,
}

impl Corpus {
    /// The text that the header of the file gives under this key.
    pub fn header(&self, key: &str) -> Option<&'static str> {
        let line =
            |line: &'static str| line.strip_prefix("# ")?.strip_prefix(key)?.strip_prefix(": ");
        self.text.lines().take_while(|line| line.starts_with('#')).find_map(line)
    }

    /// The puzzles as they stand in the file, 81 characters each, in its order.
    pub fn puzzles(&self) -> impl Iterator<Item = &'static str> {
        let lines = self.text.lines().filter(|line| !line.starts_with('#'));
        lines.filter_map(|line| line.split(' ').next())
    }

    /// A description of the set, in one line.
    pub fn about(&self) -> &'static str {
        self.header("about").unwrap_or_default()
    }

    /// SHA-256 of the lines that hold its puzzles and their answers, as its header gives it.
    ///
    /// # Panics
    ///
    /// When a file that comes with the laboratory is damaged, which its tests rule out.
    pub fn sha256(&self) -> &'static str {
        self.header("sha256").unwrap_or_else(|| panic!("{}: no sha256", self.name))
    }

    /// A generator of puzzles of the same kind as those of the set, of which it makes a thousand in
    /// about a second. `None` for a set that was selected or not made by the generator alone.
    pub fn fresh(&self, seed: u64) -> Option<Generator> {
        let command = self.header("command")?;
        let chosen = ["--effort", "--guesses", "--clues", "--arrange", "multi", "contradictory"];
        if chosen.iter().any(|option| command.contains(option)) {
            return None;
        }
        let kind = match command.split_once("--kind ") {
            None => PuzzleKind::Minimal,
            Some((_, rest)) if rest.starts_with("easy") => PuzzleKind::Easy,
            Some((_, rest)) if rest.starts_with("unsolvable") => PuzzleKind::Unsolvable,
            Some(_) => return None,
        };
        Generator::new(seed, Options { kind, ..Options::default() }).ok()
    }

    /// The puzzles, in the order of the file.
    ///
    /// # Panics
    ///
    /// When a file that comes with the laboratory is damaged, which its tests rule out.
    pub fn entries(&self) -> Vec<KnownPuzzle> {
        Reader::new(self.name, self.text.as_bytes())
            .map(|record| {
                let record = record.unwrap_or_else(|error| panic!("{error}"));
                let line = record.line;
                KnownPuzzle::of(&record)
                    .unwrap_or_else(|| panic!("{}:{line}: not a line of a corpus", self.name))
            })
            .collect()
    }
}

impl KnownPuzzle {
    /// The entry on a line of a corpus file; `None` when the text after the puzzle is not in the
    /// form that [`KnownPuzzle`] prints, or contradicts itself.
    pub fn of(record: &Record) -> Option<Self> {
        let mut words = record.rest.split_ascii_whitespace();
        let solutions = words.next()?.parse().ok()?;
        let solution = optional(words.next()?).ok()?;
        let placements = optional(words.next()?).ok()?;
        let whole = words.next().is_none() && (solutions == 0) == solution.is_none();
        whole.then_some(Self { grid: record.grid, solutions, solution, placements })
    }
}

/// Parses a value; `-` stands for none.
fn optional<T: FromStr>(word: &str) -> Result<Option<T>, T::Err> {
    if word == "-" { Ok(None) } else { word.parse().map(Some) }
}

/// The error for a name that no set has.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no corpus is called `{asked}`; {nearest} (`sudoku-lab list` names all)")]
pub struct NoSuchCorpus {
    /// The name that was asked for.
    pub asked: String,
    /// Which name is [nearest] to it, if one is near.
    pub nearest: String,
}

/// The set with this name.
///
/// # Errors
///
/// When there is none; the error names the nearest.
pub fn find(name: &str) -> Result<&'static Corpus, NoSuchCorpus> {
    CORPORA.iter().find(|corpus| corpus.name == name).ok_or_else(|| {
        let nearest = nearest(name, CORPORA.iter().map(|corpus| corpus.name));
        NoSuchCorpus { asked: name.to_owned(), nearest }
    })
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::fmt::Write;
    use std::path::Path;

    use sha2::{Digest, Sha256};
    use sudoku_core::{Grid, Random, Symmetry};

    use super::Mode::{Default, Full, Quick};
    use super::*;
    use crate::guesses;
    use crate::search::{Search, singles_solve};

    fn entries(name: &str) -> Vec<KnownPuzzle> {
        find(name).unwrap().entries()
    }

    #[test]
    fn every_file_is_in_the_list_and_says_what_it_is() {
        let mut files: Vec<String> = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("data")
            .read_dir()
            .unwrap()
            .map(|file| file.unwrap().file_name().into_string().unwrap())
            .filter(|name| name != "README.md")
            .collect();
        files.sort_unstable();
        let mut listed: Vec<String> =
            CORPORA.iter().map(|corpus| format!("{}.txt", corpus.name)).collect();
        listed.sort_unstable();
        assert_eq!(listed, files, "`CORPORA` in crates/puzzles/src/shipped.rs, and the files");
        for corpus in CORPORA {
            let head = |key| corpus.header(key).is_some();
            for key in ["about", "licence", "why", "sha256"] {
                assert!(head(key), "{}.txt: no line `# {key}: ...`", corpus.name);
            }
            assert!(
                head("source") ^ head("command"),
                "{}.txt: `# source` or `# command`",
                corpus.name
            );
        }
        assert!(CORPORA.iter().map(|corpus| corpus.text.len()).sum::<usize>() < 2 << 20);
    }

    #[test]
    fn a_new_set_is_timed_from_its_shortest_mode_on() {
        let new = Corpus { name: "new", first: Some(Default), unique: Some(Full), ..CORPORA[0] };
        let corpora = [&[new], CORPORA].concat();
        let new = |mode| timed_of(&corpora, mode).filter(|name| name.starts_with("new"));
        assert_eq!(new(Quick).count(), 0);
        assert!(new(Default).eq(["new"]));
        assert!(new(Full).eq(["new", "new+unique"]));
    }

    #[test]
    fn a_quick_run_has_time_for_few_sets() {
        let quick = ["leetcode-37", "finished", "easy", "minimal+unique"];
        let quick = quick.into_iter().chain(["effort-1e3", "effort-1e4", "effort-1e5"]);
        assert!(
            timed(Quick).eq(quick),
            "a further set makes a quick run longer: list it here as well"
        );
    }

    #[test]
    fn every_set_of_puzzles_is_timed_in_some_mode() {
        for corpus in CORPORA {
            let has_puzzle = corpus.entries().iter().any(|entry| entry.grid.conflict().is_none());
            let timed = corpus.first.or(corpus.unique).is_some();
            assert_eq!(timed, has_puzzle, "{}: `CORPORA` gives its shortest modes", corpus.name);
        }
    }

    #[test]
    fn fresh_puzzles_are_made_as_the_set_was() {
        let mut names = Vec::new();
        for corpus in CORPORA {
            let seed = |command: &str| {
                let (_, rest) = command.split_once("--seed ").unwrap();
                rest.split(' ').next().unwrap().parse().unwrap()
            };
            let Some(command) = corpus.header("command") else { continue };
            let Some(fresh) = corpus.fresh(seed(command)) else { continue };
            for (new, entry) in fresh.zip(corpus.entries()).take(3) {
                assert_eq!((new.grid, new.solution), (entry.grid, entry.solution));
            }
            names.push(corpus.name);
        }
        for set in ["easy", "minimal", "none"] {
            assert!(names.contains(&set), "{set}");
        }
    }

    #[test]
    fn every_line_is_as_it_was() {
        for corpus in CORPORA {
            let lines = corpus.text.lines().filter(|line| !line.starts_with('#'));
            assert!(lines.clone().eq(corpus.entries().iter().map(KnownPuzzle::to_string)));
            let lines = lines.flat_map(|line| [line, "\n"]).collect::<String>();
            let hash = Sha256::digest(lines).iter().fold(String::new(), |mut hex, byte| {
                write!(hex, "{byte:02x}").unwrap();
                hex
            });
            assert_eq!(
                corpus.sha256(),
                hash,
                "{}.txt: `# sha256`, and that of its lines",
                corpus.name
            );
        }
    }

    /// Placements are checked in `registry`, which has the solvers.
    #[test]
    fn every_answer_is_right() {
        let mut seen = HashSet::new();
        for corpus in CORPORA {
            for entry in corpus.entries() {
                assert!(seen.insert(entry.grid), "{} is in two sets", entry.grid);
                let contradictory = entry.grid.conflict().is_some();
                let found = if contradictory {
                    (0, None)
                } else {
                    Search::new(&entry.grid).count(100_000).unwrap()
                };
                assert_eq!((entry.solutions, entry.solution), found, "{}", entry.grid);
                assert_eq!(entry.placements.is_none(), contradictory);
            }
        }
    }

    #[test]
    fn every_set_holds_what_it_is_called() {
        for (name, placements) in [
            ("effort-1e2", 70..140),
            ("effort-1e3", 700..1_400),
            ("effort-1e4", 7_000..14_000),
            ("effort-1e5", 70_000..140_000),
            ("effort-1e6", 700_000..1_400_000),
            ("anti-row-major", 2_000_000..10_000_000),
        ] {
            for entry in entries(name) {
                assert_eq!((entry.grid.clues(), entry.solutions), (24, 1));
                assert!(placements.contains(&entry.placements.unwrap()), "{name}");
            }
        }
        assert_eq!(entries("finished")[0].grid.blanks(), 0);
        assert!(entries("easy").iter().all(|entry| singles_solve(entry.grid)));
        // Each puzzle was arranged at random, by draws from the seed of its command; undo that.
        let mut arrangements = Random::seeded(13);
        for entry in entries("hard") {
            let arrangement = Symmetry::random(arrangements.below(u64::MAX));
            let found = arrangement.inverse().apply(&entry.grid);
            assert!(guesses(&found, 1_000_000) >= Some(100), "{}", entry.grid);
        }
        for (number, entry) in entries("multi").iter().enumerate() {
            let least = 2 << (number % 16);
            assert!((least..2 * least).contains(&entry.solutions), "{}", entry.grid);
        }
        assert!(entries("none").iter().all(|entry| entry.solutions == 0));
        assert!(entries("contradictory").iter().all(|entry| entry.grid.conflict().is_some()));
    }

    #[test]
    fn minimal_puzzles_are_minimal() {
        let efforts = (2..=6).map(|power| format!("effort-1e{power}"));
        for name in efforts.chain(["minimal", "anti-row-major", "hard"].map(str::to_owned)) {
            for KnownPuzzle { grid, .. } in entries(&name) {
                for at in (0..81).filter(|&at| grid.cells()[at] != 0) {
                    let less = Search::new(&grid.with(at, 0)).count(1);
                    assert_eq!(less, None, "{name}: {grid} does not need cell {at}");
                }
            }
        }
    }

    #[test]
    fn the_control_is_the_same_puzzles_turned() {
        let turned = |grid: Grid| {
            let mut cells = *grid.cells();
            cells.reverse();
            Grid::try_from(cells).unwrap()
        };
        let (one, other) = (entries("anti-row-major"), entries("anti-reversed"));
        assert_eq!(one.len(), other.len());
        for (one, other) in one.iter().zip(&other) {
            assert_eq!(turned(one.grid), other.grid);
            assert_eq!(one.solution.map(turned), other.solution);
        }
        let sum =
            |entries: &[KnownPuzzle]| entries.iter().filter_map(|e| e.placements).sum::<u64>();
        assert!(sum(&one) > 10 * sum(&other), "it is the arrangement that makes them dear");
    }

    #[test]
    fn every_classic_has_its_name_above_it() {
        let text = find("classics").unwrap().text;
        let body: Vec<&str> = text.lines().skip_while(|line| !line.contains("sha256")).collect();
        let pairs = body[1..].chunks_exact(2);
        assert!(pairs.remainder().is_empty() && pairs.len() >= 20);
        let mut names = HashSet::new();
        for pair in pairs {
            assert!(pair[0].starts_with("# ") && !pair[1].starts_with('#'), "{}", pair[0]);
            assert!(names.insert(pair[0]));
        }
        assert!(entries("classics").iter().all(|entry| entry.solutions == 1));
    }

    #[test]
    fn a_wrong_name_is_answered_with_the_nearest() {
        assert_eq!(
            find("effort1e5").unwrap_err().to_string(),
            "no corpus is called `effort1e5`; the nearest is `effort-1e5` \
             (`sudoku-lab list` names all)"
        );
    }

    #[test]
    fn a_line_that_says_something_else_is_no_entry() {
        let solution = find("finished").unwrap().entries()[0].grid;
        let entry = |rest: String| KnownPuzzle::of(&Record { rest, ..Record::bare(1, solution) });
        assert!(entry(format!("1 {solution} 0")).is_some());
        assert!(entry(format!("1 {solution} -")).is_some());
        for rest in ["", "1", "1 -", "1 - 0", "x - 0", "0 - x", "0 - 1 2", "easy 5.0"] {
            assert_eq!(entry(rest.to_owned()), None, "{rest}");
        }
        assert_eq!(entry(format!("0 {solution} 0")), None);
    }
}
