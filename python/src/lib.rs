//! The native half of the Python package `sudoku_lab`; its `__init__.py` documents what each
//! function does.

mod audit;
mod columns;
mod puzzles;
mod questions;
mod rows;

use std::ops::Range;
use std::sync::Arc;
use std::time::{Duration, Instant};

use arrow_array::{ArrayRef, StringArray, UInt8Array, UInt32Array, UInt64Array};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use sudoku_core::Puzzle;
use sudoku_lab::{
    Event, Goal, Grid, Limits, Options, Pattern, Printable, PuzzleKind, Reader, Solver, Stop,
    Sudoku, words,
};
use sudoku_puzzles::{Generator, WrongProof};
use sudoku_registry::{Load, default_solver};

use crate::columns::{Asked, Column, Question, answers, of_columns, start, table};
use crate::puzzles::{Puzzles, part};
use crate::questions::{Canonical, Count, Minimal, Rate, Solve, Tally, Unique, grids};
use crate::rows::Cancel;

/// A value that is not as it should be. Names in the text may be anybody's, so it is made printable.
fn wrong(error: impl std::fmt::Display) -> PyErr {
    PyValueError::new_err(Printable(&error.to_string()).to_string())
}

/// A value of a type that cannot be taken.
fn mistyped(error: impl std::fmt::Display) -> PyErr {
    PyTypeError::new_err(Printable(&error.to_string()).to_string())
}

/// The limits of every single search, from Python: the number of calls, and seconds.
#[derive(FromPyObject)]
struct Budget(Option<u64>, Option<f64>);

impl Budget {
    fn limits(&self) -> PyResult<Limits> {
        let Self(calls, seconds) = *self;
        if calls == Some(0) {
            return Err(wrong("found max_calls 0, expected 1 or more"));
        }
        let time = |seconds| match Duration::try_from_secs_f64(seconds) {
            Ok(time) if !time.is_zero() => Ok(time),
            _ => Err(wrong(format!(
                "found max_time {seconds}, expected a number of seconds above 0"
            ))),
        };
        Ok(Limits { calls, time: seconds.map(time).transpose()? })
    }
}

/// The value with this name; the error lists all names.
fn named<T: Copy>(what: &str, name: &str, all: &[(&str, T)]) -> PyResult<T> {
    let names: Vec<&str> = all.iter().map(|(name, _)| *name).collect();
    let found = all.iter().find(|(known, _)| *known == name).map(|(_, value)| *value);
    found.ok_or_else(|| {
        wrong(format!("no {what} is called `{name}`, expected {}", names.join(", ")))
    })
}

fn goal(name: &str) -> PyResult<Goal> {
    named("goal", name, &[("first", Goal::First), ("unique", Goal::Unique)])
}

/// The solver with this id, if this machine has it.
fn solver(id: &str) -> PyResult<Solver> {
    Solver::named(id).map_err(wrong)
}

/// The puzzle in a text, as 81 characters; clues may contradict each other.
#[pyfunction]
fn parse(text: &str) -> PyResult<String> {
    let error = match text.parse::<Grid>() {
        Ok(grid) => return Ok(grid.to_string()),
        Err(error) => error,
    };
    // A line or an address that files may hold.
    let found: Vec<_> = Reader::new("text", text.as_bytes()).take(2).collect();
    match &found[..] {
        [Ok(record)] => Ok(record.grid.to_string()),
        _ => Err(wrong(error)),
    }
}

#[pyfunction]
fn solve(
    py: Python<'_>,
    puzzles: Puzzles,
    budget: Budget,
    threads: usize,
) -> PyResult<Bound<'_, PyAny>> {
    table(py, &Solve { limits: budget.limits()? }, &puzzles, threads)
}

#[pyfunction]
fn count(
    py: Python<'_>,
    puzzles: Puzzles,
    limit: u32,
    budget: Budget,
    threads: usize,
) -> PyResult<Bound<'_, PyAny>> {
    table(py, &Count { limit, limits: budget.limits()? }, &puzzles, threads)
}

