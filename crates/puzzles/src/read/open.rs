//! [`Opened`]: a file of puzzles, and [`open`]: a reader of one.

use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, BufReader, ErrorKind, Read};
use std::path::{Path, PathBuf};

#[cfg(feature = "archives")]
use crate::unpack::{Unpack, is_folder, of_folder};
use crate::{Encoding, ReadOptions, Reader};

/// A file of puzzles that was opened.
pub struct Opened {
    /// Its bytes, perhaps packed.
    pub text: Box<dyn Read + Send>,
    /// The size of the file, if it says how much is left to read.
    pub bytes: Option<u64>,
    /// The meaning of its digits, if its layout says so.
    pub encoding: Option<Encoding>,
}

impl fmt::Debug for Opened {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Opened").field("bytes", &self.bytes).finish_non_exhaustive()
    }
}

impl Opened {
    /// Opens text or an archive, recognised by its content and not by its name. With the feature
    /// `archives`, a Parquet file is read in parts, and of a folder the arrays `all__inputs.npy` and
    /// `all__labels.npy`, whose digits are those of [`Encoding::Hrm`].
    ///
    /// # Errors
    ///
    /// When the file cannot be opened. A file that cannot be read or is damaged may fail later,
    /// while it is read.
    pub fn of(path: impl AsRef<Path>) -> io::Result<Self> {
        let path = path.as_ref();
        #[cfg(feature = "archives")]
        if is_folder(path) {
            let (text, encoding) = (Box::new(Unpack::of_folder(path)?), Some(Encoding::Hrm));
            return Ok(Self { text, bytes: None, encoding });
        }
        let file = File::open(path)?;
        let bytes = file.metadata().ok().filter(std::fs::Metadata::is_file).map(|file| file.len());
        let mut file = BufReader::new(file);
        // A folder has no first bytes; reading it fails later with a message.
        let first = bytes.and_then(|_| file.fill_buf().ok()).unwrap_or_default();
        let [table, zip] = [b"PAR1", b"PK\x03\x04"].map(|mark| first.starts_with(mark));
        // These have their directory at the end: the bytes that were read say nothing.
        let bytes = bytes.filter(|_| !table && !zip);
        #[cfg(feature = "archives")]
        if table {
            let text = Box::new(Unpack::of_table(file.into_inner())?);
            return Ok(Self { text, bytes, encoding: None });
        }
        Ok(Self { text: Box::new(file), bytes, encoding: None })
    }

    /// The files at a path that are read: those of a folder, or the path itself.
    pub fn files(path: &Path) -> Vec<PathBuf> {
        #[cfg(feature = "archives")]
        if is_folder(path) {
            return of_folder(path).collect();
        }
        vec![path.to_owned()]
    }
}

/// Opens a file of puzzles to read it with these options.
///
/// # Errors
///
/// As [`Opened::of`].
pub fn open(
    path: impl AsRef<Path>,
    options: ReadOptions,
) -> io::Result<Reader<BufReader<Box<dyn Read + Send>>>> {
    let path = path.as_ref();
    let named = |error: io::Error| match error.kind() {
        ErrorKind::InvalidData => {
            io::Error::new(error.kind(), format!("{}: {error}", path.display()))
        }
        _ => error,
    };
    let opened = Opened::of(path).map_err(named)?;
    let options = ReadOptions { encoding: options.encoding.or(opened.encoding), ..options };
    let reader = Reader::new(path.display().to_string(), BufReader::new(opened.text));
    Ok(reader.with(options))
}
