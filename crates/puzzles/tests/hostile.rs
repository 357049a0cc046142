//! Files of every kind, damaged at random: the reader ends without a panic and loses no good line,
//! neither between damaged ones nor before the damage in an archive.
//!
//! Ten million inputs, from the top:
//!
//! ```sh
//! HOSTILE_INPUTS=0..10000000 cargo test --release -p sudoku-puzzles --test all hostile
//! ```
//!
//! Each input follows from its number, which a failure names: `7..8` is input 7 again.

use std::io::{BufReader, Write};
use std::ops::Range;
use std::path::Path;
use std::{env, fs, thread};

use flate2::Compression;
use flate2::write::GzEncoder;
use ruzstd::encoding::{CompressionLevel, compress_to_vec};
use sudoku_core::{Grid, Random};
use sudoku_puzzles::{ReadError, Reader, Record};

const LINE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const SOLUTION: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

/// The pieces that damage is made of, besides random bytes and pieces of other files.
const PIECES: [&[u8]; 40] = [
    b"\n",
    b"\r",
    b"\r\n\r\n",
    b"#",
    b"\"",
    b",",
    b";",
    b"\t",
    b"|",
    b"[Puzzle]\n",
    b"[State]\n",
    b"[Notes]\n",
    b"[[",
    b"]",
    b"puzzle,grid\n",
    b"id;quiz;answer;rating\n",
    b"Grid 01\n",
    b"---------\n",
    b"---+---+---\n",
    b"\xef\xbb\xbf",
    b"\xff\xfe",
    b"\xe2\x80\xae",
    b"\xc2\x9b31m",
    b"\x1b[2J",
    b"\0",
    b"\x1f\x8b\x08\0",
    b"\x28\xb5\x2f\xfd",
    b"\x50\x2a\x4d\x18",
    b"PK\x03\x04",
    b"123456789\n",
    b"{",
    b"}",
    b":",
    b"/",
    b"null",
    b"{\"puzzle\":",
    b"Input: board = [[",
    b"12 345 6 | 7 8 9 | 1 2 3\n",
    b".................................................................................",
    LINE.as_bytes(),
];

/// Files of each kind that the reader supports, those of `tests/field` that it reads among them:
/// a file that it refuses by name may be lost as a whole.
fn files() -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/field");
    let cases = fs::read_to_string(folder.join("cases.tsv")).unwrap();
    let read = cases.lines().filter_map(|case| case.split_once("\tpuzzles "));
    let field = read.map(|(file, _)| fs::read(folder.join(file)).unwrap());
    written().into_iter().chain(field).collect()
}

