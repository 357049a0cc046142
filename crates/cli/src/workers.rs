//! [`work_through`]: processes the puzzles of an input on several threads.

use std::cell::{Cell, RefCell};
use std::io::BufRead;
use std::mem;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::{Duration, Instant};

use anyhow::Result;
use sudoku_puzzles::{PlainLines, ReadError, Reader, Record};

use crate::budget::Stopped;
use crate::console::Console;
use crate::in_order::{Outlet, in_order};
use crate::input::{Input, Origin, Threads, no_puzzle};
use crate::trouble::Fault;

/// The greatest number of puzzles in a share.
const MOST: usize = 2048;

/// The time that a thread should need for a share.
const BUSY: Duration = Duration::from_millis(4);

/// Consecutive puzzles of the input, which one thread takes at once.
#[derive(Default)]
pub(crate) struct Share {
    /// The position of the first puzzle in the input.
    first: u64,
    count: usize,
    pieces: Vec<Piece>,
}

enum Piece {
    Lines(PlainLines),
    Item(Box<Result<Record, ReadError>>),
}

impl Share {
    /// Calls `take` with the position of each puzzle in the input and what was read there.
    pub(crate) fn each(
        self,
        mut take: impl FnMut(u64, Result<Record, ReadError>) -> Result<()>,
    ) -> Result<()> {
        let mut index = self.first;
        let mut next = |item| {
            index += 1;
            take(index - 1, item)
        };
        for piece in self.pieces {
            match piece {
                Piece::Lines(lines) => (lines.puzzles())
                    .try_for_each(|(line, grid)| next(Ok(Record::bare(line, grid))))?,
                Piece::Item(item) => next(*item)?,
            }
        }
        Ok(())
    }
}

impl Share {
    /// Calls `take` with each puzzle and its position. Texts that are no puzzles are reported.
    pub(crate) fn each_puzzle(
        self,
        outlet: &mut Outlet<'_, Notice>,
        mut take: impl FnMut(u64, Record, &mut Outlet<'_, Notice>) -> Result<()>,
    ) -> Result<()> {
        self.each(|index, item| match item {
            Ok(record) => take(index, record, outlet),
            Err(error) => outlet.event(Notice::Trouble(Fault::Unreadable, error.to_string())),
        })
    }
}

/// Collects puzzles into shares, and gives the shares away.
struct Feeder<'a> {
    share: Share,
    give: &'a mut dyn FnMut(Share) -> Result<()>,
    given: Result<()>,
}

impl Feeder<'_> {
    /// Adds a piece with this number of puzzles, and gives the share away if it has `most` then.
    /// False when a share was refused.
    fn takes(&mut self, count: usize, piece: Piece, most: usize) -> bool {
        self.share.count += count;
        self.share.pieces.push(piece);
        if self.share.count >= most {
            self.hand_over();
        }
        self.given.is_ok()
    }

    /// Gives the current share away, if it holds puzzles and no earlier share was refused.
    fn hand_over(&mut self) {
        if self.share.count > 0 && self.given.is_ok() {
            let first = self.share.first + self.share.count as u64;
            let next = Share { first, ..Share::default() };
            self.given = (self.give)(mem::replace(&mut self.share, next));
        }
    }
}

