//! [`in_order`]: processes batches on several threads and writes their results in the order of the
//! batches.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::mem;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use anyhow::{anyhow, bail};

use crate::output::Output;

/// The number of bytes of results that a batch may hold while earlier batches are unfinished.
const MOST_WAITING: usize = 1 << 20;

/// The length in bytes from which a waiting text is continued in a new one. The allocator reuses
/// memory of this size without a call to the system.
const LONGEST_PART: usize = 1 << 15;

/// The number of unfinished batches per thread.
const MOST_BATCHES: usize = 4;

/// Takes the results of one batch: text for the output, and events for everything else. Its methods
/// fail when results cannot be written any more.
pub(crate) trait Outlet<E> {
    fn text(&self, text: &[u8]) -> anyhow::Result<()>;
    fn event(&self, event: E) -> anyhow::Result<()>;
}

/// Processes the batches that `feed` gives to its argument on this number of threads. `worker`
/// makes the worker of one thread, on that thread. Text reaches the output and events reach `sink`
/// in the order of the batches: those of the first unfinished batch at once, those of later ones
/// when the earlier are finished. Memory is bounded: a worker whose results wait too long also
/// waits.
///
/// With one thread, the caller's thread does everything. With more, the caller's thread runs
/// `feed`, and the others process and write: that of the first unfinished batch has the turn to
/// write, and gives it to the next one.
///
/// # Errors
///
/// The first error of the output, of `sink`, of a worker or of `feed`; the results before it are
/// written.
///
/// # Panics
///
/// When a worker panics.
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
    let desk = Desk {
        out,
        sink: Mutex::new(sink),
        batches: Mutex::new(Batches::default()),
        work: Condvar::new(),
        room: Condvar::new(),
        most: MOST_BATCHES * threads,
    };
    let result = thread::scope(|scope| {
        let work_on = || {
            let mut work = worker();
            while let Some((batch, queue)) = desk.take() {
                let turn = Turn { desk: &desk, queue, ended: Cell::new(false) };
                let ended = if desk.is_over() { Ok(()) } else { work(batch, &turn) };
                turn.end(ended);
            }
        };
        let mut started = 0;
        let result = feed(&mut |batch| {
            // Threads are started only as batches come.
            if started < threads {
                started += 1;
                scope.spawn(work_on);
            }
            desk.give(batch)
        });
        desk.close();
        result
    });
    let batches = desk.batches.into_inner().unwrap_or_else(PoisonError::into_inner);
    batches.error.map_or(result, Err)
}

/// The text of errors that follow from an earlier one. Only the earlier one is reported.
const OVER: &str = "the results are not written any more";

/// The outlet of a single thread: it writes at once.
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

/// The batches of several threads, and where their results go.
struct Desk<'a, B, E, S> {
    out: &'a Output,
    sink: Mutex<S>,
    batches: Mutex<Batches<B, E>>,
    /// A batch to work on has come, or there will be none any more.
    work: Condvar,
    /// There is room for more batches, or an error.
    room: Condvar,
    /// The greatest number of unfinished batches.
    most: usize,
}

struct Batches<B, E> {
    /// Those that no thread has begun.
    waiting: VecDeque<(B, Arc<Queue<E>>)>,
    /// The queues of all unfinished ones. The first has the turn to write.
    unfinished: VecDeque<Arc<Queue<E>>>,
    /// True when no more batches come.
    closed: bool,
    /// The first error.
    error: Option<anyhow::Error>,
}

impl<B, E> Default for Batches<B, E> {
    fn default() -> Self {
        let (waiting, unfinished) = (VecDeque::new(), VecDeque::new());
        Self { waiting, unfinished, closed: false, error: None }
    }
}

/// The results of a batch that has not had the turn to write.
struct Queue<E> {
    state: Mutex<Waiting<E>>,
    changed: Condvar,
}

struct Waiting<E> {
    parts: Vec<Part<E>>,
    bytes: usize,
    /// True when all earlier batches are written, so that further results are written at once.
    has_turn: bool,
    /// The result of the worker, if it has ended before its turn.
    end: Option<anyhow::Result<()>>,
}

enum Part<E> {
    Text(Vec<u8>),
    Event(E),
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn wait<'a, T>(changed: &Condvar, guard: MutexGuard<'a, T>) -> MutexGuard<'a, T> {
    changed.wait(guard).unwrap_or_else(PoisonError::into_inner)
}

