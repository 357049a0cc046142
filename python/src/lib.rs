//! The native half of the Python package `sudoku_lab`; its `__init__.py` documents what each
//! function does.

mod audit;
mod columns;
mod errors;
mod puzzles;
mod questions;
mod rows;

use std::time::{Duration, Instant};

use pyo3::prelude::*;
use sudoku_core::Puzzle;
use sudoku_lab::{
    Cost, Event, Goal, Grid, KnownPuzzle, Limits, Options, Pattern, PuzzleKind, PuzzleOrder,
    Reader, Solver, Sudoku, Work, words,
};
use sudoku_registry::{Load, default_solver};

use crate::columns::{Ask, Object, Part, Parts, Ready, of_values};
use crate::errors::{Failed, wrong};
use crate::puzzles::{Puzzles, of_text};
use crate::questions::{Canonical, Count, Rate, Solve, Tally, arrangements};
use crate::rows::{Cancel, threads};

/// The limits of every single search: the number of calls, and seconds.
fn limits((calls, seconds): (Option<u64>, Option<f64>)) -> PyResult<Limits> {
    if calls == Some(0) {
        return Err(wrong("found max_calls 0, expected 1 or more"));
    }
    let time = |seconds| match Duration::try_from_secs_f64(seconds) {
        Ok(time) if !time.is_zero() => Ok(time),
        _ => Err(wrong(format!("found max_time {seconds}, expected a number of seconds above 0"))),
    };
    Ok(Limits { calls, time: seconds.map(time).transpose()? })
}

/// The value with this name; the error lists all names.
fn named<T: Copy>(what: &str, name: &str, all: &[(T, &str, &str)]) -> PyResult<T> {
    let names = all.iter().map(|(_, known, _)| *known).collect::<Vec<_>>().join(", ");
    let found = all.iter().find(|(_, known, _)| *known == name);
    found
        .map(|(value, ..)| *value)
        .ok_or_else(|| wrong(format!("no {what} is called `{name}`, expected {names}")))
}

fn named_goal(name: &str) -> PyResult<Goal> {
    named("goal", name, &[(Goal::First, "first", ""), (Goal::Unique, "unique", "")])
}

/// The solver with this id, if this machine has it.
fn named_solver(id: &str) -> PyResult<Solver> {
    Solver::named(id).map_err(wrong)
}

/// The puzzle in a text; clues may contradict each other.
fn parsed(text: &str) -> PyResult<Grid> {
    let error = match of_text(text.as_bytes()) {
        Ok(grid) => return Ok(grid),
        Err(error) => error,
    };
    // A line or an address that files may hold.
    let found: Vec<_> = Reader::new("text", text.as_bytes()).take(2).collect();
    match &found[..] {
        [Ok(record)] => Ok(record.grid),
        _ => Err(wrong(error)),
    }
}

/// A function over puzzles with its other arguments.
#[pyclass(frozen, name = "Question")]
struct Function(Box<dyn Ask>);

#[pymethods]
impl Function {
    #[new]
    #[pyo3(signature = (name, budget, limit=2, number=10, seed=0, solver="", goal="first"))]
    fn new(
        py: Python<'_>,
        name: &str,
        budget: (Option<u64>, Option<f64>),
        limit: u32,
        number: usize,
        seed: u64,
        solver: &str,
        goal: &str,
    ) -> PyResult<Self> {
        let limits = limits(budget)?;
        Ok(Self(match name {
            "solve" => Box::new(Ready::new(py, Solve, limits)),
            "count" => Box::new(Ready::new(py, Count::Solutions(limit), limits)),
            "is_unique" => Box::new(Ready::new(py, Count::Unique, limits)),
            "is_minimal" => Box::new(Ready::new(py, Count::Minimal, limits)),
            "canonical" => Box::new(Ready::new(py, Canonical, limits)),
            "rate" => {
                let arrangements = arrangements(number)?;
                Box::new(Ready::new(py, Rate { arrangements, seed }, limits))
            }
            "tally" => {
                let (info, goal) = (named_solver(solver)?.info(), named_goal(goal)?);
                Box::new(Ready::new(py, Tally { info, goal }, limits))
            }
            _ => return Err(wrong(format!("no function is called `{name}`"))),
        }))
    }

    /// The answer to one text.
    fn one<'py>(&self, py: Python<'py>, text: &str) -> Object<'py> {
        self.0.one(py, parsed(text)?)
    }

    /// The table of the answers to a column.
    fn table<'py>(&self, py: Python<'py>, puzzles: Puzzles, threads: usize) -> Object<'py> {
        self.0.table(py, &puzzles, threads)
    }

    /// Fills the numpy array `out` with the grids that answer a column, 81 numbers for each: zeros where
    /// there is none, -1 where the search was stopped.
    fn fill(&self, out: &Bound<'_, PyAny>, puzzles: Puzzles, threads: usize) -> PyResult<()> {
        self.0.fill(out, &puzzles, threads)
    }
}

