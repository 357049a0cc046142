//! [`LockedFolder`]: which process may write into the folder of a run, and when it replaces a run.
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
use std::path::Path;

use crate::folder::io_error;
use crate::{MARK, RunFolder, RunFolderError};

type Result<T> = std::result::Result<T, RunFolderError>;

const TEXT: &str = "\
This folder holds a run of Sudoku Lab. The next run into it replaces raw, charts, unfinished,
finished, README.md, claims.md, index.html, appendix.html, results.json, results.csv, results.md,
environment.json and criterion.log.
";

/// The files that are drawn from a run. Those of the last run are removed when its raw data are.
const DRAWN: [&str; 8] = [
    "README.md",
    "claims.md",
    "index.html",
    "appendix.html",
    "results.json",
    "results.csv",
    "results.md",
    "charts",
];

/// A folder that this process alone writes into.
#[derive(Debug)]
pub struct LockedFolder {
    folder: RunFolder,
    mark: File,
}

impl RunFolder {
    /// Marks and locks a folder that does not exist, is empty, or holds a run.
    ///
    /// # Errors
    ///
    /// [`RunFolderError::Refused`] for any other folder, in which nothing is touched, and for one that
    /// another process has locked. When files of a run that was complete cannot be moved.
    pub fn lock(self) -> Result<LockedFolder> {
        let path = self.root().to_owned();
        let refused = |why: String| {
            RunFolderError::Refused(format!("nothing is written into {}: {why}", path.display()))
        };
        let no = |error: io::Error| refused(error.to_string());
        if path.exists() && !path.is_dir() {
            return Err(refused("it is not a folder".to_owned()));
        }
        let empty = !path.exists() || fs::read_dir(&path).map_err(no)?.next().is_none();
        if !(empty || self.file(MARK).is_file()) {
            let why = "it holds files but no run of Sudoku Lab; name an empty or a new folder";
            return Err(refused(why.to_owned()));
        }
        fs::create_dir_all(&path).map_err(no)?;
        let mark = OpenOptions::new().append(true).create(true).open(self.file(MARK));
        let mut mark = mark.map_err(no)?;
        mark.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => refused("another run is writing into it".to_owned()),
            TryLockError::Error(error) => no(error),
        })?;
        if mark.metadata().map_err(no)?.len() == 0 {
            mark.write_all(TEXT.as_bytes()).map_err(no)?;
        }
        let locked = LockedFolder { folder: self, mark };
        locked.settle()?;
        Ok(locked)
    }

    /// Checks that the folder holds a run to read.
    ///
    /// # Errors
    ///
    /// [`RunFolderError::Refused`], which says what the folder is instead.
    pub fn must_hold_run(&self) -> Result<()> {
        if self.plan().is_ok() {
            return Ok(());
        }
        let (path, shown) = (self.root(), self.root().display());
        Err(RunFolderError::Refused(if !path.is_dir() {
            format!("there is no folder {shown}")
        } else if RunFolder::new(self.file("unfinished")).plan().is_ok() {
            format!("the run in {shown} was cut short; what there is of it: {shown}/unfinished")
        } else {
            format!("{shown} holds no run of Sudoku Lab: it has no raw/plan.json of one")
        }))
    }
}

impl LockedFolder {
    /// Makes a new folder in which the next run is measured, without files of a run that was cut
    /// short. It has a mark of its own, so that an unfinished run can be drawn.
    ///
    /// # Errors
    ///
    /// When the file system fails.
    pub fn begin(&self) -> Result<RunFolder> {
        let unfinished = RunFolder::new(self.folder.file("unfinished"));
        remove(unfinished.root())?;
        unfinished.start()?;
        let mark = unfinished.file(MARK);
        fs::write(&mark, TEXT).map_err(io_error(&mark))?;
        Ok(unfinished)
    }

    /// Puts the run that was measured in the place of the last one, with a list of its raw files. Its
    /// plan no longer names folders of this machine.
    ///
    /// # Errors
    ///
    /// When the file system fails.
    pub fn publish(&self) -> Result<()> {
        let unfinished = RunFolder::new(self.folder.file("unfinished"));
        unfinished.write_plan(&unfinished.plan()?.without_paths())?;
        unfinished.seal()?;
        // The rename is a single step. If the rest is interrupted, the next `lock` does it.
        let finished = self.folder.file("finished");
        fs::rename(unfinished.root(), &finished).map_err(io_error(&finished))?;
        self.settle()
    }

    fn settle(&self) -> Result<()> {
        let finished = self.folder.file("finished");
        if !finished.exists() {
            return Ok(());
        }
        for name in DRAWN {
            remove(&self.folder.file(name))?;
        }
        let failed = io_error(&finished);
        for entry in fs::read_dir(&finished).map_err(&failed)? {
            let entry = entry.map_err(&failed)?;
            let to = self.folder.root().join(entry.file_name());
            if entry.file_name() == MARK {
                // The file stays the same, because it is locked.
                let text = fs::read(entry.path()).map_err(&failed)?;
                fs::write(&to, text).map_err(io_error(&to))?;
                continue;
            }
            remove(&to)?;
            fs::rename(entry.path(), &to).map_err(io_error(&to))?;
        }
        remove(&finished)
    }
}

