//! [`in_parallel`]: equal pieces of work on all cores.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::{iter, thread};

/// Calls `work` with each number below `count`, on all cores, and returns the results in the order of
/// the numbers. `start` makes the state of a thread.
///
/// # Panics
///
/// When `work` does.
pub fn in_parallel<S, R: Send>(
    count: usize,
    start: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, usize) -> R + Sync,
) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let worker = || {
        let mut state = start();
        let numbers = iter::repeat_with(|| next.fetch_add(1, Ordering::Relaxed));
        let numbers = numbers.take_while(|at| *at < count);
        numbers.map(|at| (at, work(&mut state, at))).collect::<Vec<_>>()
    };
    let mut done: Vec<(usize, R)> = thread::scope(|scope| {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        let workers: Vec<_> = (0..cores).map(|_| scope.spawn(worker)).collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("no worker panics")).collect()
    });
    done.sort_by_key(|(at, _)| *at);
    done.into_iter().map(|(_, result)| result).collect()
}
