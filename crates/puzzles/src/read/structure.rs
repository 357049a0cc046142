//! [`Structure`]: the records of values of JSON and documents of XML, which may spread over many
//! lines.

use std::mem;

use roxmltree::{Document, Node, ParsingOptions};
use serde::de::IgnoredAny;
use serde_json::Value as Json;

use super::line::is_debris;
use super::names::{Class, Decision};
use super::record::{Fault, LONGEST_LINE, too_long};
use super::text::Text;
use super::tree::{self, Tree};

/// More bytes are no value, so that no file can fill the memory.
const LONGEST: usize = 1 << 25;

/// The words for a value that is too long.
const TOO_LONG: &str = "found a value of JSON of more than 32 MiB, expected a list of puzzles, or an object on each line";

/// Elements within more others are no puzzle, and would need too much of the stack.
const DEEPEST: usize = 100;

/// The words for such elements.
const TOO_DEEP: &str = "found elements of XML within more than 100 others, expected puzzles";

/// The words for a list that another line cuts off.
const ENDLESS: &str = "found rows or cells of a list that does not end, expected `]`";

/// A line and a column.
type Place = (u64, usize);

/// Reads values, of which the last may be open: its end has not been read.
#[derive(Debug, Default)]
pub(super) struct Structure {
    pub tree: Tree,
    open: Open,
    /// Elements of a list that are pieces of a grid, and the place of the first.
    pieces: Vec<Json>,
    pieces_at: Place,
}

#[derive(Debug, Default)]
struct Open {
    /// The bytes since the last value, and their line.
    raw: Vec<u8>,
    line: u64,
    /// The place of the next byte.
    next: Place,
    /// Where in the bytes a value begins, and its place.
    begin: Option<(usize, Place)>,
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

/// True for a line with which a value begins.
pub(super) fn begins(line: &str) -> bool {
    let tag = |rest: &str| rest.starts_with(|c: char| c.is_ascii_alphabetic() || "?!".contains(c));
    line.starts_with(['{', '[']) || line.strip_prefix('<').is_some_and(tag)
}

impl Structure {
    /// True if a value has begun and not ended.
    pub(super) const fn is_open(&self) -> bool {
        !self.open.raw.is_empty() || self.open.depth > 0
    }

    /// Takes a line, or a piece of one; false if the value is so long that nothing after it can be
    /// read.
    pub(super) fn feed(&mut self, bytes: &[u8], line: u64, text: &mut Text) -> bool {
        if !self.is_open() {
            (self.open.line, self.open.next) = (line, (line, 1));
        }
        self.open.raw.extend_from_slice(bytes);
        let is_markup = self.open.raw.trim_ascii_start().starts_with(b"<");
        if self.open.raw.len() > LONGEST {
            if is_markup {
                self.close(text);
                return true;
            }
            // As lines, it would be one error after another.
            let line = mem::take(&mut self.open).line;
            text.end();
            text.error(line, (1, Fault::refused(TOO_LONG)));
            return false;
        }
        if is_markup {
            self.markup(bytes.len(), text);
        } else if let Some(values) = self.open.values(bytes, line) {
            let mut pieces = false;
            for (place, value) in values {
                pieces |= self.value(place, value, text);
            }
            if pieces {
                // A row of a literal, or words in brackets.
                text.line(line, &String::from_utf8_lossy(bytes), &self.tree.options);
            }
            if !self.is_open() {
                text.flush();
            }
        } else {
            self.close(text);
        }
        true
    }

    /// Ends the value that is open: it is damaged, or none.
    pub(super) fn close(&mut self, text: &mut Text) {
        let open = mem::take(&mut self.open);
        if !mem::take(&mut self.pieces).is_empty() {
            let (line, column) = self.pieces_at;
            text.error(line, (column, Fault::refused(ENDLESS)));
        }
        self.lines(open.line, &String::from_utf8_lossy(&open.raw), text);
    }

