//! The descriptions of the solvers of a run, from their files in this checkout, and their code.

use std::fs;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result};
use sudoku_record::{Page, RunFolder, SolverRecord};

use crate::tidy::Source;
use crate::zero_cost::strip::observations;
use crate::{root, say};

/// The line in the file of a solver at which the facts begin that the plan records.
const FACTS: &str = "    const INFO: Info = Info {";

/// Prints the pages of the solvers in the plan of a run, each family before them, as JSON for the
/// report. A solver that this checkout does not have has no page.
pub(crate) fn print(run: &Path) -> Result<ExitCode> {
    let plan = RunFolder::new(run).plan()?;
    let is_here = |solver: &&SolverRecord| root().join(&solver.path).is_file();
    let ours = plan.solvers.iter().filter(|solver| solver.peer.is_none()).filter(is_here);
    let mut pages: Vec<Page> = Vec::new();
    for SolverRecord { id, path, .. } in ours {
        let family = id.split('/').next().unwrap_or_default();
        if !pages.iter().any(|page| page.id == family) {
            let top = Path::new(path).with_file_name("lib.rs");
            let text = comment(&read(&top)?, "//!");
            pages.push(Page { id: family.into(), text, code: String::new(), observations: vec![] });
        }
        pages.push(page(id, path, &read(Path::new(path))?)?);
    }
    say(serde_json::to_string(&pages)?);
    Ok(ExitCode::SUCCESS)
}

fn read(path: &Path) -> Result<String> {
    fs::read_to_string(root().join(path)).with_context(|| path.display().to_string())
}

/// Makes the page of a solver from the text of its file. The description is the documentation with
/// `# The idea`; the code is the rest, without tests and without the `Info`, which is in the plan.
fn page(id: &str, path: &str, text: &str) -> Result<Page> {
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
    let source = Source { path: path.to_owned(), text: code };
    let observations = observations(&source)?;
    let observed: Vec<usize> = observations.into_iter().flat_map(|one| one.lines).collect();
    Ok(Page {
        id: id.to_owned(),
        text: comment(&lines[begin..end].join("\n"), "///"),
        observations: with_blocks(&source.text, &observed),
        code: source.text,
    })
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

impl Solver for Some {
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
        let page = page("some/one", "crates/some/src/one.rs", FILE).unwrap();
        assert_eq!(page.text, "One line.\n\n# The idea\n\nA drawing:\n\n    5 3 .\n");
        let code: Vec<&str> = page.code.lines().collect();
        assert_eq!(code[..3], ["use sudoku_core::Probe;", "", "#[derive(Debug)]"]);
        assert_eq!(code[5..8], ["impl Solver for Some {", "    fn solve() {}", "}"]);
        assert_eq!(code[9..11], ["/// Goes on.", "fn go<P: Probe>(at: usize, probe: P) {"]);
        assert_eq!((code[11], code.len()), ("    probe.check(at);", 17));
        assert_eq!(page.observations, [11, 12, 13, 14, 15]);
        let bare = super::page("some/one", "one.rs", "fn go() {}\n").unwrap();
        assert_eq!((&*bare.text, &*bare.code), ("", "fn go() {}\n"));
    }
}
