//! [`Source`]: the text files of the project.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::root;

/// A text file of the project: its path from the top, with `/`, and its text.
pub(crate) struct Source {
    pub(crate) path: String,
    pub(crate) text: String,
}

impl Source {
    pub(crate) fn extension(&self) -> &str {
        self.path.rsplit_once('.').map_or("", |(_, extension)| extension)
    }
}

/// The folders and files that hold them.
const TOPS: &str = "crates benches xtask python research docs README.md CONTRIBUTING.md Cargo.toml";

pub(crate) fn sources() -> Result<Vec<Source>> {
    let mut found = Vec::new();
    for top in TOPS.split(' ') {
        collect(&root().join(top), &mut found)?;
    }
    Ok(found)
}

/// Collects the text files in a folder, or one file.
pub(crate) fn collect(path: &Path, found: &mut Vec<Source>) -> Result<()> {
    let made = ["node_modules", "python/target", "research/target"];
    if made.iter().any(|made| path.ends_with(made)) {
        return Ok(());
    }
    if path.is_dir() {
        let mut inside: Vec<PathBuf> =
            fs::read_dir(path)?.map(|entry| Ok(entry?.path())).collect::<Result<_>>()?;
        inside.sort();
        return inside.iter().try_for_each(|path| collect(path, found));
    }
    let known = ["rs", "toml", "md", "html", "js", "css"];
    let extension = path.extension().unwrap_or_default().to_string_lossy();
    if known.contains(&extension.as_ref()) {
        let text = fs::read_to_string(path).with_context(|| path.display().to_string())?;
        let inside = path.strip_prefix(root())?.to_string_lossy().replace('\\', "/");
        found.push(Source { path: inside, text });
    }
    Ok(())
}
