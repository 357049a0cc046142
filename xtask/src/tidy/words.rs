//! Words to avoid in documentation comments. A file may not have more of them than
//! `xtask/ratchet/words.json` allows; new files together, no more than files that are gone.

use std::collections::BTreeMap;

use super::Source;
use crate::ratchet::Limits;

pub(super) const LIMITS: &str = "xtask/ratchet/words.json";

/// Phrases to avoid, and what to write instead. A phrase that begins with `///` is avoided only at
/// the beginning of a line.
const PHRASES: [(&[&str], &str); 6] = [
    (&["/// what", "/// the same"], "begin with the noun or the verb"),
    (&["; none where", "; none when", "; none for"], "write \"`None` if\""),
    (&["told", "tells"], "write \"reported\", \"printed\" or \"shows\""),
    (&["who", "whoever", "nobody"], "write \"which\" or \"no solver\"; name people by their part"),
    (&["so many", "so much"], "give the number and its unit"),
    (&["of it that", "of them that", "of those that"], "name the thing"),
];

/// Returns the words to avoid in a line, each with the advice on what to write.
fn avoidable(line: &str) -> Vec<(&'static str, &'static str)> {
    let line = line.trim_start().to_lowercase().replacen("//!", "///", 1);
    let is_letter = |neighbour: Option<char>| neighbour.is_some_and(char::is_alphanumeric);
    let is_whole = |(at, phrase): (usize, &str)| {
        let (before, after) = (line[..at].chars().last(), line[at + phrase.len()..].chars().next());
        !(is_letter(after) || is_letter(before) && is_letter(phrase.chars().next()))
    };
    let phrases =
        PHRASES.iter().flat_map(|(phrases, cure)| phrases.iter().map(|one| (*one, *cure)));
    let found = phrases.filter(|_| line.starts_with("///")).flat_map(|(phrase, cure)| {
        let whole = line.match_indices(phrase).filter(|found| is_whole(*found));
        whole.map(move |_| (phrase, cure))
    });
    found.collect()
}

/// Returns the words to avoid in each Rust file that has any, a line of text for each.
fn found(sources: &[Source]) -> BTreeMap<&str, Vec<String>> {
    let rust = sources.iter().filter(|source| source.extension() == "rs");
    let found = rust.map(|Source { path, text }| {
        let lines = text.lines().zip(1..).flat_map(|(line, at)| {
            avoidable(line)
                .into_iter()
                .map(move |(words, cure)| format!("{path}:{at}: `{words}`: {cure}"))
        });
        (path.as_str(), lines.collect::<Vec<_>>())
    });
    found.filter(|(_, lines)| !lines.is_empty()).collect()
}

/// Returns a complaint for each file with more words to avoid than it may have. New files together
/// may have as many as the files that are gone, because a file may have been renamed or split.
pub(super) fn check(sources: &[Source], limits: &Limits) -> Vec<String> {
    let (known, new): (Vec<_>, Vec<_>) =
        found(sources).into_iter().partition(|(path, _)| limits.contains_key(*path));
    let is_gone = |path: &String| !sources.iter().any(|source| source.path == *path);
    let gone = limits.iter().filter(|(path, _)| is_gone(path)).map(|(_, most)| most).sum();
    let known = known.into_iter().map(|(path, lines)| (path, lines, limits[path]));
    let new = ("new files", new.into_iter().flat_map(|(_, lines)| lines).collect(), gone);
    let over = known.chain([new]).filter(|(_, lines, most)| lines.len() > *most);
    over.map(|(path, lines, most): (&str, Vec<String>, usize)| {
        let (count, lines) = (lines.len(), lines.join("\n  "));
        format!("{path}: words to avoid: {count}, {LIMITS} allows {most}:\n  {lines}")
    })
    .collect()
}

