//! The [`Question`]s that Python can ask about a column of puzzles.

use std::collections::HashMap;
use std::iter;
use std::sync::Arc;

use arrow_array::builder::StringBuilder;
use arrow_array::{
    ArrayRef, BooleanArray, Float64Array, StringArray, StructArray, UInt8Array, UInt32Array,
    UInt64Array,
};
use arrow_schema::{DataType, Field};
use sudoku_lab::{
    Goal, Grid, Limits, Outcome, Rater, Rating, Solver, Stop, Sudoku, Tally as Run, Work, canonical,
};

use crate::columns::{Column, Question, SIDE_BY_SIDE};
use crate::rows::Cancel;

/// A column of grids as 81 characters.
pub(crate) fn grids(values: impl Iterator<Item = Option<Grid>>) -> ArrayRef {
    let rows = values.size_hint().0;
    let mut texts = StringBuilder::with_capacity(rows, 81 * rows);
    for grid in values {
        match grid.as_ref().map(Grid::line) {
            Some(line) => texts.append_value(str::from_utf8(&line).expect("all symbols are ASCII")),
            None => texts.append_null(),
        }
    }
    Arc::new(texts.finish())
}

pub(crate) struct Solve {
    pub limits: Limits,
}

impl Question for Solve {
    type State = Solver;
    /// A puzzle without a solution has no value.
    type Value = Result<Grid, Stop>;

    const AT_ONCE: usize = SIDE_BY_SIDE;

    fn start(&self, cancel: &Cancel) -> Solver {
        Solver::fastest_of_many().cancelled_by(cancel.clone())
    }

    fn answer(&self, solver: &mut Solver, sudokus: &[Sudoku]) -> Vec<Option<Self::Value>> {
        // A limit is one for each search.
        let together = if self.limits == Limits::NONE { SIDE_BY_SIDE } else { 1 };
        let blocks = sudokus.chunks(together);
        let answers = blocks.map(|some| (some.len(), solver.solve_within(some, self.limits)));
        answers
            .flat_map(|(number, answers)| match answers {
                Ok(solutions) => solutions.into_iter().map(|one| one.map(Ok)).collect(),
                Err(stop) => vec![Some(Err(stop)); number],
            })
            .collect()
    }

    fn contradictory(&self, _: &Grid) -> Option<Self::Value> {
        None
    }

    fn why(&self, sudoku: &Sudoku, answer: &Option<Self::Value>) -> Option<String> {
        match answer {
            Some(Ok(_)) => None,
            Some(Err(stop)) => Some(stop.to_string()),
            None => Some(match sudoku.grid().conflict() {
                Some(conflict) => conflict.to_string(),
                None => "no solution".to_owned(),
            }),
        }
    }

    fn finds_contradictions(&self, solver: &Solver) -> bool {
        solver.info().contradictions.end_the_search()
    }

    fn columns(&self, values: Vec<Option<Self::Value>>) -> Vec<Column> {
        vec![("solution", grids(values.into_iter().map(|value| value?.ok())))]
    }
}

pub(crate) struct Count {
    pub limit: u32,
    pub limits: Limits,
}

impl Count {
    /// True if the puzzles can be searched side by side: a limit is one for each search.
    fn together(&self) -> bool {
        self.limit == 2 && self.limits == Limits::NONE
    }
}

impl Question for Count {
    type State = Solver;
    type Value = Result<u32, Stop>;

    const AT_ONCE: usize = SIDE_BY_SIDE;

    fn start(&self, cancel: &Cancel) -> Solver {
        let solver = if self.together() { Solver::fastest_of_many() } else { Solver::fastest() };
        solver.cancelled_by(cancel.clone())
    }

    fn answer(&self, solver: &mut Solver, sudokus: &[Sudoku]) -> Vec<Option<Self::Value>> {
        if self.together() {
            // Only the user stops this search, and then the answers are not read.
            let counts = solver.count_all(sudokus, self.limits).unwrap_or_default();
            let all = counts.into_iter().map(|count| Some(Ok(count.into())));
            return all.chain(iter::repeat(None)).take(sudokus.len()).collect();
        }
        let mut count = |sudoku| solver.count_within(sudoku, self.limit as usize, self.limits);
        sudokus.iter().map(|sudoku| Some(count(sudoku).map(|found| found as u32))).collect()
    }

    fn contradictory(&self, _: &Grid) -> Option<Self::Value> {
        Some(Ok(0))
    }

    fn why(&self, _: &Sudoku, count: &Option<Self::Value>) -> Option<String> {
        Some(count.as_ref()?.as_ref().err()?.to_string())
    }

    fn columns(&self, values: Vec<Option<Self::Value>>) -> Vec<Column> {
        let counts = values.into_iter().map(|value| value?.ok());
        vec![("solutions", Arc::new(counts.collect::<UInt32Array>()))]
    }
}

pub(crate) struct Unique;

impl Question for Unique {
    type State = Solver;
    type Value = bool;

    const AT_ONCE: usize = SIDE_BY_SIDE;

