//! The folders and files of tasks.

use std::path::{Path, PathBuf};
use std::{env, fs};

use anyhow::{Context, Result};
use clap::builder::{PathBufValueParser, TypedValueParser};

/// A path of the command line, which is relative to the folder of the user.
pub(crate) fn path() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().map(|path| std::path::absolute(&path).unwrap_or(path))
}

/// The top of the repository.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the workspace").to_owned()
}

/// The folder into which cargo compiles.
pub(crate) fn target_folder() -> PathBuf {
    env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from)
}

/// Returns an empty folder in that into which cargo compiles.
pub(crate) fn empty_folder(name: &str) -> Result<PathBuf> {
    let folder = target_folder().join(name);
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir_all(&folder)?;
    Ok(folder)
}

/// Returns the paths of the files in a folder whose names end so, in order.
pub(crate) fn files(folder: &Path, ending: &str) -> Result<Vec<PathBuf>> {
    let inside = fs::read_dir(folder).with_context(|| folder.display().to_string())?;
    let mut files: Vec<PathBuf> = inside.map(|file| Ok(file?.path())).collect::<Result<_>>()?;
    files.retain(|file| file.is_file() && file.to_string_lossy().ends_with(ending));
    files.sort();
    Ok(files)
}