fn written() -> Vec<Vec<u8>> {
    let rows: Vec<&str> = (0..9).map(|row| &LINE[row * 9..][..9]).collect();
    let nine = rows.join("\n");
    let array: Vec<String> =
        rows.iter().map(|row| format!("{:?}", row.chars().collect::<Vec<_>>())).collect();
    let array = array.join(",").replace('\'', "\"");
    let drawn = format!("{:#}\n", LINE.parse::<Grid>().unwrap());
    let state = SOLUTION.replace('4', ".");
    let state: Vec<&str> = (0..9).map(|row| &state[row * 9..][..9]).collect();
    [
        format!("# easy\n{LINE} 1 {SOLUTION} 51\n{LINE} #2\n"),
        format!("{LINE}\r\n").replace('.', "0").repeat(3),
        format!("Grid 01\n{nine}\nGrid 02\n{nine}\n"),
        format!("{drawn}\n{drawn}"),
        format!(
            "#A author\n[Puzzle]\n{nine}\n[State]\n{}\n[PencilMarks]\n1,2,3\n",
            state.join("\n")
        ),
        format!("*-----------*\n{}\n*-----------*\n", nine.replace('.', "-")),
        format!("quizzes,solutions\n{LINE},{SOLUTION}\n{LINE},{SOLUTION}\n"),
        format!("\"id\";\"puzzle\";\"grid\";\"rating\"\n7;\"{LINE}\";\"{LINE}\";\"a \"\"b\"\"\"\n"),
        format!("[[{array}],[{array}]]\n"),
        format!("[\"{LINE}\",\"{LINE}\"]\n"),
        array.replace("],[", "],\n["),
        format!("{{\"id\":1,\"puzzle\":\"{LINE}\",\"solution\":\"{SOLUTION}\",\"rating\":2}}\n")
            .repeat(2),
        format!(
            "[{{\"board\":[[{}]],\n\"x\":null}},\n{{\"board\":null}}]\n",
            array.replace("\".\"", "null")
        ),
        format!("Input: board = [{array}]\nOutput: [\"{SOLUTION}\"]\n"),
        format!("17 ED=7.1/1.2/1.2 {LINE} x\nname: {}\n", rows.join("/")),
        format!(".---.---.---.\n{}'---'---'---'\n", "| 12 3 456 | 7 8 9 | 1 2 3 |\n".repeat(9)),
        format!(":0901:12:{}:412:r1c1:\n", LINE.replacen("..7", ".+47", 1)),
        "https://sudokuexchange.com/play/?s=KDTRBQsV3CQ3p0q08RJ5avLJSRFc\n".to_owned(),
        "1.3.".repeat(64) + "\n" + &"12.4\n".repeat(4),
        String::new(),
    ]
    .map(String::into_bytes)
    .into()
}

/// Damages the bytes after `from` one to six times.
fn damage(bytes: &mut Vec<u8>, from: usize, files: &[Vec<u8>], random: &mut Random) {
    for _ in 0..=random.below(6) {
        let mut draw = |bound: usize| random.below(bound as u64) as usize;
        let at = from + draw(bytes.len() - from + 1);
        let end = (at + 1 + draw(40)).min(bytes.len());
        let piece = match draw(8) {
            0 => vec![draw(256) as u8],
            1 => {
                bytes.truncate(at);
                Vec::new()
            }
            2 => bytes.drain(at..end).collect(),
            3 => bytes[at..end].to_vec(),
            4 => {
                let file = &files[draw(files.len())];
                let at = draw(file.len() + 1);
                file[at..(at + draw(200)).min(file.len())].to_vec()
            }
            5 => {
                bytes.drain(at..end);
                Vec::new()
            }
            6 => {
                if let Some(byte) = bytes.get_mut(at) {
                    *byte ^= 1 << draw(8);
                }
                Vec::new()
            }
            _ => PIECES[draw(PIECES.len())].to_vec(),
        };
        let at = from + draw(bytes.len() - from + 1);
        bytes.splice(at..at, piece);
    }
}

/// A text of damaged parts and good lines in turn, and the good lines with their numbers.
struct Text {
    bytes: Vec<u8>,
    good: Vec<(u64, Grid)>,
}

impl Text {
    fn random(files: &[Vec<u8>], random: &mut Random) -> Self {
        // A text that begins like an archive would be taken for one.
        let begin = if random.below(16) == 0 { "" } else { "#\n" };
        let mut text = Self { bytes: begin.into(), good: Vec::new() };
        for _ in 0..=random.below(3) {
            let mut part = files[random.below(files.len() as u64) as usize].clone();
            damage(&mut part, 0, files, random);
            text.bytes.extend(part);
            text.bytes.push(b'\n');
            // The first cell is blank, so that no line is a solution.
            let cells = std::array::from_fn(|at| random.below(10.min(at as u64 * 10 + 1)) as u8);
            let grid = Grid::try_from(cells).unwrap();
            text.good.push((lines(&text.bytes) + 1, grid));
            text.bytes.extend(grid.to_string().into_bytes());
            text.bytes.push(b'\n');
        }
        text
    }
}