#[pyfunction]
fn is_unique(py: Python<'_>, puzzles: Puzzles, threads: usize) -> PyResult<Bound<'_, PyAny>> {
    table(py, &Unique, &puzzles, threads)
}

#[pyfunction]
fn is_minimal(py: Python<'_>, puzzles: Puzzles, threads: usize) -> PyResult<Bound<'_, PyAny>> {
    table(py, &Minimal, &puzzles, threads)
}

#[pyfunction]
fn canonical(py: Python<'_>, puzzles: Puzzles, threads: usize) -> PyResult<Bound<'_, PyAny>> {
    table(py, &Canonical, &puzzles, threads)
}

/// The greatest number of arrangements, which are all in memory.
const MOST_ARRANGEMENTS: usize = 1_000_000;

/// Checks a number of arrangements.
fn arrangements(number: usize) -> PyResult<usize> {
    if (1..=MOST_ARRANGEMENTS).contains(&number) {
        return Ok(number);
    }
    Err(wrong(format!("found {number} arrangements, expected 1 to {MOST_ARRANGEMENTS}")))
}

#[pyfunction]
fn rate(
    py: Python<'_>,
    puzzles: Puzzles,
    number: usize,
    seed: u64,
    budget: Budget,
    threads: usize,
) -> PyResult<Bound<'_, PyAny>> {
    let (arrangements, limits) = (arrangements(number)?, budget.limits()?);
    table(py, &Rate { arrangements, seed, limits }, &puzzles, threads)
}

#[pyfunction]
fn tally<'py>(
    py: Python<'py>,
    puzzles: Puzzles,
    id: &str,
    goal_name: &str,
    budget: Budget,
    threads: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let solver = solver(id)?.info().id;
    let (goal, limits) = (goal(goal_name)?, budget.limits()?);
    table(py, &Tally { solver, goal, limits }, &puzzles, threads)
}

/// Fills the numpy array `out` with the solutions of puzzles, 81 numbers for each: zeros where there
/// is none, -1 where the search was stopped.
#[pyfunction]
fn solved_cells(
    py: Python<'_>,
    puzzles: Puzzles,
    out: Py<PyAny>,
    budget: Budget,
    threads: usize,
) -> PyResult<()> {
    let cells = |value: Option<Result<Grid, Stop>>| match value {
        Some(Err(_)) => [-1; 81],
        value => of_grid(value.and_then(Result::ok)),
    };
    fill(py, &Solve { limits: budget.limits()? }, (&puzzles, &out, &cells), threads)
}

/// Fills the numpy array `out` with canonical forms, zeros for what is no puzzle.
#[pyfunction]
fn canonical_cells(
    py: Python<'_>,
    puzzles: Puzzles,
    out: Py<PyAny>,
    threads: usize,
) -> PyResult<()> {
    fill(py, &Canonical, (&puzzles, &out, &of_grid), threads)
}

fn of_grid(grid: Option<Grid>) -> [i8; 81] {
    grid.unwrap_or(Grid::BLANK).cells().map(|at| at as i8)
}

/// Fills the numpy array `out` with the cells of all answers.
fn fill<Q: Question>(
    py: Python<'_>,
    question: &Q,
    (puzzles, out, cells): (&Puzzles, &Py<PyAny>, &(dyn Fn(Option<Q::Value>) -> [i8; 81] + Sync)),
    threads: usize,
) -> PyResult<()> {
    let block = |asked: &mut Asked<Q::State>, range: Range<usize>| {
        let values = answers(question, asked, puzzles, range.clone()).values;
        let cells = values.into_iter().map(cells).collect::<Vec<_>>().into_flattened();
        Python::attach(|py| part(out.bind(py), range)?.copy_from_slice(py, &cells))
    };
    let start = |cancel: &Cancel| start(question, cancel);
    rows::each(py, puzzles.len(), threads, start, block)?.into_iter().collect()
}

#[pyfunction]
fn generate<'py>(
    py: Python<'py>,
    number: usize,
    seed: u64,
    kind: &str,
    clues: Option<usize>,
    symmetry: &str,
) -> PyResult<Bound<'py, PyAny>> {
    let kinds = [
        ("minimal", PuzzleKind::Minimal),
        ("unique", PuzzleKind::Unique),
        ("easy", PuzzleKind::Easy),
        ("multi", PuzzleKind::Multi),
        ("unsolvable", PuzzleKind::Unsolvable),
        ("contradictory", PuzzleKind::Contradictory),
    ];
    let symmetries = [
        ("none", Pattern::Any),
        ("half-turn", Pattern::HalfTurn),
        ("quarter-turn", Pattern::QuarterTurn),
        ("horizontal", Pattern::Horizontal),
        ("vertical", Pattern::Vertical),
        ("diagonal", Pattern::Diagonal),
        ("anti-diagonal", Pattern::AntiDiagonal),
    ];
    let kind = named("kind", kind, &kinds)?;
    let pattern = named("symmetry", symmetry, &symmetries)?;
    let options = Options { kind, clues, pattern };
    let mut made = Vec::new();
    py.detach(|| {
        // That of the library makes no contradictory puzzles, and keeps no answers.
        let mut generator = Generator::new(seed, options).map_err(wrong)?;
        let mut solver = Solver::fastest();
        while made.len() < number {
            // Many attempts may fail, so check at intervals whether the user wants to stop.
            for _ in 0..64 {
                let is_unique = |grid: &_| Ok(solver.is_unique(&Sudoku::unchecked(*grid)));
                let finished: Result<_, WrongProof> = generator.draft().finish_by(is_unique);
                made.extend(finished.unwrap_or_else(|wrong| panic!("{wrong}")));
            }
            Python::attach(|py| py.check_signals())?;
        }
        Ok::<(), PyErr>(())
    })?;
    made.truncate(number);
    let solutions = made.iter().map(|made| Some(made.solutions as u32));
    of_columns(
        py,
        vec![
            ("puzzle", grids(made.iter().map(|made| Some(made.grid)))),
            ("solution", grids(made.iter().map(|made| made.solution))),
            ("solutions", Arc::new(solutions.collect::<UInt32Array>())),
        ],
    )
}

