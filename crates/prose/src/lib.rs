//! Figures in prose: the mark behind a paragraph says where each of its numbers comes from.
//!
//! A mark is an HTML comment, which readers of the page do not see. It has an entry for every
//! number of its paragraph, list or table, in the same order:
//!
//! ```text
//! On `minimal` there are 503 guesses instead of 697, and a proof takes 0.63 of the time (`hard`).
//! The state is 160 bytes; two numbers of 100 puzzles were checked by hand.
//! <!-- figures: impact.guesses on minimal; bivalue.guesses on minimal; impact.time / bivalue.time
//! on hard+unique below 1; 160; 100 -->
//! ```
//!
//! | entry | the text that belongs to it |
//! |---|---|
//! | `160` | a number that no run changes: the text must show the same number |
//! | `95 = confidence level` | such a number with a unit, decimals or thousands, and the reason |
//! | `FIGURE on SET` | a figure of the reference runs; the crate `claims` defines the language |
//! | `range …` | two numbers: `0.31 to 0.89` |
//! | `named …` | each number with the name of its set: ``0.31 (`easy`) to 0.89 (`hard`)`` |
//! | `each …` | a number per processor: ``0.41 on the `amd-zen-5`, 0.61 on the `intel-xeon` `` |
//! | `duration …` | a number with its unit: `7.2 µs` |
//! | `check …` | none: the sentence relies on a figure that it does not show |
//!
//! `<!-- dated: REASON -->` after a paragraph, or after a heading for its whole section, marks an
//! experiment whose numbers are never updated.
//!
//! Only numbers that stand alone count: `503`, `1,234`, `0.69`, `6.4e-5`; not `17-clue` or `x86`,
//! and nothing in code or in an address.

mod mask;

use std::ops::Range;

use mask::{CODE, Language, Line, mask};
use serde::{Deserialize, Serialize};
use textwrap::{Options, WordSplitter};

/// The greatest width of a line in a rewritten paragraph, in columns.
const WIDTH: usize = 100;

/// Returns whether the figures of a file must be marked: the solvers' pages, the claims' texts and
/// three documents. The path is relative to the top of the repository.
pub fn is_watched(path: &str) -> bool {
    const TOOLS: [&str; 13] = [
        "core", "corpus", "peers", "registry", "measure", "findings", "claims", "doubles",
        "replay", "report", "cli", "web", "prose",
    ];
    let family = |rest: &str| {
        let (name, rest) = rest.split_once('/').unwrap_or_default();
        !TOOLS.contains(&name) && rest.starts_with("src/")
    };
    matches!(path, "README.md" | "docs/METHODOLOGY.md" | "docs/BIAS.md")
        || path.starts_with("crates/claims/claims/") && !path.ends_with("corpora.toml")
        || path.strip_prefix("crates/").is_some_and(family)
}

/// The file with the figures of all texts, relative to the top of the repository.
pub const LIST: &str = "reports/figures.json";

/// A query of a mark, and its answer in the text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Figure {
    /// The path of the file, relative to the top of the repository.
    pub file: String,
    /// The query of the mark.
    pub query: String,
    /// The answer as the text shows it, in one line.
    pub text: String,
}

/// The text of a file, its paragraphs and its marks.
#[derive(Debug)]
pub struct Prose<'a> {
    text: &'a str,
    /// The text with spaces for everything that is not prose, and [`CODE`] for code and addresses;
    /// as long as the text.
    masked: Vec<u8>,
    blocks: Vec<Block>,
}

/// A paragraph, list or table with its mark.
#[derive(Debug)]
struct Block {
    lines: Range<usize>,
    mark: Mark,
}

#[derive(Debug, PartialEq)]
enum Mark {
    None,
    Figures(Vec<String>),
    /// The reason that the mark gives.
    Dated(String),
}

/// An entry of a mark.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// The line of the entry's number, from 1; for an entry without a number, that of the
    /// paragraph.
    pub line: usize,
    /// The query, in one line.
    pub query: String,
    /// The bytes of the text that belong to the query; `None` for a check.
    pub place: Option<Range<usize>>,
}

/// A mark that does not agree with its paragraph, or a number without a mark.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mistake {
    /// The line, from 1.
    pub line: usize,
    /// The mistake, with what was expected.
    pub message: String,
}

impl<'a> Prose<'a> {
    /// Finds the paragraphs and marks of a Rust (`.rs`), Markdown or TOML file.
    pub fn of(path: &str, text: &'a str) -> Self {
        let (masked, lines) = mask(text, Language::of(path));
        let blocks = blocks(text, &lines);
        Self { text, masked, blocks }
    }