impl<B, E, S: FnMut(E) -> anyhow::Result<()>> Desk<'_, B, E, S> {
    /// Adds a batch, and waits while too many are unfinished.
    fn give(&self, batch: B) -> anyhow::Result<()> {
        let mut batches = lock(&self.batches);
        while batches.unfinished.len() >= self.most && batches.error.is_none() {
            batches = wait(&self.room, batches);
        }
        if batches.error.is_some() {
            bail!(OVER);
        }
        let has_turn = batches.unfinished.is_empty();
        let state = Waiting { parts: Vec::new(), bytes: 0, has_turn, end: None };
        let queue = Arc::new(Queue { state: Mutex::new(state), changed: Condvar::new() });
        batches.unfinished.push_back(Arc::clone(&queue));
        batches.waiting.push_back((batch, queue));
        drop(batches);
        self.work.notify_one();
        Ok(())
    }

    /// Takes the next batch, and waits for it; `None` if there is none any more.
    fn take(&self) -> Option<(B, Arc<Queue<E>>)> {
        let mut batches = lock(&self.batches);
        loop {
            if let Some(next) = batches.waiting.pop_front() {
                return Some(next);
            }
            if batches.closed {
                return None;
            }
            self.room.notify_one();
            batches = wait(&self.work, batches);
        }
    }

    fn close(&self) {
        lock(&self.batches).closed = true;
        self.work.notify_all();
    }

    fn is_over(&self) -> bool {
        lock(&self.batches).error.is_some()
    }

    fn fail(&self, error: anyhow::Error) {
        lock(&self.batches).error.get_or_insert(error);
        self.room.notify_one();
    }

    /// Removes the first unfinished batch, and returns the one that has the turn then.
    fn next(&self) -> Option<Arc<Queue<E>>> {
        let mut batches = lock(&self.batches);
        batches.unfinished.pop_front();
        // Not for each batch, as the threads would then take turns with the caller's.
        if batches.unfinished.len() <= self.most / 2 {
            self.room.notify_one();
        }
        batches.unfinished.front().map(Arc::clone)
    }

    fn write(&self, part: Part<E>) -> anyhow::Result<()> {
        match part {
            Part::Text(text) => self.out.bytes(&text),
            Part::Event(event) => lock(&self.sink)(event),
        }
    }
}

/// The outlet of a batch on one of several threads.
struct Turn<'a, B, E, S: FnMut(E) -> anyhow::Result<()>> {
    desk: &'a Desk<'a, B, E, S>,
    queue: Arc<Queue<E>>,
    ended: Cell<bool>,
}

impl<B, E, S: FnMut(E) -> anyhow::Result<()>> Turn<'_, B, E, S> {
    /// Returns the results that wait for the turn; `None` if the batch has it.
    fn before_turn(&self) -> Option<MutexGuard<'_, Waiting<E>>> {
        Some(lock(&self.queue.state)).filter(|waiting| !waiting.has_turn)
    }

    /// Counts results of this length in bytes, and waits while too many are unwritten.
    fn added(&self, bytes: usize, mut waiting: MutexGuard<'_, Waiting<E>>) -> anyhow::Result<()> {
        waiting.bytes += bytes;
        while waiting.bytes >= MOST_WAITING && !waiting.has_turn {
            waiting = wait(&self.queue.changed, waiting);
        }
        if self.desk.is_over() { Err(anyhow!(OVER)) } else { Ok(()) }
    }

    /// Ends the batch with the result of its worker. If it has the turn, the next batch gets it: its
    /// results so far are written, and if it has ended too, the one after it gets the turn.
    fn end(&self, mut worked: anyhow::Result<()>) {
        self.ended.set(true);
        if let Some(mut waiting) = self.before_turn() {
            waiting.end = Some(worked);
            return;
        }
        loop {
            if let Err(error) = worked {
                self.desk.fail(error);
            }
            let Some(next) = self.desk.next() else {
                return self.desk.out.hand_on();
            };
            let mut waiting = lock(&next.state);
            // The next batch goes on while its results so far are written.
            while !waiting.parts.is_empty() {
                let parts = mem::take(&mut waiting.parts);
                drop(waiting);
                for part in parts {
                    if !self.desk.is_over()
                        && let Err(error) = self.desk.write(part)
                    {
                        self.desk.fail(error);
                    }
                }
                waiting = lock(&next.state);
            }
            waiting.has_turn = true;
            next.changed.notify_one();
            match waiting.end.take() {
                Some(end) => worked = end,
                None => return,
            }
        }
    }
}

impl<B, E, S: FnMut(E) -> anyhow::Result<()>> Outlet<E> for Turn<'_, B, E, S> {
    fn text(&self, text: &[u8]) -> anyhow::Result<()> {
        let Some(mut waiting) = self.before_turn() else {
            return self.desk.out.bytes(text);
        };
        match waiting.parts.last_mut() {
            Some(Part::Text(before)) if before.len() < LONGEST_PART => {
                before.extend_from_slice(text);
            }
            _ => waiting.parts.push(Part::Text(text.to_vec())),
        }
        self.added(text.len(), waiting)
    }

    fn event(&self, event: E) -> anyhow::Result<()> {
        let Some(mut waiting) = self.before_turn() else {
            return self.desk.write(Part::Event(event));
        };
        waiting.parts.push(Part::Event(event));
        self.added(size_of::<E>(), waiting)
    }
}

/// Ends the batch also when its worker panics.
impl<B, E, S: FnMut(E) -> anyhow::Result<()>> Drop for Turn<'_, B, E, S> {
    fn drop(&mut self) {
        if !self.ended.get() {
            self.end(Err(anyhow!("a solver has panicked")));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::{self, Write};
    use std::sync::mpsc::{self, Receiver, Sender};
    use std::time::Duration;

    use anyhow::ensure;

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
                    // Makes later batches finish first.
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
