//! Solvers that are wrong on purpose are not timed, or end the run as soon as they are.

use std::panic::{AssertUnwindSafe, catch_unwind};

use sudoku_benches::{
    Facts, PuzzleSet, Request, Settings, StepProgress, TimedSolver, Verified, Workload, survey,
    verify,
};
use sudoku_core::Ending;
use sudoku_doubles::{
    CHANGED_CLUE, CROSSED, FALSE_NONE, FALSE_SEVERAL, FICKLE, FORGETFUL, LEARNING, OTHER_TREE,
    REMEMBERING, SILENT, UNSOLVED, WAVERING, WIDE,
};
use sudoku_record::Mode;
use sudoku_registry::{Entry, Known, find, select};

const PUZZLES: usize = 4;

/// A request for a faulty solver and those of `bitmask`, on puzzles of known answers and effort.
fn request(double: &'static Entry) -> Request {
    let settings = Settings { puzzles: PUZZLES, ..Settings::of(Mode::Quick) };
    let mut solvers = select(&["bitmask/*"]).expect("a family");
    solvers.insert(0, double);
    let sets = vec![PuzzleSet::find("effort-1e3", &settings).expect("a corpus")];
    Request { solvers, sets, ..Request::bare(settings) }
}

fn verified(request: &Request) -> Verified {
    verify(request, &StepProgress::hidden())
}

/// Asserts that there is exactly one complaint for each puzzle, which names solver, set and puzzle,
/// and that all solvers but the double are timed.
fn assert_excluded(request: &Request, double: &Entry) {
    let verified = verified(request);
    assert_eq!(verified.complaints.len(), PUZZLES, "{:#?}", verified.complaints);
    for ((index, puzzle), complaint) in
        request.sets[0].puzzles.iter().enumerate().zip(&verified.complaints)
    {
        let (id, grid) = (double.info.id, puzzle.grid());
        let named = format!("{id} on puzzle {index} of effort-1e3, {grid}: ");
        assert!(complaint.starts_with(&named), "{complaint}");
    }
    let workload = &Workload::all(request, &verified.rows)[0];
    let timed = workload.solvers.iter().map(|solver| solver.info.id);
    assert!(timed.eq(["bitmask/cursor", "bitmask/next-blank", "bitmask/blank-list"]));
}

#[test]
fn a_wrong_answer_or_another_tree_is_reported_with_solver_set_and_puzzle() {
    for double in [&UNSOLVED, &CHANGED_CLUE, &FALSE_NONE, &OTHER_TREE] {
        assert_excluded(&request(double), double);
    }
}

/// Its answers are right; its work is wrong, and only once it has ended a search.
#[test]
fn a_solver_that_remembers_answers_is_not_timed() {
    let mut request = request(&REMEMBERING);
    let set = PuzzleSet::find("effort-1e4", &request.settings).expect("a corpus");
    request.sets = vec![set];
    let verified = verified(&request);
    assert_eq!(verified.complaints.len(), PUZZLES, "{:#?}", verified.complaints);
    for (index, complaint) in verified.complaints.iter().enumerate() {
        let begin = format!("doubles/remembering on puzzle {index} of effort-1e4, ");
        let why = ": it does other work when the puzzle comes back";
        assert!(complaint.starts_with(&begin) && complaint.ends_with(why), "{complaint}");
    }
    let workload = &Workload::all(&request, &verified.rows)[0];
    assert_eq!(workload.solvers.len(), request.solvers.len() - 1);
}

/// The solver keeps answers only after more searches than verification makes.
#[test]
fn a_solver_that_remembers_while_it_is_timed_ends_the_run() {
    let request = request(&LEARNING);
    let verified = verified(&request);
    assert_eq!(verified.complaints, Vec::<String>::new());
    let workload = &Workload::all(&request, &verified.rows)[0];
    let timed = |passes| {
        let mut timed = TimedSolver::new(workload, &LEARNING);
        timed.over(0..PUZZLES, passes);
        timed.check_work(&LEARNING);
    };
    timed(7);
    let found = panic(|| timed(8));
    let puzzle = request.sets[0].puzzles[0].grid();
    let named = format!("it does other work when the puzzle comes back, {puzzle} of effort-1e3");
    assert_eq!(found, format!("doubles/learning: {named}"));
}

#[test]
fn majority_vote_where_no_answer_is_known() {
    for double in [&UNSOLVED, &CHANGED_CLUE, &FALSE_NONE, &OTHER_TREE] {
        let mut request = request(double);
        request.sets[0].facts.fill(Facts { answer: Known::Nothing, effort: None, rating: None });
        assert_excluded(&request, double);
    }
}

/// Solvers that agree on another order do not outvote the effort that a set states.
#[test]
fn the_effort_of_a_set_decides_what_its_order_is() {
    let mut request = request(&OTHER_TREE);
    request.solvers.truncate(1);
    let verified = verified(&request);
    assert_eq!(verified.complaints.len(), PUZZLES, "{:#?}", verified.complaints);
    let names_order =
        |complaint: &String| complaint.contains(" digits, a search in row-major order ");
    assert!(verified.complaints.iter().all(names_order), "{:#?}", verified.complaints);
}