    /// The queries of all marks, in order, each with its text.
    ///
    /// # Errors
    ///
    /// A mistake for every paragraph whose numbers differ from those of its mark.
    pub fn entries(&self) -> Result<Vec<Entry>, Vec<Mistake>> {
        let (mut found, mut mistakes) = (Vec::new(), Vec::new());
        for block in &self.blocks {
            match &block.mark {
                Mark::Figures(entries) => match self.paired(block, entries) {
                    Ok(entries) => found.extend(entries),
                    Err(mistake) => mistakes.push(mistake),
                },
                Mark::Dated(reason) if reason.is_empty() => {
                    let message = "expected what the experiment was, behind `dated:`".to_owned();
                    mistakes.push(Mistake { line: self.line(block.lines.start), message });
                }
                Mark::Dated(_) | Mark::None => {}
            }
        }
        if mistakes.is_empty() { Ok(found) } else { Err(mistakes) }
    }

    /// The numbers without a mark that have a decimal point, thousands, an exponent or a unit.
    pub fn loose(&self) -> Vec<Mistake> {
        let unmarked = self.blocks.iter().filter(|block| block.mark == Mark::None);
        let numbers = unmarked.flat_map(|block| self.numbers(block));
        let telling = numbers.filter(|number| self.is_telling(number));
        let mistake = |number: Range<usize>| Mistake {
            line: self.line(number.start),
            message: format!("`{}` has no mark that says where it comes from", &self.text[number]),
        };
        telling.map(mistake).collect()
    }

    /// Returns the text with the given replacements, which must be in order. Changed paragraphs
    /// whose lines become too long are wrapped again.
    #[must_use]
    pub fn with(&self, changes: &[(Range<usize>, String)]) -> String {
        let mut text = String::with_capacity(self.text.len());
        let mut at = 0;
        for block in &self.blocks {
            let ours = changes.iter().filter(|(place, _)| {
                block.lines.contains(&place.start) && place.end <= block.lines.end
            });
            let (mut paragraph, mut from) = (String::new(), block.lines.start);
            for (place, words) in ours {
                paragraph += &self.text[from..place.start];
                paragraph += words;
                from = place.end;
            }
            if from > block.lines.start {
                paragraph += &self.text[from..block.lines.end];
                text += &self.text[at..block.lines.start];
                text += &wrapped(&paragraph);
                at = block.lines.end;
            }
        }
        text + &self.text[at..]
    }

    /// Assigns each number of a paragraph to an entry of its mark.
    fn paired(&self, block: &Block, entries: &[String]) -> Result<Vec<Entry>, Mistake> {
        let first = self.line(block.lines.start);
        let wrong = |line, message| Err(Mistake { line, message });
        let mut numbers = self.numbers(block).into_iter().peekable();
        let mut found = Vec::new();
        for entry in entries {
            if let Some(query) = entry.strip_prefix("check ") {
                found.push(Entry { line: first, query: query.to_owned(), place: None });
                continue;
            }
            let Some(number) = numbers.next() else {
                return wrong(first, format!("the mark has `{entry}` after the last number"));
            };
            let (line, shown) = (self.line(number.start), &self.text[number.clone()]);
            if entry.starts_with(|c: char| c.is_ascii_digit()) {
                let (literal, reason) = entry.split_once(" = ").unwrap_or((entry, ""));
                if literal != shown {
                    return wrong(line, format!("found `{shown}` where the mark has `{literal}`"));
                }
                if self.is_telling(&number) && reason.is_empty() {
                    let message = format!(
                        "`{shown}` looks like a figure: the mark needs a query, or `{shown} = why no \
                         run changes it`"
                    );
                    return wrong(line, message);
                }
                continue;
            }
            let end = self.extent(entry, number.clone());
            while numbers.next_if(|number| number.start < end).is_some() {}
            found.push(Entry { line, query: entry.clone(), place: Some(number.start..end) });
        }
        match numbers.next() {
            None => Ok(found),
            Some(number) => {
                let shown = &self.text[number.clone()];
                wrong(self.line(number.start), format!("`{shown}` is not in the mark"))
            }
        }
    }

    /// The end of the text that belongs to an entry whose first number is given: a second number,
    /// or the name of a set or of a processor, may follow.
    fn extent(&self, entry: &str, number: Range<usize>) -> usize {
        let has = |word: &str| shape(entry).any(|found| found == word);
        let (named, each, duration) = (has("named"), has("each"), has("duration"));
        let one = |end: usize| {
            let end = if duration { self.unit(end) } else { end };
            let name = |end| self.code(self.word(end, b"(")?).and_then(|end| self.word(end, b")"));
            if named { name(end).unwrap_or(end) } else { end }
        };
        let mut end = one(number.end);
        if has("range")
            && let Some(next) = self.word(end, b"to").and_then(|at| self.number(self.blank(at)))
        {
            end = one(next.end);
        }
        let the = |end| self.word(end, b"on").and_then(|at| self.word(at, b"the"));
        let processor = |end| the(end).and_then(|at| self.code(self.blank(at)));
        while each && let Some(after) = processor(end) {
            end = after;
            let next = self.word(end, b",").or_else(|| self.word(end, b"and"));
            let Some(next) = next.and_then(|at| self.number(self.blank(at))) else { break };
            if processor(next.end).is_none() {
                break;
            }
            end = next.end;
        }
        end
    }

