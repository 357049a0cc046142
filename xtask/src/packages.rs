//! The packages that can be published: `sudoku-lab`, and the crates that it needs.

use std::path::PathBuf;
use std::{env, fs};

use anyhow::{Result, ensure};

use crate::{cargo, folders, must, say, take_lines};

/// The most packages from elsewhere that a project may have to compile for `sudoku-lab`.
const MOST: usize = 12;

/// Packs these packages and compiles what is in them, as `cargo publish --workspace` does. Fails if
/// they need more packages from elsewhere than [`MOST`].
pub(crate) fn check() -> Result<()> {
    let mut tree = cargo("tree --package sudoku-lab --edges normal --prefix none");
    let tree = take_lines(&mut tree, "")?;
    let elsewhere = from_elsewhere(&tree);
    ensure!(
        elsewhere.len() <= MOST,
        "sudoku-lab needs {} packages from elsewhere, {MOST} are allowed: {}",
        elsewhere.len(),
        elsewhere.join(", ")
    );
    forget()?;
    let publish = "publish --workspace --dry-run --allow-dirty --quiet --target-dir";
    must(cargo(publish).arg(folders::empty_folder("packages")?))?;
    say(format_args!(
        "sudoku-lab and what it needs are packed and compile, with {} packages from elsewhere",
        elsewhere.len()
    ));
    Ok(())
}

/// The folder of the packages that [`check`] has packed.
pub(crate) fn packed() -> PathBuf {
    folders::target_folder().join("packages/package/tmp-crate")
}

/// Removes our packages that cargo has unpacked before: it would use them again, because their version
/// is the same.
fn forget() -> Result<()> {
    let home = env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| Some(env::home_dir()?.join(".cargo"))).unwrap_or_default();
    let Ok(registries) = fs::read_dir(home.join("registry/src")) else { return Ok(()) };
    for registry in registries {
        let registry = registry?;
        // The name of a registry on this machine has no host before the hash.
        if registry.file_name().to_string_lossy().starts_with('-') {
            for package in fs::read_dir(registry.path())? {
                let package = package?;
                if package.file_name().to_string_lossy().starts_with("sudoku-") {
                    fs::remove_dir_all(package.path())?;
                }
            }
        }
    }
    Ok(())
}

/// Returns the names of the packages from elsewhere in an output of `cargo tree`, each once. Ours
/// have a path after their version.
fn from_elsewhere(tree: &str) -> Vec<&str> {
    let lines = tree.lines().filter(|line| !line.contains(" (/"));
    let mut names: Vec<&str> = lines.filter_map(|line| line.split(' ').next()).collect();
    names.sort_unstable();
    names.dedup();
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packages_from_elsewhere_are_named_once() {
        let tree = "sudoku-lab v0.1.0 (/here/crates/lab)\nthiserror v2.0.0\nserde v1.0.0\n\
                    sudoku-core v0.1.0 (/here/crates/core) (*)\nserde v1.0.0 (*)\n\
                    serde_derive v1.0.0 (proc-macro)\n";
        assert_eq!(from_elsewhere(tree), ["serde", "serde_derive", "thiserror"]);
    }
}
