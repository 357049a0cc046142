//! [`Chunk`]: collects the bytes of a value of JSON or XML that may spread over many lines.

use std::mem;

use serde_json::Value as Json;

/// More bytes are no value, so that no file can fill the memory.
const LONGEST: usize = 1 << 26;

/// A value whose end has not been read.
#[derive(Debug, Default)]
pub(super) struct Chunk {
    /// The open brackets, from the outside in.
    brackets: Vec<u8>,
    /// In a text in quotes; and right after a backslash in it.
    quoted: bool,
    escaped: bool,
    /// The outermost brackets hold a list, whose elements are handed out one by one.
    list: bool,
    /// The byte before, blanks aside.
    before: u8,
    value: Vec<u8>,
    begin: (u64, usize),
    /// The name of the outermost element of XML.
    root: Option<Vec<u8>>,
    /// All bytes since the last value, and the line and column at which they begin.
    pub raw: Vec<u8>,
    pub since: (u64, usize),
}

/// A part of what was read.
#[derive(Debug)]
pub(super) enum Part {
    /// A value, or an element of a list, and its line.
    Value(u64, Json),
    /// The end of a list.
    End,
    /// A document of XML.
    Xml(u64, String),
}

/// The bytes are not what they began as: the column.
pub(super) struct Broken(pub usize);

/// True for a line with which a value begins.
pub(super) fn begins(line: &str) -> bool {
    let mut signs = line.chars();
    match (signs.next(), signs.next()) {
        (Some('{' | '['), _) => true,
        (Some('<'), Some(next)) => next.is_ascii_alphabetic() || "?!".contains(next),
        _ => false,
    }
}

impl Chunk {
    /// True if a value has begun and not ended.
    pub(super) fn is_open(&self) -> bool {
        !self.brackets.is_empty() || self.root.is_some() || !self.value.is_empty()
    }

    /// Takes a line, or a piece of one that begins at this column; `ends` with the line.
    ///
    /// # Errors
    ///
    /// When it is neither JSON nor XML.
    pub(super) fn feed(
        &mut self,
        bytes: &[u8],
        (line, column): (u64, usize),
        ends: bool,
    ) -> Result<Vec<Part>, Broken> {
        if self.raw.is_empty() {
            self.since = (line, column);
        }
        let from = self.raw.len();
        self.raw.extend_from_slice(bytes);
        if ends {
            self.raw.push(b'\n');
        }
        let mut parts = Vec::new();
        if self.root.is_some() || !self.is_open() && bytes.trim_ascii_start().starts_with(b"<") {
            return self
                .markup(bytes, (line, column))
                .map(|part| parts.extend(part))
                .map(|()| parts);
        }
        let mut kept = 0;
        for (at, &byte) in bytes.iter().enumerate() {
            let broken = || Broken(column + String::from_utf8_lossy(&bytes[..at]).chars().count());
            let before = self.before;
            if !byte.is_ascii_whitespace() {
                self.before = byte;
            }
            if self.value.is_empty() {
                self.begin = (line, 0);
            }
            if self.quoted {
                self.quoted = self.escaped || byte != b'"';
                self.escaped = byte == b'\\' && !self.escaped;
                self.value.push(byte);
                continue;
            }
            let inside = self.brackets.last().copied();
            match byte {
                b'"' if !self.brackets.is_empty() => {
                    self.quoted = true;
                    self.value.push(byte);
                }
                b'[' | b'{' => {
                    let wanted: &[u8] = match inside {
                        None => b"\0,;]}",
                        Some(b'[') => b"[,",
                        Some(_) => b":",
                    };
                    if !wanted.contains(&before) {
                        return Err(broken());
                    }
                    self.brackets.push(byte);
                    if inside.is_none() && byte == b'[' {
                        self.list = true;
                    } else {
                        self.value.push(byte);
                    }
                }
                b']' | b'}' => {
                    if inside != Some(byte - 2) {
                        return Err(broken());
                    }
                    self.brackets.pop();
                    let end = self.brackets.is_empty();
                    if !(end && self.list) {
                        self.value.push(byte);
                    }
                    if end {
                        parts.extend(self.value().map_err(|()| broken())?);
                        if mem::take(&mut self.list) {
                            parts.push(Part::End);
                        }
                        kept = at + 1;
                    }
                }
                b',' if self.list && self.brackets.len() == 1 => {
                    parts.extend(self.value().map_err(|()| broken())?);
                    kept = at + 1;
                }
                b',' | b';' if inside.is_none() => {}
                b',' | b':' | b'0'..=b'9' | b'+' | b'-' | b'.' | b'E' | b'a'..=b'z'
                    if inside.is_some() =>
                {
                    self.value.push(byte)
                }
                _ if byte.is_ascii_whitespace() => {
                    self.value.extend((!self.value.is_empty()).then_some(byte))
                }
                _ => return Err(broken()),
            }
            if self.value.len() > LONGEST {
                return Err(broken());
            }
        }
        if ends && self.quoted {
            return Err(Broken(column + String::from_utf8_lossy(bytes).chars().count()));
        }
        if ends && !self.value.is_empty() {
            self.value.push(b'\n');
        }
        if kept > 0 {
            self.raw.drain(..from + kept);
            self.since = (line, column + String::from_utf8_lossy(&bytes[..kept]).chars().count());
        }
        if !self.is_open() {
            self.raw.clear();
            self.before = 0;
        }
        Ok(parts)
    }

    /// The value that has ended.
    fn value(&mut self) -> Result<Option<Part>, ()> {
        let text = mem::take(&mut self.value);
        if text.is_empty() {
            return Ok(None);
        }
        serde_json::from_slice(&text)
            .map(|value| Some(Part::Value(self.begin.0, value)))
            .map_err(|_| ())
    }

    /// Takes a line of XML; the document ends with the line of its last tag.
    fn markup(
        &mut self,
        bytes: &[u8],
        (line, column): (u64, usize),
    ) -> Result<Option<Part>, Broken> {
        let name = |text: &[u8]| {
            let end = text
                .iter()
                .position(|byte| !byte.is_ascii_alphanumeric() && !b"-_:".contains(byte));
            text[..end.unwrap_or(text.len())].to_vec()
        };
        let mut tags = bytes
            .split(|byte| *byte == b'<')
            .skip(1)
            .filter(|tag| tag.first().is_some_and(u8::is_ascii_alphabetic));
        let root = match self.root.take().filter(|root| !root.is_empty()) {
            Some(root) => root,
            None => tags.next().map_or_else(Vec::new, name),
        };
        let close = [b"</", &root[..]].concat();
        let ended = !root.is_empty()
            && (bytes.windows(close.len()).any(|tag| tag == close)
                || self.raw.trim_ascii_end().ends_with(b"/>") && !self.raw.contains(&b'\n'));
        if !ended {
            self.root = Some(root);
            return if self.raw.len() > LONGEST { Err(Broken(column)) } else { Ok(None) };
        }
        let text = String::from_utf8_lossy(&mem::take(&mut self.raw)).into_owned();
        Ok(Some(Part::Xml(self.since.0.min(line), text)))
    }
}