/// A search that was stopped has not placed all its digits yet.
#[test]
fn a_search_that_is_stopped_is_not_asked_for_its_order() {
    let mut request = request(&WIDE);
    request.settings.call_budget = 500;
    let verified = verified(&request);
    assert!(verified.rows.iter().any(|row| row.outcome == Ending::Stopped));
    assert_eq!(verified.complaints, Vec::<String>::new());
}

/// A run asks for the first solution, and this double finds it.
#[test]
fn several_solutions_are_no_matter_of_a_run() {
    assert_eq!(verified(&request(&FALSE_SEVERAL)).complaints, Vec::<String>::new());
}

/// Returns the message that `run` panics with.
fn panic(run: impl FnOnce()) -> String {
    let panic = catch_unwind(AssertUnwindSafe(run)).expect_err("a wrong answer is timed");
    *panic.downcast().expect("a panic with a message")
}

#[test]
fn an_answer_that_changes_while_it_is_timed_ends_the_run() {
    for double in [&FICKLE, &FORGETFUL, &SILENT] {
        let (id, request) = (double.info.id, request(double));
        let verified = verified(&request);
        assert_eq!(verified.complaints, Vec::<String>::new(), "right as long as it is watched");

        let workload = &Workload::all(&request, &verified.rows)[0];
        let mut timed = TimedSolver::new(workload, double);
        timed.over(0..1, 1);
        let message = panic(|| _ = timed.over(0..1, 1));
        let puzzle = request.sets[0].puzzles[0].grid();
        let named =
            format!("{id} gave another answer while it was timed, on {puzzle} of effort-1e3");
        assert!(message.starts_with(&named), "{message}");
    }
}

#[test]
fn an_answer_that_changes_in_the_survey_ends_the_run() {
    for double in [&FICKLE, &FORGETFUL, &SILENT] {
        let (id, request) = (double.info.id, request(double));
        let rows = verified(&request).rows;
        let message = panic(|| _ = survey(&request, &rows, &StepProgress::hidden()));
        let puzzle = request.sets[0].puzzles[1].grid();
        assert_eq!(message, format!("{id} changed its answer to {puzzle} of effort-1e3"));
    }
}

/// The number of puzzles: more than a full batch, and not a multiple of one.
const BATCHES: usize = 150;

fn in_batches(double: &'static Entry) -> Request {
    let settings = Settings { puzzles: BATCHES, ..Settings::of(Mode::Quick) };
    let solvers = vec![double, find("bitmask/blank-list").expect("a solver")];
    let sets = vec![PuzzleSet::find("effort-1e2", &settings).expect("a corpus")];
    Request { solvers, sets, ..Request::bare(settings) }
}

#[test]
fn a_solver_of_batches_is_verified_surveyed_and_timed() {
    let request = in_batches(&WIDE);
    let verified = verified(&request);
    assert_eq!(verified.complaints, Vec::<String>::new());
    assert_eq!(verified.rows.len(), 2 * BATCHES);
    assert!(verified.rows.chunks(2).all(|row| row[0].counts.undos == row[1].counts.undos));
    let surveyed = survey(&request, &verified.rows, &StepProgress::hidden());
    assert!(surveyed.iter().all(|row| row.cpu_ns.is_some()));
    let workload = &Workload::all(&request, &verified.rows)[0];
    let mut timed = TimedSolver::new(workload, &WIDE);
    timed.over(0..BATCHES, 2);
    timed.over(7..8, 1);
    timed.on(2 * BATCHES as u64 + 3);
}

#[test]
fn a_batch_with_a_wrong_answer_is_reported_with_solver_set_and_puzzle() {
    let request = in_batches(&CROSSED);
    let verified = verified(&request);
    let wrong = [63, 127];
    assert_eq!(verified.complaints.len(), wrong.len(), "{:#?}", verified.complaints);
    for (index, complaint) in wrong.into_iter().zip(&verified.complaints) {
        let grid = request.sets[0].puzzles[index].grid();
        let named =
            format!("doubles/crossed on puzzle {index} of effort-1e2, {grid}: in a batch, ");
        assert!(complaint.starts_with(&named), "{complaint}");
        assert_eq!(verified.rows[2 * index].outcome, Ending::Wrong);
    }
    let workload = &Workload::all(&request, &verified.rows)[0];
    assert_eq!(workload.solvers.len(), 1, "it is not timed");
    // If it were timed, the first full batch would end the run.
    let mut timed = TimedSolver::new(workload, &CROSSED);
    timed.over(0..63, 1);
    let message = panic(|| _ = timed.over(0..64, 1));
    let grid = request.sets[0].puzzles[63].grid();
    assert!(message.contains(&format!("while it was timed, on {grid}")), "{message}");
}

#[test]
fn another_answer_in_a_batch_is_wrong_though_it_solves_the_puzzle() {
    let settings = Settings { puzzles: 20, ..Settings::of(Mode::Quick) };
    let sets = vec![PuzzleSet::find("multi", &settings).expect("a corpus")];
    let solvers = vec![&WAVERING, find("bitmask/blank-list").expect("a solver")];
    let request = Request { solvers, sets, ..Request::bare(settings) };
    let verified = verified(&request);
    assert!(verified.complaints.len() > 10, "{:#?}", verified.complaints);
    for complaint in &verified.complaints {
        assert!(complaint.starts_with("doubles/wavering on puzzle "), "{complaint}");
        assert!(complaint.ends_with(": in a batch, another answer than alone"), "{complaint}");
    }
}
