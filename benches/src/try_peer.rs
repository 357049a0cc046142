//! A peer is tried in a separate process before it runs in this one: it may hang, panic, or use up
//! the memory.
//!
//! The process is the same program, started again. It solves every puzzle of the run once and
//! prints a line before each, so that the process that waits knows which puzzle is being solved. It
//! does not check the answers: a peer that passes is verified like all other solvers.

use std::hint::black_box;
use std::io::{BufRead, BufReader, Read};
use std::iter;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use sudoku_registry::Entry;

use crate::{Allowance, PuzzleSet};

/// The first word of the lines that the process prints; a peer may print, too.
const MARK: &str = "sudoku-lab-trial";

/// How long the standard error of a process is read after its end: by then, all is in the pipe.
const LAST_WORDS: Duration = Duration::from_secs(1);

/// Tries a peer in a separate process, which `child` starts and which does nothing but
/// [`run_as_peer`]. Returns the reason why the peer must not run in this process; `None` if it may.
///
/// # Errors
///
/// When the process cannot be started or watched.
pub(crate) fn try_peer(
    sets: &[PuzzleSet],
    allowance: &Allowance,
    mut child: Command,
) -> Result<Option<String>> {
    let piped = child.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = piped.spawn().context("a program for a peer cannot be started")?;
    let said = short_lines(child.stdout.take().context("no standard output")?);
    let complaints = short_lines(child.stderr.take().context("no standard error")?);
    let (send, last_words) = channel();
    thread::spawn(move || {
        // The first lines are enough, and there may be no end of them.
        complaints.iter().take(100).try_for_each(|line| send.send(line)).ok();
        drop(send);
        complaints.iter().for_each(drop);
    });
    let watched = watch(sets, allowance, &said);
    let (place, stopped) = match watched {
        Watched::Through => (String::new(), None),
        Watched::Ended(place) => (place, None),
        Watched::TooLong(place, why) => (place, Some(why)),
    };
    let status = end(&mut child, if stopped.is_some() { Duration::ZERO } else { allowance.puzzle });
    let status = status.context("a program for a peer cannot be watched")?;
    // A child of the process may hold the pipe open for as long as it likes.
    let deadline = Instant::now() + LAST_WORDS;
    let left = || deadline.saturating_duration_since(Instant::now());
    let last_words: Vec<String> = iter::from_fn(|| last_words.recv_timeout(left()).ok()).collect();
    Ok(match (stopped, status) {
        (Some(why), _) => Some(format!("{why}{place}")),
        (None, Some(status)) if status.success() && place.is_empty() => None,
        (None, Some(status)) => Some(format!("{}{place}", cause(status, &last_words, allowance))),
        (None, None) => Some("did not end after the last puzzle".to_owned()),
    })
}

/// Solves every puzzle of the sets, within the memory that is allowed. It is for the process that
/// is started to try a peer.
///
/// # Panics
///
/// When the peer does.
pub fn run_as_peer(peer: &Entry, sets: &[PuzzleSet], allowance: &Allowance) {
    limit_memory(allowance.memory);
    // In a thread, as when solvers are verified: the main thread has a larger stack.
    let solve = || {
        let mut session = peer.start();
        for (at, set) in sets.iter().enumerate() {
            let goal = set.record.goal;
            let puzzles = if peer.can.answer(goal) { set.puzzles.as_slice() } else { &[] };
            for (index, puzzle) in puzzles.iter().enumerate() {
                println!("{MARK} {at} {index}");
                black_box(session.solve(black_box(puzzle), goal));
            }
        }
        println!("{MARK} through");
    };
    thread::scope(|scope| _ = scope.spawn(solve));
}

/// How a trial went, and at which puzzle it ended.
enum Watched {
    Through,
    Ended(String),
    TooLong(String, String),
}