impl Drop for LockedFolder {
    fn drop(&mut self) {
        // To close the file is not enough: a process that starts right now has it open as well.
        let _ = self.mark.unlock();
    }
}

/// Removes a file, or a folder with its contents, if there is one.
fn remove(path: &Path) -> Result<()> {
    let removed = match fs::symlink_metadata(path) {
        Ok(found) if found.is_dir() => fs::remove_dir_all(path),
        Ok(_) => fs::remove_file(path),
        Err(_) => Ok(()),
    };
    removed.map_err(io_error(path))
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;
    use crate::{Plan, ProgramRecord};

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

    fn lock(path: &Path) -> Result<LockedFolder> {
        RunFolder::new(path).lock()
    }

    fn refused(path: &Path) -> String {
        let error = lock(path).unwrap_err();
        assert!(matches!(error, RunFolderError::Refused(_)), "{error}");
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
        assert!(refused(&place.0.join("file/below")).starts_with("nothing is written"));
    }

    #[test]
    fn a_new_an_empty_and_a_marked_folder_take_a_run() {
        let place = Place::new("new");
        for _ in ["new", "marked"] {
            let folder = lock(&place.0).unwrap();
            let unfinished = folder.begin().unwrap();
            let inside = unfinished.root();
            assert_eq!(fs::read_dir(inside).unwrap().count(), 2, "its mark, and raw");
            lock(inside).unwrap();
            write(&inside.join("raw/plan.json"), PLAN);
        }
        assert_eq!(fs::read_to_string(place.0.join(MARK)).unwrap(), TEXT);
        let place = Place::new("empty");
        fs::create_dir(&place.0).unwrap();
        for _ in ["empty", "opened in vain"] {
            lock(&place.0).unwrap();
        }
        assert!(place.files().is_empty(), "nothing but the mark");
        let place = Place::new("unmarked").with("raw/plan.json", PLAN);
        assert!(refused(&place.0).contains("no run of Sudoku Lab"));
    }

    #[test]
    fn one_run_at_a_time() {
        let place = Place::new("lock");
        let first = lock(&place.0).unwrap();
        assert!(refused(&place.0).contains("another run is writing into it"));
        first.begin().unwrap();
        let _in_a_process_that_starts = first.mark.try_clone().unwrap();
        drop(first);
        lock(&place.0).unwrap();
    }

    #[test]
    fn the_run_before_stays_until_the_next_is_whole() {
        let place = Place::new("before").with("notes.txt", "mine").with(MARK, TEXT);
        let place = place.with("raw/plan.json", PLAN);
        let place = place.with("raw/memory.csv", "1").with("environment.json", "1");
        let place = place.with("README.md", "1").with("charts/a.svg", "1");
        let before = place.files();
        let folder = lock(&place.0).unwrap();
        let unfinished = folder.begin().unwrap();
        let mut plan: Plan = serde_json::from_str(PLAN).unwrap();
        plan.programs = vec![(ProgramRecord::default(), PathBuf::from("/elsewhere"))];
        unfinished.write_plan(&plan).unwrap();
        write(&unfinished.file("raw/counts.csv"), "2");
        write(&unfinished.file("environment.json"), "2");
        drop(folder);
        let whole = |(name, _): &(String, String)| !name.starts_with("unfinished");
        assert_eq!(place.files().into_iter().filter(whole).collect::<Vec<_>>(), before);

        lock(&place.0).unwrap().publish().unwrap();
        let after: Vec<(String, String)> = place.files();
        let names: Vec<&str> = after.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["environment.json", "notes.txt", "raw/counts.csv", "raw/plan.json"]);
        assert_eq!((&*after[0].1, &*after[1].1, &*after[2].1), ("2", "mine", "2"));
        assert!(!after[3].1.contains("/elsewhere"), "no folder of the machine: {}", after[3].1);
        assert!(!place.0.join("finished").exists());
        let mark = fs::read_to_string(place.0.join(MARK)).unwrap();
        let raw: Vec<&str> =
            mark.lines().filter_map(|line| Some(line.split_once("  ")?.1)).collect();
        assert_eq!(raw, ["environment.json", "raw/counts.csv", "raw/plan.json"], "{mark}");
    }

    #[test]
    fn a_run_that_was_whole_takes_its_place_after_an_interruption() {
        // The environment had been moved already, the raw data had not.
        let place = Place::new("interrupted").with(MARK, TEXT).with("environment.json", "2");
        let place = place.with("raw/plan.json", "1").with("finished/raw/plan.json", "2");
        drop(lock(&place.0).unwrap());
        let after = [("environment.json", "2"), ("raw/plan.json", "2")];
        let after = after.map(|(name, text)| (name.to_owned(), text.to_owned()));
        assert_eq!(place.files(), after);
    }

    #[test]
    fn a_run_to_read_is_there_or_reported_missing() {
        let refused =
            |place: &Place| RunFolder::new(&place.0).must_hold_run().unwrap_err().to_string();
        assert!(refused(&Place::new("none")).starts_with("there is no folder"));
        assert!(
            refused(&Place::new("other").with("raw/plan.json", "{}")).contains("no raw/plan.json")
        );
        let cut = Place::new("cut").with("unfinished/raw/plan.json", PLAN);
        assert!(refused(&cut).ends_with("unfinished"));
        assert!(RunFolder::new(cut.0.join("unfinished")).must_hold_run().is_ok());
    }
}
