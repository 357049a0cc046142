//! The library on the sets of the laboratory, whose answers are known.

use std::cell::Cell;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;
use std::time::Duration;

use sudoku_core::Random;
use sudoku_lab::{
    Goal, Grid, Impossible, Limits, NoSolver, NotASudoku, Options, Outcome, PuzzleKind,
    PuzzleOrder, Rater, Rating, Solver, Stop, Sudoku, Symmetry, generate,
};
use sudoku_puzzles::{Generator, find};

const LIMIT: usize = 1_000;

fn sudokus(set: &str) -> Vec<(Sudoku, u64, Option<Grid>)> {
    let entries = find(set).unwrap().entries().into_iter().take(100);
    entries.map(|entry| (entry.grid.try_into().unwrap(), entry.solutions, entry.solution)).collect()
}

#[test]
fn answers_are_those_that_are_known() {
    for set in ["finished", "classics", "easy", "minimal", "hard", "multi", "none"] {
        for (sudoku, solutions, solution) in sudokus(set) {
            let expected = LIMIT.min(solutions as usize);
            assert_eq!(sudoku.count_up_to(LIMIT), expected, "{set}: {sudoku}");
            assert_eq!(sudoku.count_up_to(2) as u64, solutions.min(2), "{set}: {sudoku}");
            assert_eq!(sudoku.is_unique(), solutions == 1, "{set}: {sudoku}");
            let found = sudoku.solution();
            assert_eq!(found.is_some(), solutions > 0, "{set}: {sudoku}");
            if solutions == 1 {
                assert_eq!(found, solution, "{set}: {sudoku}");
            }
            let all = sudoku.solutions_up_to(LIMIT);
            assert_eq!(all.len(), expected);
            assert!(all.iter().all(|one| one.is_solved() && one.extends(sudoku.grid())));
        }
    }
}

#[test]
fn minimal_puzzles_are_recognised() {
    for (set, minimal) in [("minimal", true), ("hard", true), ("multi", false), ("none", false)] {
        for (sudoku, ..) in sudokus(set).into_iter().take(20) {
            assert_eq!(sudoku.is_minimal(), minimal, "{set}: {sudoku}");
            let blank = sudoku.grid().cells().iter().position(|&digit| digit == 0).unwrap();
            if let Some(solution) = sudoku.solution().filter(|_| minimal) {
                let more = sudoku.grid().with(blank, solution.cells()[blank]);
                assert!(!Sudoku::try_from(more).unwrap().is_minimal(), "{set}: {sudoku}");
            }
        }
    }
}

