//! [`Counted`]: the committed counts of one solver on every puzzle of every shipped set.
//!
//! Counts are the same on every machine. They are made when a solver or a set is new
//! (`cargo xtask recount`) and committed as `reports/counts/FAMILY/VARIANT.csv.gz`. Unpacked:
//!
//! ```text
//! # solver: bitmask/cursor
//! # source: d9bf...    the source_hash of the code that was counted
//! # target: avx2,bmi2  the instructions that the solver needs; no such line if it needs none
//! # set easy: 3c80...  SHA-256 of a set, as in the header of its own file
//! set,index,outcome,calls,placements,undos,...
//! easy,0,solved,7402,4857,4804,...
//! ```
//!
//! A counter without a column is not reported by the solver.

use std::collections::BTreeMap;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use flate2::read::GzDecoder;
use sudoku_core::{Counters, Counts, Ending, Goal, Info, Work};
use sudoku_puzzles::{CORPORA, Corpus};

use crate::environment::cpu_features;
use crate::folder::{csv_error, io_error, pack, replace};
use crate::{RunFolderError, sha256};

/// The work of one solver on every puzzle of the sets that were counted.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Counted {
    /// The id of the solver.
    pub solver: String,
    /// [`source_hash`] of the code that was counted.
    pub source: String,
    /// The instructions that the solver needs beyond those of the platform, separated by commas;
    /// empty if it needs none.
    pub target: String,
    /// The sets, in the order of [`counted_sets`].
    pub sets: Vec<CountedSet>,
    /// True for counts of other code. [`Counted::of`] returns such counts only if this processor
    /// cannot run the solver.
    pub stale: bool,
}

/// The work on the puzzles of one set, each searched to the end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CountedSet {
    /// The name of the set, with the suffix for the question.
    pub name: String,
    /// SHA-256 of the set, as in the header of its file.
    pub sha256: String,
    /// The counts of every puzzle, in the order of the set.
    pub runs: Vec<CountedRun>,
}

/// The work on one puzzle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CountedRun {
    /// How the search ended: with a solution, or with the proof that there is none.
    pub outcome: Ending,
    /// The work.
    pub counts: Counts,
}

/// The columns that precede the counters.
const COLUMNS: [&str; 3] = ["set", "index", "outcome"];

/// Committed counts that cannot be used, read or written.
#[derive(Debug, thiserror::Error)]
pub enum CountedError {
    /// There is no file of counts.
    #[error("{0} has not been counted: run `cargo xtask recount --solver {0}`")]
    Missing(String),
    /// The counts are those of other code, or of other puzzles.
    #[error("the counts of {solver} are stale, {why}: run `cargo xtask recount --solver {solver}`")]
    Stale {
        /// The id of the solver.
        solver: String,
        /// The code or the sets that have changed.
        why: String,
    },
    /// A file of counts or of code cannot be read or written.
    #[error(transparent)]
    File(#[from] RunFolderError),
}

/// A shipped set, and the question that is asked of its puzzles.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AskedSet {
    /// The set.
    pub corpus: &'static Corpus,
    /// The question.
    pub goal: Goal,
}

impl AskedSet {
    /// The name of the set, with the suffix for the question.
    pub fn name(self) -> String {
        format!("{}{}", self.corpus.name, self.goal.suffix())
    }
}

/// The sets and questions that solvers are counted on: first solutions of all shipped sets but the
/// one with contradictory clues, which no solver may be given, and proofs of uniqueness on the sets
/// that a run times them on.
pub fn counted_sets() -> impl Iterator<Item = AskedSet> {
    CORPORA.iter().flat_map(|corpus| {
        let first = (corpus.name != "contradictory").then_some(Goal::First);
        let unique = corpus.unique.map(|_| Goal::Unique);
        first.into_iter().chain(unique).map(move |goal| AskedSet { corpus, goal })
    })
}

