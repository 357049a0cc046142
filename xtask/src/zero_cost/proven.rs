//! Which families the last full proof still holds for. Where anything is missing or unsure, a family
//! counts as changed and is proven again.

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;
use std::{env, fs};

use anyhow::{Context, Result};
use sha2::{Digest, Sha256};

use crate::tidy::{self, Source};
use crate::{cargo, root, take_lines};

/// The committed file: a family and the hash of what its proof depends on in each line.
const FILE: &str = "xtask/zero-cost.txt";

/// Returns the hash of what the proof of each family depends on: its sources and those of the
/// crates that all share, the packages from elsewhere, how they are compiled, the compiler, and the
/// code of the proof.
pub(super) fn hashes(families: &BTreeSet<String>) -> Result<BTreeMap<String, String>> {
    let manifest: toml::Table = toml::from_str(&fs::read_to_string(root().join("Cargo.toml"))?)?;
    let release = manifest.get("profile").and_then(|profile| profile.get("release"));
    let mut shared = vec![format!("{release:?}")];
    let flags = ["RUSTFLAGS", "CARGO_ENCODED_RUSTFLAGS"].map(env::var_os);
    shared.push(format!("{flags:?}"));
    let compiler = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    shared.push(take_lines(Command::new(compiler).arg("-vV"), "")?);
    let tree = "tree --package sudoku-registry --edges normal,build --prefix none --format";
    let tree = take_lines(cargo(tree).arg("{p} {f}"), "")?;
    shared.push(tree.replace(&root().display().to_string(), ""));
    for path in ["core", "registry/Cargo.toml", "registry/src"] {
        shared.extend(texts(&format!("crates/{path}"))?);
    }
    for path in ["xtask/src/zero_cost.rs", "xtask/src/zero_cost"] {
        shared.extend(texts(path)?);
    }
    let hash = |family: &String| {
        let parts = [shared.clone(), texts(&format!("crates/{family}"))?].concat();
        // The length of each part keeps text from moving between two of them unseen.
        let parts = parts.iter().map(|part| format!("{}\n{part}", part.len()));
        let digest = Sha256::digest(parts.collect::<String>());
        Ok((
            family.clone(),
            digest.iter().fold(String::new(), |text, byte| text + &format!("{byte:02x}")),
        ))
    };
    families.iter().map(hash).collect()
}

/// Returns the paths and texts of the files that a copy would have.
fn texts(path: &str) -> Result<Vec<String>> {
    let mut files = Vec::new();
    tidy::collect(&root().join(path), &mut files)?;
    Ok(files.into_iter().flat_map(|Source { path, text }| [path, text]).collect())
}

/// Returns the families for which the last full proof does not hold any more.
pub(super) fn changed(hashes: &BTreeMap<String, String>) -> BTreeSet<String> {
    differing(hashes, &fs::read_to_string(root().join(FILE)).unwrap_or_default())
}

fn differing(hashes: &BTreeMap<String, String>, proven: &str) -> BTreeSet<String> {
    let holds = |(family, hash): &(&String, &String)| {
        proven.lines().any(|line| line == format!("{family} {hash}"))
    };
    hashes.iter().filter(|hash| !holds(hash)).map(|(family, _)| family.clone()).collect()
}

/// Writes down that all families are proven.
pub(super) fn write(hashes: &BTreeMap<String, String>) -> Result<()> {
    let lines: Vec<String> =
        hashes.iter().map(|(family, hash)| format!("{family} {hash}\n")).collect();
    fs::write(root().join(FILE), lines.concat()).context(FILE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_family_is_proven_unless_its_hash_is_the_same() {
        let hashes = [("a", "1"), ("b", "2")].map(|(name, hash)| (name.into(), hash.into()));
        let changed = |proven| differing(&hashes.clone().into(), proven).into_iter().collect();
        let changed = |proven| -> Vec<String> { changed(proven) };
        assert_eq!(changed("a 1\nb 2\n"), Vec::<String>::new());
        assert_eq!(changed("a 1\nb 3\n"), ["b"]);
        assert_eq!(changed("a 1 2\nb 2"), ["a"]);
        assert_eq!(changed(""), ["a", "b"]);
    }

    #[test]
    fn a_hash_depends_on_the_family() {
        let families = ["bands", "bitmask"].map(str::to_owned);
        let hashes = hashes(&families.into()).unwrap();
        assert_ne!(hashes["bands"], hashes["bitmask"]);
    }
}
