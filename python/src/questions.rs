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
    Goal, Grid, Info, Limits, Outcome, Rater, RatingRow, Solver, Stop, Sudoku, Tally as Run, Work,
    canonical,
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

/// A solver, and the limits of each of its searches.
type Limited = (Solver, Limits);

pub(crate) struct Solve;

impl Question for Solve {
    type State = Limited;
    /// A puzzle without a solution has no value.
    type Value = Result<Grid, Stop>;

    const AT_ONCE: usize = SIDE_BY_SIDE;

    fn start(&self, limits: Limits, cancel: &Cancel) -> Limited {
        (Solver::fastest_of_many().cancelled_by(cancel.clone()), limits)
    }

    fn answer(&self, (solver, limits): &mut Limited, of: &[Sudoku]) -> Vec<Option<Self::Value>> {
        // A limit is one for each search.
        let together = if *limits == Limits::NONE { SIDE_BY_SIDE } else { 1 };
        let blocks = of.chunks(together);
        let answers = blocks.map(|some| (some.len(), solver.solve_within(some, *limits)));
        answers
            .flat_map(|(number, answers)| match answers {
                Ok(solutions) => solutions.into_iter().map(|one| one.map(Ok)).collect(),
                Err(stop) => vec![Some(Err(stop)); number],
            })
            .collect()
    }

    fn stop(answer: &Self::Value) -> Option<Stop> {
        answer.err()
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

    fn finds_contradictions(&self, (solver, _): &Limited) -> bool {
        solver.info().contradictions.end_the_search()
    }

    fn columns(&self, values: Vec<Option<Self::Value>>) -> Vec<Column> {
        vec![("solution", grids(values.into_iter().map(|value| value?.ok())))]
    }

    fn cells(answer: Option<Self::Value>) -> [i8; 81] {
        match answer {
            Some(Err(_)) => [-1; 81],
            answer => Canonical::cells(answer.and_then(Result::ok)),
        }
    }
}

pub(crate) enum Count {
    /// The number of solutions, up to a limit.
    Solutions(u32),
    /// Whether there is exactly one, as 0 or 1.
    Unique,
    /// Whether there is exactly one, and more if any clue is removed, as 0 or 1.
    Minimal,
}

impl Question for Count {
    type State = Limited;
    type Value = Result<u32, Stop>;

    const AT_ONCE: usize = SIDE_BY_SIDE;

    fn start(&self, limits: Limits, cancel: &Cancel) -> Limited {
        let single = matches!(self, Self::Solutions(limit) if *limit != 2);
        let solver = if single { Solver::fastest() } else { Solver::fastest_of_many() };
        (solver.cancelled_by(cancel.clone()), limits)
    }

    fn answer(&self, (solver, limits): &mut Limited, of: &[Sudoku]) -> Vec<Option<Self::Value>> {
        // A limit is one for each search.
        if matches!(self, Self::Unique | Self::Solutions(2)) && *limits == Limits::NONE {
            // Only the user stops this search, and then the answers are not read.
            let counts = solver.count_all(of, *limits).unwrap_or_default();
            let all = counts.into_iter().map(|count| Some(Ok(count.into())));
            return all.chain(iter::repeat(None)).take(of.len()).collect();
        }
        let mut count = |sudoku| match self {
            Self::Minimal => solver.is_minimal(sudoku, *limits).map(u32::from),
            Self::Unique => solver.count_within(sudoku, 2, *limits).map(|found| found as u32),
            Self::Solutions(most) => {
                solver.count_within(sudoku, *most as usize, *limits).map(|found| found as u32)
            }
        };
        of.iter().map(|sudoku| Some(count(sudoku))).collect()
    }

    fn contradictory(&self, _: &Grid) -> Option<Self::Value> {
        Some(Ok(0))
    }

    fn stop(count: &Self::Value) -> Option<Stop> {
        count.err()
    }

    fn columns(&self, values: Vec<Option<Self::Value>>) -> Vec<Column> {
        let counts = values.into_iter().map(|value| value?.ok());
        let name = match self {
            Self::Solutions(_) => {
                return vec![("solutions", Arc::new(counts.collect::<UInt32Array>()))];
            }
            Self::Unique => "unique",
            Self::Minimal => "minimal",
        };
        let is_one = counts.map(|count| Some(count? == 1));
        vec![(name, Arc::new(is_one.collect::<BooleanArray>()))]
    }
}

pub(crate) struct Canonical;

impl Question for Canonical {
    type State = ();
    type Value = Grid;

    fn start(&self, _: Limits, _: &Cancel) {}

