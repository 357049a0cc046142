//! [`each`]: processes rows on several threads and returns the results in the order of the rows.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use pyo3::prelude::*;

/// The greatest number of rows that a thread takes at once.
const MOST: usize = 4096;

/// The interval at which Python is asked whether the user wants to stop.
const PATIENCE: Duration = Duration::from_millis(100);

/// Calls `work` on ranges of `rows` rows, on this many threads (0 for one on each core), while
/// Python goes on. `start` makes the state of one thread. The results are in the order of the rows.
///
/// # Errors
///
/// When Python receives a signal, such as that of Ctrl-C. The ranges that have begun are finished
/// first.
pub(crate) fn each<S, R: Send>(
    py: Python<'_>,
    rows: usize,
    threads: usize,
    start: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, Range<usize>) -> R + Sync,
) -> PyResult<Vec<R>> {
    let cores = || thread::available_parallelism().map_or(1, usize::from);
    let threads = if threads == 0 { cores() } else { threads };
    let size = if threads == 1 { MOST } else { rows.div_ceil(8 * threads).clamp(1, MOST) };
    let ranges: Vec<_> = (0..rows).step_by(size).map(|at| at..rows.min(at + size)).collect();
    if ranges.len() < 2 || threads == 1 {
        return py.detach(|| {
            let mut state = start();
            let one = |range| {
                Python::attach(|py| py.check_signals())?;
                Ok(work(&mut state, range))
            };
            ranges.into_iter().map(one).collect()
        });
    }
    let (next, over) = (AtomicUsize::new(0), AtomicBool::new(false));
    let (next, over, ranges, start, work) = (&next, &over, &ranges, &start, &work);
    py.detach(|| {
        let (send, results) = mpsc::channel();
        thread::scope(|scope| {
            for _ in 0..threads.min(ranges.len()) {
                let send = send.clone();
                scope.spawn(move || {
                    let mut state = start();
                    while let Some(range) = ranges.get(next.fetch_add(1, Relaxed)) {
                        let sent = send.send((range.start, work(&mut state, range.clone())));
                        if over.load(Relaxed) || sent.is_err() {
                            return;
                        }
                    }
                });
            }
            drop(send);
            let mut done = Vec::with_capacity(ranges.len());
            loop {
                match results.recv_timeout(PATIENCE) {
                    Ok(result) => done.push(result),
                    Err(mpsc::RecvTimeoutError::Disconnected) => break,
                    Err(mpsc::RecvTimeoutError::Timeout) => {
                        if let Err(error) = Python::attach(|py| py.check_signals()) {
                            over.store(true, Relaxed);
                            return Err(error);
                        }
                    }
                }
            }
            done.sort_unstable_by_key(|(start, _)| *start);
            Ok(done.into_iter().map(|(_, result)| result).collect())
        })
    })
}