#[pyfunction]
fn generate<'py>(
    py: Python<'py>,
    number: usize,
    which: (String, Option<usize>, String),
    range: Option<(Option<String>, (Option<u64>, Option<u64>))>,
    how: (u64, bool, bool, usize),
) -> Object<'py> {
    let ((kind, clues, symmetry), (seed, climb, arrange, number_of_threads)) = (which, how);
    let kind = named("kind", &kind, &PuzzleKind::ALL)?;
    let pattern = named("symmetry", &symmetry, &Pattern::ALL)?;
    let mut order =
        PuzzleOrder { climb, arrange, ..PuzzleOrder::new(seed, Options { kind, clues, pattern }) };
    if let Some((effort_of, (low, high))) = range {
        let effort = effort_of.map(|id| Cost::placements_by(&id)).transpose().map_err(wrong)?;
        let range = low.unwrap_or(0)..high.unwrap_or(u64::MAX);
        order.range = Some((effort.unwrap_or(Cost::Guesses), range));
    }
    let (mut made, threads) = (Vec::<KnownPuzzle>::new(), threads(number_of_threads));
    let take = |entry| {
        made.extend(entry);
        Ok(made.len() < number)
    };
    let signals = || Python::attach(|py| py.check_signals()).map_err(Failed);
    let end = py.detach(|| order.make((threads, &Cancel::default()), take, signals));
    end.map_err(|Failed(error)| error)?;
    made.truncate(number);
    let parts: Parts<KnownPuzzle> = vec![
        ("puzzle", Part::Grid(|made| Some(made.grid))),
        ("solution", Part::Grid(|made| made.solution)),
        ("solutions", Part::Number(|made| Some(made.solutions as u32))),
    ];
    of_values(py, parts, made)
}

/// A row for each step of a search, up to `most`.
#[pyfunction]
fn watch<'py>(py: Python<'py>, puzzle: &str, id: &str, goal_name: &str, most: u64) -> Object<'py> {
    let sudoku: Sudoku = puzzle.parse().map_err(wrong)?;
    let goal = named_goal(goal_name)?;
    let rows = py.detach(|| steps(&sudoku, id, goal, most))?;
    let parts: Parts<Step> = vec![
        ("step", Part::Large(|row| Some(row.step))),
        ("event", Part::Text(|row| Some(row.event))),
        ("cell", Part::Small(|row| row.cell)),
        ("digit", Part::Small(|row| row.digit)),
        ("depth", Part::Large(|row| Some(row.depth))),
        ("words", Part::Text(|row| Some(&row.words))),
        ("board", Part::Grid(|row| row.board)),
    ];
    of_values(py, parts, rows)
}

/// A row of [`watch`].
struct Step {
    step: u64,
    event: &'static str,
    cell: Option<u8>,
    digit: Option<u8>,
    depth: u64,
    words: String,
    board: Option<Grid>,
}

fn steps(sudoku: &Sudoku, id: &str, goal: Goal, most: u64) -> PyResult<Vec<Step>> {
    let mut search = named_solver(id)?.watch(sudoku, goal).map_err(wrong)?;
    let mut rows = Vec::new();
    for step in 0..=search.steps().min(most) {
        let frame = search.frame(step);
        let (event, cell, digit) = match frame.event {
            None => ("puzzle", None, None),
            Some(Event::Place { at, digit }) => ("place", Some(at), Some(digit)),
            Some(Event::Undo { at, digit }) => ("undo", Some(at), Some(digit)),
            Some(Event::Deduce { at, digit }) => ("deduce", Some(at), Some(digit)),
            Some(Event::Guess { .. }) => ("guess", None, None),
            Some(Event::Back) => ("back", None, None),
            Some(Event::Look { what, .. }) => (what, None, None),
            Some(Event::Solved) => ("solved", None, None),
        };
        let words = words(frame, |at| format!("row {}, column {}", at / 9 + 1, at % 9 + 1));
        let (depth, board) = (frame.depth, Grid::try_from(frame.board).ok());
        rows.push(Step { step, event, cell, digit, depth, words, board });
        Python::attach(|py| py.check_signals())?;
    }
    Ok(rows)
}

/// The ids of all solvers, from the slowest idea to the fastest.
#[pyfunction]
fn solvers() -> Vec<&'static str> {
    Solver::all().map(|info| info.id).collect()
}

/// The names of the counters of all solvers.
#[pyfunction]
fn counters() -> [&'static str; Work::ALL.len()] {
    Work::ALL.map(Work::name)
}

/// The wall time in seconds of the searches for the first solutions of these puzzles, one after the
/// other on one thread, without the work around them.
#[pyfunction]
fn search_seconds(py: Python<'_>, puzzles: Puzzles) -> PyResult<f64> {
    let mut read = Vec::new();
    puzzles.each(0..puzzles.len(), true, |row| read.push(row.map_err(|bad| wrong(bad.why()))));
    let sudokus = read.into_iter().collect::<PyResult<Vec<Sudoku>>>()?;
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
    use super::{Function, counters, generate, search_seconds, solvers, watch};
}