/// The number of line ends in a text, each `\n`, `\r` or both.
fn lines(bytes: &[u8]) -> u64 {
    let ends = |at: &usize| {
        bytes[*at] == b'\r' || bytes[*at] == b'\n' && (*at == 0 || bytes[at - 1] != b'\r')
    };
    (0..bytes.len()).filter(ends).count() as u64
}

/// Reads to the end and checks what must hold for any bytes.
fn read(bytes: &[u8], buffer: usize) -> (Vec<Record>, Option<ReadError>) {
    let (mut records, mut end) = (Vec::new(), None);
    let name = "a\u{1b}\u{202e}b";
    for (index, item) in Reader::new(name, BufReader::with_capacity(buffer, bytes)).enumerate() {
        assert!(end.is_none(), "an error of the source is the last");
        assert!(index <= 1 << 22, "the reading does not end");
        match item {
            Ok(record) => {
                let line = records.last().map_or(1, |last: &Record| last.line);
                assert!(record.line >= line);
                records.push(record);
            }
            Err(error) => {
                let told = error.to_string();
                assert!(!told.contains(|c: char| c.is_control() || c == '\u{202e}'), "{told:?}");
                match error {
                    ReadError::Text { line, column, .. } => assert!(line >= 1 && column >= 1),
                    error @ ReadError::Io { .. } => end = Some(error),
                }
            }
        }
    }
    (records, end)
}

fn demand(good: &[(u64, Grid)], records: &[Record]) {
    let mut records = records.iter();
    for (line, grid) in good {
        let found = records.any(|record| (record.line, record.grid) == (*line, *grid));
        assert!(found, "line {line} is lost: {grid}");
    }
}

/// A text, `text` and then `more`, packed; and the number of packed bytes from which all of `text`
/// can be unpacked.
fn pack(text: &[u8], more: &[u8], gzip: bool) -> (Vec<u8>, usize) {
    if gzip {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
        encoder.write_all(text).unwrap();
        // All of `text` can be unpacked from the bytes so far.
        encoder.flush().unwrap();
        let whole = encoder.get_ref().len();
        encoder.write_all(more).unwrap();
        return (encoder.finish().unwrap(), whole);
    }
    let [mut packed, more] =
        [text, more].map(|text| compress_to_vec(text, CompressionLevel::Fastest));
    let whole = packed.len();
    packed.extend(more);
    (packed, whole)
}

/// Prints the number of the input when a test fails.
struct Input(u64);

impl Drop for Input {
    fn drop(&mut self) {
        if thread::panicking() {
            eprintln!("it was input {}", self.0);
        }
    }
}

/// The numbers of the inputs: a few, or those that the environment asks for.
fn inputs(few: u64) -> Range<u64> {
    let Ok(asked) = env::var("HOSTILE_INPUTS") else { return 0..few };
    let range =
        asked.split_once("..").and_then(|(from, to)| Some(from.parse().ok()?..to.parse().ok()?));
    range.expect("HOSTILE_INPUTS is a range of numbers, such as 0..1000")
}

#[test]
fn no_good_line_is_lost() {
    let files = files();
    for number in inputs(3_000) {
        let _input = Input(number);
        let mut random = Random::seeded(number);
        let text = Text::random(&files, &mut random);
        let buffer = 1 + random.below(300) as usize;
        if random.below(8) > 0 || !text.bytes.starts_with(b"#") {
            let (records, end) = read(&text.bytes, buffer);
            if end.is_none() {
                demand(&text.good, &records);
            }
            assert!(end.is_none() || !text.bytes.starts_with(b"#"), "{end:?}");
            continue;
        }
        let more = Text::random(&files, &mut random).bytes;
        let (mut packed, whole) = pack(&text.bytes, &more, random.below(2) == 0);
        damage(&mut packed, whole, &files, &mut random);
        let (records, _) = read(&packed, buffer);
        demand(&text.good, &records);
        damage(&mut packed, 0, &files, &mut random);
        read(&packed, buffer);
    }
}