    fn start(&self, cancel: &Cancel) -> Solver {
        Solver::fastest_of_many().cancelled_by(cancel.clone())
    }

    fn answer(&self, solver: &mut Solver, sudokus: &[Sudoku]) -> Vec<Option<bool>> {
        // Only the user stops this search, and then the answers are not read.
        let unique = solver.are_unique(sudokus, Limits::NONE).unwrap_or_default();
        let all = unique.into_iter().map(Some).chain(iter::repeat(None));
        all.take(sudokus.len()).collect()
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

    fn start(&self, cancel: &Cancel) -> Solver {
        Solver::fastest_of_many().cancelled_by(cancel.clone())
    }

    fn answer(&self, solver: &mut Solver, sudokus: &[Sudoku]) -> Vec<Option<bool>> {
        sudokus.iter().map(|sudoku| solver.is_minimal(sudoku, Limits::NONE).ok()).collect()
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

    fn start(&self, _: &Cancel) {}

    fn answer(&self, (): &mut (), sudokus: &[Sudoku]) -> Vec<Option<Grid>> {
        sudokus.iter().map(|sudoku| Some(sudoku.canonical())).collect()
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
    pub limits: Limits,
}

/// A puzzle and its rating.
pub(crate) struct Rated {
    puzzle: Grid,
    canonical: Grid,
    /// `None` if the clues contradict each other.
    rating: Option<Result<Rating, Stop>>,
}

impl Rated {
    fn rating(&self) -> Option<Rating> {
        self.rating?.ok()
    }
}

impl Question for Rate {
    type State = Rater;
    type Value = Rated;

    fn start(&self, cancel: &Cancel) -> Rater {
        Rater::new(self.arrangements, self.seed).within(self.limits).cancelled_by(cancel)
    }

    fn answer(&self, rater: &mut Rater, sudokus: &[Sudoku]) -> Vec<Option<Rated>> {
        let rate = |sudoku: &Sudoku| {
            let rating = rater.rate(sudoku);
            let canonical = match rating {
                Err(Stop::Cancelled) => return None,
                Err(_) => sudoku.canonical(),
                Ok(rating) => rating.canonical,
            };
            Some(Rated { puzzle: *sudoku.grid(), canonical, rating: Some(rating) })
        };
        sudokus.iter().map(rate).collect()
    }

    fn contradictory(&self, grid: &Grid) -> Option<Rated> {
        Some(Rated { puzzle: *grid, canonical: canonical(grid), rating: None })
    }

    fn why(&self, _: &Sudoku, rated: &Option<Rated>) -> Option<String> {
        Some(rated.as_ref()?.rating?.err()?.to_string())
    }

    fn columns(&self, values: Vec<Option<Rated>>) -> Vec<Column> {
        let all = || values.iter().map(Option::as_ref);
        let rated = || all().map(|one| one.and_then(Rated::rating));
        let no = |one: Option<&Rated>| one.filter(|one| one.rating.is_none()).map(|_| false);
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
    /// `None` for clues that contradict each other.
    type Value = Option<Run>;

    fn start(&self, cancel: &Cancel) -> Solver {
        let solver = Solver::named(self.solver).expect("it was asked for before");
        solver.cancelled_by(cancel.clone())
    }

    fn answer(&self, solver: &mut Solver, sudokus: &[Sudoku]) -> Vec<Option<Self::Value>> {
        let run = |sudoku| Some(Some(solver.tally(sudoku, self.goal, self.limits)));
        sudokus.iter().map(run).collect()
    }

    fn contradictory(&self, _: &Grid) -> Option<Self::Value> {
        Some(None)
    }

    fn why(&self, _: &Sudoku, run: &Option<Self::Value>) -> Option<String> {
        match run.as_ref()?.as_ref()?.outcome {
            Outcome::Stopped(stop) => Some(stop.to_string()),
            Outcome::Wrong(grid) => Some(format!("{grid} is no solution")),
            Outcome::Solved(_) | Outcome::Several(_) | Outcome::NoSolution => None,
        }
    }

    fn columns(&self, values: Vec<Option<Self::Value>>) -> Vec<Column> {
        let runs = || values.iter().map(|value| value.as_ref()?.as_ref());
        let counters = self.counters();
        let of = |what: Work| -> ArrayRef {
            Arc::new(runs().map(|run| run?.counts.get(what)).collect::<UInt64Array>())
        };
        let fields: Vec<_> =
            counters.iter().map(|what| Field::new(what.name(), DataType::UInt64, true)).collect();
        let counts = StructArray::new(fields.into(), counters.into_iter().map(of).collect(), None);
        let word = |run: &Option<Run>| run.map_or("invalid", |run| run.outcome.ending().word());
        let outcomes = values.iter().map(|value| value.as_ref().map(word));
        let solution = |run: Option<&Run>| match run?.outcome {
            Outcome::Solved(solution) => Some(solution),
            _ => None,
        };
        vec![
            ("outcome", Arc::new(outcomes.collect::<StringArray>())),
            ("solution", grids(runs().map(solution))),
            ("counts", Arc::new(counts)),
        ]
    }
}
