//! `cargo xtask size`: counts the lines of code in git that are neither blank nor comments, outside
//! tests; and the house rule that they do not become more.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, ExitCode};

use anyhow::{Context, Result};

use crate::sources::Source;
use crate::{say, take_lines};

/// The beginnings and ends of comments in these languages.
const COMMENTS: [(&str, &str); 4] = [("//", "\n"), ("/*", "*/"), ("<!--", "-->"), ("{#", "#}")];

/// The most lines of Rust and of the page. These figures only fall.
const MOST: [usize; 2] = [39_184, 2_283];

/// Prints the number of lines of every crate: of Rust, and of the page (JS, CSS and HTML).
pub(crate) fn size() -> Result<ExitCode> {
    say(measured()?.0);
    Ok(ExitCode::SUCCESS)
}

/// Returns a complaint with the lines of every crate if there are more than [`MOST`].
pub(crate) fn complaint() -> Result<Option<String>> {
    let (table, all) = measured()?;
    let is_larger = all.iter().zip(MOST).any(|(lines, most)| *lines > most);
    Ok(is_larger.then(|| format!("{table}\n{MOST:?} lines of Rust and of the page are allowed")))
}

/// Counts the lines of every crate, as a table, and of all.
fn measured() -> Result<(String, [usize; 2])> {
    let sources = tracked()?;
    let crates = by_crate(&sources);
    let all = [0, 1].map(|language| crates.values().map(|lines| lines[language]).sum());
    let mut table = format!("{:<24}{:>8}{:>8}", "", "rust", "page");
    for (name, [rust, page]) in crates.into_iter().chain([("all", all)]) {
        table += &format!("\n{name:<24}{rust:>8}{page:>8}");
    }
    Ok((table, all))
}

/// Reads the files of these languages that are in git. What is drawn below `reports` is no source.
fn tracked() -> Result<Vec<Source>> {
    let mut git = Command::new("git");
    git.args(["ls-files", "-z", "*.rs", "*.js", "*.css", "*.html", ":!reports"]);
    let paths = take_lines(&mut git, "")?;
    // A file that was deleted may still be listed.
    let paths = paths.split_terminator('\0').filter(|path| Path::new(path).is_file());
    let paths = paths.map(|path| {
        let text = fs::read_to_string(path).with_context(|| path.to_owned())?;
        Ok(Source { path: path.to_owned(), text })
    });
    paths.collect()
}

fn by_crate(sources: &[Source]) -> BTreeMap<&str, [usize; 2]> {
    let mut tests: Vec<String> = vec!["/tests/".to_owned()];
    tests.extend(sources.iter().flat_map(|source| test_modules(&source.text)));
    let mut crates = BTreeMap::<&str, [usize; 2]>::new();
    for source in sources {
        let path = source.path.strip_prefix("crates/").unwrap_or(&source.path);
        let (name, _) = path.split_once('/').unwrap_or((path, ""));
        if !tests.iter().any(|part| path.contains(part)) {
            let language = usize::from(source.extension() != "rs");
            crates.entry(name).or_default()[language] += lines_of_code(&source.text);
        }
    }
    crates
}

/// Returns the ends of the paths of modules that are compiled for tests alone.
fn test_modules(text: &str) -> impl Iterator<Item = String> {
    let modules = text.split("#[cfg(test)]\nmod ").skip(1);
    modules.filter_map(|module| Some(format!("/{}.rs", module.split_once(";\n")?.0)))
}

/// Returns the number of lines of code before the tests, which clippy keeps at the end of a file. A
/// comment is recognised only if nothing but comments stands before it in its line.
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
        let file = |path: &str, text: &str| Source { path: path.into(), text: text.into() };
        let sources = [
            file("crates/a/src/lib.rs", "//! A.\n#[cfg(test)]\nmod scratch;\nfn a() {}\n"),
            file("crates/a/src/scratch.rs", "fn b() {}\n"),
            file("crates/a/tests/a.rs", "fn c() {}\n"),
            file("crates/a/templates/a.css", "a { }\n"),
            file("benches/src/lib.rs", "fn e() {}\nfn f() {}\n"),
        ];
        assert_eq!(by_crate(&sources), BTreeMap::from([("a", [3, 1]), ("benches", [2, 0])]));
    }
}
