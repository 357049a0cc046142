//! [`RunFolder`]: which process may write into the folder of a run, and when it replaces a run.
//!
//! ```text
//! sudoku-lab.run   the mark, which the process that writes has locked
//! unfinished/      the run that is being measured, or was cut short
//! finished/        a complete run, while its files are moved to the top
//! ```
//!
//! Everything else is the last complete run, which stays until the next one is complete.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use sudoku_record::MARK;

use crate::Usage;

const TEXT: &str = "\
This folder holds a run of Sudoku Lab. The next run into it replaces raw, charts, unfinished,
finished, README.md, claims.md, index.html, results.json, results.csv, results.md,
environment.json and criterion.log.
";

/// The files that are drawn from a run. Those of the last run are removed when its raw data are.
const DRAWN: [&str; 7] =
    ["README.md", "claims.md", "index.html", "results.json", "results.csv", "results.md", "charts"];

/// A folder that this process alone writes into.
#[derive(Debug)]
pub(crate) struct RunFolder {
    path: PathBuf,
    /// False if the folder was the user's before.
    is_ours: bool,
    _lock: File,
}

impl RunFolder {
    /// Marks and locks a folder that does not exist, is empty, or holds a run. Any other folder is
    /// a usage error, and nothing in it is touched.
    pub(crate) fn open(path: &Path) -> Result<Self> {
        let shown = path.display();
        let no = |error: io::Error| Usage(format!("{shown} cannot be written: {error}"));
        let refused = |why: &str| Usage(format!("nothing is written into {shown}: {why}"));
        if path.exists() && !path.is_dir() {
            return Err(refused("it is not a folder").into());
        }
        let empty = !path.exists() || fs::read_dir(path).map_err(no)?.next().is_none();
        if !(empty || path.join(MARK).is_file()) {
            let why = "it holds files but no run of Sudoku Lab; name an empty or a new folder";
            return Err(refused(why).into());
        }
        let is_ours = !path.exists();
        fs::create_dir_all(path).map_err(no)?;
        let mark = OpenOptions::new().append(true).create(true).open(path.join(MARK));
        let mut mark = mark.map_err(no)?;
        match mark.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(refused("another run is writing into it").into());
            }
            Err(TryLockError::Error(error)) => return Err(no(error).into()),
        }
        if mark.metadata().map_err(no)?.len() == 0 {
            mark.write_all(TEXT.as_bytes()).map_err(no)?;
        }
        let folder = Self { path: path.to_owned(), is_ours, _lock: mark };
        folder.settle()?;
        Ok(folder)
    }

    /// Makes a new folder in which the next run is measured, without files of a run that was cut
    /// short. It has a mark of its own, so that an unfinished run can be drawn.
    pub(crate) fn begin(&self) -> Result<PathBuf> {
        let unfinished = self.path.join("unfinished");
        remove(&unfinished)?;
        fs::create_dir(&unfinished)
            .and_then(|()| fs::write(unfinished.join(MARK), TEXT))
            .with_context(|| unfinished.display().to_string())?;
        Ok(unfinished)
    }

    /// Puts the run that was measured in the place of the last one, with a list of its raw files.
    pub(crate) fn publish(&self) -> Result<()> {
        sudoku_record::RunFolder::new(self.path.join("unfinished")).seal()?;
        // The rename is a single step. If the rest is interrupted, the next `open` does it.
        fs::rename(self.path.join("unfinished"), self.path.join("finished"))
            .with_context(|| format!("{} cannot be finished", self.path.display()))?;
        self.settle()
    }

    fn settle(&self) -> Result<()> {
        let finished = self.path.join("finished");
        if !finished.exists() {
            return Ok(());
        }
        for name in DRAWN {
            remove(&self.path.join(name))?;
        }
        for entry in fs::read_dir(&finished)? {
            let entry = entry?;
            let to = self.path.join(entry.file_name());
            if entry.file_name() == MARK {
                // The file stays the same, because it is locked.
                fs::write(&to, fs::read(entry.path())?)?;
                continue;
            }
            remove(&to)?;
            fs::rename(entry.path(), &to).with_context(|| to.display().to_string())?;
        }
        remove(&finished)
    }
}

