//! Runs of plain lines give what reading line by line gives.

use std::io::{self, BufReader};

use proptest::prelude::*;

use crate::{ReadError, Reader, Record};

const LINE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

type Item = Result<Record, String>;

fn one_by_one(text: &str) -> Vec<Item> {
    Reader::new("f", text.as_bytes()).map(|item| item.map_err(|error| error.to_string())).collect()
}

/// Reads the text in runs of up to `most` plain lines, through a buffer of this size in bytes.
fn in_runs(text: &str, most: usize, buffer: usize) -> Vec<Item> {
    let mut reader = Reader::new("f", BufReader::with_capacity(buffer, text.as_bytes()));
    let mut items = Vec::new();
    loop {
        if let Some(lines) = reader.plain_lines(most) {
            let before = items.len();
            items.extend(lines.puzzles().map(|(line, grid)| Ok(Record::bare(line, grid))));
            assert!(items.len() == before + lines.len() && (1..=most).contains(&lines.len()));
        } else if let Some(item) = reader.next() {
            items.push(item.map_err(|error| error.to_string()));
        } else {
            return items;
        }
    }
}

#[test]
fn a_run_ends_where_a_line_is_not_plain() {
    let text = format!("{LINE}\n{LINE}\n{LINE} x\n{LINE}\n");
    let mut reader = Reader::new("f", text.as_bytes());
    assert_eq!(reader.plain_lines(9).map(|lines| lines.len()), Some(2));
    assert_eq!(reader.plain_lines(9), None);
    assert_eq!(reader.next().unwrap().unwrap().rest, "x");
    assert_eq!(reader.plain_lines(9).map(|lines| lines.first), Some(4));
    assert!(reader.plain_lines(9).is_none() && reader.next().is_none());
    assert_eq!(reader.bytes(), text.len() as u64);
}

#[test]
fn lines_of_every_system_are_plain() {
    let text = format!("{LINE}\r\n{LINE}\r\n{LINE}\n{LINE} x\r\n{LINE}\r\n{LINE}\r\n");
    let mut reader = Reader::new("f", text.as_bytes());
    let mut length = || reader.plain_lines(9).map(|lines| lines.len());
    assert_eq!([length(), length(), length()], [Some(2), Some(1), None]);
    assert_eq!(reader.next().unwrap().unwrap().rest, "x");
    assert_eq!(reader.plain_lines(9).map(|lines| (lines.first, lines.len())), Some((5, 2)));
    assert!(reader.plain_lines(9).is_none() && reader.next().is_none());
    assert_eq!(reader.bytes(), text.len() as u64);
}

#[test]
fn an_error_of_the_source_is_not_lost() {
    struct Broken;
    impl io::Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("broken"))
        }
    }
    let source = io::Read::chain(LINE.as_bytes(), io::Read::chain("\n".as_bytes(), Broken));
    let mut reader = Reader::new("f", BufReader::new(source));
    assert!(reader.plain_lines(9).is_none() && reader.next().unwrap().is_ok());
    assert_eq!(reader.plain_lines(9), None);
    let error = reader.next().unwrap().unwrap_err();
    assert!(matches!(error, ReadError::Io { line: 2, .. }), "{error}");
    assert!(reader.next().is_none());
}

/// Pieces of a text that change the meaning of the lines after them.
const PIECES: [&str; 15] = [
    "",
    "\r\n",
    "# comment\n",
    "53..7....\n6..195...\n",
    "Grid 1\n",
    "[Puzzle]\n",
    "[State]\n",
    "[Notes]\n",
    "id,puzzle,solution\n",
    "---------\n",
    "no puzzle\n",
    "[\n",
    "{\"puzzle\": \"53..7\n",
    "int grid[9][9] =\n",
    "1..\n",
];

proptest! {
    #[test]
    fn runs_change_nothing(
        pieces in proptest::collection::vec((0..PIECES.len(), 0..4_usize, "\n|\r|\r\n| x\n"), 0..12),
        most in 1..5_usize,
        buffer in 1..400_usize,
    ) {
        let mut text = String::new();
        for (piece, lines, end) in pieces {
            text += PIECES[piece];
            text += &format!("{LINE}{end}").repeat(lines);
            text += LINE;
            text += &end;
        }
        prop_assert_eq!(in_runs(&text, most, buffer), one_by_one(&text));
    }
}
