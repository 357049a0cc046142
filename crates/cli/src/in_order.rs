//! [`in_order`]: batches that several threads work on at the same time, with their results in the
//! order of the batches.

use std::cell::RefCell;
use std::mem;
use std::panic;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{self, Receiver, TryRecvError};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use anyhow::{anyhow, bail};

use crate::output::{DELAY, Output};

/// Bytes of results of one batch that may wait for the batches before it.
const MOST_WAITING: usize = 1 << 20;

/// Batches per thread that are worked on or wait.
const MOST_BATCHES: usize = 4;

/// Takes the results of one batch: text for the output, and events for all else. Its methods fail
/// when the results cannot be written any more.
pub(crate) trait Outlet<E> {
    fn text(&self, text: &[u8]) -> anyhow::Result<()>;
    fn event(&self, event: E) -> anyhow::Result<()>;
}

/// Lets this number of threads work on the batches that `feed` supplies. `worker` makes the work of
/// one thread, on that thread. Text reaches the output, and events reach `sink`, in the order of
/// the batches: those of the first unfinished batch at once, those of later ones when their turn
/// comes. Memory is bounded: when too many results wait for their turn, their worker waits too.
///
/// With one thread, the caller's does all work. With more, the caller's thread runs `feed`, and
/// another one writes.
///
/// # Errors
///
/// The first error of the output, of `sink`, of a worker or of `feed`; the results before it are
/// written.
///
/// # Panics
///
/// When a worker does.
pub(crate) fn in_order<B: Send, E: Send, W: FnMut(B, &dyn Outlet<E>) -> anyhow::Result<()>>(
    threads: usize,
    out: &Output,
    feed: impl FnOnce(&mut dyn FnMut(B) -> anyhow::Result<()>) -> anyhow::Result<()>,
    worker: impl Fn() -> W + Sync,
    sink: impl FnMut(E) -> anyhow::Result<()> + Send,
) -> anyhow::Result<()> {
    if threads == 1 {
        let (mut work, outlet) = (worker(), Open { out, sink: RefCell::new(sink) });
        return feed(&mut |batch| work(batch, &outlet));
    }
    let over = AtomicBool::new(false);
    let (give, tasks) = mpsc::channel::<(B, Arc<Queue<'_, E>>)>();
    let tasks = Mutex::new(tasks);
    let (order, outlets) = mpsc::sync_channel(MOST_BATCHES * threads);
    let work_on = || {
        let mut work = worker();
        loop {
            let task = lock(&tasks).recv();
            let Ok((batch, outlet)) = task else { return };
            let end = End(&outlet);
            end.close(if over.load(Relaxed) { Ok(()) } else { work(batch, &*outlet) });
        }
    };
    thread::scope(|scope| {
        let over = &over;
        let writer = scope.spawn(move || {
            let written = write(&outlets, out, sink);
            over.store(true, Relaxed);
            written
        });
        let mut started = 0;
        let result = feed(&mut |batch| {
            // Few batches need few threads.
            if started < threads {
                started += 1;
                scope.spawn(work_on);
            }
            let outlet = Arc::new(Queue::new(over));
            order.send(Arc::clone(&outlet)).map_err(|_| anyhow!(OVER))?;
            give.send((batch, outlet)).map_err(|_| anyhow!(OVER))
        });
        drop((give, order));
        let written = writer.join().unwrap_or_else(|cause| panic::resume_unwind(cause));
        written.and(result)
    })
}

/// The text of errors that follow from an earlier error, which is reported instead.
const OVER: &str = "the results are not written any more";

/// Writes the results of one batch after the other.
fn write<E>(
    outlets: &Receiver<Arc<Queue<'_, E>>>,
    out: &Output,
    mut sink: impl FnMut(E) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    loop {
        let next = outlets.try_recv().or_else(|error| match error {
            TryRecvError::Empty => {
                out.hand_on();
                outlets.recv().map_err(|_| ())
            }
            TryRecvError::Disconnected => Err(()),
        });
        let Ok(outlet) = next else { return Ok(()) };
        loop {
            let (results, end) = outlet.take();
            for result in results {
                match result {
                    Part::Text(text) => out.bytes(&text)?,
                    Part::Event(event) => sink(event)?,
                }
            }
            if let Some(end) = end {
                end?;
                break;
            }
        }
    }
}

/// The outlet of the only thread: nothing waits.
struct Open<'a, S> {
    out: &'a Output,
    sink: RefCell<S>,
}

