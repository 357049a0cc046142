//! [`Counted`]: what one solver does on every puzzle of every shipped set, counted once and kept.
//!
//! Counts are the same on every machine. They are made when a solver or a set is new
//! (`cargo xtask recount`) and committed as `reports/counts/FAMILY/VARIANT.csv.gz`. Unpacked:
//!
//! ```text
//! # solver: bitmask/cursor
//! # source: d9bf...    SHA-256 of the solver's file, without comments, blank lines and tests
//! # set easy: 3c80...  SHA-256 of a set, as in the header of its own file
//! set,index,outcome,calls,placements,undos,...
//! easy,0,solved,7402,4857,4804,...
//! ```
//!
//! A counter without a column is not reported by the solver.

use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use flate2::read::GzDecoder;
use flate2::{Compression, GzBuilder};
use sudoku_core::{Counters, Counts, Work};
use sudoku_corpus::{CORPORA, Corpus};

use crate::sha256;

/// The work of one solver on every puzzle of some shipped sets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Counted {
    /// The id of the solver.
    pub solver: String,
    /// [`source_hash`] of the file with its search, as it was when the work was counted.
    pub source: String,
    /// The sets, in the order of [`CORPORA`].
    pub sets: Vec<CountedSet>,
}

/// The work on the puzzles of one set, each searched to the end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CountedSet {
    /// The name of the set.
    pub name: String,
    /// SHA-256 of the set, as in the header of its file.
    pub sha256: String,
    /// Every puzzle in the order of the set.
    pub runs: Vec<CountedRun>,
}

/// The work on one puzzle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CountedRun {
    /// True when the search ended with a solution; else it showed that there is none.
    pub solved: bool,
    /// The work.
    pub counts: Counts,
}

const SOLVED: &str = "solved";
const NO_SOLUTION: &str = "no-solution";

/// Committed counts that cannot be read or written.
#[derive(Debug, thiserror::Error)]
pub enum CountedError {
    /// The file system said no, or the file is not packed with gzip.
    #[error("{} cannot be read or written", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// The text in the file is not as it should be.
    #[error("{}, line {line} of the unpacked text: {message}", path.display())]
    Text {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        message: String,
    },
}

/// The shipped sets that solvers are counted on: all whose grids a solver may be given.
pub fn counted_sets() -> impl Iterator<Item = &'static Corpus> {
    CORPORA.iter().filter(|corpus| corpus.name != "contradictory")
}

/// SHA-256 of what a compiler reads of a source file outside of tests: lines that are blank or a
/// comment are left out, and so is the module of tests, the last thing in a file.
pub fn source_hash(text: &str) -> String {
    let code = text.lines().take_while(|line| *line != "#[cfg(test)]");
    let code = code.map(str::trim).filter(|line| !line.is_empty() && !line.starts_with("//"));
    sha256(code.flat_map(|line| [line, "\n"]).collect::<String>().as_bytes())
}

impl Counted {
    /// Where the counts of a solver are kept; `top` is the top of the repository.
    pub fn path(top: &Path, solver: &str) -> PathBuf {
        top.join("reports/counts").join(format!("{solver}.csv.gz"))
    }

    /// What is kept of a solver and still true: its sets that have not changed, and none when the
    /// solver's file has changed. `file` is that file, from the top of the repository.
    ///
    /// # Errors
    ///
    /// When the solver's file cannot be read, or what is kept is not as it should be.
    pub fn current(top: &Path, solver: &str, file: &str) -> Result<Self, CountedError> {
        let file = top.join(file);
        let source = source_hash(&fs::read_to_string(&file).map_err(io_error(&file))?);
        let none = || Self { solver: solver.to_owned(), source: source.clone(), sets: Vec::new() };
        let path = Self::path(top, solver);
        if !path.exists() {
            return Ok(none());
        }
        let packed = fs::read(&path).map_err(io_error(&path))?;
        let mut text = String::new();
        GzDecoder::new(&*packed).read_to_string(&mut text).map_err(io_error(&path))?;
        let mut kept = Self::parse(&text).map_err(|(line, message)| CountedError::Text {
            path,
            line,
            message,
        })?;
        if (&*kept.solver, &*kept.source) != (solver, &*source) {
            return Ok(none());
        }
        kept.sets.retain(|set| {
            counted_sets().any(|corpus| corpus.name == set.name && corpus.sha256() == set.sha256)
        });
        Ok(kept)
    }

