//! The [`Question`]s that Python can ask about a column of puzzles.

use std::collections::HashMap;
use std::iter;

use pyo3::PyResult;
use sudoku_lab::{
    Goal, Grid, Info, Limits, Outcome, Rater, Rating, Solver, Stop, Sudoku, Tally as Run, canonical,
};

use crate::columns::{Part, Parts, Question, SIDE_BY_SIDE, Values};
use crate::errors::wrong;
use crate::rows::Cancel;

/// A solver, and the limits of each call of it.
type Limited = (Solver, Limits);

/// Adds what a solver has found about some puzzles, or why it has stopped.
fn add<V: Copy>(
    values: &mut Vec<Option<Result<V, Stop>>>,
    of: &[Sudoku],
    found: Result<impl IntoIterator<Item = Option<V>>, Stop>,
) {
    match found {
        Ok(found) => values.extend(found.into_iter().map(|one| one.map(Ok))),
        Err(stop) => values.extend(iter::repeat_n(Some(Err(stop)), of.len())),
    }
}

pub(crate) struct Solve;

impl Question for Solve {
    type State = Limited;
    /// A puzzle without a solution has no value.
    type Value = Result<Grid, Stop>;

    fn at_once(&self) -> usize {
        SIDE_BY_SIDE
    }

    fn start(&self, limits: Limits, cancel: Cancel) -> Limited {
        (Solver::fastest_of_many().cancelled_by(cancel), limits)
    }

    fn answer(&self, (solver, limits): &mut Limited, of: &[Sudoku], values: &mut Values<Self>) {
        add(values, of, solver.solve_within(of, *limits));
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

    fn parts(&self) -> Parts<Self::Value> {
        vec![("solution", Part::Grid(|answer| answer.ok()))]
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

    fn at_once(&self) -> usize {
        if matches!(self, Self::Unique | Self::Solutions(2)) { SIDE_BY_SIDE } else { 1 }
    }

    fn start(&self, limits: Limits, cancel: Cancel) -> Limited {
        let single = matches!(self, Self::Solutions(limit) if *limit != 2);
        let solver = if single { Solver::fastest() } else { Solver::fastest_of_many() };
        (solver.cancelled_by(cancel), limits)
    }

    fn answer(&self, (solver, limits): &mut Limited, of: &[Sudoku], values: &mut Values<Self>) {
        let (each, limits) = (of.iter(), *limits);
        let counts: Result<Vec<u32>, Stop> = match self {
            Self::Unique | Self::Solutions(2) => {
                solver.count_all(of, limits).map(|all| all.into_iter().map(u32::from).collect())
            }
            Self::Minimal => each.map(|one| Ok(solver.is_minimal(one, limits)?.into())).collect(),
            Self::Solutions(most) => each
                .map(|one| Ok(solver.count_within(one, *most as usize, limits)? as u32))
                .collect(),
        };
        add(values, of, counts.map(|counts| counts.into_iter().map(Some)));
    }

    fn contradictory(&self, _: &Grid) -> Option<Self::Value> {
        Some(Ok(0))
    }

    fn stop(count: &Self::Value) -> Option<Stop> {
        count.err()
    }

    fn parts(&self) -> Parts<Self::Value> {
        let is_one = Part::Flag(|count: &Self::Value| Some(count.ok()? == 1));
        vec![match self {
            Self::Solutions(_) => ("solutions", Part::Number(|count| count.ok())),
            Self::Unique => ("unique", is_one),
            Self::Minimal => ("minimal", is_one),
        }]
    }
}

pub(crate) struct Canonical;

impl Question for Canonical {
    type State = ();
    type Value = Grid;

    fn start(&self, _: Limits, _: Cancel) {}

    fn answer(&self, (): &mut (), of: &[Sudoku], values: &mut Values<Self>) {
        values.extend(of.iter().map(|sudoku| Some(sudoku.canonical())));
    }

    fn contradictory(&self, grid: &Grid) -> Option<Grid> {
        Some(canonical(grid))
    }

    fn parts(&self) -> Parts<Grid> {
        vec![("canonical", Part::Grid(|grid| Some(*grid)))]
    }

    fn cells(grid: Option<Grid>) -> [i8; 81] {
        grid.unwrap_or(Grid::BLANK).cells().map(|at| at as i8)
    }
}

/// The greatest number of arrangements, which are all in memory.
const MOST_ARRANGEMENTS: usize = 1_000_000;

/// Checks a number of arrangements.
pub(crate) fn arrangements(number: usize) -> PyResult<usize> {
    if (1..=MOST_ARRANGEMENTS).contains(&number) {
        return Ok(number);
    }
    Err(wrong(format!("found {number} arrangements, expected 1 to {MOST_ARRANGEMENTS}")))
}

pub(crate) struct Rate {
    pub arrangements: usize,
    pub seed: u64,
}

impl Question for Rate {
    type State = Rater;
    type Value = Rating;

    fn start(&self, limits: Limits, cancel: Cancel) -> Rater {
        Rater::new(self.arrangements, self.seed).within(limits).cancelled_by(&cancel)
    }

    fn answer(&self, rater: &mut Rater, of: &[Sudoku], values: &mut Values<Self>) {
        let rated = of.iter().map(|sudoku| rater.rate(sudoku.grid()));
        values.extend(rated.map(|one| (one.stop != Some(Stop::Cancelled)).then_some(one)));
    }

    fn contradictory(&self, grid: &Grid) -> Option<Self::Value> {
        Some(Rating::contradictory(*grid))
    }

    fn stop(rating: &Self::Value) -> Option<Stop> {
        rating.stop
    }

    fn parts(&self) -> Parts<Self::Value> {
        vec![
            ("puzzle", Part::Grid(|row| Some(row.puzzle))),
            ("solution", Part::Grid(|row| row.solution)),
            ("solutions", Part::Small(|row| row.solutions)),
            ("clues", Part::Small(|row| Some(row.clues))),
            ("minimal", Part::Flag(|row| row.minimal)),
            ("canonical", Part::Grid(|row| Some(row.canonical))),
            ("guesses_mean", Part::Mean(|row| row.guesses_mean)),
            ("guesses_sd", Part::Mean(|row| row.guesses_sd)),
            ("singles", Part::Flag(|row| row.singles)),
            ("locked", Part::Flag(|row| row.locked)),
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

    fn start(&self, limits: Limits, cancel: Cancel) -> Limited {
        let solver = Solver::named(self.info.id).expect("it was asked for before");
        (solver.cancelled_by(cancel), limits)
    }

    fn answer(&self, (solver, limits): &mut Limited, of: &[Sudoku], values: &mut Values<Self>) {
        let run = |sudoku| Some(Some(solver.tally(sudoku, self.goal, *limits)));
        values.extend(of.iter().map(run));
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

    fn parts(&self) -> Parts<Self::Value> {
        let outcome =
            |run: &Self::Value| Some(run.map_or("invalid", |run| run.outcome.ending().word()));
        let solution = |run: &Self::Value| run.as_ref()?.outcome.solution();
        let counters = self.info.counters.iter().collect();
        vec![
            ("outcome", Part::Text(outcome)),
            ("solution", Part::Grid(solution)),
            ("counts", Part::Work(counters, |run| Some(&run.as_ref()?.counts))),
        ]
    }
}
