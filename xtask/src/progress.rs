//! [`RunProgress`]: one progress line for a whole run, on standard error.
//!
//! Cargo and the programs of a run report their progress on standard error, the programs in lines
//! `progress STEP DONE TOTAL MESSAGE`. All else that they write there is printed above the line.

use std::collections::BTreeMap;
use std::io::{BufReader, IsTerminal, Read, Write, stderr, stdout};
use std::process::{Command, ExitStatus, Output, Stdio};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use serde::Deserialize;

/// A part of a run, and the seconds that it should take.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct Step {
    pub(crate) name: String,
    seconds: f64,
}

impl Step {
    pub(crate) fn new(name: &str, seconds: f64) -> Self {
        Self { name: name.to_owned(), seconds }
    }
}

/// The progress of a run. On a terminal, a line shows which program is being compiled, of how many,
/// and for how long, and later the share of the run that is done and the time left. Elsewhere, a
/// line is printed for every program and every tenth of the run.
#[derive(Debug)]
pub(crate) struct RunProgress {
    /// The number of programs whose compilation has begun, and the number of all to compile.
    programs: (usize, usize),
    /// Empty while programs are compiled.
    steps: Vec<Step>,
    at: usize,
    /// The share of the present step that is done.
    share: f64,
    /// The seconds of the run at which the present step began.
    reached: f64,
    /// The seconds that the last step of each name took.
    taken: BTreeMap<String, f64>,
    message: String,
    began: Instant,
    /// When the first step began.
    started: Instant,
    /// The width of the line; `None` if standard error is no terminal.
    columns: Option<usize>,
    tenths: u32,
}

impl RunProgress {
    /// Returns progress that begins with this many programs to compile.
    pub(crate) fn compiling(programs: usize) -> Self {
        Self {
            programs: (0, programs),
            steps: Vec::new(),
            at: 0,
            share: 0.0,
            reached: 0.0,
            taken: BTreeMap::new(),
            message: String::new(),
            began: Instant::now(),
            started: Instant::now(),
            columns: stderr().is_terminal().then(|| crate::columns(true)),
            tenths: 0,
        }
    }

    /// Shows that the next program is compiled from now on.
    pub(crate) fn next_program(&mut self, name: &str) {
        let (begun, all) = &mut self.programs;
        *begun += 1;
        let place = if *all > 1 { format!(" ({begun} of {all})") } else { String::new() };
        self.announce(format!("compiling {name}{place}"));
    }

    fn announce(&mut self, message: String) {
        self.message = message;
        if self.columns.is_none() {
            eprintln!("{}", self.message);
        }
        self.show();
    }

    /// Begins the first of these steps.
    pub(crate) fn start(&mut self, steps: Vec<Step>) {
        (self.steps, self.started) = (steps, Instant::now());
        self.message.clear();
    }

    /// Shows that `done` of `total` units of the present or next step of this name are done.
    pub(crate) fn at(&mut self, name: &str, done: u64, total: u64, message: &str) {
        self.reach(name, done as f64 / total.max(1) as f64, self.started.elapsed().as_secs_f64());
        self.message = format!("{name} {message}");
        self.show();
    }

    fn reach(&mut self, name: &str, share: f64, elapsed: f64) {
        let Some(ahead) = self.steps.iter().skip(self.at).position(|step| step.name == name) else {
            return;
        };
        if ahead > 0 {
            let over = &self.steps[self.at..self.at + ahead];
            let name = &over[0].name;
            // Nothing is reported between two steps of one name.
            let alike = over.iter().filter(|step| step.name == *name).count();
            self.taken.insert(name.clone(), (elapsed - self.reached) / alike as f64);
            (self.at, self.reached) = (self.at + ahead, elapsed);
        }
        self.share = share.min(1.0);
    }

    /// Runs a program to its end, and follows the lines that it reports.
    pub(crate) fn run(&mut self, command: &mut Command) -> Result<ExitStatus> {
        command.env("SUDOKU_LAB_PROGRESS", "lines");
        Ok(self.follow(command, Self::take)?.status)
    }

    /// Runs a program, which must succeed.
    pub(crate) fn must(&mut self, command: &mut Command) -> Result<()> {
        let status = self.run(command)?;
        crate::succeeded(command, status)
    }

    /// Runs a program to its end while the line moves, then prints its standard output.
    pub(crate) fn print(&mut self, message: &str, command: &mut Command) -> Result<ExitStatus> {
        self.steps.clear();
        self.announce(message.to_owned());
        let columns = crate::columns(stdout().is_terminal()).to_string();
        command.env("SUDOKU_LAB_COLUMNS", columns).stdout(Stdio::piped());
        let output = self.follow(command, Self::take)?;
        self.clear();
        // A reader that has closed the pipe has read enough.
        let _ = stdout().write_all(&output.stdout);
        Ok(output.status)
    }

