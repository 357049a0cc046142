//! The package `varisat`, a solver for any satisfiability problem.

use sudoku_core::{
    First, Grid, Info, Peer, Publication, Puzzle, Source, Two, UNITS, column_of, row_of,
};
use varisat::{CnfFormula, ExtendFormula, Lit, Solver};

const PACKAGE: Publication = Publication {
    key: "varisat",
    title: "Varisat",
    author: "Jannis Harder",
    year: "unknown",
    address: "https://github.com/jix/varisat",
    language: "Rust",
};

/// Clauses learnt from conflicts. A variable states that a cell holds a digit. The clauses: every
/// cell holds a digit, every unit has a place for each digit, no cell holds two digits, and no two
/// cells of a unit hold the same digit. A clue is a clause of one literal.
#[derive(Debug)]
pub(super) struct Varisat {
    /// The clauses that hold for every Sudoku.
    rules: CnfFormula,
}

impl Peer for Varisat {
    const INFO: Info = Info::of_peer(
        "peers/varisat",
        "satisfiability: clauses are learnt from conflicts; a variable for each digit of a cell",
        &[Source {
            work: &PACKAGE,
            part: Self::VERSION,
            differs: "the clauses of a Sudoku are ours; one more forbids the first solution when \
                      a second is looked for",
        }],
    );
    const VERSION: &'static str = "0.2.2";
    const FIRST: Option<First<Self>> = Some(|peer, puzzle| solution(&mut peer.solver(puzzle)));
    const TWO: Option<Two<Self>> = Some(|peer, puzzle| {
        let mut solver = peer.solver(puzzle);
        let first = solution(&mut solver);
        let second = first.and_then(|first| {
            let others: Vec<Lit> = literals(&first).map(|literal| !literal).collect();
            solver.add_clause(&others);
            solution(&mut solver)
        });
        [first, second]
    });
}

impl Default for Varisat {
    fn default() -> Self {
        let cells = (0..81).map(|at| std::array::from_fn(|i| literal(at, i as u8 + 1)));
        let places = UNITS
            .into_iter()
            .flat_map(|unit| (1..=9).map(move |digit| unit.map(|at| literal(at, digit))));
        let mut rules = CnfFormula::new();
        let exactly_one: Vec<[Lit; 9]> = cells.chain(places).collect();
        for literals in exactly_one {
            rules.add_clause(&literals);
            for (i, &one) in literals.iter().enumerate() {
                literals[..i].iter().for_each(|&other| rules.add_clause(&[!one, !other]));
            }
        }
        Self { rules }
    }
}

impl Varisat {
    fn solver(&self, puzzle: &Puzzle) -> Solver<'static> {
        let mut solver = Solver::new();
        solver.add_formula(&self.rules);
        literals(puzzle.grid()).for_each(|clue| solver.add_clause(&[clue]));
        solver
    }
}

fn solution(solver: &mut Solver<'_>) -> Option<Grid> {
    let model = solver.solve().ok()?.then(|| solver.model())??;
    let mut rows = [[0; 9]; 9];
    for literal in model.into_iter().filter(|literal| literal.is_positive()) {
        let (at, digit) = (literal.index() / 9, literal.index() % 9 + 1);
        rows[row_of(at)][column_of(at)] = digit as u8;
    }
    Some(Grid::from_rows(rows))
}

/// Returns the literal which states that a cell holds a digit.
fn literal(at: usize, digit: u8) -> Lit {
    Lit::from_index(9 * at + digit as usize - 1, true)
}

fn literals(grid: &Grid) -> impl Iterator<Item = Lit> {
    let filled = grid.cells().iter().enumerate().filter(|&(_, &digit)| digit != 0);
    filled.map(|(at, &digit)| literal(at, digit))
}