/// A row for each step of a search, up to `most`.
#[pyfunction]
fn watch<'py>(
    py: Python<'py>,
    puzzle: &str,
    id: &str,
    goal_name: &str,
    most: u64,
) -> PyResult<Bound<'py, PyAny>> {
    let sudoku: Sudoku = puzzle.parse().map_err(wrong)?;
    let goal = goal(goal_name)?;
    let rows = py.detach(|| steps(&sudoku, id, goal, most))?;
    of_columns(py, rows.columns())
}

fn steps(sudoku: &Sudoku, id: &str, goal: Goal, most: u64) -> PyResult<Steps> {
    let mut search = solver(id)?.watch(sudoku, goal).map_err(wrong)?;
    let mut rows = Steps::default();
    for step in 0..=search.steps().min(most) {
        let frame = search.frame(step);
        let (event, at, digit) = match frame.event {
            None => ("puzzle", None, None),
            Some(Event::Place { at, digit }) => ("place", Some(at), Some(digit)),
            Some(Event::Undo { at, digit }) => ("undo", Some(at), Some(digit)),
            Some(Event::Deduce { at, digit }) => ("deduce", Some(at), Some(digit)),
            Some(Event::Guess { .. }) => ("guess", None, None),
            Some(Event::Back) => ("back", None, None),
            Some(Event::Look { what, .. }) => (what, None, None),
            Some(Event::Solved) => ("solved", None, None),
        };
        rows.steps.push(frame.step);
        rows.events.push(event);
        rows.cells.push(at);
        rows.digits.push(digit);
        rows.depths.push(frame.depth);
        rows.words.push(words(frame, |at| format!("row {}, column {}", at / 9 + 1, at % 9 + 1)));
        rows.boards.push(Grid::try_from(frame.board).ok());
        Python::attach(|py| py.check_signals())?;
    }
    Ok(rows)
}

/// The columns of [`watch`].
#[derive(Default)]
struct Steps {
    steps: Vec<u64>,
    events: Vec<&'static str>,
    cells: Vec<Option<u8>>,
    digits: Vec<Option<u8>>,
    depths: Vec<u64>,
    words: Vec<String>,
    boards: Vec<Option<Grid>>,
}

impl Steps {
    fn columns(self) -> Vec<Column> {
        let number = |values: Vec<u64>| -> ArrayRef { Arc::new(UInt64Array::from(values)) };
        let small = |values: Vec<Option<u8>>| -> ArrayRef { Arc::new(UInt8Array::from(values)) };
        vec![
            ("step", number(self.steps)),
            ("event", Arc::new(StringArray::from(self.events))),
            ("cell", small(self.cells)),
            ("digit", small(self.digits)),
            ("depth", number(self.depths)),
            ("words", Arc::new(StringArray::from(self.words))),
            ("board", grids(self.boards.into_iter())),
        ]
    }
}

/// The ids of all solvers, from the slowest idea to the fastest.
#[pyfunction]
fn solvers() -> Vec<&'static str> {
    Solver::all().map(|info| info.id).collect()
}

/// The wall time in seconds of the searches for the first solutions of these puzzles, one after the
/// other on one thread, without the work around them.
#[pyfunction]
fn search_seconds(py: Python<'_>, puzzles: Puzzles) -> PyResult<f64> {
    let read = (0..puzzles.len()).map(|at| puzzles.row(at)).collect::<Result<Vec<_>, _>>();
    let sudokus = read.map_err(|bad| wrong(bad.why()))?;
    let puzzles: Vec<_> = sudokus.iter().map(|one| Puzzle::unchecked(*one.grid())).collect();
    let mut answers = vec![None; puzzles.len()];
    py.detach(|| {
        let mut session = default_solver(Load::Many).start();
        let started = Instant::now();
        session.solve_all(&puzzles, Goal::First, &mut answers, &mut []);
        Ok(started.elapsed().as_secs_f64())
    })
}

#[pymodule]
mod _native {
    #[pymodule_export]
    use super::audit::audit;
    #[pymodule_export]
    use super::{
        canonical, canonical_cells, count, generate, is_minimal, is_unique, parse, rate,
        search_seconds, solve, solved_cells, solvers, tally, watch,
    };
}
