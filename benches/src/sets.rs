//! The sets of a run, found by the names of corpora and files.

use std::path::Path;

use anyhow::{Result, bail};
use sudoku_core::Goal;
use sudoku_record::CorpusRecord;

use crate::{PuzzleSet, Settings};

/// Returns the sets that are asked for, each once and under a name of its own: of two files of one
/// name, the second becomes `NAME-2`, unless it has the puzzles of the first. A corpus of the
/// laboratory always keeps its name.
pub(crate) fn sets(asked: &[String], settings: &Settings) -> Result<Vec<PuzzleSet>> {
    let found = asked.iter().map(|name| PuzzleSet::find(name, settings));
    let found = found.collect::<Result<Vec<_>>>()?;
    let given: Vec<String> = found.iter().map(|set| set.record.set().to_owned()).collect();
    let mut sets: Vec<(&str, PuzzleSet)> = Vec::new();
    for (mut set, given_name) in found.into_iter().zip(&given) {
        let source = |name: &str, record: &CorpusRecord| {
            (name.to_owned(), record.file.is_some(), record.sha256.clone())
        };
        let ours = source(given_name, &set.record);
        let mut same = sets.iter().filter(|(name, other)| source(name, &other.record) == ours);
        if same.clone().any(|(_, other)| other.record.goal == set.record.goal) {
            continue;
        }
        let is_taken = |name: &str| sets.iter().any(|(_, other)| other.record.set() == name);
        let is_shipped = set.record.file.is_some() && sudoku_puzzles::find(given_name).is_ok();
        let name = match same.next() {
            Some((_, other)) => other.record.set().to_owned(),
            None if is_shipped || is_taken(given_name) => {
                let mut numbered = (2..).map(|number| format!("{given_name}-{number}"));
                let free = numbered.find(|name| !is_taken(name) && !given.contains(name));
                free.unwrap_or_default()
            }
            None => given_name.clone(),
        };
        set.record.name = name + set.record.goal.suffix();
        sets.push((given_name, set));
    }
    Ok(sets.into_iter().map(|(_, set)| set).collect())
}

impl PuzzleSet {
    /// Takes as much of the corpus with this name, or else of the file, as the settings have time
    /// for. With `+unique` after the name, the question is whether solutions are unique. A file that
    /// has this whole name is taken as it is.
    ///
    /// # Errors
    ///
    /// When the name is neither of a corpus nor of a file (the error names the nearest corpus), or
    /// the file holds no puzzle.
    pub fn find(name: &str, settings: &Settings) -> Result<Self> {
        let (set, goal) = Goal::of_name(name);
        let (set, goal) = if Path::new(name).is_file() { (name, Goal::First) } else { (set, goal) };
        let unknown = match sudoku_puzzles::find(set) {
            Ok(corpus) => return Ok(Self::shipped(corpus, settings).asked(goal)),
            Err(unknown) => unknown,
        };
        let path = std::path::absolute(set)?;
        if !path.is_file() {
            bail!("{unknown}, and there is no file of that name");
        }
        Ok(Self::read(&path, settings)?.asked(goal))
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use sudoku_record::Mode;

    use super::*;
    use crate::scratch::{Folder, LINE};

    #[test]
    fn sets_get_distinct_names() {
        let folder = Folder::new("names");
        // Each file has other puzzles, by how often it has the same.
        let mut lines = String::new();
        let mut file = |name: &str| {
            lines += &format!("{LINE}\n");
            folder.file(name, &lines)
        };
        let [ours, a, b] = ["leetcode-37.csv", "a/x.csv", "b/x.txt"].map(&mut file);
        let [c, two, plus] = ["c/x", "x-2.csv", "x+unique"].map(&mut file);
        let again = a.replace("a/x.csv", "a/../a/x.csv");
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