impl Drop for RunFolder {
    /// Removes the mark, and the folder that was made for it, if nothing else was written.
    fn drop(&mut self) {
        let mut names = fs::read_dir(&self.path).into_iter().flatten().flatten();
        if names.all(|entry| entry.file_name() == MARK) {
            let _ = fs::remove_file(self.path.join(MARK));
            if self.is_ours {
                let _ = fs::remove_dir(&self.path);
            }
        }
    }
}

/// True if the folder holds a run that can be drawn.
fn has_plan(path: &Path) -> bool {
    sudoku_record::RunFolder::new(path).plan().is_ok()
}

/// Returns a usage error if a folder holds no run to read.
pub(crate) fn must_hold_run(path: &Path) -> Result<()> {
    let shown = path.display();
    if has_plan(path) {
        return Ok(());
    }
    let why = if !path.is_dir() {
        format!("there is no folder {shown}")
    } else if has_plan(&path.join("unfinished")) {
        format!("the run in {shown} was cut short; what there is of it: {shown}/unfinished")
    } else {
        format!("{shown} holds no run of Sudoku Lab: it has no raw/plan.json of one")
    };
    Err(Usage(why).into())
}

/// Removes a file, or a folder with its contents, if there is one.
fn remove(path: &Path) -> Result<()> {
    let removed = match fs::symlink_metadata(path) {
        Ok(found) if found.is_dir() => fs::remove_dir_all(path),
        Ok(_) => fs::remove_file(path),
        Err(_) => Ok(()),
    };
    removed.with_context(|| format!("{} cannot be replaced", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A path for a folder, which is removed when dropped.
    struct Place(PathBuf);

    impl Place {
        fn new(name: &str) -> Self {
            let name = format!("sudoku-lab-folder-{name}-{}", std::process::id());
            Self(std::env::temp_dir().join(name))
        }

        fn with(self, name: &str, text: &str) -> Self {
            write(&self.0.join(name), text);
            self
        }

        /// Returns every file below, with its contents, except the mark.
        fn files(&self) -> Vec<(String, String)> {
            let (mut left, mut found) = (vec![self.0.clone()], Vec::new());
            while let Some(folder) = left.pop() {
                for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
                    if path.is_dir() {
                        left.push(path);
                    } else if path.file_name().unwrap() != MARK {
                        let name = path.strip_prefix(&self.0).unwrap().to_str().unwrap().to_owned();
                        found.push((name, fs::read_to_string(&path).unwrap()));
                    }
                }
            }
            found.sort();
            found
        }
    }

    impl Drop for Place {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    fn write(path: &Path, text: &str) {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn refused(path: &Path) -> String {
        let error = RunFolder::open(path).unwrap_err();
        assert!(error.is::<Usage>(), "{error:#}");
        error.to_string()
    }

    const PLAN: &str = r#"{"command":"","mode":"quick","call_budget":1,"time_limit_ns":1,
        "samples":1,"builds":0,"solvers":[],"corpora":[]}"#;

    #[test]
    fn the_files_of_others_are_not_touched() {
        for name in ["README.md", "raw/data.csv", "raw/plan.json", "charts/mine.svg"] {
            let place = Place::new("others").with(name, "mine");
            assert!(refused(&place.0).contains("no run of Sudoku Lab"), "{name}");
            assert_eq!(place.files(), [(name.to_owned(), "mine".to_owned())]);
            assert!(!place.0.join(MARK).exists());
        }
        let place = Place::new("file").with("file", "mine");
        assert!(refused(&place.0.join("file")).contains("it is not a folder"));
        assert!(refused(&place.0.join("file/below")).contains("cannot be written"));
    }

    #[test]
    fn a_new_an_empty_and_a_marked_folder_take_a_run() {
        let place = Place::new("new");
        for _ in ["new", "marked"] {
            let folder = RunFolder::open(&place.0).unwrap();
            let unfinished = folder.begin().unwrap();
            assert_eq!(fs::read_dir(&unfinished).unwrap().count(), 1, "its mark");
            RunFolder::open(&unfinished).unwrap();
            write(&unfinished.join("raw/plan.json"), PLAN);
        }
        assert_eq!(fs::read_to_string(place.0.join(MARK)).unwrap(), TEXT);
        let place = Place::new("empty");
        drop(RunFolder::open(&place.0).unwrap());
        assert!(!place.0.exists(), "nothing was written");
        fs::create_dir(&place.0).unwrap();
        drop(RunFolder::open(&place.0).unwrap());
        assert_eq!(fs::read_dir(&place.0).unwrap().count(), 0, "it was there before");
        let place = Place::new("unmarked").with("raw/plan.json", PLAN);
        assert!(refused(&place.0).contains("no run of Sudoku Lab"));
    }

    #[test]
    fn one_run_at_a_time() {
        let place = Place::new("lock");
        let first = RunFolder::open(&place.0).unwrap();
        assert!(refused(&place.0).contains("another run is writing into it"));
        first.begin().unwrap();
        drop(first);
        RunFolder::open(&place.0).unwrap();
    }

    #[test]
    fn the_run_before_stays_until_the_next_is_whole() {
        let place = Place::new("before").with("notes.txt", "mine").with(MARK, TEXT);
        let place = place.with("raw/plan.json", PLAN);
        let place = place.with("raw/memory.csv", "1").with("environment.json", "1");
        let place = place.with("README.md", "1").with("charts/a.svg", "1");
        let before = place.files();
        let folder = RunFolder::open(&place.0).unwrap();
        let unfinished = folder.begin().unwrap();
        write(&unfinished.join("raw/counts.csv"), "2");
        write(&unfinished.join("environment.json"), "2");
        drop(folder);
        let whole = |(name, _): &(String, String)| !name.starts_with("unfinished");
        assert_eq!(place.files().into_iter().filter(whole).collect::<Vec<_>>(), before);

        RunFolder::open(&place.0).unwrap().publish().unwrap();
        let after = [("environment.json", "2"), ("notes.txt", "mine"), ("raw/counts.csv", "2")];
        let after = after.map(|(name, text)| (name.to_owned(), text.to_owned()));
        assert_eq!(place.files(), after);
        assert!(!place.0.join("finished").exists());
        let mark = fs::read_to_string(place.0.join(MARK)).unwrap();
        let raw: Vec<&str> =
            mark.lines().filter_map(|line| Some(line.split_once("  ")?.1)).collect();
        assert_eq!(raw, ["environment.json", "raw/counts.csv"], "{mark}");
    }

    #[test]
    fn a_run_that_was_whole_takes_its_place_after_an_interruption() {
        // The environment had been moved already, the raw data had not.
        let place = Place::new("interrupted").with(MARK, TEXT).with("environment.json", "2");
        let place = place.with("raw/plan.json", "1").with("finished/raw/plan.json", "2");
        drop(RunFolder::open(&place.0).unwrap());
        let after = [("environment.json", "2"), ("raw/plan.json", "2")];
        let after = after.map(|(name, text)| (name.to_owned(), text.to_owned()));
        assert_eq!(place.files(), after);
    }

    #[test]
    fn a_run_to_read_is_there_or_reported_missing() {
        let refused = |place: &Place| must_hold_run(&place.0).unwrap_err().to_string();
        assert!(refused(&Place::new("none")).starts_with("there is no folder"));
        assert!(
            refused(&Place::new("other").with("raw/plan.json", "{}")).contains("no raw/plan.json")
        );
        let cut = Place::new("cut").with("unfinished/raw/plan.json", PLAN);
        assert!(refused(&cut).ends_with("unfinished"));
        assert!(must_hold_run(&cut.0.join("unfinished")).is_ok());
    }
}
