//! [`work_through`]: processes the puzzles of an input on several threads.

use std::cell::{Cell, RefCell};
use std::mem;
use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

use clap::Args;
use sudoku_puzzles::{PlainLines, ReadError, Record};

use crate::budget::Stopped;
use crate::in_order::{Outlet, in_order};
use crate::input::{Input, no_puzzle};
use crate::output::Output;
use crate::progress::ProgressLine;
use crate::trouble::Trouble;

/// The number of threads.
#[derive(Debug, Clone, Copy, Args)]
pub(crate) struct Threads {
    /// Number of threads, which changes no result [default: one per core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

impl Threads {
    pub(crate) fn number(self) -> usize {
        let cores = || thread::available_parallelism().map_or(1, NonZero::get);
        self.threads.map_or_else(cores, usize::from)
    }
}

/// The worker of one thread. It may collect puzzles before it processes them.
pub(crate) trait Worker {
    /// Everything that it reports besides its results.
    type Event: Send;

    /// Takes the item at this position in the input. It may keep the item, but must process items
    /// in order.
    fn take(
        &mut self,
        index: u64,
        item: Result<Record, ReadError>,
        outlet: &dyn Outlet<Self::Event>,
    ) -> anyhow::Result<()>;

    /// Processes all items that it keeps.
    fn settle(&mut self, _: &dyn Outlet<Self::Event>) -> anyhow::Result<()> {
        Ok(())
    }
}

/// The greatest number of puzzles that a thread takes at once.
const MOST: usize = 2048;

/// The bounds of the time that a thread should need for the puzzles that it takes at once.
const BUSY: [Duration; 2] = [Duration::from_millis(1), Duration::from_millis(20)];

/// Processes an input whose puzzles are independent of each other, and reports how many were
/// skipped.
///
/// # Errors
///
/// As for [`work_through`], and when there is no puzzle.
pub(crate) fn one_by_one<D: Worker<Event = Report>>(
    input: Input,
    threads: Threads,
    out: &Output,
    trouble: &Trouble,
    worker: impl Fn() -> D + Sync,
) -> anyhow::Result<()> {
    let (name, progress) = (input.name.clone(), input.progress(out));
    let (puzzles, read) =
        work_through(input, (threads.number(), 1), &progress, out, worker, |report| {
            report.say(trouble, &mut Stopped::default(), &progress);
            Ok(())
        });
    out.flush()?;
    progress.end();
    trouble.sum_up(puzzles);
    if puzzles == 0 { read.and_then(|()| Err(no_puzzle(&name))) } else { read }
}

/// Reads the puzzles of an input and lets the workers of the threads take them, at least `least` at
/// once while there are more. Hands the events to `sink` in the order of the puzzles. Before it
/// waits for more text, all puzzles read so far are processed. In the end, standard error names the
/// parts of the input that were read, and those that were skipped.
///
/// Returns the number of puzzles, including unreadable ones.
///
/// # Errors
///
/// When a worker, `sink` or the output fails, or the input cannot be read. The rest of the input is
/// then not read.
pub(crate) fn work_through<D: Worker>(
    input: Input,
    (threads, least): (usize, usize),
    progress: &ProgressLine<'_>,
    out: &Output,
    worker: impl Fn() -> D + Sync,
    sink: impl FnMut(D::Event) -> anyhow::Result<()> + Send,
) -> (u64, anyhow::Result<()>) {
    let (taken, parts) = (Cell::new(0), Cell::new(None));
    let (name, trouble) = (input.name.clone(), input.trouble);
    let share_size = AtomicUsize::new(least);
    let feed = |give: &mut dyn FnMut(Share) -> anyhow::Result<()>| {
        let counter = RefCell::new(Counter { share: Share::default(), give, given: Ok(()) });
        let mut reader = input.puzzles(|| {
            counter.borrow_mut().hand_over();
            out.hand_on();
        });
        let read = loop {
            let most = share_size.load(Relaxed);
            let room = most.saturating_sub(counter.borrow().share.count).max(1);
            let part = match reader.plain_lines(room) {
                Some(lines) => Part::Lines(lines),
                None => match reader.next() {
                    Some(Err(error @ ReadError::Io { .. })) => break Err(error.into()),
                    Some(item) => Part::Item(Box::new(item)),
                    None => break Ok(()),
                },
            };
            let mut counter = counter.borrow_mut();
            taken.set(taken.get() + part.len() as u64);
            counter.share.count += part.len();
            counter.share.parts.push(part);
            if counter.share.count >= most {
                counter.hand_over();
            }
            if counter.given.is_err() {
                break Ok(());
            }
            progress.tell(reader.bytes(), format_args!("{} puzzles", taken.get()));
        };
        parts.set(reader.taken());
        drop(reader);
        let mut counter = counter.into_inner();
        counter.hand_over();
        counter.given.and(read)
    };
    let worker = || {
        let mut worker = worker();
        let share_size = &share_size;
        move |share: Share, outlet: &dyn Outlet<D::Event>| {
            let (count, start) = (share.count, Instant::now());
            share.take_to(&mut worker, outlet)?;
            let took = start.elapsed();
            if took < BUSY[0] && count >= share_size.load(Relaxed) {
                share_size.store((2 * count).clamp(least, MOST.max(least)), Relaxed);
            } else if took > BUSY[1] {
                share_size.store((count / 2).max(least), Relaxed);
            }
            Ok(())
        }
    };
    let result = in_order(threads, out, feed, worker, sink);
    // A file without a puzzle is reported as an error instead.
    if let (Some(trouble), Some(parts), 1..) = (trouble, parts.take(), taken.get()) {
        progress.aside(|| trouble.say(format_args!("{name}: {parts}")));
    }
    (taken.get(), result)
}

/// Collects puzzles into shares, and gives the shares away.
struct Counter<'a> {
    share: Share,
    give: &'a mut dyn FnMut(Share) -> anyhow::Result<()>,
    given: anyhow::Result<()>,
}

