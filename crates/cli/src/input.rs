//! [`Input`]: puzzles from a file, from standard input, from a set or from an argument.

use std::ffi::{OsStr, OsString};
use std::io::{self, BufRead, BufReader, Cursor, ErrorKind, IsTerminal, Read};
use std::num::NonZero;
use std::path::Path;
use std::thread;

use anyhow::{Result, ensure};
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use sudoku_core::{Grid, is_blank};
use sudoku_puzzles::{Corpus, Encoding, NO_PUZZLE, Opened, ReadError, ReadOptions, Reader, Record};

use crate::console::Console;

/// How puzzles are read and shared out.
#[derive(Debug, Clone, Default, Args)]
pub(crate) struct Reading {
    /// Read the puzzles from this column or key
    ///
    /// A dot leads inwards: game.board is the key board in game.
    #[arg(long, value_name = "NAME")]
    puzzle: Option<String>,

    /// Read the solutions from this column or key
    #[arg(long, value_name = "NAME")]
    solution: Option<String>,

    /// The column or key of the ratings, which only an audit reads.
    #[arg(skip)]
    pub(crate) rating: Option<String>,

    /// The sign or word for a blank; no other is one then
    #[arg(long, value_name = "SIGN", value_parser = ReadOptions::sign)]
    blank: Option<String>,

    /// The meaning of the numbers of cells in lists and arrays [default: what the layout says]
    #[arg(long, value_parser = named(&Encoding::ALL), hide_short_help = true)]
    encoding: Option<Encoding>,

    #[command(flatten)]
    pub(crate) threads: Threads,
}

/// The number of threads.
#[derive(Debug, Clone, Copy, Default, Args)]
pub(crate) struct Threads {
    /// Number of threads [default: one per core]
    ///
    /// It changes no result.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

impl Threads {
    pub(crate) fn number(self) -> usize {
        let cores = || thread::available_parallelism().map_or(1, NonZero::get);
        self.threads.map_or_else(cores, usize::from)
    }
}

/// The puzzles of a command that takes one argument.
#[derive(Debug, Args)]
pub(crate) struct Source {
    #[command(flatten)]
    pub(crate) reading: Reading,

    /// A puzzle, a file of puzzles, a set (sudoku-lab list), or - for standard input (the default)
    #[arg(value_name = "PUZZLE|FILE|SET")]
    input: Option<OsString>,
}

impl Source {
    /// The argument, if it is a puzzle.
    ///
    /// # Errors
    ///
    /// As for [`as_puzzle`].
    pub(crate) fn argument(&self) -> Result<Option<Grid>> {
        as_puzzle(self.input.as_deref(), &self.reading)
    }

    /// # Errors
    ///
    /// As for [`Input::of`].
    pub(crate) fn open(&self, console: &Console<'_>) -> Result<Input> {
        Input::of(self.input.as_deref(), &self.reading, console)
    }
}

/// Reads one of these names, which the help shows with their meanings.
pub(crate) fn named<T: Copy + Send + Sync>(
    all: &'static [(T, &'static str, &'static str)],
) -> impl TypedValueParser<Value = T> {
    let values = all.iter().map(|(_, name, help)| PossibleValue::new(*name).help(*help));
    PossibleValuesParser::new(values).map(|name| {
        let known = all.iter().find(|(_, known, _)| *known == name);
        known.expect("the parser knows the same names").0
    })
}

impl Reading {
    pub(crate) fn options(&self) -> ReadOptions {
        let Self { puzzle, solution, rating, blank, encoding, .. } = self.clone();
        ReadOptions { puzzle, solution, rating, blank, encoding }
    }
}

/// Where puzzles come from.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Origin {
    Argument(Grid),
    Shipped,
    /// A file or standard input, parts of which may be skipped.
    Outside,
}