    /// The shipped sets that are not in it.
    pub fn missing(&self) -> Vec<&'static Corpus> {
        counted_sets().filter(|corpus| self.set(corpus.name).is_none()).collect()
    }

    /// The set with this name.
    pub fn set(&self, name: &str) -> Option<&CountedSet> {
        self.sets.iter().find(|set| set.name == name)
    }

    /// Keeps it: equal counts are equal bytes. Says where.
    ///
    /// # Errors
    ///
    /// When the file system refuses.
    pub fn write(&self, top: &Path) -> Result<PathBuf, CountedError> {
        let path = Self::path(top, &self.solver);
        let packed = || {
            fs::create_dir_all(path.parent().unwrap_or(top))?;
            let mut packer = GzBuilder::new().write(Vec::new(), Compression::best());
            packer.write_all(self.text().as_bytes())?;
            fs::write(&path, packer.finish()?)
        };
        packed().map_err(io_error(&path))?;
        Ok(path)
    }

    fn text(&self) -> String {
        let all = self.sets.iter().flat_map(|set| &set.runs);
        let reported = all.fold(Counters::ALL, |set, run| set.both(run.counts.reported));
        let mut text = format!("# solver: {}\n# source: {}\n", self.solver, self.source);
        for CountedSet { name, sha256, .. } in &self.sets {
            text += &format!("# set {name}: {sha256}\n");
        }
        let names = reported.iter().map(Work::name);
        let head: Vec<&str> = ["set", "index", "outcome"].into_iter().chain(names).collect();
        text += &format!("{}\n", head.join(","));
        for set in &self.sets {
            for (index, CountedRun { solved, counts }) in set.runs.iter().enumerate() {
                let outcome = if *solved { SOLVED } else { NO_SOLUTION };
                text += &format!("{},{index},{outcome}", set.name);
                for value in reported.iter().filter_map(|what| counts.get(what)) {
                    text += &format!(",{value}");
                }
                text.push('\n');
            }
        }
        text
    }

    /// Reads what [`Counted::text`] writes; or says what is wrong with which line.
    fn parse(text: &str) -> Result<Self, (usize, String)> {
        let mut counted = Self { solver: String::new(), source: String::new(), sets: Vec::new() };
        let mut columns: Option<Vec<Work>> = None;
        for (number, line) in (1..).zip(text.lines()) {
            let read = match (line.strip_prefix("# "), &columns) {
                (Some(comment), _) => counted.comment(comment),
                (None, None) => header(line).map(|found| columns = Some(found)),
                (None, Some(columns)) => counted.row(line, columns),
            };
            read.map_err(|message| (number, message))?;
        }
        Ok(counted)
    }

    fn comment(&mut self, comment: &str) -> Result<(), String> {
        match comment.split_once(": ") {
            Some(("solver", id)) => id.clone_into(&mut self.solver),
            Some(("source", hash)) => hash.clone_into(&mut self.source),
            Some((key, hash)) if let Some(name) = key.strip_prefix("set ") => {
                let (name, sha256) = (name.to_owned(), hash.to_owned());
                self.sets.push(CountedSet { name, sha256, runs: Vec::new() });
            }
            _ => return Err("expected `solver: `, `source: ` or `set NAME: `".to_owned()),
        }
        Ok(())
    }

    fn row(&mut self, line: &str, columns: &[Work]) -> Result<(), String> {
        let mut fields = line.split(',');
        let mut field = |what: &str| fields.next().ok_or_else(|| format!("{what} is missing"));
        let name = field("the set")?;
        let set = self.sets.iter_mut().find(|set| set.name == name);
        let set = set.ok_or_else(|| format!("no set `{name}` in the header"))?;
        let (index, due) = (field("the index")?, set.runs.len());
        if index.parse() != Ok(due) {
            return Err(format!("expected index {due} of {name}, found `{index}`"));
        }
        let solved = match field("the outcome")? {
            SOLVED => true,
            NO_SOLUTION => false,
            other => return Err(format!("expected {SOLVED} or {NO_SOLUTION}, found `{other}`")),
        };
        let mut values = Vec::new();
        for &what in columns {
            let value = field(what.name())?;
            let expected = || format!("expected a number of {}, found `{value}`", what.name());
            values.push((what, value.parse().map_err(|_| expected())?));
        }
        if let Some(more) = fields.next() {
            return Err(format!("`{more}` where the line should end"));
        }
        set.runs.push(CountedRun { solved, counts: Counts::from_values(values) });
        Ok(())
    }
}

/// The counter of every column.
fn header(line: &str) -> Result<Vec<Work>, String> {
    let names = line.strip_prefix("set,index,outcome");
    let names = names.ok_or("expected the names of the columns: set,index,outcome,...")?;
    let counter = |name| Work::named(name).ok_or_else(|| format!("no counter is called `{name}`"));
    names.split(',').skip(1).map(counter).collect()
}

