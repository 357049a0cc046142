//! A small run with solvers that go over their budget: which have a ratio, and on how many puzzles.

use std::collections::BTreeSet;
use std::time::Duration;

use sudoku_benches::{Build, PuzzleSet, Request, Settings, StepProgress, Workload, race, verify};
use sudoku_core::Goal;
use sudoku_record::{Comparable, CountRow, Mode, PairedRow};
use sudoku_registry::{Limits, SOLVERS, available, list};

const PUZZLES: usize = 60;

/// The share of each solver.
const TIME: Duration = Duration::from_millis(20);

/// Every solver on the first puzzles of a set, within this budget.
fn request(call_budget: u64) -> Request {
    let ordinary = Settings::of(Mode::Quick);
    let settings = Settings { puzzles: PUZZLES, call_budget, ..ordinary };
    let sets = vec![PuzzleSet::find("easy", &settings).expect("a corpus")];
    Request { solvers: available().collect(), sets, ..Request::bare(settings) }
}

fn counted(request: &Request) -> Vec<CountRow> {
    verify(request, &StepProgress::hidden()).rows
}

/// Returns a budget, in calls, that the first solver exceeds on this many puzzles.
fn budget(over: usize) -> u64 {
    let rows = counted(&request(u64::MAX / 2));
    let ours = rows.iter().filter(|row| row.solver == SOLVERS[0].info.id);
    let mut calls: Vec<u64> = ours.map(|row| row.counts.calls).collect();
    calls.sort_unstable();
    calls[PUZZLES - over - 1] + 1
}

/// The rounds of two builds.
fn raced(request: &Request, counts: &[CountRow]) -> Vec<PairedRow> {
    let workload = Workload::all(request, counts).swap_remove(0);
    let compared = workload.compared(&Comparable::of(counts)).expect("some finished enough");
    let builds = (1..=2).map(|number| Build { number, of: 2 });
    builds.flat_map(|build| race(&compared, list::<false>(), TIME, build)).collect()
}

#[test]
#[should_panic(expected = "a copy is only timed")]
fn a_copy_is_not_counted() {
    let puzzle = &request(1).sets[0].puzzles[0];
    list::<false>()[0].start().tally(puzzle, Goal::First, Limits::NONE);
}

#[test]
fn every_round_gives_each_solver_one_turn_until_its_time_is_over() {
    let request = request(budget(3));
    let counts = counted(&request);
    let rows = raced(&request, &counts);
    let ran = |row: &&PairedRow| row.puzzles > 0;
    for build in 1..=2 {
        let ours: Vec<&PairedRow> = rows.iter().filter(|row| row.build == build).collect();
        assert_eq!(ours.iter().filter(|row| row.puzzles == 0).count(), 1, "one empty turn");
        let mut rounds: Vec<_> = ours.iter().copied().filter(ran).collect();
        rounds.sort_by_key(|row| (row.round, row.turn));
        for round in rounds.chunk_by(|a, b| a.round == b.round) {
            let turns: BTreeSet<_> = round.iter().map(|row| (&row.solver, row.twin)).collect();
            assert_eq!(turns.len(), round.len(), "no solver twice");
            assert!(round.iter().map(|row| row.turn as usize).eq(0..round.len()));
        }
        assert!(rounds.iter().any(|row| row.twin && row.solver == SOLVERS[0].info.id));
        let first: BTreeSet<_> = rounds
            .iter()
            .take_while(|row| row.round == Some(0))
            .collect::<Vec<_>>()
            .iter()
            .map(|row| &row.solver)
            .collect();
        for id in first {
            let turns = || rounds.iter().filter(|row| row.solver == *id && !row.twin);
            let puzzles: usize = turns().map(|row| row.puzzles).sum();
            let took: u64 = turns().map(|row| row.cpu_ns).sum();
            assert!(puzzles >= 8 || took > 20_000_000, "{id}: {puzzles}");
        }
    }
}

#[test]
fn counts_of_a_row_are_those_of_its_puzzles() {
    let request = request(u64::MAX / 2);
    let counts = counted(&request);
    let rows = raced(&request, &counts);
    let sum = |id: &str| -> u64 {
        let ours = counts.iter().filter(|row| row.solver == id);
        ours.map(|row| row.counts.placements).sum()
    };
    let id = available().last().expect("some solvers run anywhere").info.id;
    for build in 1..=2 {
        let first: Vec<_> = rows
            .iter()
            .filter(|row| {
                row.build == build && row.solver == id && row.visit == 0 && row.puzzles > 0
            })
            .collect();
        assert_eq!(first.iter().map(|row| row.puzzles).sum::<usize>(), PUZZLES, "a whole pass");
        assert_eq!(first.iter().map(|row| row.placements).sum::<u64>(), sum(id));
    }
}

#[test]
fn a_solver_stopped_on_more_than_a_tenth_is_not_raced_and_takes_no_puzzle_from_others() {
    let request = request(budget(7));
    let counts = counted(&request);
    let rows = raced(&request, &counts);
    let [first, last] = [available().next(), available().last()]
        .map(|entry| entry.expect("some solvers run anywhere").info.id);
    assert!(rows.iter().all(|row| row.solver != first));
    let of_last = |row: &&CountRow| row.solver == last && row.outcome.is_finished();
    let finished = counts.iter().filter(of_last).count();
    assert!(finished > PUZZLES - 7);
    let visits = rows.iter().filter(|row| (row.build, row.visit, &*row.solver) == (1, 0, last));
    assert_eq!(visits.map(|row| row.puzzles).sum::<usize>(), finished, "all that it finished");
}
