//! [`in_order`]: processes batches on several threads and writes their results in the order of the
//! batches.

use std::borrow::Cow;
use std::mem;
use std::panic::resume_unwind;
use std::sync::mpsc::{Receiver, channel, sync_channel};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;

use anyhow::{Result, ensure};

use crate::output::{DELAY, Output};
use crate::stream::lock;

/// The number of bytes of results that a batch may hold while they are not written.
const MOST_WAITING: usize = 1 << 20;

/// The length in bytes from which a waiting text is continued in a new one. The allocator reuses
/// memory of this size without a call to the system.
const LONGEST_PART: usize = 1 << 15;

/// The number of unfinished batches per thread.
const MOST_BATCHES: usize = 4;

/// The text of errors that follow from an earlier one. Only the earlier one is reported.
const OVER: &str = "the results are not written any more";

/// Takes the results of one batch: text for the output, and events for everything else. Its methods
/// fail when results cannot be written any more.
pub(crate) struct Outlet<'a, E>(&'a mut dyn FnMut(Part<'_, E>) -> Result<()>);

enum Part<'a, E> {
    Text(Cow<'a, [u8]>),
    Event(E),
}

impl<E> Outlet<'_, E> {
    pub(crate) fn text(&mut self, text: impl AsRef<[u8]>) -> Result<()> {
        (self.0)(Part::Text(text.as_ref().into()))
    }

    pub(crate) fn event(&mut self, event: E) -> Result<()> {
        (self.0)(Part::Event(event))
    }
}

