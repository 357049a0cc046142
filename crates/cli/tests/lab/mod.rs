//! Runs the real program.
#![allow(dead_code, reason = "no test uses all of it")]

use std::io::Write;
use std::process::{Child, Command, Stdio};
use std::thread;

/// The example of `LeetCode` 37.
pub(crate) const PUZZLE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// Its solution.
pub(crate) const SOLUTION: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

/// The same with a 5 too many in row 1.
pub(crate) const CONTRADICTORY: &str =
    "55..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// The same with a 1 that leaves no solution.
pub(crate) const UNSOLVABLE: &str =
    "531.7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// What a run left behind.
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

/// What the program says, without the lines about solvers that this machine cannot run.
pub(crate) fn without_lacking(said: &str) -> String {
    let about = |line: &&str| !(line.starts_with("left out: ") && line.contains("processor lacks"));
    said.split_inclusive('\n').filter(about).collect()
}

/// Starts `sudoku-lab` with pipes on all sides.
pub(crate) fn start(arguments: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_sudoku-lab"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}