/// The files of `core` that decide a count: the board that a search reads and writes, its units,
/// and the code that turns an observation into a count. The other files parse, follow, stop or
/// describe searches.
const CORE: [&str; 5] = ["counts.rs", "geometry.rs", "grid.rs", "probe.rs", "probe/counter.rs"];

/// The file of `core` with the second counting probe, and the counters that it adds. It is hashed
/// only for solvers that report one of these counters.
const PATH: (&str, Counters) = ("path.rs", Counters::of(&[Work::OnPath, Work::RightFirst]));

/// Returns the SHA-256 of the code that decides what a solver counts: the solver's file, the files
/// of its family that hold no solver, `CORE`, and `PATH` if the solver reports one of its counters.
///
/// These parts are left out: comments, blank lines, test modules, imports from `core`, the reasons
/// of steps, and every `Info` except its counters; in the family's `lib.rs`, the publications and
/// the list of modules; and the counters that the solver does not report. So a new solver or
/// counter leaves the hashes of other solvers as they are.
///
/// `top` is the top folder of the repository.
///
/// # Errors
///
/// When a file cannot be read.
pub fn source_hash(top: &Path, solver: &str, reported: Counters) -> Result<String, CountedError> {
    let own = top.join(Info::path_of(solver));
    let family = own.parent().unwrap_or(top);
    let files = fs::read_dir(family).and_then(|all| all.map(|file| Ok(file?.path())).collect());
    let mut files: Vec<PathBuf> = files.map_err(io_error(family))?;
    files.sort();
    let path = PATH.1.both(reported).iter().next().map(|_| PATH.0);
    files.extend(CORE.into_iter().chain(path).map(|file| top.join("crates/core/src").join(file)));
    let mut hashed = String::new();
    for file in files.iter().filter(|file| file.extension().is_some_and(|end| end == "rs")) {
        let text = fs::read_to_string(file).map_err(io_error(file))?;
        let code = text.lines().take_while(|line| *line != "#[cfg(test)]").map(str::trim);
        let mut code: Vec<&str> =
            code.filter(|line| !line.is_empty() && !line.starts_with("//")).collect();
        leave_out_descriptions(&mut code);
        leave_out_reasons(&mut code);
        if file.ends_with("lib.rs") {
            code.retain(|line| {
                !["mod ", "pub use ", "#[cfg("].iter().any(|of| line.starts_with(of))
            });
        } else if file.ends_with("core/src/counts.rs") {
            code.retain(|line| counter(line).is_none_or(|what| reported.has(what)));
        } else if *file != own && code.iter().any(|line| line.starts_with("impl Solver for ")) {
            continue;
        }
        hashed.extend(code.into_iter().flat_map(|line| [line, "\n"]));
    }
    Ok(sha256(hashed.as_bytes()))
}