    /// Takes a value, or the end of a list; true for a list that is no more than pieces of a grid.
    fn value(&mut self, mut place: Place, value: Option<Json>, text: &mut Text) -> bool {
        match value {
            Some(value) if self.tree.whole(&value) => {
                if self.pieces.is_empty() {
                    self.pieces_at = place;
                }
                // So many are no grid, and must not fill the memory.
                self.pieces.extend((self.pieces.len() < LONGEST_LINE).then_some(value));
                return false;
            }
            Some(_) => {}
            None if self.pieces.is_empty() => {
                text.end();
                return false;
            }
            None if self.tree.whole(&mem::take(&mut self.pieces).into()) => return true,
            None => place = self.pieces_at,
        }
        self.records(place, text);
        false
    }

    /// Hands on the records that the tree found in a value at this place.
    pub(super) fn records(&mut self, (line, column): Place, text: &mut Text) {
        text.end_block();
        for name in self.tree.names.drain(..) {
            text.taken.add(None, &name);
        }
        for found in self.tree.found.drain(..) {
            match found {
                Ok(Decision { mut record, names }) => {
                    for (of, name) in names.iter().enumerate() {
                        text.taken.add(Some(of), name.as_deref().unwrap_or_default());
                    }
                    record.line = line;
                    // Neighbours in a list have no names.
                    if names[0].as_ref().is_some_and(String::is_empty) {
                        text.take(record, Class::Grid);
                    } else {
                        text.whole(record);
                    }
                }
                Err(fault) => text.error(line, (column, fault)),
            }
        }
    }

    /// Looks for the end of XML, the last tag of its outermost element, in this number of new bytes.
    /// Each element in the outermost that holds a puzzle is a record.
    fn markup(&mut self, new: usize, text: &mut Text) {
        let Open { raw, root, .. } = &mut self.open;
        let from = raw.len() - new;
        if root.is_empty() {
            let mut tags = raw[from.saturating_sub(1)..].split(|byte| *byte == b'<').skip(1);
            let tag = tags.find(|tag| tag.first().is_some_and(u8::is_ascii_alphabetic));
            let is_end = |byte: &u8| !byte.is_ascii_alphanumeric() && !b"-_:".contains(byte);
            *root = tag.and_then(|tag| tag.split(is_end).next()).unwrap_or_default().to_vec();
        }
        let close = [b"</", &root[..]].concat();
        let mut ends = raw[from.saturating_sub(close.len())..].windows(close.len());
        let ended =
            ends.any(|tag| tag == close) || from == 0 && raw.trim_ascii_end().ends_with(b"/>");
        if root.is_empty() || !ended {
            return;
        }
        let Open { line, raw, .. } = mem::take(&mut self.open);
        let raw = String::from_utf8_lossy(&raw);
        let options = ParsingOptions { allow_dtd: true, ..Default::default() };
        let Ok(document) = Document::parse_with_options(&raw, options) else {
            self.lines(line, &raw, text);
            return text.flush();
        };
        if document.descendants().any(|node| node.ancestors().nth(DEEPEST).is_some()) {
            return text.error(line, (1, Fault::refused(TOO_DEEP)));
        }
        let root = document.root_element();
        let whole = tree::element(root);
        if let Some(rule) = whole.as_object().and_then(tree::rule) {
            return text.error(line, (1, tree::refused(&rule)));
        }
        let mut any = false;
        for child in root.children().filter(Node::is_element) {
            self.tree.element(child);
            any |= !self.tree.found.is_empty();
            let at = document.text_pos_at(child.range().start).row;
            self.records((line + u64::from(at) - 1, 1), text);
        }
        if !any {
            self.tree.whole(&whole);
            self.records((line, 1), text);
        }
        text.end();
    }

