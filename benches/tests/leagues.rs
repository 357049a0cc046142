//! A small run with solvers that go over their budget: which have a ratio, and on how many puzzles.

use std::collections::BTreeSet;
use std::time::Duration;

use sudoku_benches::{PuzzleSet, Request, Settings, StepProgress, Workload, pair, survey, verify};
use sudoku_findings::Paired;
use sudoku_measure::{Comparable, CountRow, Mode, PairedRow, Rules};
use sudoku_registry::{SOLVERS, available, list};

const PUZZLES: usize = 60;

/// A solver that makes fewer calls than the first one.
const LIST: &str = "bitmask/blank-list";

/// The type for which [`list`] compiles a second copy of every solver.
struct Twin;

/// Every solver on the first puzzles of a set, within this budget.
fn request(call_budget: u64) -> Request {
    let ordinary = Settings::of(Mode::Quick);
    let turn = Duration::from_micros(20);
    let rules = Rules { turn, time: Duration::ZERO, ..ordinary.rules };
    let settings = Settings { puzzles: PUZZLES, call_budget, rules, ..ordinary };
    let sets = vec![PuzzleSet::find("easy", &settings).expect("a corpus")];
    Request { solvers: available().collect(), sets, ..Request::bare(settings) }
}

fn counted(request: &Request) -> Vec<CountRow> {
    verify(request, &StepProgress::new("", 0, false)).rows
}

/// Returns a budget, in calls, that the first solver exceeds on this many puzzles.
fn budget(over: usize) -> u64 {
    let rows = counted(&request(u64::MAX / 2));
    let ours = rows.iter().filter(|row| row.solver == SOLVERS[0].info.id);
    let mut calls: Vec<u64> = ours.map(|row| row.counts.calls).collect();
    calls.sort_unstable();
    calls[PUZZLES - over - 1] + 1
}

/// The rounds of two builds, which share all puzzles.
fn raced(request: &Request, counts: &[CountRow]) -> Vec<PairedRow> {
    let survey = survey(request, counts, &StepProgress::new("", 0, false));
    let mut rows = Vec::new();
    for build in 1..=2 {
        for workload in Workload::all(request, counts) {
            for league in workload.leagues(&Comparable::of(counts), &survey) {
                let part = league.part(build, PUZZLES, &request.settings).expect("right answers");
                rows.extend(pair(&part, list::<Twin>(), &request.settings.rules, build as u64));
            }
        }
    }
    rows
}

#[test]
fn a_ratio_of_the_same_rounds_stands_on_the_puzzles_that_both_solvers_finished() {
    let request = request(budget(3));
    let counts = counted(&request);
    let rows = raced(&request, &counts);
    let paired = Paired::of(&rows);
    let finished = |id: &str, index| {
        let mut ours = counts.iter().filter(|row| row.solver == id && row.index == index);
        ours.any(|row| row.outcome.is_finished())
    };
    let own = |id: &str| rows.iter().filter(|row| row.solver == id).map(|row| row.league).min();
    let mut kinds = BTreeSet::new();
    let ids = available().map(|entry| entry.info.id).filter(|id| {
        let stopped = (0..PUZZLES).filter(|&index| !finished(id, index)).count();
        10 * stopped <= PUZZLES
    });
    let ids: Vec<&str> = ids.collect();
    assert_eq!(ids[0], SOLVERS[0].info.id, "stopped on three");
    for (above, below) in ids.iter().flat_map(|a| ids.iter().map(move |b| (*a, *b))) {
        let ratio = paired.ratio("easy", above, below).expect("both finished enough");
        let both = (0..PUZZLES).filter(|&at| finished(above, at) && finished(below, at)).count();
        if own(above) == own(below) {
            assert_eq!(ratio.puzzles, both, "{above} by {below}");
            kinds.insert(both);
        }
    }
    assert!(kinds.len() > 1 && kinds.contains(&(PUZZLES - 3)), "{kinds:?}");
}

#[test]
fn a_solver_stopped_on_more_than_a_tenth_has_no_ratio_and_takes_no_puzzle_from_others() {
    let request = request(budget(7));
    let counts = counted(&request);
    let rows = raced(&request, &counts);
    let [first, last] = [available().next(), available().last()]
        .map(|entry| entry.expect("some solvers run anywhere").info.id);
    assert!(rows.iter().all(|row| row.solver != first));
    let paired = Paired::of(&rows);
    assert!(paired.ratio("easy", last, first).is_none());
    let finished = counts.iter().filter(|row| row.solver == last && row.outcome.is_finished());
    let both = finished.filter(|row| {
        let other = |other: &&CountRow| (other.index, &*other.solver) == (row.index, LIST);
        counts.iter().find(other).is_some_and(|row| row.outcome.is_finished())
    });
    let both = both.count();
    assert!(both > PUZZLES - 7);
    assert_eq!(paired.ratio("easy", last, LIST).map(|ratio| ratio.puzzles), Some(both));
}
