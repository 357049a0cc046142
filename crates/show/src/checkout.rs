//! The descriptions of the solvers of a run, from their files in a checkout, and their code.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use sudoku_record::{Page, SolverRecord};

/// The line in the file of a solver at which the facts begin that the plan records.
const FACTS: &str = "    const INFO: Info = Info {";

/// Returns the pages of these solvers, each family before them. A solver that the checkout at `top`
/// does not have has no page.
///
/// # Errors
///
/// When a file cannot be read.
pub fn pages(top: &Path, solvers: &[SolverRecord]) -> Result<Vec<Page>> {
    let read = |path: &Path| fs::read_to_string(path).with_context(|| path.display().to_string());
    let mut pages: Vec<Page> = Vec::new();
    for SolverRecord { id, path, .. } in solvers.iter().filter(|solver| solver.peer.is_none()) {
        let path = top.join(path);
        if !path.is_file() {
            continue;
        }
        let family = id.split('/').next().unwrap_or_default();
        if !pages.iter().any(|page| page.id == family) {
            let text = comment(&read(&path.with_file_name("lib.rs"))?, "//!");
            pages.push(Page { id: family.into(), text, code: String::new(), observations: vec![] });
        }
        pages.push(page(id, &read(&path)?));
    }
    Ok(pages)
}

/// Makes the page of a solver from the text of its file. The description is the documentation with
/// `# The idea`; the code is the rest, without tests and without the `Info`, which is in the plan.
fn page(id: &str, text: &str) -> Page {
    let lines: Vec<&str> = text.lines().take_while(|line| *line != "#[cfg(test)]").collect();
    // A solver that is being written may have no description yet.
    let idea = lines.iter().position(|line| *line == "/// # The idea").unwrap_or(0);
    let is_doc = |line: &&&str| line.starts_with("///");
    let begin = idea - lines[..idea].iter().rev().take_while(is_doc).count();
    let end = idea + lines[idea..].iter().take_while(is_doc).count();
    let code = lines[..begin].iter().chain(&lines[end..]).copied();
    let mut code: Vec<&str> = code.filter(|line| !line.starts_with("//!")).collect();
    let place = |code: &[&str], text| code.iter().position(|line| *line == text);
    if let Some(begin) = place(&code, FACTS)
        && let Some(lines) = place(&code[begin..], "    };")
    {
        let blank = code.get(begin + lines + 1).is_some_and(|line| line.is_empty());
        code.drain(begin..=begin + lines + usize::from(blank));
    }
    let code = code.join("\n").trim().to_owned() + "\n";
    Page {
        id: id.to_owned(),
        text: comment(&lines[begin..end].join("\n"), "///"),
        observations: with_blocks(&code, &observations(&code)),
        code,
    }
}

/// Returns the lines of code, from 0, of the statements that report to a probe: each begins a line
/// with `probe.` or `probe(`, and goes to the first line that ends with a semicolon.
pub fn observations(code: &str) -> Vec<usize> {
    let (mut found, mut is_inside) = (Vec::new(), false);
    for (at, line) in code.lines().map(str::trim_start).enumerate() {
        is_inside |= line.starts_with("probe.") || line.starts_with("probe(");
        found.extend(is_inside.then_some(at));
        is_inside &= !line.ends_with(';');
    }
    found
}

/// Adds to the lines that are observations those of each `for` and `if` with nothing else inside.
fn with_blocks(code: &str, observations: &[usize]) -> Vec<usize> {
    let lines: Vec<&str> = code.lines().collect();
    let indent = |line: &str| line.len() - line.trim_start().len();
    let mut hidden: Vec<bool> = (0..lines.len()).map(|at| observations.contains(&at)).collect();
    // Blocks inside others come first.
    for begin in (0..lines.len()).rev() {
        let opens = ["for ", "if "].iter().any(|word| lines[begin].trim_start().starts_with(word));
        let after = lines[begin + 1..].iter().zip(&hidden[begin + 1..]);
        let inside = after.take_while(|(_, hidden)| **hidden).count();
        let end = begin + 1 + inside;
        if opens
            && lines[begin].ends_with('{')
            && inside > 0
            && lines.get(end).is_some_and(|line| {
                line.trim_start() == "}" && indent(line) == indent(lines[begin])
            })
        {
            hidden[begin] = true;
            hidden[end] = true;
        }
    }
    (0..lines.len()).filter(|at| hidden[*at]).collect()
}

/// Returns the text of the lines that begin with a mark, without the mark.
fn comment(text: &str, mark: &str) -> String {
    let lines = text.lines().filter_map(|line| line.strip_prefix(mark));
    lines.flat_map(|line| [line.strip_prefix(' ').unwrap_or(line), "\n"]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = "\
//! [`Some`]: its description and its search.

use sudoku_core::Probe;

/// One line.
///
/// # The idea
///
/// A drawing:
///
///     5 3 .
#[derive(Debug)]
pub struct Some;

impl Some {
    const INFO: Info = Info {
        id: FIRST,
    };

    fn solve() {}
}

/// Goes on.
fn go<P: Probe>(at: usize, probe: P) {
    probe.check(at);
    probe.place(
        at,
        1,
    );
}

#[cfg(test)]
mod tests {}
";

    #[test]
    fn blocks_of_observations_are_observations() {
        let code = "\
for slot in 0..3 {
    if busy {
        probe.round();
    }
}
if found {
    probe.back();
    go();
}
if found {
    probe.back();
} else {
    go();
}
";
        assert_eq!(with_blocks(code, &[2, 6, 10]), [0, 1, 2, 3, 4, 6, 10]);
    }

    #[test]
    fn a_file_is_its_description_and_its_code() {
        let page = page("some/one", FILE);
        assert_eq!(page.text, "One line.\n\n# The idea\n\nA drawing:\n\n    5 3 .\n");
        let code: Vec<&str> = page.code.lines().collect();
        assert_eq!(code[..3], ["use sudoku_core::Probe;", "", "#[derive(Debug)]"]);
        assert_eq!(code[5..8], ["impl Some {", "    fn solve() {}", "}"]);
        assert_eq!(code[9..11], ["/// Goes on.", "fn go<P: Probe>(at: usize, probe: P) {"]);
        assert_eq!((code[11], code.len()), ("    probe.check(at);", 17));
        assert_eq!(page.observations, [11, 12, 13, 14, 15]);
        let bare = super::page("some/one", "fn go() {}\n");
        assert_eq!((&*bare.text, &*bare.code), ("", "fn go() {}\n"));
    }
}
