//! A peer is tried in a separate process before it runs in this one: it may hang, panic, or use up
//! the memory.
//!
//! The process is the same program, started as a [`Program`] in another language is. Its answers
//! are not checked: a peer that passes is verified like all other solvers.

use std::hint::black_box;
use std::panic::{resume_unwind, set_hook};
use std::path::Path;
use std::time::Duration;
use std::{io, thread};

use anyhow::{Context, Result};
use sudoku_core::{Goal, Grid, Puzzle};
use sudoku_programs::{Program, ProgramLimits, Question};
use sudoku_record::ProgramRecord;
use sudoku_registry::{Entry, Known};

use crate::PuzzleSet;

/// The most bytes of memory.
const MEMORY: u64 = 1 << 30;

/// Tries a peer on all puzzles, `within` this time for each question that it can answer, in processes
/// of `program`: it is a launcher of programs, and [`run_as_peer`] for the words `peer first ID` and
/// `peer unique ID`. Returns the reason why the peer must not run in this process; `None` if it may,
/// or if this system starts no programs.
///
/// # Errors
///
/// When there is no such program.
pub(crate) fn try_peer(
    peer: &Entry,
    sets: &[PuzzleSet],
    within: Duration,
    program: &Path,
) -> Result<Option<String>> {
    if cfg!(not(unix)) {
        return Ok(None);
    }
    let id = peer.info.id;
    let words = program.to_str().context("the path of this program is no text")?;
    let words = shlex::try_quote(words)?;
    let [first, unique] = ["first", "unique"].map(|goal| Some(format!("{words} peer {goal} {id}")));
    let record = ProgramRecord { name: id.to_owned(), first, unique, ..ProgramRecord::default() };
    let trial = Program::new(record, Path::new("."))?;
    let (cpu, held) = (2 * within, Duration::ZERO);
    let limits =
        ProgramLimits { wall: within, cpu, memory: MEMORY, held, ..ProgramLimits::default() };
    for goal in [Goal::First, Goal::Unique].into_iter().filter(|goal| peer.can.answer(*goal)) {
        let ours = sets.iter().filter(|set| set.record.goal == goal);
        let puzzles = ours.flat_map(|set| &set.puzzles);
        let questions: Vec<Question> =
            puzzles.map(|&puzzle| Question { puzzle, known: Known::Nothing }).collect();
        if let Err(fault) = trial.pass(program, &questions, goal, &limits) {
            return Ok(Some(fault.to_string()));
        }
    }
    Ok(None)
}

/// Solves the puzzles of standard input, and writes `none` for each. It is for the process that is
/// started to try a peer.
///
/// # Errors
///
/// When a line is no puzzle.
///
/// # Panics
///
/// When the peer does, which one line on standard error says.
pub fn run_as_peer(peer: &'static Entry, goal: Goal) -> Result<()> {
    set_hook(Box::new(|why| eprintln!("{}", why.to_string().replace('\n', " "))));
    let solve = move || {
        let mut session = peer.start();
        for line in io::stdin().lines() {
            let puzzle = Puzzle::unchecked(line?.parse::<Grid>()?);
            black_box(session.solve(black_box(&puzzle), goal));
            println!("none");
        }
        Ok(())
    };
    // In a thread, as when solvers are verified: the main thread has a larger stack.
    thread::spawn(solve).join().unwrap_or_else(|panic| resume_unwind(panic))
}
