//! [`each`]: processes rows on several threads and returns the results in the order of the rows.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread;

use pyo3::prelude::*;
use sudoku_lab::in_order;

/// The greatest number of rows that a thread takes at once.
pub(crate) const MOST: usize = 4096;

/// The greatest number of threads.
const MOST_THREADS: usize = 1024;

/// The number of threads, where 0 stands for one on each core.
pub(crate) fn threads(number: usize) -> usize {
    let cores = || thread::available_parallelism().map_or(1, usize::from);
    if number == 0 { cores() } else { number.min(MOST_THREADS) }
}

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
    let threads = self::threads(threads);
    let size = if threads == 1 { MOST } else { rows.div_ceil(8 * threads).clamp(1, MOST) };
    let (cancel, mut at, mut results) = (&Cancel::default(), 0_usize, Vec::new());
    let next = || {
        let range = at..rows.min(at.saturating_add(size));
        at = range.end;
        Some(range).filter(|range| !range.is_empty())
    };
    let take = |result| {
        results.push(result);
        Ok(())
    };
    let (start, work, signals) = (&start, &work, || Python::attach(|py| py.check_signals()));
    let shared = (threads.min(rows.div_ceil(size)), &**cancel);
    py.detach(|| in_order(shared, next, || start(cancel), work, take, signals))?;
    Ok(results)
}