/// Drops publications, every `Info` except its counters, and imports from `core`.
fn leave_out_descriptions(code: &mut Vec<&str>) {
    let begins = |line: &str| {
        [": Publication = ", "const INFO: Info = "].iter().any(|of| line.contains(of))
            || line.starts_with("use sudoku_core::")
    };
    let field = |line: &str| {
        let name = line.split_once(": ").map(|(name, _)| name.to_owned());
        name.filter(|name| name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_'))
    };
    let (mut described, mut counters) = (false, false);
    code.retain(|line| {
        described |= begins(line);
        let left_out = described && {
            counters = field(line).map_or(counters, |name| name == "counters");
            !counters
        };
        described &= !line.ends_with(';');
        counters &= described;
        !left_out
    });
}

/// Drops the calls `probe.why(..);` and, from the code of `core`, the method `why` and the lines
/// that declare and re-export the module `reason`. None of these counts anything.
fn leave_out_reasons(code: &mut Vec<&str>) {
    let ends = ["mod reason;", "pub use reason::{"].map(|begins| (begins, ";"));
    let ends = [("probe.why(", ");"), ("fn why(", "}"), ends[0], ends[1]];
    let mut open = None;
    code.retain(|line| {
        let begins = || ends.iter().find(|(begins, _)| line.starts_with(begins));
        let left_out = open.or_else(|| begins().map(|(_, end)| *end));
        open = left_out.filter(|end| !line.ends_with(end));
        left_out.is_none()
    });
}

/// The counter that a line of `counts.rs` defines, such as `Checks, checks, check(..) => ..;`;
/// `None` for any other line.
fn counter(line: &str) -> Option<Work> {
    Work::named(line.split([',', ';']).nth(1)?.trim())
}

impl Counted {
    /// The file with the counts of a solver; `top` is the top folder of the repository.
    pub fn path(top: &Path, solver: &str) -> PathBuf {
        top.join("reports/counts").join(format!("{solver}.csv.gz"))
    }

    /// Reads the committed counts of a solver on every set of [`counted_sets`].
    ///
    /// A solver cannot be counted anew on a processor that lacks the instructions it needs. There,
    /// counts of other code are returned too, marked as [`stale`](Self::stale), and sets that have
    /// changed are left out; [`missing`](Self::missing) returns those.
    ///
    /// # Errors
    ///
    /// When the counts are missing, stale or damaged, or when a source file cannot be read.
    pub fn of(top: &Path, solver: &str) -> Result<Self, CountedError> {
        let kept = Self::read(top, solver)?;
        let mut kept = kept.ok_or_else(|| CountedError::Missing(solver.to_owned()))?;
        kept.stale = kept.source != source_hash(top, solver, kept.reported())?;
        kept.leave_out_changed();
        match kept.change() {
            Some(why) if kept.is_for_this_processor() => {
                Err(CountedError::Stale { solver: solver.to_owned(), why })
            }
            _ => Ok(kept),
        }
    }

    /// Returns the committed counts of a solver that are still valid, for a caller that counts the
    /// rest: the sets that have not changed, or no set if the solver's code has changed.
    ///
    /// # Errors
    ///
    /// When the counts are damaged, or a source file cannot be read.
    pub fn to_complete(top: &Path, info: &Info, target: &str) -> Result<Self, CountedError> {
        let source = source_hash(top, info.id, info.counters)?;
        let sets = match Self::read(top, info.id)? {
            Some(kept) if kept.source == source => kept.sets,
            _ => Vec::new(),
        };
        let (solver, target) = (info.id.to_owned(), target.to_owned());
        let mut kept = Self { solver, source, target, sets, stale: false };
        kept.leave_out_changed();
        Ok(kept)
    }

    /// Drops the sets that have changed since they were counted.
    fn leave_out_changed(&mut self) {
        self.sets.retain(|set| counted_sets().any(|asked| set.is_of(asked)));
    }

    /// Reads the committed counts of a solver; `None` if there is no file, or if it names another
    /// solver. Each reference asks for them, so those of a file that has not changed are remembered.
    pub(crate) fn read(top: &Path, solver: &str) -> Result<Option<Self>, RunFolderError> {
        static READ: Mutex<BTreeMap<PathBuf, (Vec<u8>, Counted)>> = Mutex::new(BTreeMap::new());
        let path = Self::path(top, solver);
        if !path.exists() {
            return Ok(None);
        }
        let packed = fs::read(&path).map_err(io_error(&path))?;
        let mut read = READ.lock().unwrap_or_else(PoisonError::into_inner);
        let counted = match read.get(&path) {
            Some((before, counted)) if *before == packed => counted.clone(),
            _ => {
                let mut text = String::new();
                GzDecoder::new(&*packed).read_to_string(&mut text).map_err(io_error(&path))?;
                let counted = Self::parse(&text, &path)?;
                read.insert(path, (packed, counted.clone()));
                counted
            }
        };
        Ok(Some(counted).filter(|counted| counted.solver == solver))
    }

    /// Describes what has changed since the counts were made; `None` if nothing has.
    fn change(&self) -> Option<String> {
        if self.stale {
            return Some("since code that its search runs has changed".to_owned());
        }
        let sets: Vec<String> = self.missing().into_iter().map(AskedSet::name).collect();
        let why = || format!("since sets are new or have changed ({})", sets.join(", "));
        (!sets.is_empty()).then(why)
    }

    /// True when this processor has the instructions that the solver needs.
    fn is_for_this_processor(&self) -> bool {
        let has = cpu_features();
        let mut needed = self.target.split(',').filter(|name| !name.is_empty());
        needed.all(|name| has.iter().any(|feature| feature == name))
    }

    /// The shipped sets that these counts lack or that have changed since.
    pub fn missing(&self) -> Vec<AskedSet> {
        counted_sets().filter(|asked| !self.sets.iter().any(|set| set.is_of(*asked))).collect()
    }

    /// The counts on the set with this name.
    pub fn set(&self, name: &str) -> Option<&CountedSet> {
        self.sets.iter().find(|set| set.name == name)
    }

    /// The counters that have a column: those reported on every puzzle.
    fn reported(&self) -> Counters {
        let all = self.sets.iter().flat_map(|set| &set.runs);
        all.fold(Counters::ALL, |set, run| set.both(run.counts.reported))
    }

    /// Writes the counts and returns the path of their file. Equal counts give equal bytes.
    ///
    /// # Errors
    ///
    /// When the file system fails.
    pub fn write(&self, top: &Path) -> Result<PathBuf, CountedError> {
        let path = Self::path(top, &self.solver);
        let folder = path.parent().unwrap_or(top);
        fs::create_dir_all(folder).map_err(io_error(folder))?;
        let text = self.text().map_err(csv_error(&path))?;
        replace(&path, &pack(&text).map_err(io_error(&path))?)?;
        Ok(path)
    }

    fn text(&self) -> csv::Result<Vec<u8>> {
        let Self { solver, source, target, sets, .. } = self;
        let mut text = format!("# solver: {solver}\n# source: {source}\n");
        if !target.is_empty() {
            text += &format!("# target: {target}\n");
        }
        for CountedSet { name, sha256, .. } in sets {
            text += &format!("# set {name}: {sha256}\n");
        }
        let reported = self.reported();
        let mut rows = csv::Writer::from_writer(text.into_bytes());
        rows.write_record(COLUMNS.into_iter().chain(reported.iter().map(Work::name)))?;
        for set in sets {
            for (index, CountedRun { outcome, counts }) in set.runs.iter().enumerate() {
                let values: Vec<_> = reported.iter().map(|what| counts.get(what)).collect();
                rows.serialize((&set.name, index, outcome, values))?;
            }
        }
        rows.into_inner().map_err(|error| error.into_error().into())
    }

    /// Parses what [`Counted::text`] writes; `path` is named in errors.
    fn parse(text: &str, path: &Path) -> Result<Self, RunFolderError> {
        let mut counted = Self::default();
        let comments = text.lines().map_while(|line| line.strip_prefix("# "));
        for (key, value) in comments.clone().filter_map(|line| line.split_once(": ")) {
            let value = value.to_owned();
            match key {
                "solver" => counted.solver = value,
                "source" => counted.source = value,
                "target" => counted.target = value,
                key => counted.sets.extend(key.strip_prefix("set ").map(|name| CountedSet {
                    name: name.to_owned(),
                    sha256: value,
                    runs: Vec::new(),
                })),
            }
        }
        let head = comments.count() + 1;
        let damaged = |line, message: &str| RunFolderError::row(path, line, message);
        let mut rows = csv::ReaderBuilder::new().comment(Some(b'#')).from_reader(text.as_bytes());
        let names = rows.headers().map_err(csv_error(path))?;
        let counters: Option<Vec<Work>> = names.iter().skip(3).map(Work::named).collect();
        let (Some(counters), true) = (counters, names.iter().take(3).eq(COLUMNS)) else {
            return Err(damaged(head, "expected set,index,outcome and counters"));
        };
        for (line, row) in (head + 1..).zip(rows.deserialize()) {
            let row: (String, usize, Ending, Vec<u64>) = row.map_err(csv_error(path))?;
            let (name, index, outcome, values) = row;
            let set = counted.sets.iter_mut().find(|set| set.name == name);
            let Some(set) = set.filter(|set| set.runs.len() == index && outcome.is_finished())
            else {
                return Err(damaged(line, &format!("did not expect puzzle {index} of `{name}`")));
            };
            let counts = Counts::from_values(counters.iter().copied().zip(values));
            set.runs.push(CountedRun { outcome, counts });
        }
        Ok(counted)
    }
}

impl CountedSet {
    /// The shipped set with this name; `None` if there is none any more.
    pub fn corpus(&self) -> Option<&'static Corpus> {
        sudoku_puzzles::find(Goal::of_name(&self.name).0).ok()
    }

    /// True when the set still has the name and the content that were counted.
    fn is_of(&self, asked: AskedSet) -> bool {
        (&*self.name, &*self.sha256) == (&*asked.name(), asked.corpus.sha256())
    }
}

