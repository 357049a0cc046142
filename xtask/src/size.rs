//! `cargo xtask size`: the lines of code outside tests that are neither blank nor comments, and how
//! many a crate may have.

use std::collections::BTreeMap;
use std::process::ExitCode;

use anyhow::Result;

use crate::ratchet::{self, Limits};
use crate::say;
use crate::tidy::{self, Source};

pub(crate) const LIMITS: &str = "xtask/ratchet/lines.json";

/// The languages, by the extension of their files.
const LANGUAGES: [&str; 4] = ["rs", "js", "css", "html"];

/// The beginnings and ends of comments in these languages.
const COMMENTS: [(&str, &str); 4] = [("//", "\n"), ("/*", "*/"), ("<!--", "-->"), ("{#", "#}")];

/// A number of lines for each language.
type Lines = [usize; LANGUAGES.len()];

/// Prints the lines of every crate; exit code 1 if they are more than allowed.
pub(crate) fn size() -> Result<ExitCode> {
    let (sources, limits) = (tidy::sources()?, ratchet::read(LIMITS)?);
    let print = |name: &str, cells: [String; LANGUAGES.len()]| {
        say(format!("{name:<24}{}", cells.map(|cell| format!("{cell:>8}")).concat()));
    };
    print("", LANGUAGES.map(str::to_owned));
    let crates = by_crate(&sources);
    for (name, lines) in &crates {
        print(name, lines.map(|count| count.to_string()));
    }
    let all = |language: usize| crates.values().map(|lines| lines[language]).sum::<usize>();
    print("all", std::array::from_fn(|language| all(language).to_string()));
    let complaints = check(&sources, &limits);
    complaints.iter().for_each(say);
    Ok(ExitCode::from(u8::from(!complaints.is_empty())))
}

/// The crates with more lines of code in a language than allowed.
pub(crate) fn check(sources: &[Source], limits: &Limits) -> Vec<String> {
    let over = found(sources).into_iter().filter_map(|(part, lines)| {
        let most = *limits.get(&part).unwrap_or(&0);
        (lines > most).then(|| {
            format!(
                "{part}: {lines} lines of code, {LIMITS} allows {most}: remove {}, or raise the \
                 limit in the commit that says what they are for",
                lines - most
            )
        })
    });
    over.collect()
}

/// The limits, lowered to the lines that there are.
pub(crate) fn tightest(sources: &[Source], limits: &Limits) -> Limits {
    let lower = |(part, lines): (String, usize)| {
        let most = *limits.get(&part)?;
        Some((part, lines.min(most)))
    };
    found(sources).into_iter().filter_map(lower).collect()
}

/// The lines by crate and language: `report js`.
fn found(sources: &[Source]) -> Limits {
    let crates = by_crate(sources).into_iter();
    let parts = crates.flat_map(|(name, lines)| {
        let named = LANGUAGES.map(|language| format!("{name} {language}"));
        named.into_iter().zip(lines)
    });
    parts.filter(|(_, lines)| *lines > 0).collect()
}

fn by_crate(sources: &[Source]) -> BTreeMap<&str, Lines> {
    let mut tests: Vec<String> = vec!["/tests/".to_owned()];
    tests.extend(sources.iter().flat_map(|source| test_modules(&source.text)));
    let mut crates = BTreeMap::<&str, Lines>::new();
    for source in sources {
        let path = source.path.strip_prefix("crates/").unwrap_or(&source.path);
        let language = LANGUAGES.iter().position(|language| *language == source.extension());
        let (Some((name, _)), Some(language)) = (path.split_once('/'), language) else { continue };
        // The doubles are faulty solvers, which only tests import.
        if name != "doubles" && !tests.iter().any(|part| path.contains(part)) {
            crates.entry(name).or_default()[language] += lines_of_code(&source.text);
        }
    }
    crates
}

/// The files of the modules that are compiled for tests alone.
fn test_modules(text: &str) -> impl Iterator<Item = String> {
    let modules = text.split("#[cfg(test)]\nmod ").skip(1);
    modules.filter_map(|module| Some(format!("/{}.rs", module.split_once(";\n")?.0)))
}