    /// Compiles with cargo, and returns its standard output. Its errors and warnings are printed.
    pub(crate) fn cargo(&mut self, command: &mut Command) -> Result<Output> {
        let head = self.message.clone();
        self.with_bar(command, |progress, line| match status(line) {
            Some(("Building", crates)) => {
                progress.message = format!("{head}: {crates}");
                progress.show();
            }
            Some(("Blocking", why)) => progress.message = format!("{head}: {why}"),
            Some(_) => {}
            None => progress.take(line),
        })
    }

    /// Compiles with cargo, and drops its errors and warnings.
    pub(crate) fn try_cargo(&mut self, command: &mut Command) -> Result<Output> {
        self.with_bar(command, |_, _| {})
    }

    fn with_bar(
        &mut self,
        command: &mut Command,
        take: impl FnMut(&mut Self, &str),
    ) -> Result<Output> {
        if self.columns.is_some() {
            // The progress bar of cargo shows how many crates are compiled, of how many.
            let bar =
                [("CARGO_TERM_PROGRESS_WHEN", "always"), ("CARGO_TERM_PROGRESS_WIDTH", "160")];
            command.envs(bar);
        }
        self.follow(command.stdout(Stdio::piped()), take)
    }

    fn follow(
        &mut self,
        command: &mut Command,
        mut take: impl FnMut(&mut Self, &str),
    ) -> Result<Output> {
        let mut child = command
            .stderr(Stdio::piped())
            .spawn()
            .with_context(|| format!("cannot start `{}`", crate::shown(command)))?;
        let said = child.stderr.take().context("no standard error")?;
        let printed = child.stdout.take();
        let (send, lines) = channel();
        let reader = thread::spawn(move || send_lines(said, &send));
        let collector = thread::spawn(move || {
            let mut all = Vec::new();
            printed.map(|mut printed| printed.read_to_end(&mut all)).transpose().map(|_| all)
        });
        loop {
            match lines.recv_timeout(Duration::from_millis(200)) {
                Ok(line) => take(self, &line),
                Err(RecvTimeoutError::Timeout) => self.show(),
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        let _ = reader.join();
        let stdout = collector.join().ok().context("its output was not read")??;
        Ok(Output { status: child.wait()?, stdout, stderr: Vec::new() })
    }

    fn take(&mut self, line: &str) {
        if let Some((name, done, total, message)) = reported(line) {
            self.at(name, done, total, message);
        } else if !is_noise(line) {
            self.say(line);
        }
    }

    /// Prints a line that stays, above the line that moves.
    pub(crate) fn say(&self, line: &str) {
        self.clear();
        eprintln!("{line}");
        self.show_line();
    }

    /// Returns the share of the run that is done, and the seconds left. A step is expected to take
    /// as long as the last one of its name. If there is none, its expected time is corrected by how
    /// long the finished steps took.
    fn forecast(&self, elapsed: f64) -> (f64, f64) {
        // After this many seconds, half of the correction applies.
        const TRUST: f64 = 5.0;
        let seconds = |steps: &[Step]| steps.iter().map(|step| step.seconds).sum::<f64>();
        let now = self.steps.get(self.at);
        let done =
            seconds(&self.steps[..self.at]) + now.map_or(0.0, |step| step.seconds * self.share);
        let all = seconds(&self.steps);
        let pace = (elapsed + TRUST) / (done + TRUST);
        let known = |step: &Step| self.taken.get(&step.name).copied();
        let whole = |step: &Step| known(step).unwrap_or(step.seconds * pace);
        let rest = |step: &Step| match known(step) {
            Some(known) => (known - (elapsed - self.reached)).max(0.0),
            None => whole(step) * (1.0 - self.share),
        };
        let ahead = self.steps.iter().skip(self.at + 1).map(whole).sum::<f64>();
        (if all > 0.0 { done / all } else { 1.0 }, now.map_or(0.0, rest) + ahead)
    }

    fn show(&mut self) {
        self.show_line();
        if self.columns.is_none() && !self.steps.is_empty() {
            let (share, left) = self.forecast(self.started.elapsed().as_secs_f64());
            let tenths = (share * 10.0) as u32;
            if tenths > self.tenths {
                eprintln!("{} %, {} left", tenths * 10, clock(left));
                self.tenths = tenths;
            }
        }
    }

    /// Draws the line that moves, on a terminal.
    fn show_line(&self) {
        if let Some(columns) = self.columns {
            eprint!("\r\x1b[K{}", self.line(columns));
        }
    }

    fn line(&self, columns: usize) -> String {
        let (gone, message) = (clock(self.began.elapsed().as_secs_f64()), &self.message);
        let line = if self.steps.is_empty() {
            format!("{gone}  {message}")
        } else {
            let (share, left) = self.forecast(self.started.elapsed().as_secs_f64());
            let bar = "#".repeat((share * 16.0) as usize);
            let (percent, left) = (share * 100.0, clock(left));
            format!("[{bar:-<16}] {percent:3.0} %, {left} left, {gone} gone  {message}")
        };
        // The last column stays free: a terminal may break the line there.
        line.chars().take(columns - 1).collect()
    }

    fn clear(&self) {
        if self.columns.is_some() {
            eprint!("\r\x1b[K");
        }
    }
}

impl Drop for RunProgress {
    fn drop(&mut self) {
        self.clear();
    }
}

/// Sends each line. A line ends with a line feed, or with a carriage return if the next one is
/// written over it.
fn send_lines(said: impl Read, to: &Sender<String>) {
    let mut line = Vec::new();
    for byte in BufReader::new(said).bytes().map_while(Result::ok).chain([b'\n']) {
        if byte != b'\n' && byte != b'\r' {
            line.push(byte);
        } else if to.send(String::from_utf8_lossy(&std::mem::take(&mut line)).into()).is_err() {
            return;
        }
    }
}

/// Returns step, done, total and message of a line that reports progress, if it is one.
fn reported(line: &str) -> Option<(&str, u64, u64, &str)> {
    let mut words = line.strip_prefix("progress ")?.splitn(4, ' ');
    let (name, done, total) = (words.next()?, words.next()?, words.next()?);
    Some((name, done.parse().ok()?, total.parse().ok()?, words.next().unwrap_or_default()))
}

/// Splits one of cargo's status lines into its verb, which ends in column 12, and the rest. Of a
/// progress bar, the rest is what follows the bar: `34/120: serde`.
fn status(line: &str) -> Option<(&str, &str)> {
    let line = line.trim_start_matches("\x1b[K");
    let (verb, rest) = line.split_at_checked(12)?;
    let rest = rest.strip_prefix(' ')?;
    let verb = verb.strip_prefix(' ')?.trim_start();
    let is_verb = verb.starts_with(|c: char| c.is_ascii_uppercase())
        && verb.chars().all(|c| c.is_ascii_alphabetic());
    is_verb.then(|| (verb, rest.split_once("] ").map_or(rest, |(_, crates)| crates)))
}

/// True for blank lines, and for criterion's advice to take more time or fewer samples: it already
/// takes as few as it allows, and no ratio is computed from them.
fn is_noise(line: &str) -> bool {
    line.trim().is_empty() || line.starts_with("Warning: Unable to complete")
}

/// A time in minutes and seconds: `0:40`, `3:20`.
fn clock(seconds: f64) -> String {
    let seconds = seconds.round() as u64;
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn progress(steps: &[(&str, f64)]) -> RunProgress {
        let mut progress = RunProgress::compiling(2);
        progress.start(steps.iter().map(|(name, seconds)| Step::new(name, *seconds)).collect());
        progress
    }

    const STEPS: [(&str, f64); 5] = [
        ("timing", 10.0),
        ("linking", 5.0),
        ("pairing", 20.0),
        ("linking", 5.0),
        ("pairing", 20.0),
    ];

    #[test]
    fn one_share_for_the_whole_run_that_never_goes_back() {
        let mut run = progress(&STEPS);
        let mut last = -1.0;
        for line in [
            "progress timing 0 4 a on b",
            "progress timing 4 4 a on b",
            "progress linking 0 1",
            "progress pairing 1 2 x, build 1 of 2",
            "progress pairing 2 2 x, build 1 of 2",
            "progress linking 1 1",
            "progress pairing 1 2 x, build 2 of 2",
            "progress pairing 9 2 x, build 2 of 2",
        ] {
            run.take(line);
            let (share, _) = run.forecast(0.0);
            assert!(share >= last, "{line}: {share}");
            last = share;
        }
        assert!((last - 1.0).abs() < 1e-9, "{last}");
        run.take("progress timing 1 2 a step that is over");
        assert_eq!(run.at, 4);
        assert_eq!(run.message, "timing a step that is over");
    }

    #[test]
    fn the_time_left_learns_from_the_time_taken() {
        let mut run = progress(&STEPS);
        let left = |run: &RunProgress, elapsed| run.forecast(elapsed).1.round() as u64;
        assert_eq!(left(&run, 0.0), 60, "as expected at first");
        run.reach("timing", 1.0, 10.0);
        assert_eq!(left(&run, 10.0), 50, "all is as expected");
        assert_eq!(left(&run, 25.0), 100, "what is done took longer");
        run.reach("linking", 0.0, 10.0);
        run.reach("pairing", 0.0, 42.0);
        run.reach("pairing", 0.5, 52.0);
        // All steps take twice as long as expected, except linking, whose time is known.
        assert_eq!(left(&run, 52.0), 19 + 32 + 38);
        run.reach("linking", 0.0, 62.0);
        assert_eq!(left(&run, 62.0), 32 + 20, "the second link and its rounds take as long");
        assert_eq!(left(&run, 82.0), 12 + 20, "and it is under way");
        run.reach("pairing", 0.0, 94.0);
        assert_eq!(left(&run, 104.0), 10);
        assert_eq!(left(&run, 999.0), 0);

        let mut twice = progress(&[("pairing", 1.0), ("pairing", 1.0), ("linking", 1.0), STEPS[2]]);
        twice.reach("pairing", 0.0, 0.0);
        twice.reach("pairing", 0.0, 8.0);
        twice.reach("linking", 0.0, 16.0);
        assert_eq!(twice.taken["pairing"].round() as u64, 8, "each of the two");
    }

    #[test]
    fn criterion_does_not_tear_the_bar_and_complaints_are_no_noise() {
        let long =
            "Warning: Unable to complete 10 samples in 60.0ms. You may wish to increase target";
        assert!(is_noise("") && is_noise(long));
        for line in ["WRONG: x", "error: y", "warning: unused", "progressive"] {
            assert!(!is_noise(line) && reported(line).is_none(), "{line}");
        }
        assert_eq!(reported("progress timing 3 10 a on b"), Some(("timing", 3, 10, "a on b")));
        assert_eq!(reported("progress timing 3"), None);
    }

    #[test]
    fn cargo_says_where_it_is_and_its_complaints_stay() {
        let bar = "    Building [=====>             ] 34/120: serde, toml(build)";
        assert_eq!(status(bar), Some(("Building", "34/120: serde, toml(build)")));
        assert_eq!(status("   Compiling serde v1.0.1"), Some(("Compiling", "serde v1.0.1")));
        for line in [
            "warning: unused variable: `x`",
            "error[E0425]: cannot find value",
            "  --> xtask/src/main.rs:1:5",
            "   |          ^^^ help: remove",
            "12 |          let a = 1;",
            "            µ",
        ] {
            assert_eq!(status(line), None, "{line}");
        }
    }

    #[test]
    fn lines_end_as_lines_do_or_are_written_over() {
        let (send, lines) = channel();
        send_lines("a 1/2\ra 2/2\rdone\nno end".as_bytes(), &send);
        drop(send);
        assert_eq!(lines.iter().collect::<Vec<_>>(), ["a 1/2", "a 2/2", "done", "no end"]);
    }

    #[test]
    fn the_line_says_what_is_compiled_and_how_far_the_run_is() {
        let mut run = RunProgress::compiling(2);
        run.next_program("the solvers");
        assert_eq!(run.line(80), "0:00  compiling the solvers (1 of 2)");
        run.start(vec![Step::new("timing", 100.0)]);
        run.at("timing", 1, 4, &"long ".repeat(30));
        let line = run.line(80);
        assert!(line.starts_with("[####------------]  25 %, 0:"), "{line}");
        assert!(line.contains(" left, 0:00 gone  timing long ") && line.len() == 79, "{line}");
    }

    #[test]
    fn output_and_complaints_of_a_program_are_both_read_to_the_end() {
        let mut run = RunProgress::compiling(1);
        let script =
            "for i in $(seq 3000); do echo to-the-one-side; echo 'progress x 1 2' >&2; done";
        let mut shell = Command::new("sh");
        let output = run.cargo(shell.args(["-c", script])).unwrap();
        assert!(output.status.success());
        assert_eq!(output.stdout.len(), 3000 * "to-the-one-side\n".len());
    }

    #[test]
    fn times_are_minutes_and_seconds() {
        let clocks = [0.4, 59.6, 61.0, 605.0, 7300.0].map(clock);
        assert_eq!(clocks, ["0:00", "1:00", "1:01", "10:05", "121:40"]);
    }
}