#[cfg(test)]
mod tests {
    use sudoku_core::Contradictions;

    use super::*;

    const SOLVER: &str = "family/variant";
    const LISTED: &str = "mod other;\nmod tables;\nmod variant;\n\npub use other::Other;\n\
         pub const WORK: Publication = Publication {\n    key: \"work\",\n};\n";
    const CORE_FILES: [&str; 5] =
        ["counts.rs", "geometry.rs", "grid.rs", "probe.rs", "probe/counter.rs"];
    const CODE: &str = "use sudoku_core::Info;\nimpl Solver for Variant {\n    const INFO: Info = \
                        Info {\n        idea: \"look\",\n        counters: COUNTERS,\n        \
                        state_bytes: 81,\n    };\n    fn solve() {}\n}\n";

    /// A copy of the repository with one solver and its counts on every set.
    struct Tree {
        top: PathBuf,
        counted: Counted,
    }

    impl Drop for Tree {
        fn drop(&mut self) {
            fs::remove_dir_all(&self.top).unwrap();
        }
    }

    impl Tree {
        fn of(name: &str) -> Self {
            let name = format!("sudoku-lab-counted-{name}-{}", std::process::id());
            let counted = Counted { solver: SOLVER.to_owned(), ..Counted::default() };
            let mut tree = Self { top: std::env::temp_dir().join(name), counted };
            tree.file("crates/family/src/variant.rs", CODE);
            tree.file("crates/family/src/tables.rs", "const ALL: u16 = 511;\n");
            tree.file("crates/family/src/lib.rs", "mod tables;\nmod variant;\n");
            for file in CORE_FILES {
                tree.file(&format!("crates/core/src/{file}"), "Nodes, nodes;\nLinks, links;\n");
            }
            let run = |calls, passes| {
                let outcome = if passes == 0 { Ending::Solved } else { Ending::NoSolution };
                let counts = [(Work::Calls, calls), (Work::MaxDepth, 3), (Work::Passes, passes)];
                CountedRun { outcome, counts: Counts::from_values(counts) }
            };
            for (at, asked) in (0..).zip(counted_sets()) {
                let (name, sha256) = (asked.name(), asked.corpus.sha256().to_owned());
                tree.counted.sets.push(CountedSet { name, sha256, runs: vec![run(7, at)] });
            }
            tree.counted.source = tree.hash();
            tree.counted.write(&tree.top).unwrap();
            tree
        }