/// The lines of code up to the tests, which clippy keeps at the end of a file. A line with code
/// before a comment is code.
fn lines_of_code(text: &str) -> usize {
    let mut rest =
        text.split("\n#[cfg(test)]\nmod tests {").next().unwrap_or_default().trim_start();
    let mut count = 0;
    while !rest.is_empty() {
        let comment = COMMENTS.iter().find(|(begin, _)| rest.starts_with(begin));
        count += usize::from(comment.is_none());
        let end = comment.map_or("\n", |(_, end)| end);
        rest = rest.split_once(end).map_or("", |(_, after)| after.trim_start());
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(path: &str, text: &str) -> Source {
        Source { path: path.into(), text: text.into() }
    }

    #[test]
    fn blank_lines_comments_and_tests_are_no_code() {
        assert_eq!((lines_of_code(""), lines_of_code("\n\n  a();\n")), (0, 1));
        assert_eq!(lines_of_code("//! A file.\n\nuse a; // why\n\n    // x\n    b();"), 2);
        assert_eq!(lines_of_code("a();\n\n#[cfg(test)]\nmod tests {\n    b();\n}\n"), 1);
        assert_eq!(
            lines_of_code("/**\n * Two\n * lines.\n */\nlet a;\n/** @type {B} */ b();\n"),
            2
        );
        assert_eq!(lines_of_code("a {\n  /* x */\n  b: c; }\n"), 2);
        assert_eq!(lines_of_code("<!-- a\nb -->\n<p>\n{# c\n#}\n{% if d %}\n"), 2);
    }

    #[test]
    fn lines_are_counted_by_crate_and_language() {
        let sources = [
            file("crates/a/src/lib.rs", "//! A.\n#[cfg(test)]\nmod scratch;\nfn a() {}\n"),
            file("crates/a/src/scratch.rs", "fn b() {}\n"),
            file("crates/a/tests/a.rs", "fn c() {}\n"),
            file("crates/doubles/src/lib.rs", "fn d() {}\n"),
            file("crates/a/Cargo.toml", "[package]\n"),
            file("crates/a/templates/a.css", "a { }\n"),
            file("benches/src/lib.rs", "fn e() {}\nfn f() {}\n"),
        ];
        let expected = [("a", [3, 0, 1, 0]), ("benches", [2, 0, 0, 0])];
        assert_eq!(by_crate(&sources), BTreeMap::from(expected));
        let by_part = [("a css", 1), ("a rs", 3), ("benches rs", 2)];
        assert_eq!(found(&sources), limits(&by_part));
    }

    fn limits(parts: &[(&str, usize)]) -> Limits {
        parts.iter().map(|(part, lines)| ((*part).to_owned(), *lines)).collect()
    }

    #[test]
    fn more_lines_than_allowed_are_found() {
        let sources = [file("benches/a.rs", "a\nb\n"), file("benches/a.js", "a\n")];
        let wrong = |rust, script| {
            check(&sources, &limits(&[("benches rs", rust), ("benches js", script)]))
        };
        assert_eq!(wrong(2, 1), Vec::<String>::new());
        assert_eq!(wrong(9, 9), Vec::<String>::new());
        let over = wrong(1, 1).join("\n");
        assert!(
            over.starts_with(
                "benches rs: 2 lines of code, xtask/ratchet/lines.json allows 1: remove 1,"
            ),
            "{over}"
        );
        assert_eq!(wrong(1, 0).len(), 2);
        assert_eq!(check(&sources, &limits(&[("benches rs", 2)])).len(), 1, "a new part has none");
    }

    #[test]
    fn limits_are_lowered_and_never_raised() {
        let sources = [file("benches/a.rs", "a\nb\n"), file("benches/a.js", "a\n")];
        let before = limits(&[("benches rs", 5), ("gone rs", 7)]);
        assert_eq!(tightest(&sources, &before), limits(&[("benches rs", 2)]));
        let before = limits(&[("benches js", 0), ("benches rs", 1)]);
        assert_eq!(tightest(&sources, &before), before);
    }
}
