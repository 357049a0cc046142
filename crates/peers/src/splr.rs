//! The package `splr`, a solver for any problem of satisfiability.

use splr::Certificate;
use sudoku_core::{
    First, Grid, Info, Peer, Publication, Puzzle, Source, Two, UNITS, column_of, row_of,
};

const PACKAGE: Publication = Publication {
    key: "splr",
    title: "splr",
    author: "Narazaki Shuji",
    year: "unknown",
    address: "https://github.com/shnarazk/splr",
    language: "Rust",
};

/// Conflict-driven clause learning. A variable says that a cell holds a digit. The clauses: every
/// cell holds a digit and every unit has a place for each; no cell holds two, and no two cells of
/// a unit the same. A clue is a clause of one literal.
#[derive(Debug)]
pub struct Splr {
    /// What holds of every Sudoku.
    rules: Vec<Vec<i32>>,
}

impl Peer for Splr {
    const INFO: Info = Info::of_peer(
        "peers/splr",
        "satisfiability: clauses are learnt from conflicts; a variable for each digit of a cell",
        &[Source {
            work: &PACKAGE,
            part: "0.17.2",
            differs: "the clauses of a Sudoku are ours; a second solution is looked for from the \
                      start, with a clause that forbids the first",
        }],
    );
    const VERSION: &'static str = "0.17.2";
    const FIRST: Option<First<Self>> = Some(|peer, puzzle| peer.solution(puzzle, None));
    const TWO: Option<Two<Self>> = Some(|peer, puzzle| {
        let first = peer.solution(puzzle, None);
        [first, first.and_then(|first| peer.solution(puzzle, Some(first)))]
    });
}

impl Default for Splr {
    fn default() -> Self {
        // What wants exactly one: a cell its digit, a digit its place in a unit.
        let cells = (0..81).map(|at| (1..=9).map(|digit| variable(at, digit)).collect());
        let places = UNITS.into_iter().flat_map(|unit| {
            (1..=9).map(move |digit| unit.iter().map(|&at| variable(at, digit)).collect())
        });
        let mut rules = Vec::new();
        for one_of in cells.chain::<_>(places).collect::<Vec<Vec<i32>>>() {
            for (i, &this) in one_of.iter().enumerate() {
                rules.extend(one_of[..i].iter().map(|&other| vec![-other, -this]));
            }
            rules.push(one_of);
        }
        Self { rules }
    }
}

impl Splr {
    fn solution(&self, puzzle: &Puzzle, but: Option<Grid>) -> Option<Grid> {
        let mut clauses = self.rules.clone();
        clauses.extend(literals(puzzle.grid()).map(|literal| vec![literal]));
        clauses.extend(but.map(|grid| literals(&grid).map(|literal| -literal).collect()));
        let Ok(Certificate::SAT(model)) = Certificate::try_from(clauses) else { return None };
        let mut rows = [[0; 9]; 9];
        for literal in model.into_iter().filter(|&literal| literal > 0) {
            let (at, digit) = ((literal as usize - 1) / 9, (literal - 1) % 9 + 1);
            rows[row_of(at)][column_of(at)] = digit as u8;
        }
        Some(Grid::from_rows(rows))
    }
}

/// Says that a cell holds a digit.
fn variable(at: usize, digit: u8) -> i32 {
    9 * at as i32 + i32::from(digit)
}

fn literals(grid: &Grid) -> impl Iterator<Item = i32> {
    let filled = grid.cells().iter().enumerate().filter(|&(_, &digit)| digit != 0);
    filled.map(|(at, &digit)| variable(at, digit))
}