        fn file(&self, name: &str, text: &str) {
            let path = self.top.join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }

        fn hash(&self) -> String {
            source_hash(&self.top, SOLVER, self.counted.reported()).unwrap()
        }

        fn read(&self) -> Result<Counted, String> {
            Counted::of(&self.top, SOLVER).map_err(|error| error.to_string())
        }

        /// Replaces a file, reads the counts or the error, and puts the file back.
        fn after(&self, name: &str, text: &str) -> Result<Counted, String> {
            let path = self.top.join(name);
            let before = fs::read_to_string(&path).ok();
            self.file(name, text);
            let read = self.read();
            match before {
                Some(before) => fs::write(path, before).unwrap(),
                None => fs::remove_file(path).unwrap(),
            }
            read
        }

        fn info(&self) -> Info {
            Info {
                id: SOLVER,
                idea: "",
                sources: &[],
                tree: sudoku_core::Tree(""),
                counters: self.counted.reported(),
                contradictions: Contradictions::Marked,
                state_bytes: 0,
            }
        }

        fn text(&self) -> String {
            String::from_utf8(self.counted.text().unwrap()).unwrap()
        }
    }

    fn parse(text: &str) -> Result<Counted, RunFolderError> {
        Counted::parse(text, Path::new("variant.csv.gz"))
    }

