//! One build's rounds of a league.

use sudoku_measure::{DIRECT_SPAN, Elapsed, PairedRow, Reading, Rules, race};
use sudoku_registry::Entry;

use crate::{Lane, Workload};

/// Runs one build's rounds of a league: its solvers in turn, and the copy of the first one that is
/// among `copies`; a direct race has no such copy.
///
/// # Panics
///
/// When an answer is wrong, or another than before; when a solver does other work than in a new
/// session; when the workload has no solver or no puzzle.
pub fn pair<'a>(
    workload: &'a Workload,
    copies: impl IntoIterator<Item = &'a Entry>,
    rules: &Rules,
    build: u64,
) -> Vec<PairedRow> {
    let reference = workload.solvers[0];
    let is_twin = |entry: &&Entry| entry.info.id == reference.info.id && !workload.direct;
    let twin = copies.into_iter().filter(is_twin);
    let contestants: Vec<(usize, &Entry, bool)> = (0..)
        .zip(&workload.solvers)
        .map(|(at, solver)| (at, *solver, false))
        .chain(twin.map(|entry| (0, entry, true)))
        .collect();
    let places: Vec<usize> = contestants.iter().map(|(at, ..)| *at).collect();
    let mut lanes: Vec<Lane<'_>> =
        contestants.iter().map(|(_, solver, _)| Lane::new(workload, solver)).collect();
    let span = if workload.direct { DIRECT_SPAN } else { rules.span };
    let time = workload.time(rules);
    let rules = Rules { seed: build, again: !workload.own, span, time, ..*rules };
    let mut readings = race(&workload.groups(&places), &rules, |lane, puzzles, passes| {
        lanes[lane].over(puzzles, passes)
    });
    for ((_, solver, _), lane) in contestants.iter().zip(&mut lanes) {
        lane.check_work(solver);
    }
    readings.push(empty(&mut lanes[0]));
    let row = |reading: &Reading| {
        let (at, solver, twin) = contestants[reading.lane];
        let block = &workload.puzzles[reading.puzzles.clone()];
        let counts = || block.iter().filter_map(|case| case.counts[at]);
        PairedRow {
            build,
            corpus: workload.corpus.clone(),
            own: workload.own,
            share: block[0].share,
            league: workload.league,
            block: reading.block,
            puzzles: block.len(),
            visit: reading.visit,
            turn: reading.turn,
            solver: solver.info.id.to_owned(),
            twin,
            passes: reading.passes,
            placements: counts().map(|counts| counts.placements).sum(),
            nodes: counts().map(|counts| counts.entered()).sum(),
            cpu_ns: reading.elapsed.cpu.as_nanos() as u64,
            wall_ns: reading.elapsed.wall.as_nanos() as u64,
        }
    };
    readings.iter().map(row).collect()
}

/// A turn without a pass: the time of the runner itself, the median of many.
fn empty(reference: &mut Lane<'_>) -> Reading {
    let mut turns: Vec<Elapsed> = (0..101).map(|_| reference.over(0..1, 0)).collect();
    turns.sort_unstable_by_key(|elapsed| elapsed.cpu);
    let elapsed = turns[turns.len() / 2];
    Reading { visit: 0, block: 0, turn: 0, lane: 0, puzzles: 0..1, passes: 0, elapsed }
}
