//! The package `batsat`, a solver for any satisfiability problem.

use batsat::{BasicSolver, Lit, SolverInterface, Var, lbool};
use sudoku_core::{
    First, Grid, Info, Peer, Publication, Puzzle, Source, Two, UNITS, column_of, row_of,
};

const PACKAGE: Publication = Publication {
    key: "batsat",
    title: "BatSat",
    author: "Simon Cruanes and Masaki Hara",
    year: "unknown",
    address: "https://github.com/c-cube/batsat",
    language: "Rust",
};

/// Clauses learnt from conflicts. A variable states that a cell holds a digit. The clauses: every
/// cell holds a digit, every unit has a place for each digit, no cell holds two digits, and no two
/// cells of a unit hold the same digit. A clue is a clause of one literal.
#[derive(Debug)]
pub(super) struct Batsat {
    /// The clauses that hold for every Sudoku.
    rules: Vec<Vec<Lit>>,
}

impl Peer for Batsat {
    const INFO: Info = Info::of_peer(
        "peers/batsat",
        "satisfiability: clauses are learnt from conflicts; a variable for each digit of a cell",
        &[Source {
            work: &PACKAGE,
            part: Self::VERSION,
            differs: "the clauses of a Sudoku are ours; one more forbids the first solution when \
                      a second is looked for",
        }],
    );
    const VERSION: &'static str = "0.6.0";
    const FIRST: Option<First<Self>> = Some(|peer, puzzle| solution(&mut peer.solver(puzzle)));
    const TWO: Option<Two<Self>> = Some(|peer, puzzle| {
        let mut solver = peer.solver(puzzle);
        let first = solution(&mut solver);
        let second = first.and_then(|first| {
            solver.add_clause_reuse(&mut literals(&first).map(|literal| !literal).collect());
            solution(&mut solver)
        });
        [first, second]
    });
}

impl Default for Batsat {
    fn default() -> Self {
        let cells = (0..81).map(|at| std::array::from_fn::<_, 9, _>(|i| literal(at, i as u8 + 1)));
        let places = UNITS
            .into_iter()
            .flat_map(|unit| (1..=9).map(move |digit| unit.map(|at| literal(at, digit))));
        let mut rules = Vec::new();
        for literals in cells.chain(places) {
            rules.push(literals.to_vec());
            for (i, &one) in literals.iter().enumerate() {
                rules.extend(literals[..i].iter().map(|&other| vec![!one, !other]));
            }
        }
        Self { rules }
    }
}

impl Batsat {
    fn solver(&self, puzzle: &Puzzle) -> BasicSolver {
        let mut solver = BasicSolver::default();
        (0..9 * 81).for_each(|_| _ = solver.new_var_default());
        let clues = literals(puzzle.grid()).map(|clue| vec![clue]);
        for mut clause in self.rules.iter().cloned().chain(clues) {
            solver.add_clause_reuse(&mut clause);
        }
        solver
    }
}

fn solution(solver: &mut BasicSolver) -> Option<Grid> {
    let is_found = solver.solve_limited(&[]) == lbool::TRUE;
    let model = is_found.then(|| solver.get_model())?;
    let mut rows = [[0; 9]; 9];
    for (index, _) in model.iter().enumerate().filter(|(_, value)| **value == lbool::TRUE) {
        let (at, digit) = (index / 9, index % 9 + 1);
        rows[row_of(at)][column_of(at)] = digit as u8;
    }
    Some(Grid::from_rows(rows))
}

/// Returns the literal which states that a cell holds a digit.
fn literal(at: usize, digit: u8) -> Lit {
    Lit::new(Var::unsafe_from_idx(9 * at as u32 + u32::from(digit) - 1), true)
}

fn literals(grid: &Grid) -> impl Iterator<Item = Lit> {
    let filled = grid.cells().iter().enumerate().filter(|&(_, &digit)| digit != 0);
    filled.map(|(at, &digit)| literal(at, digit))
}