#[test]
fn enumeration_stops_when_it_is_asked_to() {
    let (sudoku, solutions, _) = sudokus("multi")[7];
    assert!(solutions > 100);
    for stop in [1, 2, 100] {
        let mut seen = 0;
        let shown = Solver::fastest().for_each_solution(&sudoku, |_| {
            seen += 1;
            if seen == stop { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert_eq!((seen, shown), (stop, stop));
    }
    let all = Solver::fastest().for_each_solution(&sudoku, |_| ControlFlow::Continue(()));
    assert_eq!(all as u64, solutions);
    assert_eq!([sudoku.count_up_to(0), sudoku.solutions_up_to(0).len()], [0, 0]);
}

#[test]
fn a_question_may_be_asked_inside_another_one_and_at_the_end_of_a_thread() {
    struct Last(Sudoku);
    impl Drop for Last {
        fn drop(&mut self) {
            assert!(self.0.solution().is_some() && !self.0.is_minimal());
        }
    }
    thread_local!(static LAST: Cell<Option<Last>> = const { Cell::new(None) });

    let (sudoku, solutions, _) = sudokus("multi")[7];
    let mut seen = 0;
    sudoku.for_each_solution(|solution| {
        let solved = Sudoku::try_from(*solution).unwrap();
        assert!(solved.is_unique() && sudoku.solution().is_some());
        seen += 1;
        ControlFlow::Continue(())
    });
    assert_eq!(seen, solutions);
    for asked_before in [false, true] {
        let thread = thread::spawn(move || {
            LAST.set(Some(Last(sudoku)));
            assert!(!asked_before || !sudoku.is_unique());
        });
        thread.join().unwrap();
    }
}

#[test]
fn a_seed_makes_the_puzzles_of_the_generator() {
    for kind in [PuzzleKind::Minimal, PuzzleKind::Easy, PuzzleKind::Multi, PuzzleKind::Unsolvable] {
        let options = Options { kind, ..Options::default() };
        let expected = Generator::new(5, options).unwrap().map(|made| made.grid);
        let made = generate(5, options).unwrap().map(|made| *made.grid());
        assert!(made.take(10).eq(expected.take(10)), "{kind:?}");
    }
    let options = Options { kind: PuzzleKind::Contradictory, ..Options::default() };
    assert_eq!(generate(5, options).err(), Some(Impossible::Contradictory));
    let mut made = Vec::new();
    let take = |entry| {
        made.extend(entry);
        Ok::<_, Box<dyn std::error::Error>>(made.len() < 10)
    };
    PuzzleOrder::new(5, options).make((2, &Arc::default()), take, || Ok(())).unwrap();
    assert!(made.into_iter().eq(Generator::new(5, options).unwrap().take(10)));
}

#[test]
fn every_solver_can_be_asked_by_its_name() {
    let (sudoku, _, solution) = sudokus("leetcode-37")[0];
    for info in Solver::all() {
        let mut solver = match Solver::named(info.id) {
            Err(NoSolver::NotOnThisMachine(lack)) => {
                assert_eq!(lack.id, info.id);
                continue;
            }
            solver => solver.unwrap(),
        };
        assert_eq!(solver.info().id, info.id);
        assert_eq!(solver.solution(&sudoku), solution, "{}", info.id);
        let run = solver.tally(&sudoku, Goal::First, Limits::NONE);
        assert_eq!(run.outcome, Outcome::Solved(solution.unwrap()), "{}", info.id);
        let search = solver.watch(&sudoku, Goal::First).unwrap();
        assert_eq!(search.counts(), &run.counts, "{}", info.id);
    }
    assert_eq!(Solver::named("bitmask").unwrap_err(), NoSolver::Unknown("bitmask".to_owned()));
}

#[test]
fn text_that_is_no_sudoku_is_an_error() {
    assert!(matches!("53..7".parse::<Sudoku>(), Err(NotASudoku::Text(_))));
    let twice = format!("55{}", ".".repeat(79));
    let error = twice.parse::<Sudoku>().unwrap_err();
    assert!(error.to_string().contains("the digit 5 stands twice in row 1"), "{error}");
}

#[test]
fn many_puzzles_at_once_get_the_answers_of_each() {
    let mut many = Solver::fastest_of_many();
    for set in ["easy", "minimal", "hard", "multi", "none"] {
        let sudokus: Vec<Sudoku> = sudokus(set).into_iter().map(|(sudoku, ..)| sudoku).collect();
        let counts: Vec<u8> = sudokus.iter().map(|one| one.count_up_to(2) as u8).collect();
        assert_eq!(many.count_all(&sudokus, Limits::NONE).unwrap(), counts, "{set}");
        let unique: Vec<bool> = sudokus.iter().map(Sudoku::is_unique).collect();
        assert_eq!(many.are_unique(&sudokus, Limits::NONE).unwrap(), unique, "{set}");
        for (sudoku, solution) in sudokus.iter().zip(many.solve_all(&sudokus)) {
            let expected = sudoku.solution();
            assert_eq!(solution.is_some(), expected.is_some(), "{set}: {sudoku}");
            assert!(solution.is_none_or(|one| one.is_solved() && one.extends(sudoku.grid())));
        }
    }
}

#[test]
fn a_rating_is_that_of_all_equivalent_puzzles() {
    let mut rater = Rater::default();
    for (sudoku, ..) in sudokus("minimal").into_iter().take(20) {
        let rating = rater.rate(sudoku.grid());
        for seed in 0..5 {
            let turned = Symmetry::random(seed).apply(sudoku.grid());
            let turned = rater.rate(&turned);
            let Rating { puzzle, solution, .. } = turned;
            assert_eq!(turned, Rating { puzzle, solution, ..rating }, "{sudoku}");
        }
        let other = Rater::new(Rater::ARRANGEMENTS, 1).rate(sudoku.grid());
        assert_eq!(
            other,
            Rating { guesses_mean: other.guesses_mean, guesses_sd: other.guesses_sd, ..rating }
        );
    }
}

#[test]
fn every_question_ends_at_its_limit_and_when_it_is_cancelled() {
    let (hard, ..) = sudokus("hard")[0];
    let ask = |cancel: &Arc<AtomicBool>, limits| {
        let mut solver = Solver::fastest_of_many().cancelled_by(cancel.clone());
        let mut rater = Rater::new(2, 0).cancelled_by(cancel).within(limits);
        let blank = Grid::BLANK.try_into().unwrap();
        let stops = [
            solver.solve_within(&[hard; 20], limits).err(),
            solver.are_unique(&[hard; 20], limits).err(),
            solver.is_minimal(&hard, limits).err(),
            solver.count_within(&blank, 100_000, limits).err(),
            match solver.tally(&hard, Goal::Unique, limits).outcome {
                Outcome::Stopped(stop) => Some(stop),
                _ => None,
            },
            rater.rate(hard.grid()).stop,
        ];
        assert!(stops.iter().all(|stop| *stop == stops[0]), "{stops:?}");
        stops[0]
    };
    let cancel = Arc::new(AtomicBool::new(false));
    assert_eq!(ask(&cancel, Limits::NONE), None);
    assert_eq!(ask(&cancel, Limits::calls(1)), Some(Stop::Calls(1)));
    let time = Duration::from_nanos(1);
    let limits = Limits { time: Some(time), ..Limits::NONE };
    assert_eq!(ask(&cancel, limits), Some(Stop::Time(time)));
    cancel.store(true, Relaxed);
    assert_eq!(ask(&cancel, Limits::NONE), Some(Stop::Cancelled));
}

/// Every solver with the tree of [`Rater`] makes the guesses of the rating, and searches without a
/// limit agree with it.
#[test]
fn ratings_are_those_of_the_tree() {
    let tree = Solver::all().filter(|info| info.tree.0 == Rater::TREE);
    let mut tree: Vec<Solver> = tree.filter_map(|info| Solver::named(info.id).ok()).collect();
    let mut rules = ["propagation/hidden-singles", "propagation/locked-candidates"]
        .map(|id| Solver::named(id).unwrap());
    assert!(!tree.is_empty());
    let mut seed = Random::seeded(3);
    let arrangements: Vec<Symmetry> =
        (0..4).map(|_| Symmetry::random(seed.below(u64::MAX))).collect();
    let mut rater = Rater::new(4, 3);
    let (mut singles, mut locked) = (0, 0);
    for set in ["easy", "minimal", "hard", "multi", "none"] {
        for (sudoku, solutions, solution) in sudokus(set).into_iter().take(40) {
            let rating = rater.rate(sudoku.grid());
            assert_eq!(rating.solutions.map(u64::from), Some(solutions.min(2)), "{set}: {sudoku}");
            assert_eq!(rating.solution.is_some(), solutions > 0, "{set}: {sudoku}");
            assert!(solutions != 1 || rating.solution == solution, "{set}: {sudoku}");
            assert_eq!(rating.canonical, sudoku.canonical());
            assert_eq!(rating.minimal, Some(sudoku.is_minimal()));
            assert_eq!(usize::from(rating.clues), sudoku.grid().clues());
            let guesses = |solver: &mut Solver, grid: Grid| {
                solver.tally(&grid.try_into().unwrap(), Goal::First, Limits::NONE).counts.guesses
                    as f64
            };
            for solver in &mut tree {
                let all = arrangements.iter().map(|one| one.apply(&rating.canonical));
                let all: Vec<f64> = all.map(|grid| guesses(solver, grid)).collect();
                let mean = all.iter().sum::<f64>() / 4.0;
                let sd = (all.iter().map(|one| (one - mean).powi(2)).sum::<f64>() / 3.0).sqrt();
                let close = |a: Option<f64>, b: f64| (a.unwrap() - b).abs() <= 1e-9 * b.abs();
                assert!(
                    close(rating.guesses_mean, mean) && close(rating.guesses_sd, sd),
                    "{sudoku}"
                );
            }
            let [by_singles, by_locked] = rules
                .each_mut()
                .map(|solver| solutions == 1 && guesses(solver, *sudoku.grid()) == 0.0);
            let by_rules = (Some(by_singles), Some(by_locked));
            assert_eq!((rating.singles, rating.locked), by_rules, "{set}: {sudoku}");
            singles += u32::from(by_singles);
            locked += u32::from(by_locked);
        }
    }
    assert!(singles > 40 && locked > singles, "{singles} {locked}");
}
