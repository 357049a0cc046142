//! Limits that a task lowers and never raises: `xtask/ratchet/words.json` limits the words to avoid
//! in each file, `xtask/ratchet/lines.json` the lines of code of each crate and language.

use std::collections::BTreeMap;
use std::fs;

use anyhow::{Context, Result};

use crate::root;

/// The greatest number allowed, by file or by crate and language.
pub(crate) type Limits = BTreeMap<String, usize>;

pub(crate) fn read(file: &str) -> Result<Limits> {
    let text = fs::read(root().join(file)).with_context(|| file.to_owned())?;
    serde_json::from_slice(&text).with_context(|| file.to_owned())
}

pub(crate) fn write(file: &str, limits: &Limits) -> Result<()> {
    Ok(fs::write(root().join(file), serde_json::to_string_pretty(limits)? + "\n")?)
}