/// Returns the lowest limits that the sources keep to.
pub(super) fn tightest(sources: &[Source]) -> Limits {
    found(sources).into_iter().map(|(path, lines)| (path.to_owned(), lines.len())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn assert_cure(ill: &str, words: &[&str], cured: &str) {
        for open in ["///", "    ///", "//!"] {
            let found: Vec<_> =
                avoidable(&format!("{open} {ill}")).iter().map(|found| found.0).collect();
            assert_eq!(found, words, "{open} {ill}");
            assert_eq!(avoidable(&format!("{open} {cured}")), [], "{open} {cured}");
        }
        assert_eq!(avoidable(&format!("// {ill}")), [], "no documentation");
        assert_eq!(avoidable(&format!("let said = \"{ill}\";")), [], "no comment");
    }

    #[test]
    fn words_to_avoid_are_found_and_their_cures_are_not() {
        let opening = ["/// what"];
        assert_cure("What a step costs.", &opening, "The cost of a step: what a probe sees of it.");
        let opening = ["/// the same"];
        assert_cure("The same tree.", &opening, "An equal tree, in the same order.");
        assert_cure("The ratio; none where it is 0.", &["; none where"], "`None` if it is 0.");
        assert_cure("The ratio; none when stopped.", &["; none when"], "`None` when stopped.");
        assert_cure("The ratio; none for peers.", &["; none for"], "`None` for peers.");
        assert_cure("The error is told.", &["told"], "The error is printed.");
        assert_cure("It tells its name.", &["tells"], "It prints its name, and tell-tale signs.");
        assert_cure("Who is faster.", &["who"], "The solver that is faster on the whole set.");
        assert_cure("For whoever asks.", &["whoever"], "For the caller.");
        assert_cure("It is nobody's.", &["nobody"], "It is the program's.");
        assert_cure("As many: so many.", &["so many"], "16 puzzles, so long as many are left.");
        assert_cure("So much work.", &["so much"], "The work, in placements.");
        assert_cure("That of it that is done.", &["of it that"], "The part that is done.");
        assert_cure("Those of them that end.", &["of them that"], "Those that end.");
        assert_cure("Most of those that end.", &["of those that"], "Most that end.");
        assert_cure("Who told nobody?", &["told", "who", "nobody"], "Which solver reported it?");
        assert_cure("Who and who.", &["who", "who"], "Both solvers.");
    }

    fn file(path: &str, words: usize) -> Source {
        Source { path: path.into(), text: "//! File.\n".to_owned() + &"/// Told.\n".repeat(words) }
    }

    fn complaints(limits: &[(&str, usize)], sources: &[Source]) -> String {
        let limits = limits.iter().map(|(path, most)| ((*path).to_owned(), *most)).collect();
        check(sources, &limits).join("\n")
    }

    #[test]
    fn no_file_may_have_more_than_before() {
        assert_eq!(complaints(&[("a.rs", 2)], &[file("a.rs", 2)]), "");
        assert_eq!(complaints(&[("a.rs", 2)], &[file("a.rs", 1)]), "");
        assert_eq!(complaints(&[("a.rs", 2)], &[file("a.rs", 0)]), "");
        let risen = complaints(&[("a.rs", 1), ("b.rs", 9)], &[file("a.rs", 2), file("b.rs", 3)]);
        assert!(risen.starts_with("a.rs: words to avoid: 2, xtask/ratchet/words.json allows 1:\n"));
        assert!(risen.contains("\n  a.rs:3: `told`: write \"reported\""), "{risen}");
        assert_eq!(complaints(&[], &[file("a.md", 2)]), "", "no Rust");
    }

    #[test]
    fn a_new_file_has_none_unless_it_is_an_old_one_renamed() {
        assert_ne!(complaints(&[], &[file("new.rs", 1)]), "");
        assert_ne!(complaints(&[("old.rs", 2)], &[file("old.rs", 1), file("new.rs", 1)]), "");
        assert_eq!(complaints(&[("old.rs", 2)], &[file("new.rs", 2)]), "");
        assert_eq!(complaints(&[("old.rs", 2)], &[file("a.rs", 1), file("b.rs", 1)]), "", "split");
        assert_ne!(complaints(&[("old.rs", 2)], &[file("a.rs", 2), file("b.rs", 1)]), "");
    }

    #[test]
    fn the_tightest_limits_allow_what_there_is_and_no_more() {
        let sources = [file("a.rs", 2), file("b.rs", 0)];
        let limits = tightest(&sources);
        assert_eq!(limits, Limits::from([("a.rs".to_owned(), 2)]));
        assert!(check(&sources, &limits).is_empty());
        assert_eq!(check(&[file("a.rs", 3), file("b.rs", 1)], &limits).len(), 2);
    }
}