/// Processes the batches that `feed` gives to its argument on this number of threads. `worker`
/// makes the worker of one thread, on that thread. Text reaches the output and events reach `sink`
/// in the order of the batches: those of the first unfinished batch within [`DELAY`], those of later
/// ones when the earlier are finished. Memory is bounded: a worker whose results wait too long also
/// waits.
///
/// With one thread, the caller's thread does everything. With more, the caller's thread runs
/// `feed`, and one more writes.
///
/// # Errors
///
/// The first error of the output, of `sink`, of a worker or of `feed`; the results before it are
/// written.
///
/// # Panics
///
/// When a worker or `sink` panics.
pub(crate) fn in_order<B: Send, E: Send, W: FnMut(B, &mut Outlet<'_, E>) -> Result<()>>(
    threads: usize,
    out: &Output,
    feed: impl FnOnce(&mut dyn FnMut(B) -> Result<()>) -> Result<()>,
    worker: impl Fn() -> W + Sync,
    mut sink: impl FnMut(E) -> Result<()> + Send,
) -> Result<()> {
    let mut write = |part: Part<'_, E>| match part {
        Part::Text(text) => out.bytes(&text),
        Part::Event(event) => sink(event),
    };
    if threads == 1 {
        let mut work = worker();
        return feed(&mut |batch| work(batch, &mut Outlet(&mut write)));
    }
    let (order, ordered) = sync_channel(MOST_BATCHES * threads);
    let (batches, waiting) = channel();
    let waiting = Mutex::new(waiting);
    let work_on = || {
        let mut work = worker();
        while let Some((batch, results)) = next(&waiting) {
            results.end(work(batch, &mut Outlet(&mut |part: Part<'_, E>| results.add(part))));
        }
    };
    thread::scope(|scope| {
        let writer = scope.spawn(move || write_all(&ordered, out, write));
        let mut started = 0;
        let given = feed(&mut |batch| {
            // Threads are started only as batches come.
            if started < threads {
                started += 1;
                scope.spawn(work_on);
            }
            let results = Arc::new(Results { kept: Mutex::default(), changed: Condvar::new() });
            let sent = order.send(Arc::clone(&results)).is_ok();
            ensure!(sent && batches.send((batch, results)).is_ok(), OVER);
            Ok(())
        });
        drop((order, batches));
        writer.join().unwrap_or_else(|panic| resume_unwind(panic)).and(given)
    })
}

/// A batch that no thread has begun.
type Waiting<B, E> = (B, Arc<Results<E>>);

/// Takes the next batch whose results are still wanted, and waits for it; `None` if there is none
/// any more.
fn next<B, E>(waiting: &Mutex<Receiver<Waiting<B, E>>>) -> Option<Waiting<B, E>> {
    lock(waiting).iter().find(|(_, results)| results.is_shared())
}

/// Writes the results of all batches.
fn write_all<E>(
    ordered: &Receiver<Arc<Results<E>>>,
    out: &Output,
    mut write: impl FnMut(Part<'_, E>) -> Result<()>,
) -> Result<()> {
    let wait = || {
        out.hand_on();
        ordered.recv()
    };
    while let Ok(results) = ordered.try_recv().or_else(|_| wait()) {
        loop {
            let kept = results.take()?;
            kept.parts.into_iter().try_for_each(&mut write)?;
            if let Some(end) = kept.end {
                end?;
                break;
            }
            out.hand_on();
        }
    }
    Ok(())
}

/// The results of one batch. Its worker and the writer share them; when one of the two is gone, the
/// other one has failed.
struct Results<E> {
    kept: Mutex<Kept<E>>,
    changed: Condvar,
}

/// Results that are not written yet.
struct Kept<E> {
    parts: Vec<Part<'static, E>>,
    bytes: usize,
    /// The result of the worker when it has ended.
    end: Option<Result<()>>,
}

impl<E> Default for Kept<E> {
    fn default() -> Self {
        Self { parts: Vec::new(), bytes: 0, end: None }
    }
}

impl<E> Results<E> {
    fn is_shared(self: &Arc<Self>) -> bool {
        Arc::strong_count(self) > 1
    }

    /// Adds a result, and waits while too many are unwritten.
    fn add(self: &Arc<Self>, part: Part<'_, E>) -> Result<()> {
        let mut kept = lock(&self.kept);
        kept.push(part);
        while kept.bytes >= MOST_WAITING && self.is_shared() {
            self.changed.notify_one();
            let waited = self.changed.wait_timeout(kept, DELAY);
            (kept, _) = waited.unwrap_or_else(PoisonError::into_inner);
        }
        ensure!(self.is_shared(), OVER);
        Ok(())
    }

    fn end(&self, end: Result<()>) {
        lock(&self.kept).end = Some(end);
        self.changed.notify_one();
    }

    /// Takes the results so far, and the result of the worker if it has ended: when it ends, when
    /// many results wait, and otherwise after [`DELAY`].
    fn take(self: &Arc<Self>) -> Result<Kept<E>> {
        let goes_on = |kept: &mut Kept<E>| kept.end.is_none() && kept.bytes < MOST_WAITING;
        let waited = self.changed.wait_timeout_while(lock(&self.kept), DELAY, goes_on);
        let (mut kept, _) = waited.unwrap_or_else(PoisonError::into_inner);
        ensure!(kept.end.is_some() || self.is_shared(), "a solver has panicked");
        self.changed.notify_one();
        Ok(mem::take(&mut kept))
    }
}

impl<E> Kept<E> {
    fn push(&mut self, part: Part<'_, E>) {
        self.bytes += match &part {
            Part::Text(text) => text.len(),
            Part::Event(_) => size_of::<E>(),
        };
        match (self.parts.last_mut(), part) {
            (Some(Part::Text(before)), Part::Text(text)) if before.len() < LONGEST_PART => {
                before.to_mut().extend_from_slice(&text);
            }
            (_, Part::Text(text)) => self.parts.push(Part::Text(text.into_owned().into())),
            (_, Part::Event(event)) => self.parts.push(Part::Event(event)),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::{self, Write};
    use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
    use std::sync::mpsc::{self, Receiver, Sender};
    use std::time::{Duration, Instant};

    use anyhow::bail;

    use super::*;
    use crate::stream::Stream;
    use crate::trouble::Trouble;

    /// A writer that sends every byte to a channel.
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

    fn give_all(batches: u8) -> impl FnOnce(&mut dyn FnMut(u8) -> Result<()>) -> Result<()> {
        move |give| (0..batches).try_for_each(give)
    }

    #[test]
    fn results_come_in_the_order_of_the_batches() {
        for threads in [1, 2, 5] {
            let ((out, bytes), mut events) = (output(), Vec::new());
            let worker = || {
                |batch: u8, outlet: &mut Outlet<'_, u8>| {
                    // Makes later batches finish first.
                    thread::sleep(Duration::from_millis(u64::from(5 - batch % 5)));
                    outlet.text([batch])?;
                    outlet.event(batch)?;
                    outlet.text([batch, batch])
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
            |batch: u8, outlet: &mut Outlet<'_, ()>| {
                outlet.text([batch])?;
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
            |batch: u8, outlet: &mut Outlet<'_, ()>| {
                (0..4).try_for_each(|_| outlet.text(vec![batch; MOST_WAITING / 2]))
            }
        };
        in_order(3, &out, give_all(4), worker, |()| Ok(())).unwrap();
        out.flush().unwrap();
        let bytes: Vec<u8> = bytes.try_iter().collect();
        assert!(bytes.is_sorted() && bytes.len() == 8 * MOST_WAITING);
    }

    #[test]
    fn results_that_wait_are_bounded() {
        let made = AtomicUsize::new(0);
        let worker = || {
            |batch: u8, outlet: &mut Outlet<'_, ()>| {
                if batch == 0 {
                    return outlet.event(());
                }
                (0..100).try_for_each(|_| {
                    outlet.text(vec![batch; MOST_WAITING / 4])?;
                    made.fetch_add(1, Relaxed);
                    Ok(())
                })
            }
        };
        let sink = |()| {
            // A busy machine takes a while to make them; after that there is time for one too many.
            let began = Instant::now();
            while made.load(Relaxed) < 2 * 3 && began.elapsed() < Duration::from_mins(1) {
                thread::sleep(Duration::from_millis(5));
            }
            thread::sleep(Duration::from_millis(500));
            assert_eq!(made.load(Relaxed), 2 * 3, "the fourth of each batch waits");
            Ok(())
        };
        let trouble = Arc::new(Trouble::new(Stream::plain(io::sink())));
        let out = Output::new(Stream::plain(io::sink()), &trouble);
        in_order(3, &out, give_all(3), worker, sink).unwrap();
        assert_eq!(made.into_inner(), 2 * 100);
    }

    #[test]
    fn an_error_ends_the_work_behind_what_came_before() {
        for threads in [1, 2] {
            let (out, bytes) = output();
            let worker = || {
                |batch: u8, outlet: &mut Outlet<'_, ()>| {
                    outlet.text([batch])?;
                    ensure!(batch != 7, "seven");
                    Ok(())
                }
            };
            let error = in_order(threads, &out, give_all(200), worker, |()| Ok(())).unwrap_err();
            out.flush().unwrap();
            assert_eq!(error.to_string(), "seven");
            assert!(bytes.try_iter().eq(0..8));
            let worker = || |batch: u8, outlet: &mut Outlet<'_, u8>| outlet.event(batch);
            let sink = |event| if event == 3 { bail!("three") } else { Ok(()) };
            let error = in_order(threads, &out, give_all(200), worker, sink).unwrap_err();
            assert_eq!(error.to_string(), "three");
        }
    }

    #[test]
    fn an_error_ends_a_batch_that_has_no_end() {
        let worker = || {
            |batch: u8, outlet: &mut Outlet<'_, ()>| {
                ensure!(batch != 0, "zero");
                loop {
                    outlet.text([batch])?;
                }
            }
        };
        let error = in_order(2, &output().0, give_all(2), worker, |()| Ok(())).unwrap_err();
        assert_eq!(error.to_string(), "zero");
    }

    #[test]
    #[should_panic(expected = "a scoped thread panicked")]
    fn a_panic_hangs_nothing() {
        let worker = || |_: u8, _: &mut Outlet<'_, ()>| panic!("a faulty solver");
        let _ = in_order(2, &output().0, give_all(200), worker, |()| Ok(()));
    }
}