fn io_error(path: &Path) -> impl Fn(io::Error) -> CountedError {
    let path = path.to_owned();
    move |source| CountedError::Io { path: path.clone(), source }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn top(name: &str) -> PathBuf {
        std::env::temp_dir().join(format!("sudoku-lab-counted-{name}-{}", std::process::id()))
    }

    /// A solver's file, and its counts on the two smallest sets.
    fn counted(top: &Path, code: &str) -> Counted {
        fs::create_dir_all(top).unwrap();
        fs::write(top.join("solver.rs"), code).unwrap();
        let set = |name: &str, solved, counts| {
            let sha256 = sudoku_corpus::find(name).unwrap().sha256().to_owned();
            CountedSet { name: name.to_owned(), sha256, runs: vec![CountedRun { solved, counts }] }
        };
        let counts = |calls, max_depth, passes| {
            let values =
                [(Work::Calls, calls), (Work::MaxDepth, max_depth), (Work::Passes, passes)];
            Counts::from_values(values)
        };
        Counted {
            solver: "family/variant".to_owned(),
            source: source_hash(code),
            sets: vec![
                set("leetcode-37", true, counts(7, 3, 0)),
                set("finished", false, counts(1, 1, 1)),
            ],
        }
    }

    fn current(top: &Path) -> Counted {
        Counted::current(top, "family/variant", "solver.rs").unwrap()
    }

    #[test]
    fn what_was_written_is_read_until_the_solver_changes() {
        let top = top("read");
        let code = "fn solve() {\n    1\n}\n";
        let counted = counted(&top, code);
        assert_eq!(current(&top).sets, [], "nothing is kept yet");
        let path = counted.write(&top).unwrap();
        let bytes = fs::read(&path).unwrap();
        assert_eq!(current(&top), counted);
        counted.write(&top).unwrap();
        assert_eq!(fs::read(&path).unwrap(), bytes, "equal counts are equal bytes");
        let missing = current(&top).missing();
        assert_eq!(missing.len(), CORPORA.len() - 3, "the two, and `contradictory`");

        let commented = "//! What it does.\n\nfn solve() {\n    // Why.\n    1\n}\n\n\
            #[cfg(test)]\nmod tests {}\n";
        fs::write(top.join("solver.rs"), commented).unwrap();
        assert_eq!(current(&top), counted, "comments and tests count nothing");
        fs::write(top.join("solver.rs"), code.replace('1', "2")).unwrap();
        assert_eq!(current(&top).sets, [], "another search");

        let mut other = counted.clone();
        other.sets[0].sha256.replace_range(..4, "0000");
        other.write(&top).unwrap();
        fs::write(top.join("solver.rs"), code).unwrap();
        assert_eq!(current(&top).sets, counted.sets[1..], "one set has changed");
        fs::remove_dir_all(top).unwrap();
    }

    #[test]
    fn columns_are_found_by_name() {
        let counted = counted(&top("text"), "");
        let text = counted.text();
        let rows: Vec<&str> = text.lines().skip(4).collect();
        let expected = [
            "set,index,outcome,calls,max_depth,passes",
            "leetcode-37,0,solved,7,3,0",
            "finished,0,no-solution,1,1,1",
        ];
        assert_eq!(rows, expected, "only what is reported has a column");
        let swapped = text.replace("calls,max_depth", "max_depth,calls");
        assert_eq!(Counted::parse(&swapped).unwrap().sets[0].runs[0].counts.calls, 3);
    }

    #[test]
    fn a_damaged_line_is_an_error_with_its_number() {
        let text = counted(&top("damaged"), "").text();
        let error = |from: &str, to: &str| {
            assert!(text.contains(from), "{from}");
            Counted::parse(&text.replace(from, to)).unwrap_err()
        };
        let says = |from, to, line, message: &str| {
            assert_eq!(error(from, to), (line, message.to_owned()));
        };
        says("max_depth", "depth", 5, "no counter is called `depth`");
        says("set,index", "index", 5, "expected the names of the columns: set,index,outcome,...");
        says("# source", "# sauce", 2, "expected `solver: `, `source: ` or `set NAME: `");
        says("leetcode-37,0", "leetcode-37,1", 6, "expected index 0 of leetcode-37, found `1`");
        says("leetcode-37,0", "easy,0", 6, "no set `easy` in the header");
        says(",solved", ",done", 6, "expected solved or no-solution, found `done`");
        says("7,3,0", "7,x,0", 6, "expected a number of max_depth, found `x`");
        says("7,3,0", "7,3", 6, "passes is missing");
        says("7,3,0", "7,3,0,0", 6, "`0` where the line should end");
    }

    #[test]
    fn a_file_that_is_not_packed_is_refused_by_name() {
        let top = top("bare");
        let path = counted(&top, "").write(&top).unwrap();
        fs::write(&path, "set,index\n").unwrap();
        let error = Counted::current(&top, "family/variant", "solver.rs").unwrap_err();
        assert!(error.to_string().contains("variant.csv.gz cannot be read"), "{error}");
        fs::remove_dir_all(top).unwrap();
    }
}
