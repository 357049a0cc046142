//! The time to build the tables of a solver, which no time of a search includes.

use std::hint::black_box;
use std::time::{Duration, Instant};

use sudoku_record::{SetupRow, Stopwatch};

use crate::Request;
use crate::survey::reading_the_clock;

/// Tables are built this many times ...
const TIMES: usize = 101;

/// ... unless it takes longer than this, ...
const LONG: Duration = Duration::from_millis(50);

/// ... and at least this many times.
const LEAST: usize = 3;

/// Returns the CPU time, in nanoseconds, in which each solver builds its tables and allocates their
/// memory: the median of many times, without the time of reading the clock.
pub fn setup(request: &Request) -> Vec<SetupRow> {
    let reading = reading_the_clock();
    let solvers = request.solvers.iter();
    let rows = solvers.map(|entry| {
        let (begin, mut times) = (Instant::now(), Vec::with_capacity(TIMES));
        while times.len() < LEAST || times.len() < TIMES && begin.elapsed() < LONG {
            let watch = Stopwatch::start();
            let session = black_box(entry.start());
            times.push(watch.elapsed().cpu.as_nanos() as u64);
            drop(session);
        }
        times.sort_unstable();
        let cpu_ns = times[times.len() / 2].saturating_sub(reading);
        SetupRow { solver: entry.info.id.to_owned(), cpu_ns }
    });
    rows.collect()
}
