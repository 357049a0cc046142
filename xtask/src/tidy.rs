//! `cargo xtask tidy`: checks the house rules that no compiler checks.

mod manifests;
mod solvers;
mod text;
mod verdicts;
mod words;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use serde_json::Value;

pub(crate) use manifests::LICENCES;

use crate::{cargo, recount, root, say, size};

pub(crate) fn check() -> Result<ExitCode> {
    let metadata = metadata()?;
    let sources = sources()?;
    let mut complaints = Vec::new();
    complaints.extend(size::complaint()?);
    complaints.extend(manifests::too_many(&metadata));
    complaints.extend(manifests::floors(&metadata));
    complaints.extend(manifests::tests(&sources));
    complaints.extend(packages(&metadata)?);
    complaints.extend(text::check(&sources));
    complaints.extend(solvers::check(&sources));
    complaints.extend(verdicts::check(&sources));
    complaints.extend(words::check(&sources));
    complaints.iter().for_each(say);
    eprintln!("are the counts current? (compiles every solver the first time)");
    let stale = recount::complaints()?;
    stale.iter().for_each(say);
    complaints.extend(stale);
    if !complaints.is_empty() {
        bail!("{} house rules are broken", complaints.len());
    }
    say(format_args!("tidy: {} files follow the house rules", sources.len()));
    Ok(ExitCode::SUCCESS)
}

/// Checks what is published: the texts of our licences, versions and what manifests say. Returns the
/// complaints.
pub(crate) fn packages(metadata: &Value) -> Result<Vec<String>> {
    let read = |path: &str| fs::read_to_string(root().join(path)).context(path.to_owned());
    let [manifest, of_wheel] = [read("Cargo.toml")?, read("python/Cargo.toml")?];
    let mut complaints = manifests::reasons("Cargo.toml", &manifest);
    complaints.extend(manifests::reasons("python/Cargo.toml", &of_wheel));
    complaints.extend(manifests::published(metadata));
    complaints.extend(manifests::version("CITATION.cff", &manifest, &read("CITATION.cff")?));
    complaints.extend(manifests::version("python/Cargo.toml", &manifest, &of_wheel));
    Ok(complaints)
}

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

pub(crate) fn metadata() -> Result<Value> {
    let output = cargo("metadata --format-version 1").output()?;
    if !output.status.success() {
        bail!("cargo metadata failed: {}", String::from_utf8_lossy(&output.stderr));
    }
    serde_json::from_slice(&output.stdout).context("cargo metadata is not JSON")
}

pub(crate) fn sources() -> Result<Vec<Source>> {
    let mut found = Vec::new();
    for top in [
        "crates",
        "benches",
        "xtask",
        "python",
        "research",
        "docs",
        "README.md",
        "CONTRIBUTING.md",
        "Cargo.toml",
    ] {
        collect(&root().join(top), &mut found)?;
    }
    Ok(found)
}

/// Collects the text files in a folder, or one file.
pub(crate) fn collect(path: &Path, found: &mut Vec<Source>) -> Result<()> {
    if path.ends_with("node_modules")
        || path.ends_with("python/target")
        || path.ends_with("research/target")
    {
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
