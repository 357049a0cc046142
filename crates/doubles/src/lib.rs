//! Solvers for tests only.
//!
//! [`DOUBLES`] are wrong on purpose: tests show that each is caught and named. [`REMEMBERING`] and
//! [`LEARNING`] are caught too: their answers are right, but they skip work. So is [`MISREASONED`],
//! whose reasons are wrong. [`WIDE`] and [`ABSENT`] are right, and of kinds that may be missing in
//! the list of solvers: one takes 64 puzzles at once, the other needs instructions that no processor
//! has. [`peers`] are failing programs by somebody else.
//!
//! Each of [`DOUBLES`] makes the search in row-major order, reports it to its probe as a correct
//! solver does, and is wrong in one respect only. Where that cannot show, its answer is right:
//! [`FALSE_NONE`] is right about a puzzle without a solution.
//!
//! ```
//! use sudoku_core::{Goal, Puzzle};
//! use sudoku_doubles::CHANGED_CLUE;
//! use sudoku_registry::{Limits, Outcome};
//!
//! let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
//! let puzzle = Puzzle::try_from(line.parse::<sudoku_core::Grid>()?)?;
//! let run = CHANGED_CLUE.start().tally(&puzzle, Goal::First, Limits::NONE);
//! assert!(matches!(run.outcome, Outcome::Wrong(_)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod peers;

use std::collections::BTreeMap;
use std::mem;

use sudoku_core::{
    Cell, Contradictions, Counters, Grid, Info, Probe, Publication, Puzzle, Reason, Solver, Source,
    Tree, UNITS, box_of, column_of, row_of,
};
use sudoku_registry::Entry;

/// All doubles.
pub static DOUBLES: [&Entry; 10] = [
    &UNSOLVED,
    &CHANGED_CLUE,
    &FALSE_NONE,
    &FALSE_SEVERAL,
    &OTHER_TREE,
    &FICKLE,
    &FORGETFUL,
    &SILENT,
    &CROSSED,
    &WAVERING,
];

/// Returns a grid in which the last blank of the puzzle is still blank.
pub static UNSOLVED: Entry = Entry::of::<Double<0>, true>();

/// Returns a solved grid in which the first clue has another digit.
pub static CHANGED_CLUE: Entry = Entry::of::<Double<1>, true>();

/// Finds the solution but answers that there is none.
pub static FALSE_NONE: Entry = Entry::of::<Double<2>, true>();

/// Reports every solution twice to a probe that looks for several.
pub static FALSE_SEVERAL: Entry = Entry::of::<Double<3>, true>();

/// Claims [`Tree::ROW_MAJOR`] but fills the blanks from the last to the first.
pub static OTHER_TREE: Entry = Entry::of::<Double<4>, true>();

/// Right while a probe observes it and in the first timed run; in later timed runs it changes a
/// clue.
pub static FICKLE: Entry = Entry::of::<Double<5>, true>();

/// Right while a probe observes it and in the first timed run; in later timed runs it finds
/// nothing.
pub static FORGETFUL: Entry = Entry::of::<Double<6>, true>();

/// Right while a probe observes it and in the first timed run; in later timed runs it does not
/// write the answers.
pub static SILENT: Entry = Entry::of::<Batches<0>, true>();

/// Right on single puzzles and in a batch that is not full; in a full one it answers the last
/// puzzle with the answer to the one before.
pub static CROSSED: Entry = Entry::of::<Batches<1>, true>();

/// Right, but if there are several solutions, it finds another one in a batch than alone.
pub static WAVERING: Entry = Entry::of::<Batches<2>, true>();

/// Right, but where it undoes a digit, it names another cell than the one without candidates.
pub static MISREASONED: Entry = Entry::of::<Double<7>, true>();

/// Right, but it stores its answers and searches no puzzle a second time.
pub static REMEMBERING: Entry = Entry::of::<Remembering<1>, true>();

/// As [`REMEMBERING`], but it searches each puzzle eight times first.
pub static LEARNING: Entry = Entry::of::<Remembering<8>, true>();

/// Takes 64 puzzles at once, and is right.
pub static WIDE: Entry = Entry::of::<Batches<3>, true>();

/// Needs instructions that no processor has.
pub static ABSENT: Entry = Entry::of::<Double<8>, true>();

