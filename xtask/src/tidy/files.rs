//! Checks the rules that every text file keeps to.

use crate::root;
use crate::sources::Source;

pub(super) fn check(sources: &[Source]) -> Vec<String> {
    sources.iter().flat_map(complaints).collect()
}

fn complaints(source: &Source) -> Vec<String> {
    let Source { path, text } = source;
    let mut found = Vec::new();
    if source.extension() == "rs" && !text.starts_with("//!") {
        found.push(format!("{path}: does not begin with //!"));
    }
    if !text.ends_with('\n') || text.ends_with("\n\n") {
        found.push(format!("{path}: does not end with exactly one newline"));
    }
    for (index, line) in text.lines().enumerate() {
        let at = index + 1;
        if line.ends_with([' ', '\t']) {
            found.push(format!("{path}:{at}: ends with a blank"));
        }
        for target in links(line).filter(|_| source.extension() == "md") {
            if !root().join(path).with_file_name("").join(target).exists() {
                found.push(format!("{path}:{at}: links to {target}, which does not exist"));
            }
        }
        if line.contains("TODO: ") && !path.starts_with("xtask/src/") {
            found.push(format!("{path}:{at}: {}", line.trim_start_matches(['/', '!', ' '])));
        }
        for absolute in ["/home/", "/root/", "/work/", "C:\\\\Users"] {
            if line.contains(absolute) && path != "xtask/src/tidy/files.rs" {
                found.push(format!("{path}:{at}: names a path of somebody's machine"));
            }
        }
    }
    found
}

/// Returns the files that a line of Markdown links to, as the line names them.
fn links(line: &str) -> impl Iterator<Item = &str> {
    let targets = line.split("](").skip(1).filter_map(|rest| rest.split([')', '#']).next());
    targets.filter(|target| !target.is_empty() && !target.contains("://"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(path: &str, text: &str) -> usize {
        complaints(&Source { path: path.into(), text: text.into() }).len()
    }

    #[test]
    fn broken_rules_are_found() {
        assert_eq!(count("a.rs", "//! fine\n"), 0);
        assert_eq!(count("a.rs", "fn main() {}\n"), 1);
        assert_eq!(count("a.md", "no newline"), 1);
        assert_eq!(count("a.md", "two newlines\n\n"), 1);
        assert_eq!(count("a.md", "blank \n"), 1);
        assert_eq!(count("a.md", "see /home/me/x\n"), 1);
        assert_eq!(count("a.rs", "//! TODO: the idea\n"), 1);
        let link = "see [a](../Cargo.toml), [b](BIAS.md#x), [c](#y) and [d](https://mutants.rs)\n";
        assert_eq!(count("docs/a.md", link), 0);
        assert_eq!(count("docs/a.md", "see [a](Cargo.toml) and [b](../BIAS.md#x)\n"), 2);
    }
}
