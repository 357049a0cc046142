//! `cargo xtask tidy`: checks the house rules that no compiler checks.

mod files;
mod manifests;
mod solvers;
mod verdicts;
mod words;

use std::fs;
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use serde_json::Value;

pub(crate) use crate::sources::{Source, collect};
pub(crate) use manifests::LICENCES;

use crate::sources::sources;
use crate::{cargo, recount, root, say, size, take_lines};

pub(crate) fn check() -> Result<ExitCode> {
    let metadata = metadata()?;
    let sources = sources()?;
    let mut complaints = Vec::new();
    complaints.extend(size::complaint()?);
    complaints.extend(manifests::too_many(&metadata));
    complaints.extend(manifests::floors(&metadata));
    complaints.extend(manifests::tests(&sources));
    complaints.extend(manifests::tested(&metadata, &sources));
    complaints.extend(packages(&metadata)?);
    complaints.extend(files::check(&sources));
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

pub(crate) fn metadata() -> Result<Value> {
    let text = take_lines(&mut cargo("metadata --format-version 1"), "")?;
    serde_json::from_str(&text).context("cargo metadata is not JSON")
}
