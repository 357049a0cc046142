//! `sudoku-lab watch`: what it refuses, and that it restores the screen.

use crate::lab::{CONTRADICTORY, PUZZLE, lab, lab_reads};

#[test]
fn the_last_step_has_the_solution() {
    let ran = lab(&["watch", "--from", "1e9", "--solver", "bitmask/cursor", PUZZLE]);
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
    assert!(ran.out.contains("\nstep 8366  has a solution\n"), "{}", ran.out);
    assert!(ran.out.contains(" 5  3  4?| 6? 7  8?| 9? 1? 2?\n"), "{}", ran.out);
}

#[test]
fn a_file_and_standard_input_are_read() {
    let with = |input: &str| lab_reads(&["watch", "--steps", "3", "-"], input);
    let ran = with(&format!("# mine\n{PUZZLE}\n{CONTRADICTORY}\n"));
    assert_eq!(ran, lab(&["watch", "--steps", "3", PUZZLE]));
    for (input, told) in [
        ("", "stdin: found no puzzle"),
        (CONTRADICTORY, "stdin:1: the digit 5 stands twice in row 1"),
        (&PUZZLE[1..], "stdin:1:81: found 80 cells"),
    ] {
        let ran = with(input);
        assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""));
        assert!(ran.err.starts_with(&format!("error: {told}")), "{}", ran.err);
    }
}

#[test]
fn what_cannot_be_shown_is_refused() {
    let solvers = ["--solver", "bitmask/cursor"].repeat(3);
    let refused = |arguments: &[&str]| {
        let ran = lab(&[&["watch"], arguments].concat());
        assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""), "{arguments:?}");
        ran.err
    };
    assert!(refused(&solvers).contains("given 3 times, expected one or two"));
    assert!(refused(&["--solver", "bitmask/cursr"]).contains("the nearest is `bitmask/cursor`"));
    assert!(refused(&[CONTRADICTORY]).contains("the digit 5 stands twice in row 1"));
    assert!(refused(&["--steps", "some"]).contains("expected a whole number"));
}

/// A terminal for tests, made with `script` of util-linux.
#[cfg(target_os = "linux")]
mod terminal {
    use std::io::{BufReader, Read, Write};
    use std::process::{Child, Command, Stdio};
    use std::sync::mpsc::{Receiver, channel};
    use std::thread;
    use std::time::{Duration, Instant};

    const PATIENCE: Duration = Duration::from_mins(1);

    struct Terminal {
        child: Child,
        bytes: Receiver<u8>,
        seen: String,
    }

    impl Terminal {
        /// Runs `watch`, and then prints the settings of the terminal; `None` without `script`.
        fn open(columns: usize) -> Option<Self> {
            let lab = env!("CARGO_BIN_EXE_sudoku-lab");
            let told = format!("stty cols {columns} rows 60; {lab} watch; stty -a; echo over");
            let mut child = Command::new("script")
                .args(["--quiet", "--command", &told, "/dev/null"])
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .spawn()
                .inspect_err(|_| println!("skipped: `script` is not installed"))
                .ok()?;
            let (sender, bytes) = channel();
            let out = child.stdout.take().unwrap();
            thread::spawn(move || {
                BufReader::new(out)
                    .bytes()
                    .map_while(Result::ok)
                    .try_for_each(|byte| sender.send(byte))
            });
            Some(Self { child, bytes, seen: String::new() })
        }

        fn press(&mut self, keys: &str) {
            self.child.stdin.as_mut().unwrap().write_all(keys.as_bytes()).unwrap();
        }

        /// The output up to and including `text`.
        fn until(&mut self, text: &str) -> String {
            let end = Instant::now() + PATIENCE;
            self.seen.clear();
            while !self.seen.ends_with(text) {
                let left = end.saturating_duration_since(Instant::now());
                let Ok(byte) = self.bytes.recv_timeout(left) else {
                    let _ = self.child.kill();
                    panic!("{text:?} is not shown, but {:?}", self.seen);
                };
                self.seen.push(char::from(byte));
            }
            self.seen.clone()
        }
    }

    impl Drop for Terminal {
        fn drop(&mut self) {
            drop(self.child.stdin.take());
            let _ = self.child.wait();
        }
    }

    #[test]
    fn the_terminal_is_given_back() {
        for quit in ["q", "\x03", "\x1b"] {
            let Some(mut terminal) = Terminal::open(100) else { return };
            let first = terminal.until("q: quit");
            assert!(first.contains("\x1b[?1049h"), "what stood there is kept");
            terminal.press(quit);
            let left = terminal.until("over");
            assert!(left.contains("\x1b[?1049l") && left.contains("\x1b[?25h"), "{left:?}");
            assert!(left.contains(" icanon") && left.contains(" echo "), "{left:?}");
        }
    }

    #[test]
    fn keys_move_both_searches() {
        let Some(mut terminal) = Terminal::open(100) else { return };
        let first = terminal.until("q: quit");
        assert!(first.contains("bitmask/blank-list") && first.contains("step 0 of 8366, paused"));
        terminal.press("\x1b[C");
        let shown = terminal.until("q: quit");
        let line = shown.lines().find(|line| line.contains("tries 1 at r1c3")).unwrap();
        assert!(line.contains("tries 5 at r5c5"), "side by side: {line:?}");
        terminal.press("b");
        terminal.until("takes the 9 at r1c8 back");
        terminal.press("B\x1b[D");
        terminal.until("step 5 of 8366, paused");
        terminal.press("s");
        terminal.until("step 52 of 8366");
        terminal.press("++++++++ ");
        terminal.until("step 8366 of 8366");
        terminal.press("\x1b[Dc");
        terminal.until("mask_tests: ");
        terminal.press("q");
        terminal.until("over");
    }

    #[test]
    fn a_narrow_terminal_has_one_below_the_other() {
        let Some(mut terminal) = Terminal::open(60) else { return };
        let shown = terminal.until("q: quit");
        let line_of = |text| shown.lines().position(|line| line.contains(text)).unwrap();
        assert!(line_of("fewest-candidates/scan") > line_of("bitmask/blank-list") + 11);
        terminal.press("q");
        terminal.until("over");
    }
}
