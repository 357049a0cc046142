//! Every solver is registered, named after its file, and says where it comes from.

use super::Source;

pub(super) fn check(sources: &[Source]) -> Vec<String> {
    let registry = sources.iter().find(|source| source.path == "crates/registry/src/lib.rs");
    let registry = registry.map_or("", |source| source.text.as_str());
    let readme = sources.iter().find(|source| source.path == "README.md");
    let readme = readme.map_or("", |source| source.text.as_str());
    let mut complaints = Vec::new();
    // Faulty solvers belong into no list.
    let listed = sources.iter().filter(|source| !source.path.starts_with("crates/doubles/"));
    for Source { path, text } in listed {
        let Some(solver) = text.split("\nimpl Solver for ").nth(1) else { continue };
        let Some((family, variant)) = family_and_variant(path) else {
            complaints.push(format!("{path}: solvers live in crates/FAMILY/src/VARIANT.rs"));
            continue;
        };
        let name = solver.split([' ', '{']).next().unwrap_or_default();
        let entry = format!("sudoku_{}::{name}, Copy>()", family.replace('-', "_"));
        if !registry.contains(&entry) {
            complaints.push(format!("{path}: {name} is not in the registry"));
        }
        let id = format!("id: \"{family}/{variant}\"");
        if !solver.contains(&id) {
            complaints.push(format!("{path}: expected `{id}`"));
        }
        if !readme.contains(&format!("| `{family}/{variant}` |"))
            || !readme.contains(&format!("({path})"))
        {
            complaints.push(format!("README.md: no row for {family}/{variant} with its file"));
        }
        let sources = solver.split("sources: &[").nth(1).unwrap_or("]");
        if sources.trim_start().starts_with(']') {
            complaints.push(format!("{path}: names no source"));
        }
        if text.contains("unsafe ") && family != "simd" {
            complaints.push(format!("{path}: unsafe code in a solver"));
        }
    }
    complaints
}

fn family_and_variant(path: &str) -> Option<(&str, String)> {
    let (family, file) = path.strip_prefix("crates/")?.split_once("/src/")?;
    let variant = file.strip_suffix(".rs")?;
    (!variant.contains('/') && variant != "lib").then(|| (family, variant.replace('_', "-")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn complaints(path: &str, text: &str) -> usize {
        let source = |path: &str, text: &str| Source { path: path.into(), text: text.into() };
        let registry = "Entry::of::<sudoku_bit_mask::BlankList, Copy>(),";
        let readme = "| `bit-mask/blank-list` | an idea | [x](crates/bit-mask/src/blank_list.rs) |";
        let sources =
            [("crates/registry/src/lib.rs", registry), ("README.md", readme), (path, text)];
        check(&sources.map(|(path, text)| source(path, text))).len()
    }

    #[test]
    fn a_solver_that_breaks_a_rule_is_found() {
        let path = "crates/bit-mask/src/blank_list.rs";
        let good =
            "\nimpl Solver for BlankList {\n id: \"bit-mask/blank-list\",\n sources: &[Source";
        assert_eq!(complaints(path, good), 0);
        assert_eq!(complaints(path, &good.replace("BlankList", "Other")), 1);
        assert_eq!(complaints(path, &good.replace("blank-list", "list")), 1);
        assert_eq!(complaints(path, &good.replace("[Source", "[]")), 1);
        assert_eq!(complaints("crates/bit-mask/src/lib.rs", good), 1);
        let other = good.replace("blank-list", "other");
        assert_eq!(complaints("crates/bit-mask/src/other.rs", &other), 1, "not in the README");
    }
}