    const EXPLAINED: &str = "mod reason;\npub use reason::{\nCell, Reason,\n};\nNodes, nodes;\n\
                             fn why(self, _why: Reason) {}\nfn why(self, why: Reason) {\n\
                             self.0.why(why);\n}\nLinks, links;\n";

    const STALE: &str = "the counts of family/variant are stale, since code that its search runs \
                         has changed: run `cargo xtask recount --solver family/variant`";

    #[test]
    fn counts_are_read_as_they_were_written() {
        let tree = Tree::of("read");
        assert_eq!(tree.read(), Ok(tree.counted.clone()));
        let path = Counted::path(&tree.top, SOLVER);
        let bytes = fs::read(&path).unwrap();
        tree.counted.write(&tree.top).unwrap();
        assert_eq!(fs::read(&path).unwrap(), bytes, "equal counts are equal bytes");
        fs::remove_file(path).unwrap();
        let missing = "family/variant has not been counted: run `cargo xtask recount --solver \
                       family/variant`";
        assert_eq!(tree.read(), Err(missing.to_owned()));
    }

    #[test]
    fn code_of_the_search_makes_counts_stale() {
        let tree = Tree::of("stale");
        for (file, text) in [
            ("crates/family/src/variant.rs", CODE.replace("{}", "{ probe.round(); }")),
            ("crates/family/src/variant.rs", CODE.replace("COUNTERS", "Counters::ARTICLES")),
            ("crates/family/src/tables.rs", "const ALL: u16 = 510;\n".to_owned()),
            ("crates/family/src/lib.rs", "mod tables;\nconst ALL: u16 = 1;\n".to_owned()),
            ("crates/family/src/lib.rs", format!("{LISTED}const ALL: u16 = 1;\n")),
            ("crates/family/src/rules.rs", "fn rule() { probe.round(); }\n".to_owned()),
        ] {
            assert_eq!(tree.after(file, &text), Err(STALE.to_owned()), "{file}");
        }
        for file in CORE_FILES {
            let file = format!("crates/core/src/{file}");
            assert_eq!(tree.after(&file, "Nodes, knots;\n"), Err(STALE.to_owned()), "{file}");
        }
        assert_eq!(tree.read(), Ok(tree.counted.clone()));
    }

    #[test]
    fn code_that_no_search_runs_leaves_counts_as_they_are() {
        let tree = Tree::of("fresh");
        let commented = format!(
            "//! What it does.\n\n{}\n#[cfg(test)]\nmod tests {{ }}\n",
            CODE.replace("{}", "{}\n    // Why.")
        );
        let described = CODE.replace("look", "see").replace("81", "size_of::<Board>()");
        let imported = CODE.replace("Info;", "{\n    Grid, Info,\n};");
        let explained = CODE.replace(
            "fn solve",
            "probe.why(Reason::Legal);\nprobe.why(Reason::Ways {\nbefore,\n});\nfn solve",
        );
        let counters = "Nodes, nodes;\n/// New.\nDances, links, dance() => Board;\n";
        for (file, text) in [
            ("crates/family/src/variant.rs", commented.as_str()),
            ("crates/family/src/variant.rs", &described),
            ("crates/family/src/variant.rs", &imported),
            ("crates/family/src/variant.rs", &explained),
            ("crates/core/src/probe.rs", EXPLAINED),
            ("crates/family/src/lib.rs", LISTED),
            ("crates/family/src/notes.md", "No code.\n"),
            ("crates/family/src/other.rs", "impl Solver for Other {}\n"),
            ("crates/core/src/counts.rs", counters),
            ("crates/core/src/parse.rs", "fn parse() {}\n"),
        ] {
            assert_eq!(tree.after(file, text), Ok(tree.counted.clone()), "{file}");
        }
    }

