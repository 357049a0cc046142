//! The packages that can be published: `sudoku-lab`, and the crates that it needs.

use anyhow::{Result, ensure};

use crate::{cargo, must, say, succeeded};

/// Packages from elsewhere that a project compiles when it depends on `sudoku-lab`.
const MOST: usize = 12;

/// Packs all of them and compiles what is in the packages, as `cargo publish --workspace` does.
pub(crate) fn check() -> Result<()> {
    let mut tree = cargo("tree --package sudoku-lab --edges normal --prefix none");
    let output = tree.output()?;
    succeeded(&tree, output.status)?;
    let tree = String::from_utf8_lossy(&output.stdout);
    let elsewhere = from_elsewhere(&tree);
    ensure!(
        elsewhere.len() <= MOST,
        "sudoku-lab needs {} packages from elsewhere, {MOST} are allowed: {}",
        elsewhere.len(),
        elsewhere.join(", ")
    );
    must(&mut cargo("publish --workspace --dry-run --allow-dirty --quiet"))?;
    say(format_args!(
        "sudoku-lab and what it needs can be published; it compiles {} packages from elsewhere",
        elsewhere.len()
    ));
    Ok(())
}

/// The names in an output of `cargo tree`, each once. Ours have a path behind their version.
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