/// A text of puzzles.
pub(crate) struct Input {
    /// The name of the text in errors.
    pub(crate) name: String,
    pub(crate) origin: Origin,
    /// The size of the text, if it is known.
    pub(crate) bytes: Option<u64>,
    text: Box<dyn Read>,
    options: ReadOptions,
}

impl Input {
    /// Standard input. If it is a terminal, a message says what input is expected.
    fn stdin(options: ReadOptions, console: &Console<'_>) -> Self {
        let stdin = io::stdin();
        if stdin.is_terminal() {
            console.say(
                "Type or paste puzzles: 81 cells on a line, or nine lines of nine, with . or 0 for a \
                 blank.",
            );
            console.say("End with Ctrl-D on a line of its own.");
        }
        let (name, text) = ("stdin".to_owned(), Box::new(stdin.lock()));
        Self { name, origin: Origin::Outside, bytes: None, text, options }
    }

    /// Opens a file, a set by its name, or standard input for `-` or no path.
    ///
    /// # Errors
    ///
    /// When the file cannot be opened, or has the name of a set.
    pub(crate) fn open(
        path: Option<&OsStr>,
        reading: &Reading,
        console: &Console<'_>,
    ) -> Result<Self> {
        let options = reading.options();
        let path = match path {
            Some(path) if path != "-" => Path::new(path),
            _ => return Ok(Self::stdin(options, console)),
        };
        let name = path.display().to_string();
        if let Ok(corpus) = sudoku_puzzles::find(&name) {
            ensure!(!path.exists(), "`{name}` is a file here and a set: ./{name} is the file");
            return Ok(Self::corpus(corpus));
        }
        let opened = Opened::of(path).map_err(|error| {
            let context = match sudoku_puzzles::find(&name) {
                _ if error.kind() == ErrorKind::InvalidData => name.clone(),
                Err(none) if !name.contains(['.', '/', '\\']) => {
                    format!("cannot open {name}; {none}")
                }
                _ => format!("cannot open {name}"),
            };
            anyhow::Error::from(error).context(context)
        })?;
        let Opened { text, bytes, encoding } = opened;
        let options = ReadOptions { encoding: options.encoding.or(encoding), ..options };
        Ok(Self { name, origin: Origin::Outside, bytes, text, options })
    }

    /// The argument itself if it is a puzzle; otherwise [`open`](Self::open)s it as a path.
    ///
    /// # Errors
    ///
    /// As for [`as_puzzle`], and when the file cannot be opened.
    pub(crate) fn of(
        argument: Option<&OsStr>,
        reading: &Reading,
        console: &Console<'_>,
    ) -> Result<Self> {
        let Some(grid) = as_puzzle(argument, reading)? else {
            return Self::open(argument, reading, console);
        };
        let text = Cursor::new(grid.to_string().into_bytes());
        Ok(Self::known("argument", Origin::Argument(grid), None, text))
    }

    /// A shipped set.
    pub(crate) fn corpus(corpus: &Corpus) -> Self {
        let text = corpus.text.as_bytes();
        Self::known(corpus.name, Origin::Shipped, Some(text.len() as u64), text)
    }

    fn known(name: &str, origin: Origin, bytes: Option<u64>, text: impl Read + 'static) -> Self {
        let (name, options) = (name.to_owned(), ReadOptions::default());
        Self { name, origin, bytes, text: Box::new(text), options }
    }

    /// A reader of the puzzles. `hand_on` is called before each read from the text, because its
    /// sender may wait for the results so far.
    pub(crate) fn puzzles(self, hand_on: impl FnMut()) -> Reader<impl BufRead> {
        let polite = Polite { text: self.text, hand_on };
        Reader::new(self.name, BufReader::with_capacity(1 << 18, polite)).with(self.options)
    }
}

/// The error for an input without a puzzle, and without anything meant to be one.
pub(crate) fn no_puzzle(name: &str) -> anyhow::Error {
    anyhow::anyhow!("{name}: {NO_PUZZLE}")
}