    #[test]
    fn a_counter_counts_for_the_solvers_that_report_it() {
        let tree = Tree::of("counter");
        let counts = "crates/core/src/counts.rs";
        tree.file(counts, "Calls, calls;\n");
        let before = [Counters::of(&[Work::Calls]), Counters::of(&[Work::Links])]
            .map(|reported| source_hash(&tree.top, SOLVER, reported).unwrap());
        tree.file(counts, "Entries, calls;\n");
        let after = [Counters::of(&[Work::Calls]), Counters::of(&[Work::Links])]
            .map(|reported| source_hash(&tree.top, SOLVER, reported).unwrap());
        assert_ne!(before[0], after[0]);
        assert_eq!(before[1], after[1]);
    }

    #[test]
    fn the_path_counts_for_the_solvers_that_report_it() {
        let tree = Tree::of("path");
        let reported = [Work::Guesses, Work::OnPath, Work::RightFirst];
        let hashes = |text| {
            tree.file("crates/core/src/path.rs", text);
            reported.map(|what| source_hash(&tree.top, SOLVER, Counters::of(&[what])).unwrap())
        };
        let [before, after] = ["fn back() {}\n", "fn back() { pop(); }\n"].map(hashes);
        let changed: Vec<bool> = before.iter().zip(&after).map(|(a, b)| a != b).collect();
        assert_eq!(changed, [false, true, true]);
    }

    #[test]
    fn a_set_that_has_changed_makes_counts_stale() {
        let mut tree = Tree::of("sets");
        let changed = |name| format!("stale, since sets are new or have changed ({name}): run");
        tree.counted.sets[1].sha256.replace_range(..4, "0000");
        tree.counted.write(&tree.top).unwrap();
        let name = tree.counted.sets.remove(1).name;
        assert!(tree.read().unwrap_err().contains(&changed(&name)));
        let info = tree.info();
        let kept = || Counted::to_complete(&tree.top, &info, "").unwrap();
        assert_eq!(kept(), tree.counted, "the other sets are still true");
        assert_eq!(kept().missing().len(), 1);
        tree.counted.write(&tree.top).unwrap();
        assert!(tree.read().unwrap_err().contains(&changed(&name)), "a set without counts");
        tree.file("crates/family/src/tables.rs", "");
        assert_eq!((kept().sets, kept().source), (Vec::new(), tree.hash()), "other code");
    }

    #[test]
    fn counts_that_this_processor_cannot_make_are_kept() {
        let mut tree = Tree::of("absent");
        tree.counted.target = "sse9,avx9".to_owned();
        tree.counted.write(&tree.top).unwrap();
        assert_eq!(tree.read(), Ok(tree.counted.clone()));
        tree.file("crates/family/src/tables.rs", "");
        assert_eq!(tree.read(), Ok(Counted { stale: true, ..tree.counted.clone() }));
        // A set that has changed is left out, and the other sets stay in use.
        tree.counted.source = tree.hash();
        tree.counted.sets[1].sha256.replace_range(..4, "0000");
        tree.counted.write(&tree.top).unwrap();
        let changed = tree.counted.sets.remove(1);
        let read = tree.read().unwrap();
        assert_eq!(read, tree.counted);
        let missing: Vec<String> = read.missing().into_iter().map(AskedSet::name).collect();
        assert_eq!(missing, [&*changed.name]);
        tree.file("crates/family/src/tables.rs", "const ALL: u16 = 1;\n");
        tree.counted.sets.insert(1, changed);
        tree.counted.target = cpu_features().join(",");
        tree.counted.write(&tree.top).unwrap();
        assert_eq!(tree.read(), Err(STALE.to_owned()));
    }