/// Reads the next puzzles, up to `room`, and their number; `None` at the end of the text.
fn next_piece(reader: &mut Reader<impl BufRead>, room: usize) -> Result<Option<(usize, Piece)>> {
    if let Some(lines) = reader.plain_lines(room) {
        return Ok(Some((lines.len(), Piece::Lines(lines))));
    }
    match reader.next() {
        Some(Err(error @ ReadError::Io { .. })) => Err(error.into()),
        item => Ok(item.map(|item| (1, Piece::Item(Box::new(item))))),
    }
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
pub(crate) fn work_through<E: Send, W>(
    console: &Console<'_>,
    input: Input,
    (threads, least): (Threads, usize),
    worker: impl Fn() -> W + Sync,
    sink: impl FnMut(E) -> Result<()> + Send,
) -> (u64, Result<()>)
where
    W: FnMut(Share, &mut Outlet<'_, E>) -> Result<()>,
{
    let (taken, parts) = (Cell::new(0), Cell::new(None));
    let (name, origin) = (input.name.clone(), input.origin);
    let share_size = AtomicUsize::new(least);
    console.begin(input.bytes);
    let feed = |give: &mut dyn FnMut(Share) -> Result<()>| {
        let feeder = RefCell::new(Feeder { share: Share::default(), give, given: Ok(()) });
        let mut reader = input.puzzles(|| {
            feeder.borrow_mut().hand_over();
            console.out.hand_on();
        });
        let read = loop {
            let most = share_size.load(Relaxed);
            let room = most.saturating_sub(feeder.borrow().share.count).max(1);
            let (count, piece) = match next_piece(&mut reader, room) {
                Ok(Some(piece)) => piece,
                Ok(None) => break Ok(()),
                Err(error) => break Err(error),
            };
            taken.set(taken.get() + count as u64);
            if !feeder.borrow_mut().takes(count, piece, most) {
                break Ok(());
            }
            console.tell(reader.bytes(), format_args!("{} puzzles", taken.get()));
        };
        parts.set(reader.taken());
        drop(reader);
        let mut feeder = feeder.into_inner();
        feeder.hand_over();
        feeder.given.and(read)
    };
    let worker = || {
        let (mut work, share_size) = (worker(), &share_size);
        move |share: Share, outlet: &mut Outlet<'_, E>| {
            let (count, start) = (share.count, Instant::now());
            work(share, outlet)?;
            let fitting = count as f64 * BUSY.div_duration_f64(start.elapsed());
            let most = (2 * count).clamp(least, MOST.max(least));
            share_size.store((fitting as usize).clamp(least, most), Relaxed);
            Ok(())
        }
    };
    let result = in_order(threads.number(), &console.out, feed, worker, sink);
    console.end();
    // A file without a puzzle is reported as an error instead.
    if let (Origin::Outside, Some(parts), 1..) = (origin, parts.take(), taken.get()) {
        console.say(format_args!("{name}: {parts}"));
    }
    (taken.get(), result)
}

/// A report about a puzzle besides its results.
pub(crate) enum Notice {
    Trouble(Fault, String),
    /// A search of this solver reached its limit.
    Stopped(&'static str),
    /// A search reached a limit that no option sets.
    GivenUp(String),
}

/// The end of the work on an input.
pub(crate) struct Done {
    /// The number of puzzles, including unreadable ones.
    pub(crate) puzzles: u64,
    pub(crate) stopped: Stopped,
    pub(crate) end: Result<()>,
}

/// Processes an input whose puzzles are independent of each other, as [`work_through`], and says
/// how many were skipped. An input without a puzzle ends in an error.
///
/// # Errors
///
/// When the results cannot be written.
pub(crate) fn one_by_one<W>(
    console: &Console<'_>,
    input: Input,
    of_share: (Threads, usize),
    worker: impl Fn() -> W + Sync,
) -> Result<Done>
where
    W: FnMut(Share, &mut Outlet<'_, Notice>) -> Result<()>,
{
    let (name, origin, mut stopped) = (input.name.clone(), input.origin, Stopped::default());
    let (puzzles, end) = work_through(console, input, of_share, worker, |report| {
        match report {
            Notice::Trouble(fault, what) => console.report(fault, what),
            Notice::Stopped(solver) => stopped.add(solver),
            Notice::GivenUp(what) => console.say(what),
        }
        Ok(())
    });
    console.out.flush()?;
    if !matches!(origin, Origin::Argument(_)) {
        console.trouble.sum_up(puzzles);
    }
    let end = if puzzles == 0 { end.and_then(|()| Err(no_puzzle(&name))) } else { end };
    Ok(Done { puzzles, stopped, end })
}