    /// The end of the unit of time that follows a number, or `end` if none follows.
    fn unit(&self, end: usize) -> usize {
        let mut units = ["ns", "µs", "ms", "s"].iter();
        units.find_map(|unit| self.word(end, unit.as_bytes())).unwrap_or(end)
    }

    /// The end of `word` if the text has it at `at`, after optional blanks.
    fn word(&self, at: usize, word: &[u8]) -> Option<usize> {
        let at = self.blank(at);
        self.masked[at..].starts_with(word).then_some(at + word.len())
    }

    /// The end of the code that begins at `at`; `None` if none does.
    fn code(&self, at: usize) -> Option<usize> {
        let length = self.masked[at..].iter().take_while(|&&byte| byte == CODE).count();
        (length > 0).then_some(at + length)
    }

    /// The end of the blanks that begin at `at`.
    fn blank(&self, at: usize) -> usize {
        at + self.masked[at..].iter().take_while(|byte| byte.is_ascii_whitespace()).count()
    }

    /// The numbers of a paragraph.
    fn numbers(&self, block: &Block) -> Vec<Range<usize>> {
        let mut found: Vec<Range<usize>> = Vec::new();
        let mut at = block.lines.start;
        while at < block.lines.end {
            if let Some(number) = self.number(at) {
                at = number.end;
                found.push(number);
            } else {
                // A word that only begins like a number is skipped as a whole.
                let word = |byte: &&u8| byte.is_ascii_alphanumeric();
                at += self.masked[at..].iter().take_while(word).count().max(1);
            }
        }
        found
    }

    /// The number that begins at `at`; `None` if none does.
    fn number(&self, at: usize) -> Option<Range<usize>> {
        let bytes = &self.masked;
        let digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
        let letter = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_alphabetic);
        let joined = |at: usize| bytes[at].is_ascii_alphanumeric() || b"_.^".contains(&bytes[at]);
        let hyphen = at >= 2 && bytes[at - 1] == b'-' && joined(at - 2);
        if !digit(at) || hyphen || at >= 1 && joined(at - 1) {
            return None;
        }
        let mut end = at;
        while digit(end) || matches!(bytes.get(end), Some(b',' | b'.')) && digit(end + 1) {
            end += 1;
        }
        if bytes.get(end) == Some(&b'e') {
            let exponent = end + 1 + usize::from(bytes.get(end + 1) == Some(&b'-'));
            if digit(exponent) {
                end = exponent
                    + bytes[exponent..].iter().take_while(|byte| byte.is_ascii_digit()).count();
            }
        }
        let hyphen = bytes.get(end) == Some(&b'-') && (letter(end + 1) || digit(end + 1));
        let goes_on = letter(end) || hyphen || matches!(bytes.get(end), Some(b'_' | b'^'));
        (!goes_on).then_some(at..end)
    }

    /// True for a number with a decimal point, thousands, an exponent, or a unit of time or of a
    /// ratio.
    fn is_telling(&self, number: &Range<usize>) -> bool {
        const UNITS: [&str; 8] = ["%", "ns", "µs", "us", "ms", "s", "times", "×"];
        let rest = &self.text[self.blank(number.end)..];
        let ends = |rest: &str| !rest.starts_with(|c: char| c.is_alphanumeric());
        let unit = |unit: &&str| rest.strip_prefix(*unit).is_some_and(ends);
        self.text[number.clone()].contains(['.', ',', 'e']) || UNITS.iter().any(unit)
    }

    fn line(&self, at: usize) -> usize {
        self.text[..at].matches('\n').count() + 1
    }
}

const SHAPES: [&str; 7] = ["range", "named", "each", "lowest", "highest", "pooled", "duration"];

/// The leading words of a query that say how its answer is shown.
pub fn shape(entry: &str) -> impl Iterator<Item = &str> {
    let words = entry.split(' ');
    words.take_while(|word| SHAPES.contains(word))
}

/// Joins a part of a text into one line, without the signs of comments.
pub fn in_one_line(text: &str) -> String {
    let words = text.split_whitespace().filter(|word| !["///", "//!"].contains(word));
    words.collect::<Vec<_>>().join(" ")
}