    #[test]
    fn columns_are_found_by_name() {
        let mut tree = Tree::of("text");
        tree.counted.sets.truncate(2);
        let text = tree.text();
        let rows: Vec<&str> = text.lines().skip(4).collect();
        let expected = [
            "set,index,outcome,calls,max_depth,passes",
            "leetcode-37,0,solved,7,3,0",
            "finished,0,no-solution,7,3,1",
        ];
        assert_eq!(rows, expected, "only what is reported has a column");
        let swapped = text.replace("calls,max_depth", "max_depth,calls");
        let swapped = parse(&swapped).unwrap();
        assert_eq!(swapped.sets[0].runs[0].counts.calls, 3);
    }

    #[test]
    fn a_damaged_line_is_an_error_with_its_number() {
        let mut tree = Tree::of("damaged");
        tree.counted.sets.truncate(2);
        let text = tree.text();
        let says = |from: &str, to: &str, line: u64, message: &str| {
            assert!(text.contains(from), "{from}");
            let error = parse(&text.replace(from, to)).unwrap_err();
            let (at, said) = match error {
                RunFolderError::File { source, .. } => {
                    let source = source.downcast::<csv::Error>().unwrap();
                    (format!("{}", source.position().unwrap().line()), source.to_string())
                }
                row => {
                    let said = row.to_string();
                    let (at, said) = said
                        .strip_prefix("variant.csv.gz, line ")
                        .unwrap()
                        .split_once(": ")
                        .unwrap();
                    (at.to_owned(), said.to_owned())
                }
            };
            assert!(at == line.to_string() && said.contains(message), "{from}: {at}: {said}");
        };
        says("max_depth", "depth", 5, "expected set,index,outcome and counters");
        says("set,index", "index,set", 5, "expected set,index,outcome and counters");
        says("leetcode-37,0", "leetcode-37,1", 6, "did not expect puzzle 1 of `leetcode-37`");
        says("leetcode-37,0", "easy,0", 6, "did not expect puzzle 0 of `easy`");
        says("finished,0", "leetcode-37,0", 7, "did not expect puzzle 0 of `leetcode-37`");
        says(",solved", ",stopped", 6, "did not expect puzzle 0 of `leetcode-37`");
        says(",solved", ",done", 6, "unknown variant `done`");
        says("7,3,0", "7,x,0", 6, "invalid digit");
        says("7,3,0", "7,3", 6, "found record with 5 fields, but the previous record has 6 fields");
        says("7,3,1", "7,3,1,0", 7, "found record with 7 fields");
    }

    #[test]
    fn a_file_of_another_solver_or_of_no_counts_is_refused_by_name() {
        let tree = Tree::of("foreign");
        let path = Counted::path(&tree.top, SOLVER);
        tree.file("crates/family/src/other.rs", CODE);
        fs::rename(&path, Counted::path(&tree.top, "family/other")).unwrap();
        let error = Counted::of(&tree.top, "family/other").unwrap_err().to_string();
        let expected = "family/other has not been counted: run `cargo xtask recount --solver \
                        family/other`";
        assert_eq!(error, expected);
        fs::write(&path, "set,index\n").unwrap();
        let error = tree.read().unwrap_err();
        assert!(error.contains("variant.csv.gz cannot be read"), "{error}");
        let unheaded = tree.text().replace("# so", "# sau");
        assert_eq!(parse(&unheaded).unwrap().solver, "", "what is not understood is not believed");
    }
}
