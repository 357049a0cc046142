//! Finds the bytes of a file that are prose.

use std::ops::Range;

/// The byte that stands for code and addresses.
pub(crate) const CODE: u8 = 1;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Language {
    Rust,
    Markdown,
    Toml,
}

impl Language {
    pub(crate) fn of(path: &str) -> Self {
        match path.rsplit('.').next() {
            Some("rs") => Self::Rust,
            Some("toml") => Self::Toml,
            _ => Self::Markdown,
        }
    }

    /// The bytes of a line that are prose: documentation comments in Rust, the texts of a claim in
    /// TOML; `None` if there are none.
    fn prose(self, line: &str) -> Option<Range<usize>> {
        let begin = match self {
            Self::Markdown => 0,
            Self::Rust => {
                let begin = line.len() - line.trim_start().len();
                let documents = ["///", "//!"].iter().any(|sign| line[begin..].starts_with(sign));
                documents.then_some(begin + 3)?
            }
            Self::Toml => {
                let keys = ["says = \"", "reading = \"", "really = \""];
                return keys.iter().find_map(|key| {
                    Some(key.len()..line.strip_prefix(key)?.rfind('"')? + key.len())
                });
            }
        };
        (!line[begin..].trim().is_empty()).then_some(begin..line.len())
    }
}

/// A line of a file.
#[derive(Debug)]
pub(crate) struct Line {
    /// The bytes of the line with its line feed; in TOML, only those of its text.
    pub(crate) place: Range<usize>,
    /// The level of the heading; `None` if the line is no heading.
    pub(crate) heading: Option<usize>,
    /// True for a line of prose; false for blank lines, code and generated text.
    pub(crate) prose: bool,
}

/// Returns the text with spaces for everything that is not prose, and its lines.
pub(crate) fn mask(text: &str, language: Language) -> (Vec<u8>, Vec<Line>) {
    let mut masked: Vec<u8> =
        text.bytes().map(|byte| if byte == b'\n' { byte } else { b' ' }).collect();
    let mut lines = Vec::new();
    let (mut start, mut fenced, mut generated, mut code) = (0, false, false, false);
    for line in text.split_inclusive('\n') {
        let whole = start..start + line.len();
        let inside = language.prose(line.trim_end_matches('\n'));
        let words = inside.clone().map_or("", |inside| &line[inside]).trim();
        let fence = words.starts_with("```");
        generated |= words == "<!-- run: begin -->";
        let prose = inside.is_some() && !fence && !fenced && !generated;
        fenced ^= fence;
        generated &= words != "<!-- run: end -->";
        let level = words.bytes().take_while(|&byte| byte == b'#').count();
        let heading =
            (prose && level > 0 && words.as_bytes().get(level) == Some(&b' ')).then_some(level);
        code &= prose;
        if let Some(inside) = inside.clone().filter(|_| prose && heading.is_none()) {
            let inside = start + inside.start..start + inside.end;
            hide_code(&text[inside.clone()], &mut masked[inside], &mut code);
        }
        let place = match inside {
            Some(inside) if language == Language::Toml => start + inside.start..start + inside.end,
            _ => whole,
        };
        lines.push(Line { place, heading, prose });
        if language == Language::Toml && prose {
            // Each text of a TOML file is a paragraph of its own.
            lines.push(Line {
                place: start + line.len()..start + line.len(),
                heading: None,
                prose: false,
            });
        }
        start += line.len();
    }
    (masked, lines)
}

/// Copies a line without its code, addresses and tags. `code` is true while code is open: on entry
/// for the beginning of the line, on return for its end.
fn hide_code(line: &str, masked: &mut [u8], code: &mut bool) {
    let bytes = line.as_bytes();
    let mut closing = None;
    for (at, &byte) in bytes.iter().enumerate() {
        let next = bytes.get(at + 1).copied().unwrap_or(b' ');
        let tick = byte == b'`';
        let hidden = *code || tick || closing.is_some();
        masked[at] = if hidden { CODE } else { byte };
        if tick && closing.is_none() {
            *code = !*code;
        }
        if *code {
            continue;
        }
        match byte {
            b']' if next == b'(' && closing.is_none() => closing = Some(b')'),
            b'<' if closing.is_none() && (next.is_ascii_alphabetic() || b"/!".contains(&next)) => {
                masked[at] = CODE;
                closing = Some(b'>');
            }
            _ if closing == Some(byte) => closing = None,
            _ => {}
        }
    }
}
