//! The SHA-256 of the raw files of a complete run, in the file that marks its folder.

use std::fs;
use std::path::Path;

use crate::folder::{MARK, io_error, replace};
use crate::{RawRow, RunFolder, RunFolderError, sha256};

type Result<T> = std::result::Result<T, RunFolderError>;

impl RunFolder {
    /// Writes the list of raw files at the end of the mark, in place of an older list.
    ///
    /// # Errors
    ///
    /// When a file cannot be read or written.
    pub fn seal(&self) -> Result<()> {
        let path = self.file(MARK);
        let mut text = if path.exists() { read(&path)? } else { String::new() };
        let before = text.lines().take_while(|line| entry(line).is_none());
        text.truncate(before.map(|line| line.len() + 1).sum());
        for name in self.raw_files()? {
            text += &format!("{}  {name}\n", hash(&self.file(&name))?);
        }
        replace(&path, text.as_bytes())
    }

    /// Writes rows that were measured after the others, and renews the list of a run that has one.
    ///
    /// # Errors
    ///
    /// When a raw file is not the one in the list, or a file cannot be read or written.
    pub fn add<R: RawRow>(&self, rows: &[R]) -> Result<()> {
        let is_sealed = self.check_seal()?;
        self.write(rows)?;
        if is_sealed { self.seal() } else { Ok(()) }
    }

    /// Returns an error if a raw file is not the one that the mark of the run names. A run that was
    /// cut short, and one of the old form, has no list: the answer is then `false`.
    pub(crate) fn check_seal(&self) -> Result<bool> {
        let path = self.file(MARK);
        let text = if path.exists() { read(&path)? } else { String::new() };
        let listed: Vec<(&str, &str)> = text.lines().filter_map(entry).collect();
        let differs = |name: &str| {
            let file = self.file(name);
            RunFolderError::Wrong(format!(
                "{} differs from the SHA-256 that {MARK} names for it: it was changed after the run",
                file.display()
            ))
        };
        for (due, name) in &listed {
            let file = self.file(name);
            if !file.exists() || hash(&file)? != **due {
                return Err(differs(name));
            }
        }
        let mut files = self.raw_files()?.into_iter();
        let new = files.find(|file| !listed.is_empty() && !listed.iter().any(|(_, of)| of == file));
        new.map_or(Ok(!listed.is_empty()), |name| Err(differs(&name)))
    }

    /// The names of the files from which everything else is made.
    fn raw_files(&self) -> Result<Vec<String>> {
        let raw = self.file("raw");
        let mut names = vec!["environment.json".to_owned()];
        for file in fs::read_dir(&raw).map_err(io_error(&raw))? {
            let file = file.map_err(io_error(&raw))?;
            names.push(format!("raw/{}", file.file_name().to_string_lossy()));
        }
        names.sort();
        Ok(names)
    }
}

/// The hash and the name in a line of the list; `None` for a line of text.
fn entry(line: &str) -> Option<(&str, &str)> {
    line.split_once("  ").filter(|(hash, _)| hash.len() == 64)
}

fn hash(path: &Path) -> Result<String> {
    Ok(sha256(&fs::read(path).map_err(io_error(path))?))
}

fn read(path: &Path) -> Result<String> {
    fs::read_to_string(path).map_err(io_error(path))
}