fn watch(sets: &[PuzzleSet], allowance: &Allowance, said: &Receiver<String>) -> Watched {
    let begin = Instant::now();
    let (mut since, mut place) = (begin, " before the first puzzle".to_owned());
    loop {
        let (puzzle, all) = (since + allowance.puzzle, begin + allowance.all);
        match said.recv_timeout(puzzle.min(all).saturating_duration_since(Instant::now())) {
            Ok(line) => {
                let Some(step) = line.strip_prefix(MARK) else { continue };
                let Some((set, index)) = step.trim().split_once(' ') else {
                    return Watched::Through;
                };
                let name = set.parse().ok().and_then(|set: usize| sets.get(set));
                let name = name.map_or("", |set| &set.record.name);
                (since, place) = (Instant::now(), format!(" on puzzle {index} of {name}"));
            }
            Err(RecvTimeoutError::Timeout) if Instant::now() >= puzzle => {
                let why = format!("gave no answer within {:?}", allowance.puzzle);
                return Watched::TooLong(place, why);
            }
            Err(RecvTimeoutError::Timeout) => {
                let why = format!("was not through all puzzles within {:?}; it was", allowance.all);
                return Watched::TooLong(place, why);
            }
            Err(RecvTimeoutError::Disconnected) => return Watched::Ended(place),
        }
    }
}

/// Waits this long for a process to end by itself, then kills it; returns `None` if it was killed.
fn end(child: &mut Child, within: Duration) -> Result<Option<ExitStatus>> {
    let deadline = Instant::now() + within;
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if Instant::now() >= deadline {
            // This fails if the process has just ended.
            let _ = child.kill();
            child.wait()?;
            return Ok(None);
        }
        thread::sleep(Duration::from_millis(2));
    }
}

/// Returns why a process ended too early, from its exit status and its standard error.
fn cause(status: ExitStatus, last_words: &[String], allowance: &Allowance) -> String {
    let says = |what: &str| last_words.iter().position(|line| line.contains(what));
    if says("memory allocation of").is_some() {
        return format!("asked for more than {} MiB of memory", allowance.memory >> 20);
    }
    if says("has overflowed its stack").is_some() {
        return "overflowed its stack".to_owned();
    }
    if let Some(at) = says("panicked at") {
        let message = last_words.get(at + 1).map_or("", String::as_str).trim();
        return format!("panicked (\"{message}\")");
    }
    match status.code() {
        Some(code) => format!("ended the program with exit code {code}"),
        None => format!("was ended by the system ({status})"),
    }
}

/// Sends the lines of a stream as they come, in pieces of at most 4,096 bytes, so that a line
/// without an end does not fill the memory.
fn short_lines(stream: impl Read + Send + 'static) -> Receiver<String> {
    const LONGEST: u64 = 4096;
    let (send, lines) = channel();
    thread::spawn(move || {
        let mut stream = BufReader::new(stream);
        loop {
            let mut line = Vec::new();
            match stream.by_ref().take(LONGEST).read_until(b'\n', &mut line) {
                Ok(1..) => {}
                Ok(0) | Err(_) => return,
            }
            let line = String::from_utf8_lossy(&line).trim_end().to_owned();
            if send.send(line).is_err() {
                return;
            }
        }
    });
    lines
}

/// Limits the address space of this process to its present size plus `more` bytes. Where the system
/// cannot do so, time alone is limited.
fn limit_memory(more: u64) {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, Rlimit, setrlimit};
        let most = Some(address_space() + more);
        let _ = setrlimit(Resource::As, Rlimit { current: most, maximum: most });
    }
    #[cfg(not(unix))]
    let _ = more;
}

/// Returns the bytes of address space of this process; 0 where the system does not report them.
#[cfg(unix)]
fn address_space() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let size = status.lines().find_map(|line| line.strip_prefix("VmSize:"));
    let kilobytes = size.and_then(|size| size.trim().trim_end_matches(" kB").parse().ok());
    kilobytes.unwrap_or(0) * 1024
}