    /// Reads what is no whole value after all as text.
    fn lines(&mut self, first: u64, raw: &str, text: &mut Text) {
        text.broken = is_debris(raw) && raw.trim_end().contains('\n');
        for (number, line) in (first..).zip(raw.lines()) {
            let value = line.trim().trim_end_matches(',');
            if line.len() > LONGEST_LINE {
                text.error(number, (LONGEST_LINE + 1, too_long()));
            } else if value.starts_with('{')
                && let Ok(value) = serde_json::from_str(value)
            {
                self.tree.whole(&value);
                self.records((number, 1), text);
            } else {
                self.line(number, line, text);
            }
        }
        text.broken = false;
    }

    /// Takes a line of text; in an object that is not JSON as a whole it may name other rules.
    pub(super) fn line(&mut self, number: u64, line: &str, text: &mut Text) {
        let mut keys = line.split('"').filter(|_| is_debris(line));
        let quoted = keys.find_map(|key| tree::variant(key, &true.into()));
        let entry = || {
            let (key, value) = line.trim_start_matches([' ', '-']).split_once(':')?;
            let value = Some(value.trim()).filter(|value| !value.is_empty());
            tree::variant(key, &value.map_or(true.into(), Json::from))
        };
        match quoted.or_else(entry) {
            None => text.line(number, line, &self.tree.options),
            Some(rule) => {
                text.end_block();
                text.error(number, (line.chars().count() + 1, tree::refused(&rule)));
            }
        }
    }
}

impl Open {
    /// The values that end in these bytes, the last of what is open, each with its place; `None`
    /// stands for the end of a list. No values if what is open is not JSON.
    fn values(&mut self, bytes: &[u8], line: u64) -> Option<Vec<(Place, Option<Json>)>> {
        let mut values = Vec::new();
        let mut kept = 0;
        for (at, &byte) in (self.raw.len() - bytes.len()..).zip(bytes) {
            let place = self.next;
            // Only the first byte of a character counts.
            self.next.1 += usize::from(byte & 0xc0 != 0x80);
            if byte == b'\n' {
                self.next = (place.0 + 1, 1);
            }
            if self.quoted {
                self.quoted = self.escaped || byte != b'"';
                self.escaped = byte == b'\\' && !self.escaped;
                if byte == b'\n' {
                    return None;
                }
                continue;
            }
            let outermost = self.depth == usize::from(self.in_list);
            match byte {
                b'[' if self.depth == 0 => self.in_list = true,
                b' ' | b'\t' | b'\r' | b'\n' | b']' | b'}' => {}
                b',' if outermost => {}
                b';' if self.depth == 0 => {}
                _ if self.depth == 0 && byte != b'{' => return None,
                _ => self.begin = self.begin.or(Some((at, place))),
            }
            self.quoted = byte == b'"';
            match byte {
                b'[' | b'{' => self.depth += 1,
                b']' | b'}' => self.depth = self.depth.checked_sub(1)?,
                _ => {}
            }
            let closed = self.depth == 0 && b"]}".contains(&byte);
            if closed || byte == b',' && outermost {
                let end = if closed && !self.in_list { at + 1 } else { at };
                if let Some((begin, place)) = self.begin.take() {
                    values.push((place, Some(serde_json::from_slice(&self.raw[begin..end]).ok()?)));
                    self.seen = 0;
                }
                values.extend((closed && mem::take(&mut self.in_list)).then_some((place, None)));
                kept = at + 1;
            }
        }
        if self.is_broken() {
            return None;
        }
        if kept > 0 {
            self.line = line;
            self.raw.drain(..kept);
            self.begin = self.begin.map(|(begin, place)| (begin - kept, place));
        }
        if self.depth == 0 && self.begin.is_none() {
            *self = Self::default();
        }
        Some(values)
    }

    /// True if the value that has begun is not JSON. It is looked at when its length has doubled.
    fn is_broken(&mut self) -> bool {
        let Some((begin, _)) = self.begin else { return false };
        let length = self.raw.len() - begin;
        if length <= 2 * self.seen {
            return false;
        }
        self.seen = length;
        let value = serde_json::from_slice::<IgnoredAny>(&self.raw[begin..]);
        value.is_err_and(|error| !error.is_eof())
    }
}
