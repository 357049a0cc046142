//! [`Passage`]: the lines of a value in JSON, of a document in XML or of a field in quotes, until it
//! ends.

use super::LONGEST_LINE;

/// The deepest nesting of brackets that is read.
const DEEPEST: usize = 64;

/// The most bytes of a value that are kept. The elements of a list of puzzles are handed on one by
/// one.
const MOST: usize = 32 << 20;

/// Text that is read as a whole.
#[derive(Debug)]
pub(super) struct Passage {
    /// The text that has not been handed on.
    pub text: Vec<u8>,
    /// The line and the character at which it begins, both from 1.
    pub line: u64,
    pub column: usize,
    kind: Kind,
}

#[derive(Debug)]
enum Kind {
    Json(Scan),
    /// Ends at the closing tag of the outermost element, or with it if there are no `more`.
    Xml {
        root: Option<String>,
        more: bool,
    },
    /// Ends where the number of quotes is even.
    Quoted,
}

/// How far a value in JSON has been looked at.
#[derive(Debug, Default)]
struct Scan {
    at: usize,
    open: Vec<u8>,
    quoted: bool,
    escaped: bool,
    /// The byte after the last quote.
    quote: usize,
    /// The byte after the bracket or comma before the present element of a list.
    element: usize,
    /// Whether the elements of the outermost list are puzzles; `None` before the first is complete.
    list: Option<bool>,
}

/// What a line brought.
#[derive(Debug)]
pub(super) enum Step {
    /// More lines are needed.
    Goes,
    /// The passage ends at this byte.
    Ends(usize),
    /// The passage is no such value.
    Fails,
    /// An element of the outermost list is complete: the bytes from the first to the second.
    Element(usize, usize),
}

impl Passage {
    /// The passage that this line begins, from its first sign on.
    pub(super) fn of(text: &str, line: u64, column: usize) -> Option<Self> {
        let kind = match text.as_bytes() {
            [b'{' | b'[', ..] => Kind::Json(Scan::default()),
            [b'<', b'a'..=b'z' | b'A'..=b'Z' | b'?' | b'!', ..] => {
                Kind::Xml { root: None, more: false }
            }
            _ => return None,
        };
        Some(Self { text: Vec::new(), line, column, kind })
    }

    /// A field in quotes that goes on after its line.
    pub(super) fn quoted(line: u64) -> Self {
        Self { text: Vec::new(), line, column: 1, kind: Kind::Quoted }
    }

    pub(super) const fn is_json(&self) -> bool {
        matches!(self.kind, Kind::Json(_))
    }

    pub(super) const fn is_xml(&self) -> bool {
        matches!(self.kind, Kind::Xml { .. })
    }

    /// True once elements of the outermost list were handed on.
    pub(super) const fn is_list(&self) -> bool {
        matches!(&self.kind, Kind::Json(Scan { list: Some(true), .. }))
    }

    /// Adds a line, or a piece of one.
    pub(super) fn push(&mut self, text: &[u8], ends: bool) -> Step {
        self.text.extend_from_slice(text);
        if ends {
            self.text.push(b'\n');
        }
        if self.text.len() > MOST
            || matches!(self.kind, Kind::Quoted) && self.text.len() > LONGEST_LINE
        {
            return Step::Fails;
        }
        self.step()
    }