const NOWHERE: Publication = Publication {
    key: "none",
    title: "not published",
    author: "unknown",
    year: "unknown",
    address: "unknown",
    language: "Rust",
};

const SOURCES: &[Source] =
    &[Source { work: &NOWHERE, part: "none", differs: "made for the tests alone" }];

/// The description that all doubles share.
const fn info(id: &'static str, idea: &'static str) -> Info {
    Info {
        id,
        idea,
        sources: SOURCES,
        tree: Tree::ROW_MAJOR,
        counters: Counters::ARTICLES,
        contradictions: Contradictions::Marked,
        state_bytes: size_of::<Search>() - size_of::<Grid>(),
    }
}

/// The id and the idea of each [`Double`], and the instructions that it needs.
const DOUBLE: [[&str; 3]; 9] = [
    ["doubles/unsolved", "leaves the last blank of the puzzle blank", ""],
    ["doubles/changed-clue", "hands back a solution of another puzzle", ""],
    ["doubles/false-none", "says that there is no solution", ""],
    ["doubles/false-several", "finds every solution twice", ""],
    ["doubles/other-tree", "fills the blanks from the last to the first", ""],
    ["doubles/fickle", "changes a clue while it is timed", ""],
    ["doubles/forgetful", "finds nothing while it is timed", ""],
    ["doubles/misreasoned", "names another cell as dead", ""],
    ["doubles/absent", "needs instructions that no processor has", "mmx512"],
];

/// The search with one change, which `NUMBER` gives by its place in [`DOUBLE`].
#[derive(Debug, Default)]
struct Double<const NUMBER: usize> {
    timed: bool,
}

impl<const NUMBER: usize> Solver for Double<NUMBER> {
    const INFO: Info = info(DOUBLE[NUMBER][0], DOUBLE[NUMBER][1]);

    const TARGET: &'static str = DOUBLE[NUMBER][2];

    fn available() -> bool {
        Self::TARGET.is_empty()
    }

    fn solve<P: Probe>(&mut self, puzzle: &Puzzle, probe: P) -> Result<Option<Grid>, P::Stop> {
        let (id, is_timed_again) = (Self::INFO.id, timed_again::<P>(&mut self.timed));
        let search = Search {
            backwards: id == "doubles/other-tree",
            reports: if id == "doubles/false-several" { 2 } else { 1 },
            names: usize::from(id == "doubles/misreasoned"),
            ..Search::new(puzzle)
        };
        let found = search.run(probe)?;
        let last = (0..81).rfind(|&at| puzzle.grid().cells()[at] == 0);
        Ok(match id {
            "doubles/unsolved" => found.map(|grid| last.map_or(grid, |at| grid.with(at, 0))),
            "doubles/changed-clue" => found.map(|grid| changed_clue(puzzle, &grid)),
            "doubles/fickle" if is_timed_again => found.map(|grid| changed_clue(puzzle, &grid)),
            "doubles/false-none" => None,
            "doubles/forgetful" if is_timed_again => None,
            _ => found,
        })
    }
}

/// The id and the idea of each [`Batches`], and the number of puzzles that it takes at once.
const BATCHES: [(&str, &str, usize); 4] = [
    ("doubles/silent", "writes no answer while it is timed", 1),
    ("doubles/crossed", "takes the last puzzle of a full batch for the one before", 64),
    ("doubles/wavering", "searches the other way round in a batch", 2),
    ("doubles/wide", "takes 64 puzzles at once", 64),
];

/// The search for many puzzles with one change, which `NUMBER` gives by its place in [`BATCHES`].
#[derive(Debug, Default)]
struct Batches<const NUMBER: usize> {
    timed: bool,
}

impl<const NUMBER: usize> Solver for Batches<NUMBER> {
    const INFO: Info = info(BATCHES[NUMBER].0, BATCHES[NUMBER].1);

    const WIDTH: usize = BATCHES[NUMBER].2;

    fn solve<P: Probe>(&mut self, puzzle: &Puzzle, probe: P) -> Result<Option<Grid>, P::Stop> {
        sound(puzzle, probe)
    }

