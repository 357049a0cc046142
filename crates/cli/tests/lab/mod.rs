//! Runs the program itself, or its library with streams that tests can read.
#![allow(dead_code, reason = "no test uses all of it")]

use std::ffi::OsString;
use std::io::{self, Write};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::thread;

use sudoku_lab_cli::Stream;
use sudoku_registry::Entry;

/// The example of `LeetCode` 37.
pub(crate) const PUZZLE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// Its solution.
pub(crate) const SOLUTION: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

/// The example with a 5 too many in row 1.
pub(crate) const CONTRADICTORY: &str =
    "55..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// The example with a 1 that leaves no solution.
pub(crate) const UNSOLVABLE: &str =
    "531.7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// The exit code and the output of a run.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Ran {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

/// Runs `sudoku-lab` to its end.
pub(crate) fn lab(arguments: &[&str]) -> Ran {
    lab_reads(arguments, "")
}

/// Runs `sudoku-lab` with a text on standard input.
pub(crate) fn lab_reads(arguments: &[&str], input: impl AsRef<[u8]>) -> Ran {
    let mut child = start(arguments);
    let mut stdin = child.stdin.take().unwrap();
    let input = input.as_ref().to_owned();
    let writer = thread::spawn(move || {
        // The program may end before it has read everything.
        let _ = stdin.write_all(&input);
    });
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    let err = without_lacking(&text(output.stderr));
    Ran { code: output.status.code(), out: text(output.stdout), err }
}

/// The text that the program prints, without the lines about solvers that this machine cannot run.
pub(crate) fn without_lacking(said: &str) -> String {
    let about = |line: &&str| !(line.starts_with("left out: ") && line.contains("processor lacks"));
    said.split_inclusive('\n').filter(about).collect()
}

/// A stream that tests can read.
#[derive(Clone, Default)]
struct Seen(Arc<Mutex<Vec<u8>>>);

impl Write for Seen {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Seen {
    fn text(&self) -> String {
        String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
    }
}

/// Runs the program with these solvers.
pub(crate) fn lab_with(solvers: &[&'static Entry], arguments: &[&str]) -> Ran {
    run_on(Stream::plain, solvers, arguments)
}

/// Runs the program with these solvers on terminals of this many columns.
pub(crate) fn lab_on_terminal(
    columns: usize,
    solvers: &[&'static Entry],
    arguments: &[&str],
) -> Ran {
    run_on(|seen| Stream::terminal(seen, columns), solvers, arguments)
}

fn run_on(stream: impl Fn(Seen) -> Stream, solvers: &[&'static Entry], arguments: &[&str]) -> Ran {
    let (out, err) = (Seen::default(), Seen::default());
    let arguments = ["sudoku-lab"].iter().chain(arguments).map(OsString::from);
    let code = sudoku_lab_cli::run(arguments, solvers, stream(out.clone()), stream(err.clone()));
    Ran { code: Some(code.into()), out: out.text(), err: err.text() }
}

/// Starts `sudoku-lab` with pipes on all sides. No column count of the caller's terminal reaches it.
pub(crate) fn start(arguments: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_sudoku-lab"))
        .args(arguments)
        .env_remove("COLUMNS")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}
