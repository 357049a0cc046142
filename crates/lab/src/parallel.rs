//! [`in_order`]: shares work out to threads, and takes the results in the order of the work.

use std::collections::BTreeMap;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{self, Receiver};
use std::sync::{Mutex, PoisonError};
use std::thread::{self, ScopedJoinHandle};
use std::time::{Duration, Instant};

/// The interval at which the caller is asked whether to go on.
const PATIENCE: Duration = Duration::from_millis(50);

/// The greatest number of threads: more would fill the memory with their stacks.
const MOST: usize = 1024;

/// The pieces for each thread that are begun before the first of them is taken.
const AHEAD: usize = 8;

/// Calls `work` on each piece of `next`, on this many threads, at most 1024 and no more than pieces,
/// and `take` with the results in the order of the pieces. `start` makes the state of a thread. `tick`
/// is called about every 50 ms; when it or `take` fails, `cancel` becomes true, so that the work on a
/// piece can end, too.
///
/// # Errors
///
/// Those of `take` and `tick`, and when no thread can be started.
///
/// # Panics
///
/// When `work` does.
pub fn in_order<P: Send, S, R: Send, E: From<io::Error>>(
    (threads, cancel): (usize, &AtomicBool),
    next: impl FnMut() -> Option<P>,
    start: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, P) -> R + Sync,
    mut take: impl FnMut(R) -> Result<(), E>,
    mut tick: impl FnMut() -> Result<(), E>,
) -> Result<(), E> {
    let ((give, pieces), (send, results)) = (mpsc::channel::<(usize, P)>(), mpsc::channel());
    let pieces = Mutex::new(pieces);
    let worker = |send: mpsc::Sender<_>| {
        let mut state = start();
        let next = || pieces.lock().unwrap_or_else(PoisonError::into_inner).recv();
        while !cancel.load(Relaxed)
            && let Ok((number, piece)) = next()
            && send.send((number, work(&mut state, piece))).is_ok()
        {}
    };
    thread::scope(|scope| {
        let (give, worker) = (give, &worker);
        let (most, mut workers) = (threads.clamp(1, MOST), Vec::new());
        let (mut next, mut done, mut ticked) = (next, BTreeMap::new(), Instant::now());
        let (mut given, mut taken, mut ended) = (0, 0, false);
        let mut step = || {
            while !ended && given < taken + AHEAD * most {
                let Some(piece) = next() else {
                    ended = true;
                    break;
                };
                if workers.len() < most {
                    let (begun, send) = (thread::Builder::new(), send.clone());
                    workers.push(begun.spawn_scoped(scope, move || worker(send))?);
                }
                given += usize::from(give.send((given, piece)).is_ok());
            }
            if given == taken {
                return Ok(true);
            }
            let within = PATIENCE.saturating_sub(ticked.elapsed());
            done.extend(received(&results, within, &workers)?);
            while let Some(result) = done.remove(&taken) {
                taken += 1;
                take(result)?;
            }
            if ticked.elapsed() >= PATIENCE {
                ticked = Instant::now();
                tick()?;
            }
            Ok(false)
        };
        let end = loop {
            match step() {
                Ok(false) => {}
                end => break end,
            }
        };
        cancel.store(end.is_err(), Relaxed);
        end.map(drop)
    })
}

/// The next result of the workers; `None` if none came within this time.
fn received<R>(
    results: &Receiver<R>,
    within: Duration,
    workers: &[ScopedJoinHandle<'_, ()>],
) -> io::Result<Option<R>> {
    match results.recv_timeout(within) {
        Ok(result) => Ok(Some(result)),
        Err(_) if workers.iter().any(ScopedJoinHandle::is_finished) => {
            Err(io::Error::other("a thread has failed"))
        }
        Err(_) => Ok(None),
    }
}

#[cfg(test)]
mod tests {
    use std::panic::catch_unwind;

    use super::*;

    fn squares(threads: usize, most: u64, tick: fn() -> io::Result<()>) -> io::Result<Vec<u64>> {
        let (cancel, mut next, mut squares) = (AtomicBool::new(false), 0..1000, Vec::new());
        let work = |(): &mut (), number: u64| {
            // Makes later pieces end first.
            thread::sleep(Duration::from_micros(1000 - number));
            assert!(number < most, "too many");
            number * number
        };
        let take = |square| {
            squares.push(square);
            Ok(())
        };
        in_order((threads, &cancel), || next.next(), || (), work, take, tick).map(|()| squares)
    }

    #[test]
    fn results_come_in_the_order_of_the_pieces() {
        for threads in [1, 2, 7, usize::MAX] {
            let squares = squares(threads, 1000, || Ok(())).unwrap();
            assert!(squares.into_iter().eq((0..1000).map(|number| number * number)));
        }
    }

    #[test]
    fn an_error_and_a_panic_end_the_work() {
        for threads in [1, 3] {
            let error = squares(threads, 1000, || Err(io::Error::other("stop"))).unwrap_err();
            assert_eq!(error.to_string(), "stop");
            assert!(catch_unwind(|| squares(threads, 20, || Ok(()))).is_err());
        }
    }
}
