//! Questions to a column of puzzles.

use std::collections::HashMap;
use std::sync::Arc;

use arrow_array::{
    ArrayRef, BooleanArray, Float64Array, StringArray, StructArray, UInt8Array, UInt32Array,
    UInt64Array,
};
use arrow_schema::{DataType, Field};
use sudoku_lab::{
    Counts, Goal, Grid, Limits, Outcome, Rater, Rating, Solver, Sudoku, Work, canonical,
};

use crate::columns::{Answer, Column, Question};

/// A column of grids as 81 characters.
pub(crate) fn grids(values: impl Iterator<Item = Option<Grid>>) -> ArrayRef {
    Arc::new(values.map(|grid| grid.map(|grid| grid.to_string())).collect::<StringArray>())
}

fn given<T>(value: T) -> Answer<T> {
    (Some(value), None)
}

pub(crate) struct Solve;

impl Question for Solve {
    type State = Solver;
    type Value = Grid;

    fn start(&self) -> Solver {
        Solver::fastest_of_many()
    }

    fn answer(&self, solver: &mut Solver, sudokus: &[Sudoku]) -> Vec<Answer<Grid>> {
        let none = || "no solution".to_owned();
        let solutions = solver.solve_all(sudokus).into_iter();
        solutions.map(|solution| (solution, solution.is_none().then(none))).collect()
    }

    fn contradictory(&self, _: &Grid) -> Option<Grid> {
        None
    }

    fn columns(&self, values: Vec<Option<Grid>>) -> Vec<Column> {
        vec![("solution", grids(values.into_iter()))]
    }
}

pub(crate) struct Count {
    pub limit: u32,
}

impl Question for Count {
    type State = Solver;
    type Value = u32;

    fn start(&self) -> Solver {
        Solver::fastest()
    }

    fn answer(&self, solver: &mut Solver, sudokus: &[Sudoku]) -> Vec<Answer<u32>> {
        let count = |sudoku| solver.count_up_to(sudoku, self.limit as usize) as u32;
        sudokus.iter().map(count).map(given).collect()
    }

    fn contradictory(&self, _: &Grid) -> Option<u32> {
        Some(0)
    }

    fn columns(&self, values: Vec<Option<u32>>) -> Vec<Column> {
        vec![("solutions", Arc::new(UInt32Array::from(values)))]
    }
}

pub(crate) struct Unique;

impl Question for Unique {
    type State = Solver;
    type Value = bool;

    fn start(&self) -> Solver {
        Solver::fastest_of_many()
    }

    fn answer(&self, solver: &mut Solver, sudokus: &[Sudoku]) -> Vec<Answer<bool>> {
        solver.are_unique(sudokus).into_iter().map(given).collect()
    }

    fn contradictory(&self, _: &Grid) -> Option<bool> {
        Some(false)
    }

    fn columns(&self, values: Vec<Option<bool>>) -> Vec<Column> {
        vec![("unique", Arc::new(BooleanArray::from(values)))]
    }
}

pub(crate) struct Minimal;

impl Question for Minimal {
    type State = Solver;
    type Value = bool;

    fn start(&self) -> Solver {
        Solver::fastest_of_many()
    }

    fn answer(&self, solver: &mut Solver, sudokus: &[Sudoku]) -> Vec<Answer<bool>> {
        sudokus.iter().map(|sudoku| given(solver.is_minimal(sudoku))).collect()
    }

    fn contradictory(&self, _: &Grid) -> Option<bool> {
        Some(false)
    }

    fn columns(&self, values: Vec<Option<bool>>) -> Vec<Column> {
        vec![("minimal", Arc::new(BooleanArray::from(values)))]
    }
}

pub(crate) struct Canonical;

impl Question for Canonical {
    type State = ();
    type Value = Grid;

    fn start(&self) {}

    fn answer(&self, (): &mut (), sudokus: &[Sudoku]) -> Vec<Answer<Grid>> {
        sudokus.iter().map(|sudoku| given(sudoku.canonical())).collect()
    }

    fn contradictory(&self, grid: &Grid) -> Option<Grid> {
        Some(canonical(grid))
    }

    fn columns(&self, values: Vec<Option<Grid>>) -> Vec<Column> {
        vec![("canonical", grids(values.into_iter()))]
    }
}

pub(crate) struct Rate {
    pub arrangements: usize,
    pub seed: u64,
}

/// A puzzle with its rating, if it could be searched.
pub(crate) struct Rated {
    puzzle: Grid,
    canonical: Grid,
    /// `None` if a search was given up.
    rating: Option<Rating>,
    contradictory: bool,
}

impl Question for Rate {
    type State = Rater;
    type Value = Rated;

    fn start(&self) -> Rater {
        Rater::new(self.arrangements, self.seed)
    }

