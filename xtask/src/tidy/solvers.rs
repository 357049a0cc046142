//! Checks that every solver is registered and described.

use crate::sources::Source;

pub(super) fn check(sources: &[Source]) -> Vec<String> {
    let registry = sources.iter().find(|source| source.path == "crates/registry/src/lib.rs");
    let registry = registry.map_or("", |source| source.text.as_str());
    let readme = sources.iter().find(|source| source.path == "README.md");
    let readme = readme.map_or("", |source| source.text.as_str());
    let mut complaints = Vec::new();
    // Faulty solvers belong on no list, and the solvers in xtask are texts.
    let unlisted = |path: &str| path.starts_with("crates/doubles/") || path.starts_with("xtask/");
    let listed = sources.iter().filter(|source| !unlisted(&source.path));
    for Source { path, text } in listed {
        let Some(solver) = implementation(text) else { continue };
        let Some((family, variant)) = family_and_variant(path) else {
            complaints.push(format!("{path}: solvers live in crates/FAMILY/src/VARIANT.rs"));
            continue;
        };
        let name = solver.split([' ', '{']).next().unwrap_or_default();
        let entry = format!("sudoku_{}::{name}, WHOLE>()", family.replace('-', "_"));
        if !registry.contains(&entry) {
            complaints.push(format!("{path}: {name} is not in the registry"));
        }
        if !readme.contains(&format!("| `{family}/{variant}` |"))
            || !readme.contains(&format!("({path})"))
        {
            complaints.push(format!("README.md: no row for {family}/{variant} with its file"));
        }
        let family = format!("crates/{family}/src/lib.rs");
        let mut libs = sources.iter().filter(|source| source.path == family);
        if !libs.any(|lib| says_what_a_node_is(&lib.text)) {
            complaints.push(format!("{family}: expected a sentence under `# A node`"));
        }
        let lacks = |part| format!("{path}: the description of {name} has no `# {part}`");
        complaints.extend(missing_parts(text).map(lacks));
        if !has_answer(text) {
            complaints.push(format!(
                "{path}: expected under `# Question` a command in a block of `sh`, and behind it \
                 `<details><summary>Answer</summary>`"
            ));
        }
        let width = solver.split("const WIDTH: usize = ").nth(1).unwrap_or("1;");
        if solver.contains("fn solve_all") && width.starts_with("1;") {
            complaints.push(format!(
                "{path}: {name} has a `solve_all` of its own, so its `WIDTH` must be above 1"
            ));
        }
        if text.contains("unsafe ") && !solver.contains("const TARGET: ") {
            complaints.push(format!("{path}: unsafe code in a solver for every processor"));
        }
    }
    complaints
}

/// The headings that the description of a solver has, on its public type.
const PARTS: [&str; 7] = [
    "The idea",
    "Cost",
    "Examples",
    "Source",
    "Outside its assumptions",
    "What the step buys",
    "Question",
];

/// Returns the headings that are missing in this file.
fn missing_parts(text: &str) -> impl Iterator<Item = &'static str> {
    PARTS.into_iter().filter(|part| !text.contains(&format!("/// # {part}\n")))
}

/// True if the description of a family says which state counts as a node.
fn says_what_a_node_is(text: &str) -> bool {
    text.split_once("\n//! # A node\n//!\n").is_some_and(|(_, text)| text.starts_with("//! "))
}

/// True if the question, if there is one, is followed by a command to run and its answer.
fn has_answer(text: &str) -> bool {
    let Some((_, question)) = text.split_once("/// # Question\n") else { return true };
    let Some((_, command)) = question.split_once("/// ```sh\n/// cargo ") else { return false };
    command.contains("/// ```\n///\n/// <details><summary>Answer</summary>\n")
}

/// Returns the text after `impl Solver for`, whatever the path of the trait is.
fn implementation(text: &str) -> Option<&str> {
    let begins = |at: usize| text[..at].lines().last().is_some_and(|line| line.starts_with("impl"));
    let mut found = text.match_indices("Solver for ").filter(|(at, _)| begins(*at));
    found.next().map(|(at, words)| &text[at + words.len()..])
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
        let registry = "Entry::of::<sudoku_bit_mask::BlankList, WHOLE>(),";
        let readme = "| `bit-mask/blank-list` | an idea | [x](crates/bit-mask/src/blank_list.rs) |";
        let family =
            ("crates/bit-mask/src/lib.rs", "//! Masks.\n//!\n//! # A node\n//!\n//! A call.");
        let registry = ("crates/registry/src/lib.rs", registry);
        let sources = [registry, ("README.md", readme), (path, text), family];
        check(&sources.map(|(path, text)| source(path, text))).len()
    }

    #[test]
    fn a_family_says_what_a_node_is() {
        let family = "//! Masks.\n//!\n//! # A node\n//!\n//! A call.\n//!\n//! # Cost\n";
        assert!(says_what_a_node_is(family));
        assert!(says_what_a_node_is(include_str!("../../templates/family.rs.txt")));
        assert!(!says_what_a_node_is(&family.replace("# A node", "# Node")));
        assert!(!says_what_a_node_is(&family.replace("//! A call.\n", "//!\n")));
    }

    #[test]
    fn a_new_solver_has_every_part_of_a_description() {
        let template = include_str!("../../templates/solver.rs.txt");
        assert_eq!(missing_parts(template).next(), None);
        assert!(has_answer(template));
    }

    #[test]
    fn a_solver_that_breaks_a_rule_is_found() {
        let path = "crates/bit-mask/src/blank_list.rs";
        let good = "/// # The idea\n/// # Cost\n/// # Examples\n/// # Source\n\
            /// # Outside its assumptions\n/// # What the step buys\n/// # Question\n\
            /// ```sh\n/// cargo x\n/// ```\n///\n/// <details><summary>Answer</summary>\n\
            impl Solver for BlankList {\n";
        assert_eq!(complaints(path, good), 0);
        assert_eq!(complaints(path, &good.replace("/// # Cost", "//! # Cost")), 1);
        assert_eq!(complaints(path, &good.replace("cargo", "# cargo")), 1, "nothing to run");
        assert_eq!(complaints(path, &good.replace("Answer", "Hint")), 1);
        assert_eq!(complaints(path, &good.replace("BlankList", "Other")), 1);
        assert_eq!(complaints(path, &good.replace("Solver for BlankList", "a::Solver for B")), 1);
        assert_eq!(complaints("crates/bit-mask/src/lib.rs", good), 1);
        for (width, wrong) in
            [("", 1), ("const WIDTH: usize = 1;", 1), ("const WIDTH: usize = 2;", 0)]
        {
            let batch = format!("{good}\n {width}\n fn solve_all<P: Probe>(");
            assert_eq!(complaints(path, &batch), wrong, "{width}");
        }
        let other = good.replace("blank-list", "other");
        assert_eq!(complaints("crates/bit-mask/src/other.rs", &other), 1, "not in the README");
    }
}
