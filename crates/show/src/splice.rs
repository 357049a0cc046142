//! Writes a run into a document: its chart, its finding and a small table, between two marks.

use std::fs;
use std::path::{Component, Path};

use sudoku_judge::Results;

use crate::charts::{self, Chart};
use crate::escape::markdown as escape;
use crate::section::Part;
use crate::tables::ladder;
use crate::wrap::{DOCUMENT, wrapped};
use crate::{finding, format};

/// The lines that mark the beginning and the end of the run in a document.
const MARKS: [&str; 2] = ["<!-- run: begin -->", "<!-- run: end -->"];

/// Why a run was not written into a document: its path and line, and the mistake.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct SpliceError(String);

/// Replaces the text between the marks of a document, such as the repository's README, with a run:
/// its chart, from the file `picture`, its finding, a small table, and a link to the file `more`.
///
/// # Errors
///
/// When the document cannot be read or written, or does not have each mark once and in order.
pub fn splice(
    document: &Path,
    [picture, more]: [&Path; 2],
    results: &Results,
) -> Result<(), SpliceError> {
    let path = document.display();
    let failed = |error| SpliceError(format!("{path} cannot be read or written: {error}"));
    let text = fs::read_to_string(document).map_err(failed)?;
    let wrong = |message| SpliceError(format!("{path}:{message}"));
    let [begin, end] = marks(&text).map_err(wrong)?;
    let run = run(results, [picture, more].map(|file| path_between(document, file)));
    let lines: Vec<&str> = text.lines().collect();
    let (before, after) = (lines[..=begin].join("\n"), lines[end..].join("\n"));
    fs::write(document, format!("{before}\n\n{run}\n{after}\n")).map_err(failed)
}

/// The places of the two marks as line numbers, from 0. An error begins with the number of the line,
/// from 1, if there is one.
fn marks(text: &str) -> Result<[usize; 2], String> {
    let one = |mark: &str| {
        let mut places = text.lines().enumerate().filter(|(_, line)| line.trim() == mark);
        let (first, _) = places.next().ok_or_else(|| format!(" no line is `{mark}`"))?;
        match places.next() {
            None => Ok(first),
            Some((again, _)) => {
                Err(format!("{}: a second `{mark}`, after that in line {}", again + 1, first + 1))
            }
        }
    };
    let [begin, end] = [one(MARKS[0])?, one(MARKS[1])?];
    if begin < end {
        return Ok([begin, end]);
    }
    let [first, last] = MARKS;
    Err(format!("{}: `{last}` stands before `{first}` in line {}", end + 1, begin + 1))
}

/// The relative path from the folder of a document to another file, to be used in links.
fn path_between(document: &Path, file: &Path) -> String {
    let whole = |path: &Path| std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let (from, to) = (whole(document), whole(file));
    let from: Vec<Component<'_>> = from.parent().unwrap_or(&from).components().collect();
    let to: Vec<Component<'_>> = to.components().collect();
    let common = from.iter().zip(&to).take_while(|(one, other)| one == other).count();
    let up = from[common..].iter().map(|_| "..".to_owned());
    let down = to[common..].iter().map(|part| part.as_os_str().to_string_lossy().into_owned());
    format::joined(up.chain(down), "/")
}

/// The text between the marks, with links to the picture and to the rest of the run.
fn run(results: &Results, [picture, more]: [String; 2]) -> String {
    let opening = charts::opening(results);
    let opening = opening.map(|Chart { title, .. }| format!("![{}]({picture})", escape(&title)));
    let sentence = format!(
        "{} {} [More of the run]({more}).",
        escape(&finding::finding(results)),
        escape(&finding::machine(results)),
    );
    let rungs = ladder::rungs(results, Some(&results.leading()))
        .into_iter()
        .flat_map(|table| table.markdown());
    let blocks = opening.into_iter().chain([wrapped(&sentence, DOCUMENT)]).chain(rungs);
    format::joined(blocks, "\n\n") + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_stand_once_and_in_order() {
        let [begin, end] = MARKS;
        assert_eq!(marks(&format!("a\n{begin}\nb\n{end}\n")), Ok([1, 3]));
        let fails = |text: &str| marks(text).unwrap_err();
        assert_eq!(fails("a"), format!(" no line is `{begin}`"));
        assert_eq!(fails(begin), format!(" no line is `{end}`"));
        let again = format!("3: a second `{begin}`, after that in line 1");
        assert_eq!(fails(&format!("{begin}\n{end}\n{begin}")), again);
        let crossed = format!("1: `{end}` stands before `{begin}` in line 2");
        assert_eq!(fails(&format!("{end}\n{begin}")), crossed);
    }

    #[test]
    fn a_link_goes_from_folder_to_file() {
        let between =
            |document: &str, file: &str| path_between(Path::new(document), Path::new(file));
        assert_eq!(between("README.md", "docs/ladder.svg"), "docs/ladder.svg");
        assert_eq!(between("docs/README.md", "reports/a.md"), "../reports/a.md");
    }
}