impl<E, S: FnMut(E) -> anyhow::Result<()>> Outlet<E> for Open<'_, S> {
    fn text(&self, text: &[u8]) -> anyhow::Result<()> {
        self.out.bytes(text)
    }

    fn event(&self, event: E) -> anyhow::Result<()> {
        (self.sink.borrow_mut())(event)
    }
}

/// The outlet of one of several threads.
struct Queue<'a, E> {
    state: Mutex<Waiting<E>>,
    changed: Condvar,
    /// Set when nothing is written any more.
    over: &'a AtomicBool,
}

/// Results that are not written yet.
struct Waiting<E> {
    parts: Vec<Part<E>>,
    bytes: usize,
    /// Set when no others follow.
    end: Option<anyhow::Result<()>>,
}

enum Part<E> {
    Text(Vec<u8>),
    Event(E),
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<'a, E> Queue<'a, E> {
    fn new(over: &'a AtomicBool) -> Self {
        let state = Waiting { parts: Vec::new(), bytes: 0, end: None };
        Self { state: Mutex::new(state), changed: Condvar::new(), over }
    }

    /// Takes the results so far, and the end if it is reached. Waits for many results or the end,
    /// but not long, since the next search may take hours.
    fn take(&self) -> (Vec<Part<E>>, Option<anyhow::Result<()>>) {
        let goes_on =
            |waiting: &mut Waiting<E>| waiting.end.is_none() && waiting.bytes < MOST_WAITING;
        let waited = self.changed.wait_timeout_while(lock(&self.state), DELAY, goes_on);
        let mut waiting = waited.unwrap_or_else(PoisonError::into_inner).0;
        waiting.bytes = 0;
        self.changed.notify_all();
        (mem::take(&mut waiting.parts), waiting.end.take())
    }

    /// Adds results of this length, and waits for their turn when there are too many.
    fn add(&self, bytes: usize, add: impl FnOnce(&mut Vec<Part<E>>)) -> anyhow::Result<()> {
        let mut waiting = lock(&self.state);
        add(&mut waiting.parts);
        waiting.bytes += bytes;
        while waiting.bytes >= MOST_WAITING {
            if self.over.load(Relaxed) {
                bail!(OVER);
            }
            self.changed.notify_all();
            let waited = self.changed.wait_timeout(waiting, DELAY);
            waiting = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        Ok(())
    }
}

impl<E> Outlet<E> for Queue<'_, E> {
    fn text(&self, text: &[u8]) -> anyhow::Result<()> {
        self.add(text.len(), |parts| match parts.last_mut() {
            Some(Part::Text(before)) => before.extend_from_slice(text),
            _ => parts.push(Part::Text(text.to_vec())),
        })
    }

    fn event(&self, event: E) -> anyhow::Result<()> {
        self.add(size_of::<E>(), |parts| parts.push(Part::Event(event)))
    }
}

/// Closes an outlet, even when its worker panics.
struct End<'a, 'b, E>(&'a Queue<'b, E>);

impl<E> End<'_, '_, E> {
    fn close(self, worked: anyhow::Result<()>) {
        lock(&self.0.state).end = Some(worked);
    }
}

impl<E> Drop for End<'_, '_, E> {
    fn drop(&mut self) {
        lock(&self.0.state).end.get_or_insert_with(|| Err(anyhow!("a solver has panicked")));
        self.0.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use std::io::{self, Write};
    use std::sync::mpsc::Sender;
    use std::time::Duration;

    use anyhow::ensure;

    use super::*;
    use crate::stream::Stream;
    use crate::trouble::Trouble;

    /// Sends everything that is written.
    struct Sent(Sender<u8>);

    impl Write for Sent {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            bytes.iter().try_for_each(|byte| self.0.send(*byte)).map_err(io::Error::other)?;
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    fn output() -> (Output, Receiver<u8>) {
        let (sender, bytes) = mpsc::channel();
        let trouble = Arc::new(Trouble::new(Stream::plain(io::sink())));
        (Output::new(Stream::plain(Sent(sender)), &trouble), bytes)
    }

    fn give_all(
        batches: u8,
    ) -> impl FnOnce(&mut dyn FnMut(u8) -> anyhow::Result<()>) -> anyhow::Result<()> {
        move |give| (0..batches).try_for_each(give)
    }

    #[test]
    fn results_come_in_the_order_of_the_batches() {
        for threads in [1, 2, 5] {
            let ((out, bytes), mut events) = (output(), Vec::new());
            let worker = || {
                |batch: u8, outlet: &dyn Outlet<u8>| {
                    // Later batches are ready first.
                    thread::sleep(Duration::from_millis(u64::from(5 - batch % 5)));
                    outlet.text(&[batch])?;
                    outlet.event(batch)?;
                    outlet.text(&[batch, batch])
                }
            };
            let sink = |event| {
                events.push(event);
                out.bytes(b"!")
            };
            in_order(threads, &out, give_all(50), worker, sink).unwrap();
            out.flush().unwrap();
            let expected = (0..50).flat_map(|batch| [batch, b'!', batch, batch]);
            assert!(bytes.try_iter().eq(expected), "{threads} threads");
            assert!(events.into_iter().eq(0..50));
        }
    }

    #[test]
    fn the_results_of_an_unfinished_batch_are_written() {
        let (out, bytes) = output();
        let bytes = Mutex::new(bytes);
        let worker = || {
            |batch: u8, outlet: &dyn Outlet<()>| {
                outlet.text(&[batch])?;
                let written = lock(&bytes).recv_timeout(Duration::from_mins(1));
                assert_eq!(written, Ok(batch), "it is written while its worker goes on");
                Ok(())
            }
        };
        in_order(2, &out, give_all(1), worker, |()| Ok(())).unwrap();
    }

    #[test]
    fn results_of_any_length_wait_for_their_turn() {
        let (out, bytes) = output();
        let worker = || {
            |batch: u8, outlet: &dyn Outlet<()>| {
                (0..4).try_for_each(|_| outlet.text(&vec![batch; MOST_WAITING / 2]))
            }
        };
        in_order(3, &out, give_all(4), worker, |()| Ok(())).unwrap();
        out.flush().unwrap();
        let bytes: Vec<u8> = bytes.try_iter().collect();
        assert!(bytes.is_sorted() && bytes.len() == 8 * MOST_WAITING);
    }

    #[test]
    fn an_error_ends_the_work_behind_what_came_before() {
        for threads in [1, 2] {
            let (out, bytes) = output();
            let worker = || {
                |batch: u8, outlet: &dyn Outlet<()>| {
                    outlet.text(&[batch])?;
                    ensure!(batch != 7, "seven");
                    Ok(())
                }
            };
            let error = in_order(threads, &out, give_all(200), worker, |()| Ok(())).unwrap_err();
            out.flush().unwrap();
            assert_eq!(error.to_string(), "seven");
            assert!(bytes.try_iter().eq(0..8));
            let worker = || |batch: u8, outlet: &dyn Outlet<u8>| outlet.event(batch);
            let sink = |event| if event == 3 { bail!("three") } else { Ok(()) };
            let error = in_order(threads, &out, give_all(200), worker, sink).unwrap_err();
            assert_eq!(error.to_string(), "three");
        }
    }

    #[test]
    #[should_panic(expected = "a scoped thread panicked")]
    fn a_panic_hangs_nothing() {
        let worker = || |_: u8, _: &dyn Outlet<()>| panic!("a faulty solver");
        let _ = in_order(2, &output().0, give_all(200), worker, |()| Ok(()));
    }
}
