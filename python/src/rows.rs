//! [`each`]: processes rows on several threads and returns the results in the order of the rows.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use pyo3::prelude::*;

/// The greatest number of rows that a thread takes at once.
const MOST: usize = 4096;

/// The greatest number of threads.
const MOST_THREADS: usize = 1024;

/// The interval at which Python is asked whether the user wants to stop.
const PATIENCE: Duration = Duration::from_millis(50);

/// A flag that all threads of a call read, and that ends their work when it is true.
pub(crate) type Cancel = Arc<AtomicBool>;

/// Calls `work` on ranges of `rows` rows, on this many threads (0 for one on each core), while
/// Python goes on. `start` makes the state of one thread. The results are in the order of the rows.
///
/// # Errors
///
/// When Python receives a signal, such as that of Ctrl-C. `start` gets a flag that is true from
/// then on, so that the work on a row can end, too.
pub(crate) fn each<S, R: Send>(
    py: Python<'_>,
    rows: usize,
    threads: usize,
    start: impl Fn(&Cancel) -> S + Sync,
    work: impl Fn(&mut S, Range<usize>) -> R + Sync,
) -> PyResult<Vec<R>> {
    let cores = || thread::available_parallelism().map_or(1, usize::from);
    let threads = if threads == 0 { cores() } else { threads.min(MOST_THREADS) };
    let size = if threads == 1 { MOST } else { rows.div_ceil(8 * threads).clamp(1, MOST) };
    let (next, cancel) = (&AtomicUsize::new(0), &Cancel::default());
    let (start, work) = (&start, &work);
    py.detach(|| {
        thread::scope(|scope| {
            let (send, results) = mpsc::channel();
            for _ in 0..threads.min(rows.div_ceil(size)) {
                let send = send.clone();
                let worker = move || {
                    let mut state = start(cancel);
                    while !cancel.load(Relaxed) {
                        let at = next.fetch_add(size, Relaxed);
                        let range = at..rows.min(at.saturating_add(size));
                        if range.is_empty() || send.send((at, work(&mut state, range))).is_err() {
                            return;
                        }
                    }
                };
                if let Err(error) = thread::Builder::new().spawn_scoped(scope, worker) {
                    cancel.store(true, Relaxed);
                    return Err(error.into());
                }
            }
            drop(send);
            collect(&results, cancel)
        })
    })
}

/// Receives all results, and looks at signals meanwhile.
fn collect<R>(results: &mpsc::Receiver<(usize, R)>, cancel: &Cancel) -> PyResult<Vec<R>> {
    let (mut done, mut looked) = (Vec::new(), Instant::now());
    loop {
        match results.recv_timeout(PATIENCE.saturating_sub(looked.elapsed())) {
            Ok(result) => done.push(result),
            Err(mpsc::RecvTimeoutError::Disconnected) => break,
            Err(mpsc::RecvTimeoutError::Timeout) => {}
        }
        if looked.elapsed() >= PATIENCE {
            looked = Instant::now();
            if let Err(error) = Python::attach(|py| py.check_signals()) {
                cancel.store(true, Relaxed);
                return Err(error);
            }
        }
    }
    done.sort_unstable_by_key(|(start, _)| *start);
    Ok(done.into_iter().map(|(_, result)| result).collect())
}