    fn solve_all<P: Probe>(
        &mut self,
        puzzles: &[Puzzle],
        answers: &mut [Option<Grid>],
        probe: impl Fn(usize) -> P,
    ) -> Result<(), P::Stop> {
        let id = Self::INFO.id;
        let backwards = id == "doubles/wavering" && puzzles.len() > 1;
        for (at, answer) in answers.iter_mut().enumerate().take(puzzles.len()) {
            let is_last = at % Self::WIDTH == Self::WIDTH - 1;
            let from = at - usize::from(id == "doubles/crossed" && is_last);
            let found = Search { backwards, ..Search::new(&puzzles[from]) }.run(probe(at))?;
            if id != "doubles/silent" || !timed_again::<P>(&mut self.timed) {
                *answer = found;
            }
        }
        Ok(())
    }
}

/// The answers found by searches to the end, and the number of those searches.
#[derive(Debug, Default)]
struct Remembering<const SEARCHES: u32> {
    answers: BTreeMap<[u8; 81], (Grid, u32)>,
}

impl<const SEARCHES: u32> Solver for Remembering<SEARCHES> {
    const INFO: Info = if SEARCHES == 1 {
        info("doubles/remembering", "keeps its answers for puzzles that come back")
    } else {
        info("doubles/learning", "keeps its answers for puzzles that come back often")
    };

    fn solve<P: Probe>(&mut self, puzzle: &Puzzle, probe: P) -> Result<Option<Grid>, P::Stop> {
        let key = *puzzle.grid().cells();
        if let Some((answer, searches)) = self.answers.get(&key)
            && *searches >= SEARCHES
            && probe.solved(answer)
        {
            return Ok(Some(*answer));
        }
        let found = sound(puzzle, probe)?;
        if let Some(grid) = found {
            self.answers.entry(key).or_insert((grid, 0)).1 += 1;
        }
        Ok(found)
    }
}

/// True from the second timed run on. A timed run is recognised by its probe, which has size 0.
fn timed_again<P: Probe>(timed: &mut bool) -> bool {
    size_of::<P>() == 0 && mem::replace(timed, true)
}

/// The grid with the digit of the first clue and the next higher digit exchanged everywhere.
fn changed_clue(puzzle: &Puzzle, grid: &Grid) -> Grid {
    let clue = puzzle.grid().cells().iter().copied().find(|&digit| digit != 0).unwrap_or(1);
    let next = clue % 9 + 1;
    (0..81).fold(*grid, |changed, at| match grid.cells()[at] {
        digit if digit == clue => changed.with(at, next),
        digit if digit == next => changed.with(at, clue),
        _ => changed,
    })
}

fn sound<P: Probe>(puzzle: &Puzzle, probe: P) -> Result<Option<Grid>, P::Stop> {
    Search::new(puzzle).run(probe)
}

/// A search on a plain board.
struct Search {
    board: Grid,
    backwards: bool,
    /// The number of times that each solution is reported.
    reports: u32,
    /// The distance from the cell without candidates to the cell that is named instead.
    names: usize,
}

impl Search {
    const fn new(puzzle: &Puzzle) -> Self {
        Self { board: *puzzle.grid(), backwards: false, reports: 1, names: 0 }
    }

    fn run<P: Probe>(mut self, probe: P) -> Result<Option<Grid>, P::Stop> {
        Ok(self.backtrack(probe)?.then_some(self.board))
    }

    fn backtrack<P: Probe>(&mut self, probe: P) -> Result<bool, P::Stop> {
        probe.call()?;
        let mut blanks = (0..81).filter(|&at| self.board.cells()[at] == 0);
        let Some(at) = (if self.backwards { blanks.next_back() } else { blanks.next() }) else {
            return Ok((0..self.reports).any(|_| probe.solved(&self.board)));
        };
        for digit in 1..=9 {
            probe.check(at, digit);
            if is_legal(&self.board, at, digit) {
                self.board = self.board.with(at, digit);
                probe.why(Reason::Legal);
                probe.place(at, digit);
                if self.backtrack(probe)? {
                    return Ok(true);
                }
                self.board = self.board.with(at, 0);
                probe.undo(at);
            }
        }
        probe.why(Reason::NoDigit { cell: Cell::At((at + self.names) % 81) });
        Ok(false)
    }
}

fn is_legal(board: &Grid, at: usize, digit: u8) -> bool {
    let units = [UNITS[row_of(at)], UNITS[9 + column_of(at)], UNITS[18 + box_of(at)]];
    units.iter().flatten().all(|&peer| board.cells()[peer] != digit)
}
