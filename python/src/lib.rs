//! The native half of the Python package `sudoku_lab`; its `__init__.py` documents what each
//! function does.

mod audit;
mod columns;
mod puzzles;
mod questions;
mod rows;

use std::ops::Range;
use std::sync::Arc;
use std::time::Instant;

use arrow_array::{ArrayRef, StringArray, UInt8Array, UInt32Array, UInt64Array};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use sudoku_lab::{
    Event, Goal, Grid, Limits, Options, Pattern, Puzzle, PuzzleKind, Solver, Sudoku, words,
};
use sudoku_registry::{Load, default_solver};

use crate::columns::{Column, Question, answers, of_columns, table};
use crate::puzzles::{Puzzles, part};
use crate::questions::{Canonical, Count, Minimal, Rate, Solve, Tally, Unique, grids};

fn wrong(error: impl std::fmt::Display) -> PyErr {
    PyValueError::new_err(error.to_string())
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
    text.parse::<Grid>().map(|grid| grid.to_string()).map_err(wrong)
}

#[pyfunction]
fn solve(py: Python<'_>, puzzles: Puzzles, threads: usize) -> PyResult<Bound<'_, PyAny>> {
    table(py, &Solve, &puzzles, threads)
}

#[pyfunction]
fn count(
    py: Python<'_>,
    puzzles: Puzzles,
    limit: u32,
    threads: usize,
) -> PyResult<Bound<'_, PyAny>> {
    table(py, &Count { limit }, &puzzles, threads)
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

#[pyfunction]
fn rate(
    py: Python<'_>,
    puzzles: Puzzles,
    arrangements: usize,
    seed: u64,
    threads: usize,
) -> PyResult<Bound<'_, PyAny>> {
    if arrangements == 0 {
        return Err(wrong("found 0 arrangements, expected 1 or more"));
    }
    table(py, &Rate { arrangements, seed }, &puzzles, threads)
}

#[pyfunction]
fn tally<'py>(
    py: Python<'py>,
    puzzles: Puzzles,
    id: &str,
    goal_name: &str,
    max_calls: Option<u64>,
    threads: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let solver = solver(id)?.info().id;
    let limits = Limits { calls: max_calls, ..Limits::NONE };
    table(py, &Tally { solver, goal: goal(goal_name)?, limits }, &puzzles, threads)
}

/// Fills the numpy array `out` with the cells of the answers of `function`, 81 numbers for each row;
/// zeros where there is no answer.
#[pyfunction]
fn cells(
    py: Python<'_>,
    puzzles: Puzzles,
    out: Py<PyAny>,
    function: &str,
    threads: usize,
) -> PyResult<()> {
    fn fill<Q: Question<Value = Grid>>(
        py: Python<'_>,
        question: &Q,
        (puzzles, out): (&Puzzles, &Py<PyAny>),
        threads: usize,
    ) -> PyResult<()> {
        let block = |state: &mut Q::State, range: Range<usize>| {
            let grids = answers(question, state, puzzles, range.clone()).values;
            let cells = |grid: Option<Grid>| grid.unwrap_or(Grid::BLANK).cells().map(|at| at as i8);
            let cells = grids.into_iter().map(cells).collect::<Vec<_>>().into_flattened();
            Python::attach(|py| part(out.bind(py), range)?.copy_from_slice(py, &cells))
        };
        let filled = rows::each(py, puzzles.len(), threads, || question.start(), block)?;
        filled.into_iter().collect()
    }
    match function {
        "canonical" => fill(py, &Canonical, (&puzzles, &out), threads),
        _ => fill(py, &Solve, (&puzzles, &out), threads),
    }
}

#[pyfunction]
fn generate<'py>(
    py: Python<'py>,
    number: usize,
    seed: u64,
    kind: &str,
    clues: Option<usize>,
    pattern: &str,
) -> PyResult<Bound<'py, PyAny>> {
    let kinds = [
        ("minimal", PuzzleKind::Minimal),
        ("unique", PuzzleKind::Unique),
        ("easy", PuzzleKind::Easy),
        ("multi", PuzzleKind::Multi),
        ("unsolvable", PuzzleKind::Unsolvable),
        ("contradictory", PuzzleKind::Contradictory),
    ];
    let patterns = [
        ("any", Pattern::Any),
        ("half-turn", Pattern::HalfTurn),
        ("quarter-turn", Pattern::QuarterTurn),
        ("horizontal", Pattern::Horizontal),
        ("vertical", Pattern::Vertical),
        ("diagonal", Pattern::Diagonal),
        ("anti-diagonal", Pattern::AntiDiagonal),
    ];
    let (kind, pattern) = (named("kind", kind, &kinds)?, named("pattern", pattern, &patterns)?);
    let options = Options { kind, clues, pattern };
    let mut made = Vec::new();
    py.detach(|| {
        let mut attempts = sudoku_lab::attempts(seed, options).map_err(wrong)?;
        while made.len() < number {
            // Many attempts may fail, so check at intervals whether the user wants to stop.
            made.extend(attempts.by_ref().take(64).flatten());
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
    let puzzles: Vec<Puzzle> = sudokus.iter().map(|sudoku| *sudoku.puzzle()).collect();
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
        canonical, cells, count, generate, is_minimal, is_unique, parse, rate, search_seconds,
        solve, solvers, tally, watch,
    };
}