    /// Looks at the text up to the next element or the end.
    pub(super) fn step(&mut self) -> Step {
        let text = &self.text;
        match &mut self.kind {
            Kind::Json(scan) => scan.step(text),
            Kind::Quoted if text.iter().filter(|byte| **byte == b'"').count() % 2 == 0 => {
                Step::Ends(text.len())
            }
            Kind::Quoted => Step::Goes,
            Kind::Xml { root, more } => {
                let begin = text[..text.len() - 1]
                    .iter()
                    .rposition(|byte| *byte == b'\n')
                    .map_or(0, |at| at + 1);
                let last = String::from_utf8_lossy(&text[begin..]);
                let is_tag = |at: &usize| last[at + 1..].starts_with(char::is_alphabetic);
                for at in last.match_indices('<').map(|(at, _)| at).filter(is_tag) {
                    let name = last[at + 1..]
                        .split(|c: char| c.is_whitespace() || "/>".contains(c))
                        .next();
                    *more |= root.is_some();
                    root.get_or_insert_with(|| format!("</{}", name.unwrap_or_default()));
                }
                let Some(root) = root else { return Step::Goes };
                let closed =
                    last.contains(root.as_str()) || !*more && last.trim_end().ends_with("/>");
                if closed { Step::Ends(text.len()) } else { Step::Goes }
            }
        }
    }

    /// Says whether the first element of the outermost list is a puzzle, as all others are then.
    pub(super) fn set_list(&mut self, is_list: bool) {
        if let Kind::Json(scan) = &mut self.kind {
            scan.list = Some(is_list);
        }
    }

    pub(super) const fn knows_list(&self) -> bool {
        matches!(&self.kind, Kind::Json(Scan { list: Some(_), .. }))
    }

    /// The place of a byte of the text.
    pub(super) fn place(&self, at: usize) -> (u64, usize) {
        let before = &self.text[..at];
        let lines = before.iter().filter(|byte| **byte == b'\n').count() as u64;
        let begin = before.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
        let column = String::from_utf8_lossy(&before[begin..]).chars().count() + 1;
        (self.line + lines, if lines == 0 { self.column + column - 1 } else { column })
    }

    /// Drops the text of elements that were handed on.
    pub(super) fn shrink(&mut self) {
        let Kind::Json(scan) = &self.kind else { return };
        let place = self.place(scan.element);
        let Kind::Json(scan) = &mut self.kind else { return };
        if scan.list == Some(true) {
            self.text.drain(..scan.element);
            scan.at -= scan.element;
            scan.quote = scan.quote.saturating_sub(scan.element);
            scan.element = 0;
            (self.line, self.column) = place;
        }
    }
}

impl Scan {
    fn step(&mut self, text: &[u8]) -> Step {
        while let Some(&byte) = text.get(self.at) {
            self.at += 1;
            if self.quoted {
                match byte {
                    b'\n' => return Step::Fails,
                    _ if self.at - self.quote > LONGEST_LINE => return Step::Fails,
                    b'"' if !self.escaped => self.quoted = false,
                    _ => {}
                }
                self.escaped = byte == b'\\' && !self.escaped;
                continue;
            }
            match byte {
                b'"' => (self.quoted, self.quote) = (true, self.at),
                b'[' | b'{' => {
                    if self.open.len() == DEEPEST {
                        return Step::Fails;
                    }
                    self.open.push(byte);
                    if self.open.len() == 1 {
                        self.element = self.at;
                    }
                }
                b']' | b'}' => {
                    if self.open.pop() != Some(if byte == b']' { b'[' } else { b'{' }) {
                        return Step::Fails;
                    }
                    if self.open.is_empty() {
                        return Step::Ends(self.at);
                    }
                }
                b',' if self.open == [b'['] && self.list != Some(false) => {
                    let begin = std::mem::replace(&mut self.element, self.at);
                    return Step::Element(begin, self.at - 1);
                }
                b',' | b':' | b'+' | b'-' | b'.' | b'0'..=b'9' => {}
                // The letters of `true`, `false`, `null` and of exponents.
                b'a' | b'e' | b'f' | b'l' | b'n' | b'r' | b's' | b't' | b'u' | b'E' => {}
                _ if byte.is_ascii_whitespace() => {}
                _ => return Step::Fails,
            }
        }
        Step::Goes
    }
}

impl Passage {
    /// The byte at which the present element of the outermost list begins.
    pub(super) const fn element(&self) -> usize {
        if let Kind::Json(scan) = &self.kind { scan.element } else { 0 }
    }
}
