//! Failing programs by somebody else: each is caught before it can harm a run, and named.

use std::hint::black_box;

use sudoku_core::{First, Grid, Info, Off, Peer, Proof, Puzzle, Two};
use sudoku_registry::Entry;

use crate::{SOURCES, Search};

/// All failing peers.
pub static FAILING: [&Entry; 4] = [&HANGS, &PANICS, &EATS, &LIES];

/// Goes on for ever on a puzzle without a solution.
pub static HANGS: Entry = Entry::peer::<Hangs, true>();

/// Panics on a puzzle without a solution.
pub static PANICS: Entry = Entry::peer::<Panics, true>();

/// Fills memory without end on a puzzle without a solution.
pub static EATS: Entry = Entry::peer::<Eats, true>();

/// Returns the puzzle as its own solution.
pub static LIES: Entry = Entry::peer::<Lies, true>();

/// Right, and able to prove that a solution is the only one.
pub static HONEST: Entry = Entry::peer::<Honest, true>();

/// Right, and unable to stop at the first solution.
pub static THOROUGH: Entry = Entry::peer::<Thorough, true>();

fn first(puzzle: &Puzzle) -> Option<Grid> {
    let Ok(answer) = Search::new(puzzle).run(Off);
    answer
}

fn two(puzzle: &Puzzle) -> [Option<Grid>; 2] {
    let proof = Proof::default();
    let Ok(_) = Search::new(puzzle).run(&proof);
    let mut solutions = proof.solutions();
    [solutions.next(), solutions.next()]
}

#[derive(Debug, Default)]
struct Hangs;

impl Peer for Hangs {
    const INFO: Info = Info::of_peer("doubles/hangs", "never gives up", SOURCES);
    const VERSION: &'static str = "1.0.0";
    const FIRST: Option<First<Self>> = Some(|_, puzzle| {
        first(puzzle).or_else(|| {
            loop {
                black_box(puzzle);
            }
        })
    });
}

#[derive(Debug, Default)]
struct Panics;

impl Peer for Panics {
    const INFO: Info = Info::of_peer("doubles/panics", "takes a solution for granted", SOURCES);
    const VERSION: &'static str = "1.0.0";
    const FIRST: Option<First<Self>> =
        Some(|_, puzzle| Some(first(puzzle).expect("every puzzle has a solution")));
}

#[derive(Debug, Default)]
struct Eats;

impl Peer for Eats {
    const INFO: Info = Info::of_peer("doubles/eats", "prepares for everything", SOURCES);
    const VERSION: &'static str = "1.0.0";
    const FIRST: Option<First<Self>> = Some(|_, puzzle| {
        first(puzzle).or_else(|| {
            let mut eaten = Vec::new();
            loop {
                eaten.push(black_box(vec![1_u8; 1 << 24]));
            }
        })
    });
}

#[derive(Debug, Default)]
struct Lies;

impl Peer for Lies {
    const INFO: Info = Info::of_peer("doubles/lies", "hands back what it is given", SOURCES);
    const VERSION: &'static str = "1.0.0";
    const FIRST: Option<First<Self>> = Some(|_, puzzle| Some(*puzzle.grid()));
}

#[derive(Debug, Default)]
struct Honest;

impl Peer for Honest {
    const INFO: Info = Info::of_peer("doubles/honest", "is right", SOURCES);
    const VERSION: &'static str = "1.2.3";
    const FIRST: Option<First<Self>> = Some(|_, puzzle| first(puzzle));
    const TWO: Option<Two<Self>> = Some(|_, puzzle| two(puzzle));
}

#[derive(Debug, Default)]
struct Thorough;

impl Peer for Thorough {
    const INFO: Info = Info::of_peer("doubles/thorough", "always finds two", SOURCES);
    const VERSION: &'static str = "1.0.0";
    const TWO: Option<Two<Self>> = Some(|_, puzzle| two(puzzle));
}
