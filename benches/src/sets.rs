//! The sets of a run, found by the names of corpora and files.

use std::fs;
use std::path::PathBuf;

use anyhow::{Result, bail};
use sudoku_core::Goal;
use sudoku_puzzles::Corpus;

use crate::{PuzzleSet, Settings};

/// A set that is asked for: where its puzzles are, and the question about them.
#[derive(Debug)]
struct Asked {
    source: Source,
    goal: Goal,
}

/// Where the puzzles of a set are.
#[derive(Debug)]
enum Source {
    Shipped(&'static Corpus),
    File(PathBuf),
}

/// Returns the sets that are asked for, each once and under a name of its own.
pub(crate) fn sets(asked: &[String], settings: &Settings) -> Result<Vec<PuzzleSet>> {
    let mut sources: Vec<Source> = Vec::new();
    let mut questions: Vec<(usize, Goal)> = Vec::new();
    for name in asked {
        let Asked { source, goal } = Asked::find(name)?;
        let known = sources.iter().position(|other| other.is(&source));
        let at = known.unwrap_or(sources.len());
        if known.is_none() {
            sources.push(source);
        }
        if !questions.contains(&(at, goal)) {
            questions.push((at, goal));
        }
    }
    let mut sets: Vec<PuzzleSet> =
        sources.iter().map(|source| source.read(settings)).collect::<Result<_>>()?;
    let names: Vec<String> = sets.iter().map(|set| set.record.name.clone()).collect();
    for (set, name) in sets.iter_mut().zip(distinct_names(&names, &sources)) {
        set.record.name = name;
    }
    Ok(questions.into_iter().map(|(at, goal)| sets[at].clone().asked(goal)).collect())
}

/// Returns the names made unique: of two files of one name, the second becomes `NAME-2`. A corpus
/// of the laboratory always keeps its name.
fn distinct_names(names: &[String], sources: &[Source]) -> Vec<String> {
    let rank = |at: usize| (matches!(sources[at], Source::File(_)), at);
    let mut apart = names.to_owned();
    for at in 0..names.len() {
        if (0..names.len()).any(|other| names[other] == names[at] && rank(other) < rank(at)) {
            let numbered = |number| format!("{}-{number}", names[at]);
            let free = (2..names.len() + 2).map(numbered).find(|name| !apart.contains(name));
            apart[at] = free.unwrap_or_default();
        }
    }
    apart
}

impl Asked {
    /// Finds a set and the question about it by a name such as `minimal+unique`. A file that has
    /// this whole name is taken as it is.
    fn find(name: &str) -> Result<Self> {
        if let Ok(source) = Source::find(name) {
            return Ok(Self { source, goal: Goal::First });
        }
        let (name, goal) = Goal::of_name(name);
        Ok(Self { source: Source::find(name)?, goal })
    }
}

impl Source {
    /// Finds the corpus of the laboratory with this name, or else the file.
    fn find(name: &str) -> Result<Self> {
        let unknown = match sudoku_puzzles::find(name) {
            Ok(corpus) => return Ok(Self::Shipped(corpus)),
            Err(unknown) => unknown,
        };
        let path = std::path::absolute(name)?;
        if !path.is_file() {
            bail!("{unknown}, and there is no file of that name");
        }
        Ok(Self::File(path))
    }

    /// True if both are one corpus, or one file even under different paths.
    fn is(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Shipped(one), Self::Shipped(other)) => one.name == other.name,
            (Self::File(one), Self::File(other)) => {
                let real = |path| fs::canonicalize(path).ok();
                one == other || real(one).is_some_and(|path| Some(path) == real(other))
            }
            _ => false,
        }
    }

    fn read(&self, settings: &Settings) -> Result<PuzzleSet> {
        match self {
            Self::Shipped(corpus) => Ok(PuzzleSet::shipped(corpus, settings)),
            Self::File(path) => PuzzleSet::read(path, settings),
        }
    }
}

impl PuzzleSet {
    /// Takes as much of the corpus with this name, or else of the file, as the settings have time
    /// for. With `+unique` after the name, the question is whether solutions are unique.
    ///
    /// # Errors
    ///
    /// When the name is neither of a corpus nor of a file (the error names the nearest corpus), or
    /// the file holds no puzzle.
    pub fn find(name: &str, settings: &Settings) -> Result<Self> {
        let Asked { source, goal } = Asked::find(name)?;
        Ok(source.read(settings)?.asked(goal))
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use sudoku_record::Mode;

    use super::*;
    use crate::scratch::{Folder, LINE};

    #[test]
    fn sets_get_distinct_names() {
        let folder = Folder::new("names");
        let file = |name: &str| folder.file(name, LINE);
        let [ours, a, b] = ["leetcode-37.csv", "a/x.csv", "b/x.txt"].map(file);
        let [c, two, again] = ["c/x", "x-2.csv", "a/../a/x.csv"].map(file);
        let names = |asked: &[&str]| -> Vec<String> {
            let asked: Vec<String> = asked.iter().map(|&name| name.to_owned()).collect();
            let sets = sets(&asked, &Settings::of(Mode::Quick)).unwrap();
            sets.into_iter().map(|set| set.record.name).collect()
        };
        assert_eq!(names(&[&a, "leetcode-37"]), ["x", "leetcode-37"]);
        assert_eq!(names(&["leetcode-37", "leetcode-37"]), ["leetcode-37"]);
        assert_eq!(names(&[&a, &a, &again]), ["x"]);
        assert_eq!(names(&[&a, &b, &c, &b]), ["x", "x-2", "x-3"]);
        assert_eq!(names(&[&a, &b, &two]), ["x", "x-3", "x-2"], "a given name is not taken away");
        assert_eq!(names(&["leetcode-37", &ours]), ["leetcode-37", "leetcode-37-2"]);
        let unique = |name: &str| format!("{name}+unique");
        assert_eq!(
            names(&["hard+unique", "hard", "hard+unique", &unique(&a), &b, &unique(&b)]),
            ["hard+unique", "hard", "x+unique", "x-2", "x-2+unique"]
        );
        let plus = file("x+unique");
        assert_eq!(names(&[&plus]), ["x+unique"], "a file may be called so");
        assert_eq!(names(&[&ours, "leetcode-37"]), ["leetcode-37-2", "leetcode-37"]);
    }

    #[test]
    fn a_name_that_is_neither_corpus_nor_file_is_an_error_of_one_sentence() {
        let error = PuzzleSet::find("hart", &Settings::of(Mode::Quick)).unwrap_err();
        assert_eq!(
            format!("{error:#}"),
            "no corpus is called `hart`; the nearest is `hard` (`sudoku-lab list` names all), \
             and there is no file of that name"
        );
    }

    #[test]
    fn a_corpus_keeps_its_name_and_a_file_gets_its_whole_path() {
        // A test runs in the folder of its package.
        let settings = Settings::of(Mode::Quick);
        let wish = |name: &str| Some(PuzzleSet::find(name, &settings).ok()?.record.wish());
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/bench-set.txt");
        fs::write(&file, LINE).unwrap();
        let file = file.to_str().unwrap();
        for (name, full) in [
            ("hard", "hard"),
            ("hard+unique", "hard+unique"),
            ("../target/bench-set.txt+unique", &format!("{file}+unique")),
        ] {
            assert_eq!(wish(name).as_deref(), Some(full));
        }
        assert_eq!(wish("src"), None, "a folder is no puzzle file");
        fs::remove_file(file).unwrap();
    }
}
