//! [`Progress`]: one bar for a whole run, on standard error.
//!
//! The programs of a run say where they are in lines `progress STEP DONE TOTAL MESSAGE`; all else
//! that they write there goes on to the user, above the bar.

use std::io::{BufRead, BufReader, IsTerminal};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::mpsc::{RecvTimeoutError, channel};
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

/// How far a run is: a bar with the time left on a terminal; elsewhere a line for every tenth.
#[derive(Debug)]
pub(crate) struct Progress {
    steps: Vec<Step>,
    at: usize,
    /// The share of the present step that is done.
    share: f64,
    message: String,
    started: Instant,
    terminal: bool,
    tenths: u32,
}

impl Progress {
    pub(crate) fn new(steps: Vec<Step>) -> Self {
        Self {
            steps,
            at: 0,
            share: 0.0,
            message: String::new(),
            started: Instant::now(),
            terminal: std::io::stderr().is_terminal(),
            tenths: 0,
        }
    }

    /// A step of this name, from the present one on, is so far.
    pub(crate) fn at(&mut self, name: &str, done: u64, total: u64, message: &str) {
        let ahead = self.steps.iter().skip(self.at).position(|step| step.name == name);
        self.at += ahead.unwrap_or(0);
        if ahead.is_some() {
            self.share = (done as f64 / total.max(1) as f64).min(1.0);
        }
        self.message = format!("{name} {message}");
        self.show();
    }

    /// Runs a program to its end, and follows what it says.
    pub(crate) fn run(&mut self, command: &mut Command) -> Result<ExitStatus> {
        let mut child = command
            .env("SUDOKU_LAB_PROGRESS", "lines")
            .stderr(Stdio::piped())
            .spawn()
            .with_context(|| format!("cannot start `{}`", crate::shown(command)))?;
        let said = child.stderr.take().context("it has a standard error")?;
        let (send, lines) = channel();
        let reader = thread::spawn(move || {
            let mut said = BufReader::new(said).split(b'\n').map_while(Result::ok);
            said.all(|line| send.send(String::from_utf8_lossy(&line).into_owned()).is_ok());
        });
        loop {
            match lines.recv_timeout(Duration::from_millis(500)) {
                Ok(line) => self.take(&line),
                Err(RecvTimeoutError::Timeout) => self.show(),
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        let _ = reader.join();
        Ok(child.wait()?)
    }

    /// Runs a program, which must succeed.
    pub(crate) fn must(&mut self, command: &mut Command) -> Result<()> {
        let status = self.run(command)?;
        crate::succeeded(command, status)
    }

    fn take(&mut self, line: &str) {
        if let Some((name, done, total, message)) = told(line) {
            self.at(name, done, total, message);
        } else if !is_noise(line) {
            self.clear();
            eprintln!("{line}");
            self.show();
        }
    }

    /// The share of the run that is done, and the seconds left: the expected ones, corrected by how
    /// long what is done has taken against what was expected.
    fn course(&self, elapsed: f64) -> (f64, f64) {
        // So many seconds must have gone by for half a correction.
        const TRUST: f64 = 5.0;
        let seconds = |steps: &[Step]| steps.iter().map(|step| step.seconds).sum::<f64>();
        let now = self.steps.get(self.at).map_or(0.0, |step| step.seconds);
        let done = seconds(&self.steps[..self.at]) + now * self.share;
        let all = seconds(&self.steps);
        let left = (all - done) * (elapsed + TRUST) / (done + TRUST);
        (if all > 0.0 { done / all } else { 1.0 }, left)
    }

    fn show(&mut self) {
        const WIDTH: usize = 79;
        let (share, left) = self.course(self.started.elapsed().as_secs_f64());
        let tenths = (share * 10.0) as u32;
        if self.terminal {
            let bar = "#".repeat((share * 24.0) as usize);
            let percent = share * 100.0;
            let line =
                format!("[{bar:-<24}] {percent:3.0} %, {} left  {}", span(left), self.message);
            eprint!("\r\x1b[K{}", line.chars().take(WIDTH).collect::<String>());
        } else if tenths > self.tenths {
            eprintln!("{} %, {} left", tenths * 10, span(left));
        }
        self.tenths = self.tenths.max(tenths);
    }

    fn clear(&self) {
        if self.terminal {
            eprint!("\r\x1b[K");
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.clear();
    }
}

/// Step, done, total and message of a line that speaks of progress.
fn told(line: &str) -> Option<(&str, u64, u64, &str)> {
    let mut words = line.strip_prefix("progress ")?.splitn(4, ' ');
    let (name, done, total) = (words.next()?, words.next()?, words.next()?);
    Some((name, done.parse().ok()?, total.parse().ok()?, words.next().unwrap_or_default()))
}

/// Criterion asks for a longer time or fewer samples. It has as few as it takes, and ratios are not
/// made of them.
fn is_noise(line: &str) -> bool {
    line.trim().is_empty() || line.starts_with("Warning: Unable to complete")
}

/// A time in words: `40 s`, `3 min 20 s`.
fn span(seconds: f64) -> String {
    let seconds = seconds.round() as u64;
    match (seconds / 60, seconds % 60) {
        (0, seconds) => format!("{seconds} s"),
        (minutes, seconds) if minutes < 10 => format!("{minutes} min {} s", seconds / 10 * 10),
        (minutes, _) => format!("{minutes} min"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn progress(steps: &[(&str, f64)]) -> Progress {
        Progress::new(steps.iter().map(|(name, seconds)| Step::new(name, *seconds)).collect())
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
            let (share, _) = run.course(0.0);
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
        let left = |run: &Progress, elapsed| run.course(elapsed).1.round() as u64;
        assert_eq!(left(&run, 0.0), 60, "as expected at first");
        run.at("timing", 2, 2, "");
        assert_eq!(left(&run, 10.0), 50, "all is as expected");
        assert_eq!(left(&run, 25.0), 100, "what is done took longer");
        run.at("pairing", 1, 1, "");
        run.at("pairing", 1, 1, "the second is not reached without its linking");
        assert_eq!(left(&run, 35.0), 25);
        run.at("linking", 0, 1, "");
        run.at("pairing", 1, 1, "");
        assert_eq!(left(&run, 99.0), 0);
    }

    #[test]
    fn criterion_does_not_tear_the_bar_and_complaints_are_no_noise() {
        let long =
            "Warning: Unable to complete 10 samples in 60.0ms. You may wish to increase target";
        assert!(is_noise("") && is_noise(long));
        for line in ["WRONG: x", "error: y", "warning: unused", "progressive"] {
            assert!(!is_noise(line) && told(line).is_none(), "{line}");
        }
        assert_eq!(told("progress timing 3 10 a on b"), Some(("timing", 3, 10, "a on b")));
        assert_eq!(told("progress timing 3"), None);
    }

    #[test]
    fn times_are_told_as_people_do() {
        let spans = [0.4, 59.6, 61.0, 205.0, 605.0, 7300.0].map(span);
        assert_eq!(spans, ["0 s", "1 min 0 s", "1 min 0 s", "3 min 20 s", "10 min", "121 min"]);
    }
}