/// Calls `hand_on` before every read.
struct Polite<F> {
    text: Box<dyn Read>,
    hand_on: F,
}

impl<F: FnMut()> Read for Polite<F> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        (self.hand_on)();
        self.text.read(buffer)
    }
}

/// Reads an argument as a puzzle; `None` when it is meant to be a file.
///
/// # Errors
///
/// When it looks like a puzzle but is none, and no file has this name.
pub(crate) fn as_puzzle(argument: Option<&OsStr>, reading: &Reading) -> Result<Option<Grid>> {
    let Some(text) = argument.and_then(OsStr::to_str) else { return Ok(None) };
    if !looks_like_a_puzzle(text) || Path::new(text).exists() {
        return Ok(None);
    }
    let read: Result<Vec<Record>, ReadError> =
        Reader::new("argument", text.as_bytes()).with(reading.options()).collect();
    let error = match read.as_deref() {
        Ok([record]) => return Ok(Some(record.grid)),
        Ok(records) => anyhow::anyhow!("found {} puzzles, expected one", records.len()),
        Err(_) => anyhow::Error::from(read.expect_err("it was looked at")),
    };
    Err(error.context(format!("`{text}` is neither a puzzle nor a file")))
}

/// True for a text of cells, and for one with at least 16 cells, as many as a 4 x 4 board, if more
/// than a third of its characters are cells.
fn looks_like_a_puzzle(text: &str) -> bool {
    let cells = text.chars().filter(|&c| c.is_ascii_digit() || is_blank(c)).count();
    let all = text.chars().count();
    cells == all && all > 1 || cells >= 16 && cells * 3 > all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stream::Stream;

    const LINE: &str =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    #[test]
    fn a_set_is_named_where_a_file_is_taken() {
        let console = Console::new(&[], Stream::stdout(), Stream::stderr());
        let open = |name: &str| Input::open(Some(OsStr::new(name)), &Reading::default(), &console);
        let read = |name: &str| open(name).unwrap().puzzles(|| ()).filter_map(Result::ok).count();
        assert_eq!([read("leetcode-37"), read("easy")], [1, 500]);
        let error = format!("{:#}", open("eazy").err().unwrap());
        let near = "cannot open eazy; no corpus is called `eazy`; the nearest is `easy` (";
        assert!(error.starts_with(near), "{error}");
    }

    #[test]
    fn an_argument_is_a_puzzle_or_a_file() {
        let read = |text: &str| as_puzzle(Some(OsStr::new(text)), &Reading::default());
        assert_eq!(read(LINE).unwrap(), LINE.parse().ok());
        for file in ["-", "x", "puzzles.txt", "/tmp/2026-11-21/17.txt", &"long/path/".repeat(30)] {
            assert_eq!(read(file).unwrap(), None);
        }
        let error = format!("{:#}", read(&LINE[1..]).unwrap_err());
        assert!(error.contains("file: argument:1:81: found 80 cells, expected 81"), "{error}");
        let error = format!("{:#}", read("53..7").unwrap_err());
        assert!(error.contains("neither a puzzle nor a file: argument:1"), "{error}");
        let error = format!("{:#}", read("1...3.2.4....4.1").unwrap_err());
        assert!(error.contains("found 16 cells, a board of 4 x 4"), "{error}");
        assert_eq!(as_puzzle(None, &Reading::default()).unwrap(), None);
        let rows: Vec<&str> = (0..9).map(|row| &LINE[row * 9..][..9]).collect();
        for text in
            [rows.join("/"), format!("[\"{}\"]", rows.join("\", \"")), format!("17: {LINE}")]
        {
            assert_eq!(read(&text).unwrap(), LINE.parse().ok(), "{text}");
        }
        let error = format!("{:#}", read(&format!("[\"{LINE}\", \"{LINE}\"]")).unwrap_err());
        assert!(error.ends_with("found 2 puzzles, expected one"), "{error}");
    }
}