    fn answer(&self, rater: &mut Rater, sudokus: &[Sudoku]) -> Vec<Answer<Rated>> {
        let rate = |sudoku: &Sudoku| {
            let (rating, why) = match rater.rate(sudoku) {
                Ok(rating) => (Some(rating), None),
                Err(stop) => (None, Some(stop.to_string())),
            };
            let canonical = rating.map_or_else(|| sudoku.canonical(), |rating| rating.canonical);
            (Some(Rated { puzzle: *sudoku.grid(), canonical, rating, contradictory: false }), why)
        };
        sudokus.iter().map(rate).collect()
    }

    fn contradictory(&self, grid: &Grid) -> Option<Rated> {
        let canonical = canonical(grid);
        Some(Rated { puzzle: *grid, canonical, rating: None, contradictory: true })
    }

    fn columns(&self, values: Vec<Option<Rated>>) -> Vec<Column> {
        let all = || values.iter().map(Option::as_ref);
        let rated = || all().map(|one| one.and_then(|one| one.rating));
        let no = |one: Option<&Rated>| one.filter(|one| one.contradictory).map(|_| false);
        let flag = |of: fn(Rating) -> bool| -> ArrayRef {
            let flags = rated().zip(all()).map(|(rating, one)| rating.map(of).or_else(|| no(one)));
            Arc::new(flags.collect::<BooleanArray>())
        };
        let number = |of: fn(Rating) -> f64| -> ArrayRef {
            Arc::new(rated().map(|rating| rating.map(of)).collect::<Float64Array>())
        };
        let solutions = rated().zip(all());
        let solutions = solutions.map(|(rating, one)| {
            rating.map(|rating| rating.solutions).or_else(|| no(one).map(|_| 0))
        });
        vec![
            ("puzzle", grids(all().map(|one| Some(one?.puzzle)))),
            ("solution", grids(rated().map(|rating| rating?.solution))),
            ("solutions", Arc::new(solutions.collect::<UInt8Array>())),
            (
                "clues",
                Arc::new(all().map(|one| Some(one?.puzzle.clues() as u8)).collect::<UInt8Array>()),
            ),
            ("minimal", flag(|rating| rating.minimal)),
            ("canonical", grids(all().map(|one| Some(one?.canonical)))),
            ("guesses_mean", number(|rating| rating.guesses_mean)),
            ("guesses_sd", number(|rating| rating.guesses_sd)),
            ("singles", flag(|rating| rating.singles)),
            ("locked", flag(|rating| rating.locked)),
        ]
    }

    fn metadata(&self, column: &str) -> HashMap<String, String> {
        if !column.starts_with("guesses_") {
            return HashMap::new();
        }
        let (arrangements, seed) = (self.arrangements.to_string(), self.seed.to_string());
        let pairs =
            [("tree", Rater::TREE.to_owned()), ("arrangements", arrangements), ("seed", seed)];
        pairs.map(|(key, value)| (key.to_owned(), value)).into()
    }
}

pub(crate) struct Tally {
    pub solver: &'static str,
    pub goal: Goal,
    pub limits: Limits,
}

impl Tally {
    fn counters(&self) -> Vec<Work> {
        let info = Solver::all().find(|info| info.id == self.solver);
        info.map_or_else(Vec::new, |info| info.counters.iter().collect())
    }
}

impl Question for Tally {
    type State = Solver;
    type Value = (&'static str, Option<Grid>, Counts);

    fn start(&self) -> Solver {
        Solver::named(self.solver).expect("it was asked for before")
    }

    fn answer(&self, solver: &mut Solver, sudokus: &[Sudoku]) -> Vec<Answer<Self::Value>> {
        let tally = |sudoku: &Sudoku| {
            let run = solver.tally(sudoku, self.goal, self.limits);
            let (solution, why) = match run.outcome {
                Outcome::Solved(solution) => (Some(solution), None),
                Outcome::Stopped(stop) => (None, Some(stop.to_string())),
                Outcome::Wrong(grid) => (None, Some(format!("{grid} is no solution"))),
                Outcome::Several(_) | Outcome::NoSolution => (None, None),
            };
            (Some((run.outcome.ending().word(), solution, run.counts)), why)
        };
        sudokus.iter().map(tally).collect()
    }

    fn contradictory(&self, _: &Grid) -> Option<Self::Value> {
        Some(("invalid", None, Counts::from_values([])))
    }

    fn columns(&self, values: Vec<Option<Self::Value>>) -> Vec<Column> {
        let counters = self.counters();
        let of = |what: Work| -> ArrayRef {
            let counts = values.iter().map(|value| value.as_ref()?.2.get(what));
            Arc::new(counts.collect::<UInt64Array>())
        };
        let fields: Vec<_> =
            counters.iter().map(|what| Field::new(what.name(), DataType::UInt64, true)).collect();
        let counts = StructArray::new(fields.into(), counters.into_iter().map(of).collect(), None);
        let outcomes = values.iter().map(|value| value.as_ref().map(|value| value.0));
        vec![
            ("outcome", Arc::new(outcomes.collect::<StringArray>())),
            ("solution", grids(values.iter().map(|value| value.as_ref()?.1))),
            ("counts", Arc::new(counts)),
        ]
    }
}