    fn answer(&self, (): &mut (), of: &[Sudoku]) -> Vec<Option<Grid>> {
        of.iter().map(|sudoku| Some(sudoku.canonical())).collect()
    }

    fn contradictory(&self, grid: &Grid) -> Option<Grid> {
        Some(canonical(grid))
    }

    fn columns(&self, values: Vec<Option<Grid>>) -> Vec<Column> {
        vec![("canonical", grids(values.into_iter()))]
    }

    fn cells(grid: Option<Grid>) -> [i8; 81] {
        grid.unwrap_or(Grid::BLANK).cells().map(|at| at as i8)
    }
}

pub(crate) struct Rate {
    pub arrangements: usize,
    pub seed: u64,
}

impl Question for Rate {
    type State = Rater;
    type Value = (RatingRow, Option<Stop>);

    fn start(&self, limits: Limits, cancel: &Cancel) -> Rater {
        Rater::new(self.arrangements, self.seed).within(limits).cancelled_by(cancel)
    }

    fn answer(&self, rater: &mut Rater, of: &[Sudoku]) -> Vec<Option<Self::Value>> {
        let rate = |sudoku: &Sudoku| match rater.rate(sudoku) {
            Err(Stop::Cancelled) => None,
            rated => Some((RatingRow::of(*sudoku.grid(), rated.as_ref().ok()), rated.err())),
        };
        of.iter().map(rate).collect()
    }

    fn contradictory(&self, grid: &Grid) -> Option<Self::Value> {
        Some((RatingRow::contradictory(*grid), None))
    }

    fn stop(rated: &Self::Value) -> Option<Stop> {
        rated.1
    }

    fn columns(&self, values: Vec<Option<Self::Value>>) -> Vec<Column> {
        let rows = || values.iter().map(|value| value.map(|(row, _)| row));
        let grid = |of: fn(RatingRow) -> Option<Grid>| grids(rows().map(|row| of(row?)));
        let flag = |of: fn(RatingRow) -> Option<bool>| -> ArrayRef {
            Arc::new(rows().map(|row| of(row?)).collect::<BooleanArray>())
        };
        let small = |of: fn(RatingRow) -> Option<u8>| -> ArrayRef {
            Arc::new(rows().map(|row| of(row?)).collect::<UInt8Array>())
        };
        let number = |of: fn(RatingRow) -> Option<f64>| -> ArrayRef {
            Arc::new(rows().map(|row| of(row?)).collect::<Float64Array>())
        };
        vec![
            ("puzzle", grid(|row| Some(row.puzzle))),
            ("solution", grid(|row| row.solution)),
            ("solutions", small(|row| row.solutions)),
            ("clues", small(|row| Some(row.clues))),
            ("minimal", flag(|row| row.minimal)),
            ("canonical", grid(|row| Some(row.canonical))),
            ("guesses_mean", number(|row| row.guesses_mean)),
            ("guesses_sd", number(|row| row.guesses_sd)),
            ("singles", flag(|row| row.singles)),
            ("locked", flag(|row| row.locked)),
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
    pub info: &'static Info,
    pub goal: Goal,
}

impl Question for Tally {
    type State = Limited;
    /// `None` for clues that contradict each other.
    type Value = Option<Run>;

    fn start(&self, limits: Limits, cancel: &Cancel) -> Limited {
        let solver = Solver::named(self.info.id).expect("it was asked for before");
        (solver.cancelled_by(cancel.clone()), limits)
    }

    fn answer(&self, (solver, limits): &mut Limited, of: &[Sudoku]) -> Vec<Option<Self::Value>> {
        let run = |sudoku| Some(Some(solver.tally(sudoku, self.goal, *limits)));
        of.iter().map(run).collect()
    }

    fn contradictory(&self, _: &Grid) -> Option<Self::Value> {
        Some(None)
    }

    fn stop(run: &Self::Value) -> Option<Stop> {
        match run.as_ref()?.outcome {
            Outcome::Stopped(stop) => Some(stop),
            _ => None,
        }
    }

    fn why(&self, _: &Sudoku, run: &Option<Self::Value>) -> Option<String> {
        let run = run.as_ref()?;
        match run.as_ref()?.outcome {
            Outcome::Wrong(grid) => Some(format!("{grid} is no solution")),
            _ => Some(Self::stop(run)?.to_string()),
        }
    }

    fn columns(&self, values: Vec<Option<Self::Value>>) -> Vec<Column> {
        let runs = || values.iter().map(|value| value.as_ref()?.as_ref());
        let counters: Vec<Work> = self.info.counters.iter().collect();
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