/// Returns the text without its marks, as readers see it.
#[must_use]
pub fn strip(text: &str) -> String {
    let mut rest = text;
    let mut stripped = String::with_capacity(text.len());
    while let Some((begin, length)) = next_mark(rest) {
        let end = begin + length;
        // If a mark has lines of its own, these lines go with it.
        let line = rest[..begin].rfind('\n').map_or(0, |at| at + 1);
        let alone = rest[line..begin].trim_matches(['/', '!', ' ']).is_empty();
        let after = rest[end..].find('\n').map_or(rest.len(), |at| end + at + 1);
        if alone && rest[end..after].trim().is_empty() {
            stripped += &rest[..line];
            rest = &rest[after..];
        } else {
            stripped += rest[..begin].trim_end_matches(' ');
            rest = &rest[end..];
        }
    }
    stripped + rest
}

/// The place and the length of the next mark; `None` if there is none.
fn next_mark(text: &str) -> Option<(usize, usize)> {
    let begin = ["<!-- figures:", "<!-- dated:"].iter().filter_map(|mark| text.find(mark)).min()?;
    let length = text[begin..].find("-->").map_or(text.len() - begin, |end| end + 3);
    Some((begin, length))
}

/// Splits a file into paragraphs. A mark ends its paragraph; a `dated` mark after a heading applies
/// to the whole section.
fn blocks(text: &str, lines: &[Line]) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    // The level of the heading whose whole section is marked `dated`.
    let mut dated: Option<usize> = None;
    let mut open = None;
    let mut at = 0;
    while at < lines.len() {
        let Line { place, heading, prose } = &lines[at];
        let mark = if *prose { next_mark(&text[place.clone()]) } else { None };
        if let Some(level) = heading
            && dated.is_some_and(|above| *level <= above)
        {
            dated = None;
        }
        let start = open.take().unwrap_or(place.start);
        let inherited = || dated.map_or(Mark::None, |_| Mark::Dated("its section".to_owned()));
        if let Some((begin, _)) = mark {
            let begin = place.start + begin;
            let end = begin + next_mark(&text[begin..]).map_or(0, |(_, length)| length);
            while lines[at].place.end < end {
                at += 1;
            }
            let body = text[begin..end].trim_start_matches("<!-- ").trim_end_matches("-->");
            let (kind, body) = body.split_once(':').unwrap_or_default();
            let mark = match kind {
                "dated" => Mark::Dated(in_one_line(body)),
                _ => Mark::Figures(entries(body)),
            };
            let above = lines[..at].iter().rev().find(|line| line.prose && line.place.end <= begin);
            if let Some(Line { heading: Some(level), .. }) = above
                && matches!(mark, Mark::Dated(_))
            {
                dated = Some(*level);
            }
            let sign = text[place.start..begin].trim_matches(['/', '!', ' ']);
            let end = if sign.is_empty() { place.start } else { begin };
            blocks.push(Block { lines: start..end, mark });
        } else if *prose && heading.is_none() {
            let last = lines.get(at + 1).is_none_or(|next| !next.prose || next.heading.is_some());
            if last {
                blocks.push(Block { lines: start..place.end, mark: inherited() });
            } else {
                open = Some(start);
            }
        }
        at += 1;
    }
    blocks
}

/// Splits a mark into its entries, each in one line.
fn entries(body: &str) -> Vec<String> {
    let body = in_one_line(body);
    let entries = body.split(';').map(str::trim).filter(|entry| !entry.is_empty());
    entries.map(str::to_owned).collect()
}

/// Wraps a paragraph again if one of its lines is too long; a table stays as it is.
fn wrapped(paragraph: &str) -> String {
    let narrow = |line: &str| line.chars().count() <= WIDTH;
    let prefix: String = paragraph.chars().take_while(|c| "/! ".contains(*c)).collect();
    let table =
        paragraph.lines().any(|line| line.trim_start_matches(prefix.trim()).contains(" | "));
    if table || !paragraph.contains('\n') || paragraph.lines().all(narrow) {
        return paragraph.to_owned();
    }
    let text = paragraph.lines().map(|line| line.trim_start_matches(prefix.trim_end()).trim());
    let mut found = String::new();
    // Items of a list are wrapped separately.
    let mut items: Vec<String> = Vec::new();
    for line in text {
        match items.last_mut() {
            Some(item) if !line.starts_with("- ") => *item += &format!(" {line}"),
            _ => items.push(line.to_owned()),
        }
    }
    for item in items {
        let hanging = format!("{prefix}{}", if item.starts_with("- ") { "  " } else { "" });
        let options = Options::new(WIDTH)
            .initial_indent(&prefix)
            .subsequent_indent(&hanging)
            .break_words(false)
            .word_splitter(WordSplitter::NoHyphenation);
        found += &textwrap::fill(&item, options);
        found.push('\n');
    }
    if paragraph.ends_with('\n') { found } else { found.trim_end().to_owned() }
}

#[cfg(test)]
mod tests;