impl Counter<'_> {
    /// Gives the current share away, if it holds puzzles and no earlier share was refused.
    fn hand_over(&mut self) {
        if self.share.count > 0 && self.given.is_ok() {
            let first = self.share.first + self.share.count as u64;
            let next = Share { first, ..Share::default() };
            self.given = (self.give)(mem::replace(&mut self.share, next));
        }
    }
}

/// Consecutive puzzles of the input.
#[derive(Default)]
struct Share {
    /// The position of the first puzzle in the input.
    first: u64,
    count: usize,
    parts: Vec<Part>,
}

enum Part {
    Lines(PlainLines),
    Item(Box<Result<Record, ReadError>>),
}

impl Part {
    fn len(&self) -> usize {
        match self {
            Self::Lines(lines) => lines.len(),
            Self::Item(_) => 1,
        }
    }
}

impl Share {
    fn take_to<D: Worker>(
        self,
        worker: &mut D,
        outlet: &dyn Outlet<D::Event>,
    ) -> anyhow::Result<()> {
        let mut index = self.first..;
        for part in self.parts {
            match part {
                Part::Lines(lines) => {
                    for ((line, grid), index) in lines.puzzles().zip(&mut index) {
                        worker.take(index, Ok(Record::bare(line, grid)), outlet)?;
                    }
                }
                Part::Item(item) => {
                    let index = index.next().unwrap_or_default();
                    worker.take(index, *item, outlet)?;
                }
            }
        }
        worker.settle(outlet)
    }
}

/// Reports about puzzles besides their results.
pub(crate) enum Report {
    Unreadable(String),
    Contradictory(String),
    /// A solver gave a wrong answer.
    Wrong(String),
    /// A search of this solver reached its limit.
    Stopped(&'static str),
    /// A search reached a limit that no option sets.
    GivenUp(String),
}

impl Report {
    /// Writes the report, or counts it.
    pub(crate) fn say(self, trouble: &Trouble, stopped: &mut Stopped, progress: &ProgressLine<'_>) {
        match self {
            Self::Unreadable(error) => progress.aside(|| trouble.unreadable(error)),
            Self::Contradictory(error) => progress.aside(|| trouble.contradictory(error)),
            Self::Wrong(complaint) => progress.aside(|| trouble.wrong(complaint)),
            Self::Stopped(solver) => stopped.add(solver),
            Self::GivenUp(what) => progress.aside(|| trouble.say(what)),
        }
    }
}
