//! Measures the memory that solvers take on the first puzzles of each set: bytes of state and
//! stack, and the number of heap allocations.
//!
//! A program of its own, because it counts every allocation, which no timed program should do.
//! `memory DIR` writes `raw/memory.csv` into the folder of a run. Without a folder, as `cargo test`
//! starts it, it prints the rows of a set of one puzzle.

use std::hint::black_box;
use std::process::ExitCode;

use allocation_counter::measure;
use anyhow::Result;
use sudoku_benches::{Request, StepProgress, counted, exit_code, verify};
use sudoku_core::Ending;
use sudoku_record::{MemoryRow, RunFolder};

fn main() -> ExitCode {
    exit_code(run())
}

fn run() -> Result<ExitCode> {
    // Cargo passes `--bench`.
    let folder = std::env::args().skip(1).find(|word| !word.starts_with("--"));
    let request =
        folder.map_or_else(Request::smoke, |folder| Request::read(RunFolder::new(folder)))?;
    let rows = rows(&request);
    match &request.out {
        Some(out) => out.write(&rows)?,
        None => rows.iter().for_each(print),
    }
    Ok(ExitCode::SUCCESS)
}

/// The most puzzles of each set that are measured, and the most digits that any solver may place on
/// them; the first puzzle is always measured. More puzzles are not needed: the stack hardly varies.
const PUZZLES: usize = 50;
const PLACEMENTS: u64 = 1_000_000;

/// Returns a row for each solver and each measured puzzle that it finishes within its budget.
fn rows(request: &Request) -> Vec<MemoryRow> {
    let puzzles = request.sets.iter().map(|set| set.puzzles.len() as u64).sum();
    let progress = request.progress("memory", puzzles);
    let mut sessions: Vec<_> =
        request.solvers.iter().map(|entry| (*entry, entry.start())).collect();
    let counted = counted(request).unwrap_or_else(|| verify(request, &StepProgress::hidden()).rows);
    let mut counted = counted.chunks(sessions.len().max(1));
    let mut rows = Vec::new();
    for set in &request.sets {
        progress.message(&set.record.name);
        let (mut placed, goal) = (0, set.record.goal);
        for (index, puzzle) in set.puzzles.iter().enumerate() {
            let Some(counted) = counted.next() else { continue };
            progress.advance(1);
            placed += counted.iter().map(|row| row.counts.placements).max().unwrap_or(0);
            if index >= PUZZLES || index > 0 && placed > PLACEMENTS {
                continue;
            }
            for (counted, (entry, session)) in counted.iter().zip(&mut sessions) {
                // How much memory a peer takes is not known.
                if counted.outcome == Ending::Stopped || entry.peer.is_some() {
                    continue;
                }
                let heap = measure(|| {
                    black_box(session.solve(black_box(puzzle), goal));
                });
                rows.push(MemoryRow {
                    corpus: set.record.name.clone(),
                    index,
                    solver: entry.info.id.to_owned(),
                    state_bytes: entry.info.state_bytes,
                    stack_bytes: session.stack_bytes(puzzle, goal),
                    max_depth: counted.counts.max_depth,
                    allocations: heap.count_total,
                });
            }
        }
    }
    rows
}

fn print(row: &MemoryRow) {
    let MemoryRow { corpus, index, solver, state_bytes, stack_bytes, max_depth, allocations } = row;
    println!(
        "{corpus:12} {index:4} {solver:28} state {state_bytes:4}  stack {stack_bytes:6} over \
         {max_depth:3} calls  allocations {allocations}"
    );
}
