//! [`Chunk`]: collects the bytes of a value of JSON or XML that may spread over many lines.

use std::mem;

use serde::de::IgnoredAny;
use serde_json::Value as Json;

/// More bytes are no value, so that no file can fill the memory.
const LONGEST: usize = 1 << 25;

/// A value whose end has not been read.
#[derive(Debug, Default)]
pub(super) struct Chunk {
    /// The bytes since the last value, and their line.
    pub raw: Vec<u8>,
    pub line: u64,
    /// The line and column of the next byte.
    next: (u64, usize),
    /// Where in the bytes a value begins, and its line and column.
    begin: Option<(usize, (u64, usize))>,
    /// The number of open brackets. The elements of an outermost list are values.
    depth: usize,
    in_list: bool,
    /// In a text in quotes; and right after a backslash in it.
    quoted: bool,
    escaped: bool,
    /// The length of the value when it was last seen to begin like JSON.
    seen: usize,
    /// The name of the outermost element of XML.
    root: Vec<u8>,
}

/// A part of what was read, and its line; of a value also the column.
pub(super) enum Part {
    /// A value, or an element of a list.
    Value(u64, usize, Json),
    /// The end of a list.
    End,
    /// A document of XML.
    Xml(u64, String),
}

/// Why a value is given up.
pub(super) enum Broken {
    /// The bytes are not what they began as.
    Other,
    /// The value is too long.
    Long,
}

/// The words for a value that is too long.
pub(super) const TOO_LONG: &str = "found a value of JSON of more than 32 MiB, expected a list of puzzles, or an object on each line";

/// True for a line with which a value begins.
pub(super) fn begins(line: &str) -> bool {
    let tag = |rest: &str| rest.starts_with(|c: char| c.is_ascii_alphabetic() || "?!".contains(c));
    line.starts_with(['{', '[']) || line.strip_prefix('<').is_some_and(tag)
}

impl Chunk {
    /// True if a value has begun and not ended.
    pub(super) const fn is_open(&self) -> bool {
        !self.raw.is_empty() || self.depth > 0
    }

    /// Takes a line, or a piece of one.
    ///
    /// # Errors
    ///
    /// When it is neither JSON nor XML.
    pub(super) fn feed(&mut self, bytes: &[u8], line: u64) -> Result<Vec<Part>, Broken> {
        if !self.is_open() {
            (self.line, self.next) = (line, (line, 1));
        }
        let from = self.raw.len();
        self.raw.extend_from_slice(bytes);
        let is_markup = self.raw.trim_ascii_start().starts_with(b"<");
        if self.raw.len() > LONGEST {
            return Err(if is_markup { Broken::Other } else { Broken::Long });
        }
        if is_markup {
            return Ok(self.markup(from));
        }
        let mut parts = Vec::new();
        let mut kept = 0;
        for (at, &byte) in (from..).zip(bytes) {
            let place = self.next;
            // Only the first byte of a character counts.
            self.next.1 += usize::from(byte & 0xc0 != 0x80);
            if byte == b'\n' {
                self.next = (place.0 + 1, 1);
            }
            if self.quoted {
                self.quoted = byte != b'\n' && (self.escaped || byte != b'"');
                self.escaped = byte == b'\\' && !self.escaped;
                if byte == b'\n' {
                    return Err(Broken::Other);
                }
                continue;
            }
            let outermost = self.depth == usize::from(self.in_list);
            match byte {
                b'[' if self.depth == 0 => self.in_list = true,
                b' ' | b'\t' | b'\r' | b'\n' | b']' | b'}' => {}
                b',' if outermost => {}
                b';' if self.depth == 0 => {}
                _ if self.depth == 0 && byte != b'{' => return Err(Broken::Other),
                _ => self.begin = self.begin.or(Some((at, place))),
            }
            self.quoted = byte == b'"';
            match byte {
                b'[' | b'{' => self.depth += 1,
                b']' | b'}' => self.depth = self.depth.checked_sub(1).ok_or(Broken::Other)?,
                _ => {}
            }
            let closed = self.depth == 0 && b"]}".contains(&byte);
            if closed || byte == b',' && outermost {
                let end = if closed && !self.in_list { at + 1 } else { at };
                if let Some((begin, (line, column))) = self.begin.take() {
                    let value =
                        serde_json::from_slice(&self.raw[begin..end]).map_err(|_| Broken::Other)?;
                    parts.push(Part::Value(line, column, value));
                    self.seen = 0;
                }
                parts.extend((closed && mem::take(&mut self.in_list)).then_some(Part::End));
                kept = at + 1;
            }
        }
        if let Some((begin, _)) = self.begin
            && self.raw.len() - begin > 2 * self.seen
        {
            self.seen = self.raw.len() - begin;
            let begun = serde_json::from_slice::<IgnoredAny>(&self.raw[begin..]);
            if begun.is_err_and(|error| !error.is_eof()) {
                return Err(Broken::Other);
            }
        }
        if kept > 0 {
            self.line = line;
            self.raw.drain(..kept);
            self.begin = self.begin.map(|(begin, place)| (begin - kept, place));
        }
        if self.depth == 0 && self.begin.is_none() {
            *self = Self::default();
        }
        Ok(parts)
    }

    /// Looks for the end of XML: the last tag of its outermost element, in the bytes from here on.
    fn markup(&mut self, from: usize) -> Vec<Part> {
        if self.root.is_empty() {
            let mut tags = self.raw.split(|byte| *byte == b'<').skip(1);
            let tag = tags.find(|tag| tag.first().is_some_and(u8::is_ascii_alphabetic));
            let is_end = |byte: &u8| !byte.is_ascii_alphanumeric() && !b"-_:".contains(byte);
            self.root = tag.and_then(|tag| tag.split(is_end).next()).unwrap_or_default().to_vec();
        }
        let close = [b"</", &self.root[..]].concat();
        let ended = self.raw[from.saturating_sub(close.len())..]
            .windows(close.len())
            .any(|tag| tag == close)
            || from == 0 && self.raw.trim_ascii_end().ends_with(b"/>");
        if self.root.is_empty() || !ended {
            return Vec::new();
        }
        let Self { line, raw, .. } = mem::take(self);
        vec![Part::Xml(line, String::from_utf8_lossy(&raw).into_owned())]
    }
}
